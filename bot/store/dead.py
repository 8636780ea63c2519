"""The dead letters: updates and notices that were given up, to be looked at and tried again."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, Self

from redis.asyncio import Redis

from bot.store import keys
from bot.store.scripts import Script

_NAME: Final = re.compile(r"(\d{1,3}):(\d{1,16}-\d{1,16})")


class Replay(Enum):
    """What became of putting one back."""

    DONE = "done"
    GONE = "gone"
    """It was replayed or let go before, or never given up."""
    UNFIT = "unfit"
    """It has no update's number: what came could never be read."""


@dataclass(frozen=True, slots=True)
class LetterId:
    """Where a dead letter lies: ``2:1763790000000-0``."""

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
        match = _NAME.fullmatch(text)
        if match is None or int(match[1]) >= keys.SHARDS:
            raise ValueError(f"{text!r} is no id of an update that was given up")
        return cls(int(match[1]), match[2])

    @property
    def at(self) -> datetime:
        """When it was given up, in UTC."""
        return datetime.fromtimestamp(int(self.entry.partition("-")[0]) / 1000, UTC)


@dataclass(frozen=True, slots=True)
class Letter:
    """An update, or a notice, that was given up."""

    id: LetterId
    update: str
    """Telegram's number of it, as far as it has one."""
    raw: bytes
    """What came: private."""
    reason: str
    """Why it was given up: what went wrong may quote what came."""
    deliveries: str
    """How often it was given out."""
    told: str | None = None
    """Of a notice, the chat that it was for, with its topic; ``None`` for an update."""


class DeadLetters:
    """Those of all shards.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._revive: Final = Script("revive")

    async def all(self) -> list[Letter]:
        """Every one, the oldest first."""
        found: list[Letter] = []
        for shard in range(keys.SHARDS):
            entries: Any = await self._client.xrange(keys.dead(shard))
            for entry, fields in entries:
                letter = {name.decode(): value for name, value in fields.items()}
                found.append(
                    Letter(
                        LetterId(shard, entry.decode()),
                        _text(letter.get("update", b"")),
                        letter.get("raw", b""),
                        _text(letter.get("reason", b"")),
                        _text(letter.get("deliveries", b"")),
                        None if (scope := letter.get("scope")) is None else _text(scope),
                    )
                )
        return sorted(found, key=lambda letter: letter.id.at)

    async def replay(self, letter: LetterId) -> Replay:
        """Put one back into the inbox, or into the outbox, in one step."""
        streams = (keys.dead(letter.shard), keys.inbox(letter.shard), keys.outbox(letter.shard))
        said: bytes = await self._revive(self._client, streams, (letter.entry,))
        return Replay(said.decode())


def _text(value: bytes) -> str:
    return value.decode(errors="replace")
