"""Checks of a Redis server: its version, and settings by which it would lose games or let its files grow."""

from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.config import CLUSTER_REFUSAL

MINIMUM_VERSION: Final = (6, 2)
"""The first Redis with XAUTOCLAIM."""

_LARGEST_REWRITE_MIN: Final = 2**30
"""Bytes; a file that may grow further before its first rewrite counts as one that is never rewritten."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """A setting that should be changed."""

    problem: str
    remedy: str
    loses_games: bool
    """Whether it can lose games."""


async def find_weaknesses(client: Redis, min_replicas: int = 0) -> list[Weakness]:
    """The settings that should be changed, the gravest first.

    Settings that the server does not show are skipped.

    Args:
        client: answers in bytes.
        min_replicas: how many replicas writes wait for; see :class:`bot.store.client.ReplicatedClient`.
    """
    found = await _persistence_weaknesses(client)
    there = int((await client.info("replication")).get("connected_slaves", 0))
    if there < min_replicas:
        remedy = f"Give it {min_replicas}, or set REDIS_WAIT lower: until then nothing that comes in counts as stored."
        found.append(
            Weakness(f"a master with {there} replicas, where REDIS_WAIT is {min_replicas}", remedy, loses_games=True)
        )
    return sorted(found, key=lambda one: not one.loses_games)


async def _persistence_weaknesses(client: Redis) -> list[Weakness]:
    found: list[Weakness] = []
    memory = await client.info("memory")
    if int(memory.get("maxmemory", 0)) and memory.get("maxmemory_policy") != "noeviction":
        remedy = (
            "Put `maxmemory-policy noeviction` into its configuration, or games are thrown away when memory is full."
        )
        found.append(Weakness(f"maxmemory-policy {memory.get('maxmemory_policy')}", remedy, loses_games=True))
    if not int((await client.info("persistence")).get("aof_enabled", 0)):
        remedy = "Put `appendonly yes` into its configuration, or games are lost when it crashes."
        return [*found, Weakness("append-only file off", remedy, loses_games=True)]
    return found + await _rewrite_weaknesses(client)


async def _rewrite_weaknesses(client: Redis) -> list[Weakness]:
    """Whether the append-only file is ever rewritten; else it keeps all that ever happened."""
    try:
        settings = await client.config_get("auto-aof-rewrite-*")
    except ResponseError:
        settings = {}
    if not settings:  # where others run the server
        return []
    percent = int(settings.get("auto-aof-rewrite-percentage") or 0)
    least = int(settings.get("auto-aof-rewrite-min-size") or 0)
    if percent and least <= _LARGEST_REWRITE_MIN:
        return []
    remedy = (
        "Put `auto-aof-rewrite-percentage 100` and `auto-aof-rewrite-min-size 64mb` into its configuration, or the file"
        " grows with every message and keeps the text of all of them."
    )
    shown = f"auto-aof-rewrite-percentage {percent}, auto-aof-rewrite-min-size {least // 2**20} MB"
    return [Weakness(f"append-only file not rewritten ({shown})", remedy, loses_games=False)]


class ServerTooOld(Exception):
    """The server is older than :data:`MINIMUM_VERSION`; the message says what was found and what to do."""


class ServerInCluster(ServerTooOld):
    """The server belongs to a cluster; the message says what to do."""


async def check_server_version(client: Redis) -> str:
    """Make sure that the server is new enough and in no cluster; returns its version.

    Raises:
        ServerTooOld: it is not.
        ServerInCluster: it belongs to a cluster.
    """
    said = await client.info("server")
    # Valkey calls the field server_mode.
    if "cluster" in (said.get("redis_mode"), said.get("server_mode")):
        raise ServerInCluster(f"the address {CLUSTER_REFUSAL}")
    version = str(said["redis_version"])
    if parse_version(version) < MINIMUM_VERSION:
        least = ".".join(map(str, MINIMUM_VERSION))
        raise ServerTooOld(f"the Redis server is version {version}; Harfiyen needs {least} or newer")
    return version


async def read_server_release(client: Redis) -> tuple[str, str]:
    """A server's own version and its product, ``redis`` or ``valkey``.

    Valkey reports also the version of a Redis that it is compatible with; that is not given.
    """
    said = await client.info("server")
    valkey = said.get("valkey_version")
    return (str(said["redis_version"]), "redis") if valkey is None else (str(valkey), "valkey")


def parse_version(text: str) -> tuple[int, int]:
    """Major and minor number of a version such as ``7.0.15``.

    Raises:
        ValueError: the text is no version.
    """
    major, minor, *_ = text.split(".")
    return int(major), int(minor)
