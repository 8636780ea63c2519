"""The dead letters: updates and notices that were given up, kept with the reason so that they can be replayed.

:class:`DeadLetters` lists and replays them; the streams write them (:mod:`bot.store.redis_streams.consumer_group`).
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, Self

from bot.store import keys
from bot.store.redis_store import RedisStore
from bot.store.redis_streams.consumer_group import parse_entry_id
from bot.store.scripts import Script

_LETTER_ID: Final = re.compile(r"(\d{1,3}):(\d{1,16}-\d{1,16})")


class ReplayOutcome(Enum):
    """What came of replaying a dead letter."""

    DONE = "done"
    GONE = "gone"
    """It was replayed or trimmed before, or there never was one."""
    UNFIT = "unfit"
    """It has no update id: what came in could never be read."""


@dataclass(frozen=True, slots=True)
class DeadLetterId:
    """A dead letter's shard and entry, written ``2:1763790000000-0``."""

    shard: int
    entry: str
    """The stream's own id."""

    def __str__(self) -> str:
        return f"{self.shard}:{self.entry}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The id that ``str`` made.

        Raises:
            ValueError: the text is none.
        """
        match = _LETTER_ID.fullmatch(text)
        if match is None or int(match[1]) >= keys.SHARDS:
            raise ValueError(f"{text!r} is no ID of a dead letter")
        return cls(int(match[1]), match[2])

    @property
    def created_at(self) -> datetime:
        """When it was given up, in UTC."""
        return datetime.fromtimestamp(parse_entry_id(self.entry)[0] / 1000, UTC)


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An update or a notice that could not be handled."""

    id: DeadLetterId
    update: str
    """Telegram's number; empty if it has none."""
    raw: bytes
    """What came in: private."""
    reason: str
    """Why it was given up; may quote what came in."""
    deliveries: str
    """How often it was delivered."""
    recipient: str | None = None
    """For a notice the scope that it was meant for; ``None`` for an update."""


class DeadLetters(RedisStore):
    """Reads and replays the dead letters of all shards."""

    _replay_script: Final = Script("revive")

    async def list_letters(self) -> list[DeadLetter]:
        """All dead letters, the oldest first."""
        found: list[DeadLetter] = []
        for shard in range(keys.SHARDS):
            entries: Any = await self._client.xrange(keys.dead_letters(shard))
            for entry, fields in entries:
                letter = {name.decode(): value for name, value in fields.items()}
                found.append(
                    DeadLetter(
                        DeadLetterId(shard, entry.decode()),
                        _to_text(letter.get("update", b"")),
                        letter.get("raw", b""),
                        _to_text(letter.get("reason", b"")),
                        _to_text(letter.get("deliveries", b"")),
                        None if (scope := letter.get("scope")) is None else _to_text(scope),
                    )
                )
        return sorted(found, key=lambda letter: letter.id.created_at)

    async def replay_letter(self, letter: DeadLetterId) -> ReplayOutcome:
        """Move one back into the inbox or the outbox, in one step."""
        streams = (keys.dead_letters(letter.shard), keys.inbox(letter.shard), keys.outbox(letter.shard))
        said: bytes = await self._replay_script(self._client, streams, (letter.entry,))
        return ReplayOutcome(said.decode())


def _to_text(value: bytes) -> str:
    return value.decode(errors="replace")
