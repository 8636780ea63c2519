"""Schedules: one sorted set per shard of entries by due time, from which workers claim due entries.

They hold the deadlines of tables, card reveals to end, messages to delete and daily puzzles to post.
"""

from collections.abc import Iterable
from typing import Final, cast

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import SHARDS, ShardKey
from bot.store.scripts import FencedScript, Script
from bot.store.shard_ownership import FencedStore, OwnedShards
from bot.workers.shard_reader import OwnedShard


class Schedule(FencedStore):
    """Entries, in bytes, by due time, in a sorted set for each shard; they outlast the process."""

    _claim_script: Final = FencedScript("claim_due")
    _release_script: Final = Script("release_claim")

    def __init__(self, client: Redis, key_of_shard: ShardKey, shards: OwnedShards | None = None) -> None:
        super().__init__(client, shards)
        self._key_of_shard: Final = key_of_shard

    async def schedule_entry(self, chat: int, entry: bytes, due_at: float) -> None:
        """Add or reschedule an entry; ``due_at`` is a Unix time in seconds."""
        await self._client.zadd(self._key_of_chat(chat), {entry: due_at})

    async def claim_due_entries(
        self, now: float, limit: int, shards: Iterable[OwnedShard] | None = None
    ) -> list[bytes]:
        """Claim at most ``limit`` entries of some or all shards that are due at ``now``, in Unix seconds.

        A claimed entry is given to no other caller for :data:`~bot.store.retention.LEASE_SECONDS`; then it is due
        again, unless unscheduled.
        """
        shards = self.readable_shards if shards is None else shards
        lease = (repr(now), repr(now + retention.LEASE_SECONDS), limit)
        _, claimed = await self._run_in_shards(self._claim_script, shards, self._names_of, lease)
        return claimed or []

    async def release_claim(self, chat: int, entry: bytes, claimed_at: float, until: float) -> None:
        """Make an entry claimed at ``claimed_at`` due at ``until``, before its lease ends; both in Unix seconds."""
        lease = repr(claimed_at + retention.LEASE_SECONDS)
        await self._release_script(self._client, self._names_of(keys.shard_of(chat)), (entry, lease, repr(until)))

    async def list_entries(self) -> list[bytes]:
        """All entries of this process's readable shards; earliest first in each shard."""
        found: list[bytes] = []
        for shard, _ in self.readable_shards:
            found += cast("list[bytes]", await self._client.zrange(self._key_of_shard(shard), 0, -1))
        return found

    async def postpone_entry(self, chat: int, entry: bytes, until: float) -> None:
        """Postpone an entry to ``until``, unless it is not scheduled or is due later."""
        await self._client.zadd(self._key_of_chat(chat), {entry: until}, xx=True, gt=True)

    async def unschedule_everywhere(self, entry: bytes) -> None:
        """Remove an entry whose chat is unknown."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zrem(self._key_of_shard(shard), entry)
        await pipe.execute()

    async def unschedule_entry(self, chat: int, entry: bytes) -> None:
        """Remove an entry; idempotent."""
        await self._client.zrem(self._key_of_chat(chat), entry)

    def _key_of_chat(self, chat: int) -> str:
        return self._key_of_shard(keys.shard_of(chat))

    def _names_of(self, shard: int) -> tuple[str, str]:
        name = self._key_of_shard(shard)
        return name, keys.claims(name)
