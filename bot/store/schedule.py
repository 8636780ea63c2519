"""Schedules: sorted sets of what is due and when, one for each shard, from which workers claim what is due.

They hold the deadlines of tables (:mod:`bot.store.games`), card reveals to end,
messages to delete and daily puzzles to post.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, cast

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.connection.cluster import group_by_hash_slot, is_cluster
from bot.store.keys import SHARDS, ShardKey
from bot.store.redis_store import FencedStore
from bot.store.scripts import Script

_CLAIM_SCRIPT: Final = Script("due")

_RELEASE_SCRIPT: Final = Script("give_back")


async def claim_due(
    client: Redis, key_of_shard: Callable[[int], str], epochs: Mapping[int, str], now: float, limit: int
) -> list[bytes]:
    """Claim the due members of the shards' sorted sets, given this process's epochs of the shards.

    ``limit`` holds for one server; in a cluster, for each shard.
    """
    # A copy: shards may be lost while others are asked.
    epochs = dict(epochs)
    by_name = {key_of_shard(shard): shard for shard in epochs}

    async def claimed(names: Sequence[str]) -> list[bytes]:
        shards = [by_name[one] for one in names]
        wanted = [
            part
            for shard, one in zip(shards, names, strict=True)
            for part in (keys.shard_owner(shard), one, keys.claims(one))
        ]
        lease = (repr(now), repr(now + retention.LEASE_SECONDS), limit)
        return cast("list[bytes]", await _CLAIM_SCRIPT(client, wanted, (*lease, *(epochs[shard] for shard in shards))))

    names = await _sets_with_due(client, list(by_name), now) if is_cluster(client) else list(by_name)
    found = await asyncio.gather(*map(claimed, group_by_hash_slot(client, names)))
    return [member for group in found for member in group]


async def _sets_with_due(client: Redis, names: Sequence[str], now: float) -> list[str]:
    """The sets in which anything is due: in a cluster each costs a script of its own, and most are empty."""
    pipe = client.pipeline(transaction=False)
    for name in names:
        pipe.zrangebyscore(name, "-inf", repr(now), start=0, num=1)
    # Keys of another type are left to the script, which handles them.
    first = await pipe.execute(raise_on_error=False)
    return [name for name, answer in zip(names, first, strict=True) if answer != []]


async def release_claim(client: Redis, key: str, member: str, claimed_at: float, until: float) -> None:
    """Release a claim, so that its member is due again before the lease ends.

    Args:
        client: a client of the server.
        key: the key of the sorted set.
        member: what was claimed.
        claimed_at: the ``now`` of :func:`claim_due`; another worker's claim of another time stays.
        until: when it is due again, in seconds of the epoch.
    """
    lease = repr(claimed_at + retention.LEASE_SECONDS)
    await _RELEASE_SCRIPT(client, (key, keys.claims(key)), (member, lease, repr(until)))


class Schedule(FencedStore):
    """Entries by when they are due, in one sorted set for each shard; they outlast the process that added them.

    It knows bytes and times; the meaning of an entry is its caller's.
    """

    _key_of_shard: ClassVar[ShardKey]

    async def schedule_entry(self, chat: int, entry: bytes, due_at: float) -> None:
        """Add or reschedule an entry; ``due_at`` is in seconds of the epoch."""
        await self._client.zadd(self._key_of_shard(keys.shard_of(chat)), {entry: due_at})

    async def claim_due_entries(self, now: float, limit: int) -> list[bytes]:
        """Claim entries that are due; see :meth:`bot.store.games.GameStore.claim_timeouts`.

        Nobody else gets a claimed entry for :data:`~bot.store.retention.LEASE_SECONDS`; then it is due again, unless
        :meth:`unschedule_entry` was called.
        """
        return await claim_due(self._client, self._key_of_shard, self._shards.readable_epochs, now, limit)

    async def unschedule_everywhere(self, entry: bytes) -> None:
        """Remove an entry whose chat is unknown."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zrem(self._key_of_shard(shard), entry)
        await pipe.execute()

    async def unschedule_entry(self, chat: int, entry: bytes) -> None:
        """Remove an entry; idempotent."""
        await self._client.zrem(self._key_of_shard(keys.shard_of(chat)), entry)


class CardRevealSchedule(Schedule):
    """Messages whose revealed cards are to be hidden."""

    _key_of_shard = keys.card_reveals


class AutoDeleteSchedule(Schedule):
    """Messages that are to be deleted."""

    _key_of_shard = keys.auto_deletes


class DailySchedule(Schedule):
    """Chats whose daily puzzle is due."""

    _key_of_shard = keys.daily_posts
