"""What of the program a record has reached, and by name all that it has not."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Self

from tests.transcripts import seams
from tests.transcripts.coverage_seams import Seen
from tests.transcripts.http_calls import Json
from tests.transcripts.stage import RecordingStage


@dataclass(slots=True)
class Coverage:
    """How often each thing was met, by what kind of thing it is."""

    updates: int = 0
    calls: int = 0
    chats: int = 0
    met: dict[str, Counter[str]] = field(default_factory=dict)

    @classmethod
    def merge(cls, parts: Iterable[Self]) -> Self:
        """What several scenes have met together."""
        whole = cls()
        for part in parts:
            whole.updates += part.updates
            whole.calls += part.calls
            whole.chats += part.chats
            for kind, met in part.met.items():
                whole.met.setdefault(kind, Counter()).update(met)
        return whole

    def missing_names(self) -> dict[str, list[str]]:
        """What is there and was not met, by kind."""
        return {kind: sorted(there - set(self.met.get(kind, ()))) for kind, there in seams.everything_by_kind().items()}

    def report_lines(self) -> Iterator[str]:
        """All that as lines."""
        yield f"{self.updates} updates, {self.calls} calls, {self.chats} chats"
        for kind, there in seams.everything_by_kind().items():
            missed = self.missing_names()[kind]
            yield f"{kind}: {len(there) - len(missed)} of {len(there)}"
            yield from (f"  not: {name}" for name in missed)
        yield f"methods: {dict(sorted(self.met.get('methods', Counter()).items()))}"


def coverage_of_scene(set_: RecordingStage, seen: Seen) -> Coverage:
    """What one scene has met."""
    keys = Counter(seams.kind_of_key(change["key"]) for look in set_.storage_looks for change in look["changes"])
    met = {
        "commands": _commands_given(set_.script),
        "owners' commands": seen.owners,
        "buttons": Counter(data.partition(":")[0] for data in set_.pressed_data),
        "requests": seen.requests,
        "messages of the text files": seen.texts,
        "refusals": seen.refusals + Counter({f"klepka_{code}": 1 for code in seen.refusals}),
        "actions": seen.actions,
        "events": seen.events,
        "keys in Redis": keys,
        "methods": Counter(call.method for call in set_.server.calls),
    }
    return Coverage(set_.feed.count, len(set_.server.calls), len(set_.book.lines_by_chat), met)


def _commands_given(script: Iterable[Json]) -> Counter[str]:
    """The commands that were given, by their keys."""
    ops = [one for op in script for one in op.get("said", (op,))]
    words = [str(op.get("text", "")).split(maxsplit=1)[0] for op in ops if op["do"] == "say" and op.get("text")]
    named = [word[1:].partition("@")[0].lower() for word in words if word.startswith("/")]
    return Counter(seams.COMMAND_NAMES[name] for name in named if name in seams.COMMAND_NAMES)
