"""Assigning shards to workers by rendezvous hashing, so that a worker that joins or leaves moves only its own share.

Each worker has a weight for each shard (highest random weight); the heaviest one gets the shard. Processes that know
the same workers agree without asking each other.
"""

from collections.abc import Collection
from hashlib import blake2b


def assigned_worker(shard: int, workers: Collection[str]) -> str | None:
    """The worker that should own a shard; ``None`` if there are no workers."""
    weights = {worker: blake2b(f"{shard} {worker}".encode(), digest_size=8).digest() for worker in workers}
    return max(workers, key=lambda worker: (weights[worker], worker), default=None)


def assigned_shards(worker: str, workers: Collection[str], shards: int) -> frozenset[int]:
    """The shards, of those from 0 to ``shards`` - 1, that a worker should own."""
    return frozenset(shard for shard in range(shards) if assigned_worker(shard, workers) == worker)
