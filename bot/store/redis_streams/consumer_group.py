"""A consumer group over one stream for each shard; only the shard's owner reads it.

The consumer's name is the owner's epoch. That tells what a former owner took from what this one took.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.connection.client import execute_soon
from bot.store.connection.cluster import group_by_hash_slot
from bot.store.connection.replication import ReplicaWaiter
from bot.store.redis_store import FencedStore
from bot.store.scripts import Script
from bot.store.shards.ownership import OwnedShards

GROUP: Final = "harfiyen"
"""The consumer group of inbox and outbox."""
MAX_DELIVERED: Final = 64
"""The most entries that a script's reply delivers along with the entry that the script wrote."""

_FENCED: Final = b"lost"

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class StreamEntry:
    """An entry of a stream as the shard's owner received it."""

    shard: int
    id: str
    fields: Mapping[bytes, bytes]
    deliveries: int


class ShardStreams(FencedStore, Generic[E]):
    """The streams of all shards, read as one group, which is created where it is missing.

    Entries that this process writes can be delivered straight to its own reader; at first those of no shard are.

    Args:
        client: answers in bytes.
        key_of_shard: gives the key of a shard's stream.
        shards: those that this process owns; by default all, unfenced.
        replicas: must have an entry before it counts as stored; none by default.
    """

    _take_script: Final = Script("take")
    _claim_script: Final = Script("inherit")
    _move_script: Final = Script("bury")

    def __init__(
        self,
        client: Redis,
        key_of_shard: Callable[[int], str],
        shards: OwnedShards | None,
        replicas: ReplicaWaiter | None,
    ) -> None:
        super().__init__(client, shards, replicas)
        self._key_of_shard: Final = key_of_shard
        self._missed_deliveries = 0
        self._local_epochs: Mapping[int, str] = {}
        self._deliver: Callable[[Sequence[E]], Awaitable[None]] | None = None

    @property
    def lost_reply_count(self) -> int:
        """How often replies were lost or not passed on; after each, pending entries must be claimed again."""
        return getattr(self._client, "lost_reply_count", 0) + self._missed_deliveries

    def note_missed_delivery(self) -> None:
        """Note that entries of a reply were not passed on and must be claimed again."""
        self._missed_deliveries += 1

    @property
    def readable_epochs(self) -> Mapping[int, str]:
        """The shards whose new entries this process takes, with its epochs."""
        return self._shards.readable_epochs

    def deliver_to(self, epochs: Mapping[int, str], take: Callable[[Sequence[E]], Awaitable[None]]) -> None:
        """Deliver the entries of these shards, and of no others, to a reader of this process from now on.

        The reader must have caught up first, or it gets the newest entries before the oldest. It gets the entries of
        one reply together and must take all of them before those of a later reply.
        """
        self._local_epochs = epochs
        self._deliver = take

    def local_epoch(self, shard: int) -> str:
        """The epoch by which this process's reader gets new entries at once; empty if it gets none."""
        epoch = self._local_epochs.get(shard, "")
        return epoch if self._shards.readable_epochs.get(shard) == epoch else ""

    async def deliver_entries(self, entries: Sequence[E]) -> None:
        """Pass on the entries of one reply; if the reader has stopped, it finds them at its next start."""
        if entries and self._deliver is not None:
            await self._deliver(entries)

    async def _take_new(
        self, epochs: Mapping[int, str], count: int, take: Callable[[list[StreamEntry], int], Awaitable[None]]
    ) -> None:
        """Take new entries.

        Args:
            epochs: the shards to read, each with this process's epoch.
            count: the most entries of each stream.
            take: receives the entries of one reply as soon as it comes, and the server's time in milliseconds.
        """
        by_stream = {self._key_of_shard(shard): shard for shard in epochs}

        async def take_from_shards(shards: Sequence[int]) -> None:
            names = [name for shard in shards for name in (keys.shard_owner(shard), self._key_of_shard(shard))]
            consumers = [epochs[shard] for shard in shards]
            now, *answers = await self._take_script(self._client, names, (GROUP, count, *consumers))
            found: list[StreamEntry] = []
            for shard, answer in zip(shards, answers, strict=True):
                if answer == _FENCED:
                    self._shards.report_lost(shard, epochs[shard])
                else:
                    found += self._to_stream_entries(shard, answer)
            if found:
                await take(found, now)

        groups = group_by_hash_slot(self._client, list(by_stream))
        await asyncio.gather(*(take_from_shards([by_stream[stream] for stream in streams]) for streams in groups))

    async def _claim_entries(self, epochs: Mapping[int, str]) -> list[tuple[StreamEntry, int]]:
        """Take what any owner of the shards took before and did not delete; see :meth:`_take_new`."""
        answers = await asyncio.gather(
            *(
                self._claim_script(self._client, (keys.shard_owner(shard), self._key_of_shard(shard)), (GROUP, epoch))
                for shard, epoch in epochs.items()
            )
        )
        found: list[tuple[StreamEntry, int]] = []
        for (shard, epoch), answer in zip(epochs.items(), answers, strict=True):
            if answer == _FENCED:
                self._shards.report_lost(shard, epoch)
                continue
            now, entries = answer
            found += [
                (StreamEntry(shard, entry.decode(), pairs_to_dict(fields), deliveries), now)
                for entry, deliveries, fields in entries
            ]
        return found

    def _to_stream_entries(self, shard: int, entries: Sequence[Any]) -> list[StreamEntry]:
        """The entries of a script's reply, in which field names and values alternate."""
        return [StreamEntry(shard, entry.decode(), pairs_to_dict(fields), 1) for entry, fields in entries]

    async def _renew_claim(self, shard: int, entry: str, deliveries: int) -> None:
        """Reset an entry's idle time and set its number of deliveries."""
        epoch = self._shards.epochs.get(shard)
        if epoch is not None:
            stream = self._key_of_shard(shard)
            await self._client.xclaim(stream, GROUP, epoch, 0, [entry], idle=0, retrycount=deliveries, justid=True)

    async def _delete_entries(self, entries: Iterable[tuple[int, str]]) -> None:
        """Delete entries, each given as shard and id; the commands go out with whatever is sent next.

        If the process dies before that, an entry may be delivered again.
        """
        pipe = self._client.pipeline(transaction=False)
        shards: dict[int, list[Any]] = {}
        for shard, entry in entries:
            shards.setdefault(shard, []).append(entry)
        for shard, ids in shards.items():
            # Deleted first: should the second command be lost, the entry is pending without content and is
            # dropped when its shard is claimed. The other way round it would stay for ever.
            pipe.xdel(self._key_of_shard(shard), *ids)
            pipe.xack(self._key_of_shard(shard), GROUP, *ids)
        if len(pipe):
            await execute_soon(pipe)

    async def _move_to_dead_letters(self, shard: int, entry: str, letter: Mapping[str, str | bytes | int]) -> bool:
        """Give an entry up; ``letter`` has the fields of the dead letter. Returns as :meth:`_move_entry`."""
        dead = keys.dead_letters(shard)
        return await self._move_entry(
            shard, entry, letter, dead, retention.DEAD_LETTERS_PER_SHARD, retention.DEAD_LETTER_SECONDS
        )

    async def _move_entry(  # noqa: PLR0917 - where it is, what becomes of it, and where
        self, shard: int, entry: str, fields: Mapping[str, str | bytes | int], target: str, most: int, seconds: int
    ) -> bool:
        """Move an entry to another stream of its shard, in one step, where the ``most`` newest are kept for a while.

        Returns:
            Whether it was moved; not where another worker owns the shard by now, who will send or move it.
        """
        epoch, holds = self._shards.epochs.get(shard), target != keys.dead_letters(shard)
        if epoch is None:
            return False
        done = await self._move_script(
            self._client,
            (keys.shard_owner(shard), self._key_of_shard(shard), target),
            {
                "group": GROUP,
                "epoch": epoch,
                "entry": entry,
                "most": most,
                "seconds": seconds,
                "once": holds or None,
                "most_of_table": retention.HELD_PER_TABLE if holds else None,
                "letter": [part for pair in fields.items() for part in pair],
            },
        )
        if not done:
            self._shards.report_lost(shard, epoch)
        return bool(done)


def pairs_to_dict(fields: Sequence[bytes]) -> dict[bytes, bytes]:
    """A mapping from a reply in which names and values alternate."""
    return dict(zip(fields[::2], fields[1::2], strict=True))


def parse_entry_id(entry: str) -> tuple[int, int]:
    """An entry's id: when it was written, in milliseconds of the server's clock, and its number at that instant."""
    milliseconds, _, number = entry.partition("-")
    return int(milliseconds), int(number)


def written_ms(entry: StreamEntry) -> int:
    """When an entry was written, in milliseconds of the server's clock."""
    return parse_entry_id(entry.id)[0]
