"""Recording, replaying and comparing transcripts, and the report of what was exercised."""

import difflib
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from tests.transcripts import seams
from tests.transcripts.scenes import SCENES
from tests.transcripts.scenes.room import people
from tests.transcripts.stage import Stage, stage
from tests.transcripts.wire import Json

SCRIPT: Final = "script.jsonl"
REPORT: Final = "coverage.txt"
_MOST_LINES: Final = 40
"""How much of one chat's difference is shown."""


async def record(out: Path, scenes: Iterable[str] = SCENES) -> seams.Seen:
    """Play scenes and write what the bot sent, a file a chat, with the script and a report of what was exercised."""
    seen = seams.Seen()
    with tempfile.TemporaryDirectory() as folder:
        async with stage(Path(folder)) as set_:
            with seams.watched(seen):
                await people(set_)
                await set_.begin()
                for name in scenes:
                    await SCENES[name](set_)
            await set_.end()
            _save(set_, out)
            _write(out / REPORT, _report(set_, seen))
    return seen


async def replay(script: Iterable[str], out: Path) -> None:
    """Do what the lines of a script say, and write what the bot of this tree sent."""
    with tempfile.TemporaryDirectory() as folder:
        async with stage(Path(folder)) as set_:
            for line in script:
                await set_.do(json.loads(line))
            await set_.end()
            _save(set_, out)


def _save(set_: Stage, out: Path) -> None:
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    for chat, lines in set_.book.chats.items():
        _write(out / f"{chat}.txt", lines)
    _write(out / SCRIPT, (json.dumps(op, ensure_ascii=False) for op in set_.script))


def _write(file: Path, lines: Iterable[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def differences(first: Path, second: Path) -> Iterator[str]:
    """How two recordings differ, chat by chat: nothing where every chat was sent the same."""
    names = sorted({file.name for folder in (first, second) for file in folder.glob("*.txt")} - {REPORT})
    for name in names:
        one, other = (_lines(folder / name) for folder in (first, second))
        if one == other:
            continue
        found = difflib.unified_diff(one, other, str(first / name), str(second / name), n=4, lineterm="")
        shown = list(islice(found, _MOST_LINES + 1))
        yield from shown[:_MOST_LINES]
        if len(shown) > _MOST_LINES:
            yield f"… and more in {name}"


def _lines(file: Path) -> Sequence[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else ()


def _report(set_: Stage, seen: seams.Seen) -> Iterator[str]:
    """What was exercised, and by name all that was not."""
    commands, taps = _asked(set_.script), _tapped(set_)
    names = set(seams.COMMAND_NAMES)
    texts = set(seams.messages("tr"))
    codes = {text.removeprefix("refusal-").replace("-", "_") for text in texts if text.startswith("refusal-")}
    yield f"{set_.updates} updates, {len(set_.server.calls)} calls, {len(set_.book.chats)} chats"
    for what, there, met in (
        ("commands", names, set(commands)),
        ("buttons", set(seams.KINDS), set(taps)),
        ("messages of the text files", texts, set(seen.texts)),
        ("refusals", codes, {f"klepka_{code}" for code in seen.refusals} | set(seen.refusals)),
        ("events", seams.events(), set(seen.events)),
    ):
        missed = sorted(there - met)
        yield f"{what}: {len(there) - len(missed)} of {len(there)}"
        yield from (f"  not: {name}" for name in missed)
    yield f"methods: {dict(sorted(Counter(call.method for call in set_.server.calls).items()))}"


def _asked(script: Iterable[Json]) -> Counter[str]:
    ops = [one for op in script for one in op.get("said", (op,))]
    words = [str(op.get("text", "")).split(maxsplit=1)[0] for op in ops if op["do"] == "say" and op.get("text")]
    return Counter(word[1:].partition("@")[0].lower() for word in words if word.startswith("/"))


def _tapped(set_: Stage) -> Counter[str]:
    return Counter(data.partition(":")[0] for data in set_.pressed)
