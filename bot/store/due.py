"""Claiming what is due of some shards: deadlines of tables, messages that are to be turned down or deleted."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import SHARDS
from bot.store.ownership import Shards, Unfenced
from bot.store.scripts import Script
from bot.store.slots import is_cluster, together

_DUE: Final = Script("due")
_GIVE_BACK: Final = Script("give_back")


async def claim_due(
    client: Redis, name: Callable[[int], str], epochs: Mapping[int, str], now: float, limit: int
) -> list[bytes]:
    """Claim members of a sorted set a shard that are due, of the shards that are owned by those epochs.

    Of one server no more than ``limit``, of a cluster no more of each shard.
    """
    # As they are now: some may be lost while others are asked about.
    epochs = dict(epochs)
    by_name = {name(shard): shard for shard in epochs}

    async def claimed(names: Sequence[str]) -> list[bytes]:
        shards = [by_name[one] for one in names]
        wanted = [
            part
            for shard, one in zip(shards, names, strict=True)
            for part in (keys.owner(shard), one, keys.claims(one))
        ]
        lease = (repr(now), repr(now + retention.LEASE_SECONDS), limit)
        return cast("list[bytes]", await _DUE(client, wanted, (*lease, *(epochs[shard] for shard in shards))))

    names = await _with_any(client, list(by_name), now) if is_cluster(client) else list(by_name)
    found = await asyncio.gather(*map(claimed, together(client, names)))
    return [member for group in found for member in group]


async def _with_any(client: Redis, names: Sequence[str], now: float) -> list[str]:
    """The sets in which anything is due: in a cluster each would cost a script of its own, and most hold nothing."""
    pipe = client.pipeline(transaction=False)
    for name in names:
        pipe.zrangebyscore(name, "-inf", repr(now), start=0, num=1)
    # A key that is no sorted set is left to the script, which knows what to make of it.
    first = await pipe.execute(raise_on_error=False)
    return [name for name, answer in zip(names, first, strict=True) if answer != []]


async def give_back(client: Redis, name: str, member: str, claimed: float, until: float) -> None:
    """End a claim that nothing came of, so that it is due again before its lease ends.

    Args:
        client: to the server.
        name: of the sorted set.
        member: what was claimed.
        claimed: when, as :func:`claim_due` was told; a claim of another instant is another's, and stays.
        until: when it is due again, in seconds of the epoch.
    """
    lease = repr(claimed + retention.LEASE_SECONDS)
    await _GIVE_BACK(client, (name, keys.claims(name)), (member, lease, repr(until)))


class Due:
    """Entries by the instants at which they are due, in a sorted set a shard; they outlast the process that put them.

    It knows bytes and instants: what an entry means is its caller's.

    Args:
        client: answers in bytes.
        name: of the set of a shard.
        shards: which of them this process reads; all, without a fence, by default.
    """

    def __init__(self, client: Redis, name: Callable[[int], str], shards: Shards | None = None) -> None:
        self._client: Final = client
        self._name: Final = name
        self._shards: Final = Unfenced() if shards is None else shards

    async def put(self, chat: int, entry: bytes, due: float) -> None:
        """Note an entry, or put it off; ``due`` is in seconds of the epoch."""
        await self._client.zadd(self._name(keys.shard_of(chat)), {entry: due})

    async def due(self, now: float, limit: int) -> list[bytes]:
        """Claim entries that are due; see :meth:`bot.store.redis.Store.due`.

        Nobody else gets a claimed entry for :data:`~bot.store.retention.LEASE_SECONDS`; then it comes again, unless
        :meth:`done` was called.
        """
        return await claim_due(self._client, self._name, self._shards.reading, now, limit)

    async def drop(self, entry: bytes) -> None:
        """Forget an entry of which nobody can tell the chat."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zrem(self._name(shard), entry)
        await pipe.execute()

    async def done(self, chat: int, entry: bytes) -> None:
        """Forget an entry; again is harmless."""
        await self._client.zrem(self._name(keys.shard_of(chat)), entry)
