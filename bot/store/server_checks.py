"""Checks of a Redis server: its version, its settings, the schema of its data, and the bot whose data they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.config import CLUSTER_REFUSAL, StartError
from bot.store import keys

MINIMUM_VERSION: Final = (6, 2)  # the first Redis with XAUTOCLAIM

_LARGEST_REWRITE_MIN: Final = 2**30
"""How many bytes a file may grow before its first rewrite; beyond that it counts as never rewritten."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """A setting that should be changed."""

    problem: str
    remedy: str
    loses_games: bool  # whether it can lose games


async def find_weaknesses(client: Redis, min_replicas: int = 0) -> list[Weakness]:
    """The settings that should be changed, gravest first; settings that the server hides are skipped.

    ``min_replicas``: how many replicas writes wait for (:class:`bot.store.client.ReplicatedClient`).
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
    try:
        settings = await client.config_get("auto-aof-rewrite-*")
    except ResponseError:
        settings = {}
    if not settings:  # a hosted server hides them
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
    """Check that the server is new enough and in no cluster; returns its version."""
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
    """A server's version and product, ``redis`` or ``valkey``; its own version, not the Redis that it imitates."""
    said = await client.info("server")
    valkey = said.get("valkey_version")
    return (str(said["redis_version"]), "redis") if valkey is None else (str(valkey), "valkey")


def parse_version(text: str) -> tuple[int, int]:
    """Major and minor number of a version like ``7.0.15``; raises ValueError."""
    major, minor, *_ = text.split(".")
    return int(major), int(minor)


SCHEMA: Final = 3  # the only schema that this version writes and reads
UNNUMBERED: Final = 0  # data of versions without a schema number


class WrongSchema(Exception):
    """The data have another schema than this version's; the message says which, and what to do."""

    def __init__(self, schema: int, wanted: int = SCHEMA) -> None:
        self.schema: Final = schema
        if schema == UNNUMBERED:
            found = "data that an earlier version wrote, without the number of a schema"
            remedy = (
                f"this one reads schema {wanted} and has no way there: start that version where its games are to"
                " end, and begin anew in an empty place"
            )
        elif schema < wanted:
            found = f"data of schema {schema}, from an earlier version"
            remedy = f"this one reads schema {wanted} and has no way there: start a version that has, or that one"
        else:
            found = f"data of schema {schema}, from a later version"
            remedy = f"this one reads schema {wanted}: start that version, or restore a backup that this one made"
        super().__init__(f"{found}; {remedy}")


class SchemaChanged(StartError):
    """Another version migrated the data while this worker ran or was suspended; this one must write nothing more."""

    def __init__(self) -> None:
        super().__init__(
            f"The data are of another schema than this version's, {SCHEMA}, by now: another version has migrated them."
            " Start that one here too."
        )


@dataclass(frozen=True, slots=True)
class SchemaNumbers:
    """The stored schema numbers: that of all data, and those of shards migrated ahead of it."""

    whole: int
    shards: Mapping[int, int]

    def schema_of_shard(self, shard: int) -> int:
        """A shard's schema."""
        return self.shards.get(shard, self.whole)

    @property
    def latest(self) -> int:
        """The highest schema of any shard; shards differ during a migration."""
        return max((self.whole, *self.shards.values()))

    @property
    def is_uniform(self) -> bool:
        """Whether all shards have one schema."""
        return set(self.shards.values()) <= {self.whole}


async def read_schema_numbers(client: Redis) -> SchemaNumbers | None:
    """The schema numbers in a Redis; ``None`` without a bot's data."""
    whole: Any = await client.get(keys.schema())
    if whole is None:
        async for name in client.scan_iter(match="hf:*", count=1_000):
            if name.decode() != keys.restore_marker():
                break
        else:
            return None
        # Another worker may just have begun: a worker writes the schema before anything else.
        whole = await client.get(keys.schema())
    found: list[Any] = await client.mget(map(keys.shard_schema, range(keys.SHARDS)))
    noted = {shard: _parse_schema_number(one) for shard, one in enumerate(found) if one is not None}
    return SchemaNumbers(UNNUMBERED if whole is None else _parse_schema_number(whole), noted)


def _parse_schema_number(stored: bytes) -> int:
    return int(stored) if stored.isdigit() and len(stored) < len(str(2**31)) else UNNUMBERED


async def check_schema(client: Redis, wanted: int = SCHEMA) -> None:
    """Raise WrongSchema unless the data, if any, have the wanted schema; changes nothing."""
    found = await read_schema_numbers(client)
    if found is not None and (found.whole != wanted or not found.is_uniform):
        raise WrongSchema(found.whole if found.latest == wanted else found.latest, wanted)


class WrongTenant(Exception):
    """The database belongs to another bot, which would share its shards and inboxes."""


async def claim_tenant(client: Redis, bot_id: int) -> None:
    """Claim an unclaimed database for this bot, by its account's id; raises WrongTenant if it is another bot's."""
    await client.set(keys.tenant(), _tenant_of(bot_id), nx=True)
    await check_tenant(client, bot_id)


async def check_tenant(client: Redis, bot_id: int) -> None:
    """Check that a database is not another bot's; changes nothing, and raises as :func:`claim_tenant`."""
    if await client.get(keys.tenant()) not in {None, _tenant_of(bot_id)}:
        raise WrongTenant


def _tenant_of(bot_id: int) -> bytes:
    return sha256(str(bot_id).encode()).hexdigest().encode()
