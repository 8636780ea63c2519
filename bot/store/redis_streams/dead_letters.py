"""The dead letters: updates and notices that were given up, kept with the reason so that they can be replayed.

:class:`DeadLetters` lists and replays them; :class:`DeadLetterWriter` writes those of inbox and outbox.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, Self

from redis.asyncio import Redis

from bot.logs.logger import get_logger
from bot.store import keys, retention
from bot.store.redis_streams.consumer_group import parse_entry_id
from bot.store.scripts import Script
from bot.store.shards.ownership import OwnedShards

log = get_logger(__name__)

_LETTER_ID: Final = re.compile(r"(\d{1,3}):(\d{1,16}-\d{1,16})")
_SHARD_WITHOUT_CHAT: Final = 0
"""The shard for what came in and was no update, so that its chat is unknown."""


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


class DeadLetters:
    """Reads and replays the dead letters of all shards.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._replay_script: Final = Script("revive")

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


class DeadLetterWriter:
    """Moves entries of a stream, inbox or outbox, to the dead letters of their shards.

    Args:
        client: answers in bytes.
        shards: those that this process owns.
        key_of_shard: gives the key of a shard's stream.
        group: the stream's consumer group.
    """

    def __init__(self, client: Redis, shards: OwnedShards, key_of_shard: Callable[[int], str], group: str) -> None:
        self._client: Final = client
        self._shards: Final = shards
        self._key_of_shard: Final = key_of_shard
        self._group: Final = group
        self._dead_letter_script: Final = Script("bury")

    async def move_entry(self, shard: int, entry: str, letter: Mapping[str, str | bytes | int]) -> bool:
        """Move an entry, in one step; ``letter`` has the fields of the dead letter. The newest are kept for a while.

        Returns:
            Whether it was moved; not where another worker owns the shard by now, who will send or give it up.
        """
        epoch = self._shards.epochs.get(shard)
        if epoch is None:
            return False
        done = await self._dead_letter_script(
            self._client,
            (keys.shard_owner(shard), self._key_of_shard(shard), keys.dead_letters(shard)),
            {
                "group": self._group,
                "epoch": epoch,
                "entry": entry,
                "most": retention.DEAD_LETTERS_PER_SHARD,
                "seconds": retention.DEAD_LETTER_SECONDS,
                "letter": [part for pair in letter.items() for part in pair],
            },
        )
        if not done:
            self._shards.report_lost(shard, epoch)
        return bool(done)

    async def write_unreadable(self, update_id: int | None, raw: bytes, reason: str) -> None:
        """Store what came in and is no update; of a long one only the beginning.

        Args:
            update_id: its number, if it has one; else 0 is stored.
            raw: what came in.
            reason: why it cannot be handled; must not quote it.
        """
        log.warning("an update is dead-lettered", update=update_id, reason=reason)
        fields = {"update": update_id or 0, "raw": raw[: retention.DEAD_LETTER_BYTES], "reason": reason}
        dead, letter = keys.dead_letters(_SHARD_WITHOUT_CHAT), dict[Any, Any](fields | {"deliveries": 0})
        pipe = self._client.pipeline(transaction=False)
        pipe.xadd(dead, letter, maxlen=retention.DEAD_LETTERS_PER_SHARD, approximate=False)
        pipe.expire(dead, retention.DEAD_LETTER_SECONDS)
        await pipe.execute()
