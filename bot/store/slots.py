"""What is to be asked apart in a cluster, and at once on a lone server: groups of keys, and the servers themselves."""

from collections.abc import Iterable

from redis.asyncio import Redis

from bot.store.client import Client
from bot.store.cluster import ClusterClient
from bot.store.routes import slot_of


def together(client: Redis, keys: Iterable[str]) -> list[list[str]]:
    """Keys in groups of which one command may name all: one group on a lone server, one a slot in a cluster.

    Groups and the keys in them stand in the order in which the keys were given; no keys make no group.
    """
    names = list(keys)
    if not isinstance(client, ClusterClient):
        return [names] if names else []
    groups: dict[int, list[str]] = {}
    for name in names:
        groups.setdefault(slot_of(name), []).append(name)
    return list(groups.values())


def is_cluster(client: Redis) -> bool:
    """Whether a client speaks to several servers."""
    return isinstance(client, ClusterClient)


async def server_of(client: Redis, key: str) -> Client | None:
    """A client of the one server that has a key: this client itself but in a cluster; ``None`` of a foreign one.

    Raises:
        redis.exceptions.RedisError: nobody can tell which that is.
    """
    if isinstance(client, ClusterClient):
        return await client.lines.master_of(slot_of(key))
    return client if isinstance(client, Client) else None


async def servers(client: Redis) -> list[Redis]:
    """A client of each server that takes writes: of a lone one this client itself, of a cluster one a master.

    Raises:
        redis.exceptions.RedisError: nobody can tell which these are.
    """
    return list(await client.lines.masters()) if isinstance(client, ClusterClient) else [client]
