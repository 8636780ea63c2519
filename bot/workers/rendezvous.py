"""Spreading numbered shards over workers so that whoever joins or goes moves its own share only.

Highest random weight, or rendezvous, hashing: for each shard every worker has a weight of its own, and the heaviest has
it. All who know the same workers agree, without asking each other.
"""

from collections.abc import Collection
from hashlib import blake2b


def owner_of(shard: int, workers: Collection[str]) -> str | None:
    """The worker whose turn a shard is; ``None`` where there is none."""
    return max(workers, key=lambda worker: (_weight(shard, worker), worker), default=None)


def share_of(worker: str, workers: Collection[str], shards: int) -> frozenset[int]:
    """The shards, of those from 0 on, that are a worker's."""
    return frozenset(shard for shard in range(shards) if owner_of(shard, workers) == worker)


def _weight(shard: int, worker: str) -> bytes:
    return blake2b(f"{shard} {worker}".encode(), digest_size=8).digest()
