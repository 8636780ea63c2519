"""Claiming what is due of some shards: deadlines of tables, messages that are to be turned down."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.scripts import Script
from bot.store.slots import together

_DUE: Final = Script("due")


async def claim_due(
    client: Redis, name: Callable[[int], str], epochs: Mapping[int, str], now: float, limit: int
) -> list[bytes]:
    """Claim members of a sorted set a shard that are due, of the shards that are owned by those epochs."""
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

    found = await asyncio.gather(*map(claimed, together(client, list(by_name))))
    return [member for group in found for member in group]
