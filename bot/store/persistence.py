"""Whether a server that somebody else set up keeps what it is given, and its files within bounds."""

from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.store.slots import servers

_LARGEST_LEAST: Final = 2**30
"""Bytes; an append-only file that grows further before it is first rewritten is taken for one that is never."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """Something to be set otherwise."""

    found: str
    remedy: str
    grave: bool
    """Whether games are lost by it."""


async def weaknesses(client: Redis, wanted: int = 0) -> list[Weakness]:
    """What is to be set otherwise, the gravest first, in a cluster at any master.

    Settings that the server does not show are passed over.

    Args:
        client: answers in bytes.
        wanted: how many replicas are waited for, see :mod:`bot.store.replicas`.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    found: dict[Weakness, None] = {}
    for server in await servers(client):
        of_one = await _of_one(server)
        found |= dict.fromkeys([*of_one, *await _replicated(server, wanted, in_cluster=server is not client)])
    return sorted(found, key=lambda one: not one.grave)


async def _replicated(server: Redis, wanted: int, *, in_cluster: bool) -> list[Weakness]:
    """Whether a server has the replicas that are waited for, and in a cluster one that could take over."""
    there = int((await server.info("replication")).get("connected_slaves", 0))
    if there < wanted:
        remedy = f"Give it {wanted}, or set REDIS_WAIT lower: until then nothing that comes in counts as stored."
        return [Weakness(f"a master with {there} replicas, where REDIS_WAIT is {wanted}", remedy, grave=True)]
    if in_cluster and not there:
        return [
            Weakness("a master without a replica", "Give it one, or its chats stand still when it dies.", grave=False)
        ]
    return []


async def _of_one(client: Redis) -> list[Weakness]:
    found: list[Weakness] = []
    memory = await client.info("memory")
    if int(memory.get("maxmemory", 0)) and memory.get("maxmemory_policy") != "noeviction":
        remedy = (
            "Put `maxmemory-policy noeviction` into its configuration, or games are thrown away when memory is full."
        )
        found.append(Weakness(f"maxmemory-policy {memory.get('maxmemory_policy')}", remedy, grave=True))
    if not int((await client.info("persistence")).get("aof_enabled", 0)):
        remedy = "Put `appendonly yes` into its configuration, or games are lost when it crashes."
        return [*found, Weakness("append-only file off", remedy, grave=True)]
    return found + await _rewriting(client)


async def _rewriting(client: Redis) -> list[Weakness]:
    """Whether the append-only file is ever written anew; without that it holds all that ever happened."""
    try:
        settings = await client.config_get("auto-aof-rewrite-*")
    except ResponseError:
        settings = {}
    if not settings:  # where others run the server
        return []
    percent = int(settings.get("auto-aof-rewrite-percentage") or 0)
    least = int(settings.get("auto-aof-rewrite-min-size") or 0)
    if percent and least <= _LARGEST_LEAST:
        return []
    remedy = (
        "Put `auto-aof-rewrite-percentage 100` and `auto-aof-rewrite-min-size 64mb` into its configuration, or the file"
        " grows with every message and keeps the text of all of them."
    )
    shown = f"auto-aof-rewrite-percentage {percent}, auto-aof-rewrite-min-size {least // 2**20} MB"
    return [Weakness(f"append-only file not rewritten ({shown})", remedy, grave=False)]
