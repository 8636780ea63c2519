"""What stores begin with: a client, and for some the shards that this process owns and the replicas to wait for."""

from typing import Final

from redis.asyncio import Redis

from bot.store.connection.replication import ReplicaWaiter
from bot.store.shards.ownership import OwnedShards, UnfencedShards


class RedisStore:
    """A store on a Redis.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client


class FencedStore(RedisStore):
    """A store of which some may be written or read by a shard's owner alone.

    Args:
        client: answers in bytes.
        shards: those that this process owns; by default all, unfenced.
        replicas: must have what is written before it counts as stored; none by default.
    """

    def __init__(self, client: Redis, shards: OwnedShards | None = None, replicas: ReplicaWaiter | None = None) -> None:
        super().__init__(client)
        self._shards: Final = UnfencedShards() if shards is None else shards
        self._replicas: Final = ReplicaWaiter(client, 0) if replicas is None else replicas
