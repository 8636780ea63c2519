"""What a database is checked for before it is used: the schema of its data, and the bot account that owns it.

Any change to the form of stored data raises :data:`SCHEMA` and comes with a migration
(:mod:`bot.store.schema`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from redis.asyncio import Redis

from bot.config import StartError
from bot.store import keys

SCHEMA: Final = 3
"""The schema that this version writes, and the only one that it reads."""

UNNUMBERED: Final = 0
"""Stands for the data of versions from before there was a schema number."""


class WrongSchema(Exception):
    """The data are of another schema than this version's; the message says of which, and what to do."""

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
    """Another version migrated the data while this worker ran or was suspended: it may write nothing more."""

    def __init__(self) -> None:
        super().__init__(
            f"The data are of another schema than this version's, {SCHEMA}, by now: another version has migrated them."
            " Start that one here too."
        )


@dataclass(frozen=True, slots=True)
class SchemaNumbers:
    """The stored schema numbers: that of all data, and those of shards that were migrated ahead of it."""

    whole: int
    shards: Mapping[int, int]

    def schema_of_shard(self, shard: int) -> int:
        """A shard's schema."""
        return self.shards.get(shard, self.whole)

    @property
    def latest(self) -> int:
        """The highest schema of any shard; shards differ in the midst of a migration."""
        return max((self.whole, *self.shards.values()))

    @property
    def is_uniform(self) -> bool:
        """Whether all shards are of one schema."""
        return set(self.shards.values()) <= {self.whole}


async def read_schema_numbers(client: Redis) -> SchemaNumbers | None:
    """The schema numbers in a Redis; ``None`` if it holds no bot's data."""
    whole: Any = await client.get(keys.schema())
    if whole is None:
        async for name in client.scan_iter(match="hf:*", count=1_000):
            if name.decode() != keys.restore_marker():
                break
        else:
            return None
        # Another worker may just have begun: it writes the schema before anything else.
        whole = await client.get(keys.schema())
    found: list[Any] = await client.mget(map(keys.shard_schema, range(keys.SHARDS)))
    noted = {shard: _parse_schema_number(one) for shard, one in enumerate(found) if one is not None}
    return SchemaNumbers(UNNUMBERED if whole is None else _parse_schema_number(whole), noted)


def _parse_schema_number(stored: bytes) -> int:
    """The schema number that a stored text means; no version writes anything but digits."""
    return int(stored) if stored.isdigit() and len(stored) < len(str(2**31)) else UNNUMBERED


async def check_schema(client: Redis, wanted: int = SCHEMA) -> None:
    """Make sure that the data, if there are any, are of the wanted schema; changes nothing.

    Raises:
        WrongSchema: they are not.
    """
    found = await read_schema_numbers(client)
    if found is not None and (found.whole != wanted or not found.is_uniform):
        raise WrongSchema(found.whole if found.latest == wanted else found.latest, wanted)


async def claim_schema(client: Redis) -> None:
    """Write this version's schema into an empty database, else check it; raises as :func:`check_schema`."""
    if await read_schema_numbers(client) is None:
        await client.set(keys.schema(), SCHEMA, nx=True)
    await check_schema(client)


class WrongTenant(Exception):
    """The database belongs to another bot: two bots would own the same shards and read the same inboxes."""


async def claim_tenant(client: Redis, bot_id: int) -> None:
    """Make a database this bot's if it is nobody's; make sure that it is not another bot's.

    Args:
        client: answers in bytes.
        bot_id: the account's id, which a new token does not change.

    Raises:
        WrongTenant: it is another bot's; nothing was changed.
    """
    await client.set(keys.tenant(), _tenant_of(bot_id), nx=True)
    await check_tenant(client, bot_id)


async def check_tenant(client: Redis, bot_id: int) -> None:
    """Make sure that a database is not another bot's; changes nothing, and raises as :func:`claim_tenant`."""
    if await client.get(keys.tenant()) not in {None, _tenant_of(bot_id)}:
        raise WrongTenant


def _tenant_of(bot_id: int) -> bytes:
    """A hash, which tells bots apart without naming them."""
    return sha256(str(bot_id).encode()).hexdigest().encode()
