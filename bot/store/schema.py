"""The schema of all that is stored: a number in Redis itself, which everything that reads the data compares first.

What changes the form of anything stored raises :data:`SCHEMA` and brings a migration (:mod:`bot.store.migrations`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.config import StartError
from bot.store import keys
from bot.store.faults import is_away

SCHEMA: Final = 1
"""What this program writes, and alone reads."""
UNNUMBERED: Final = 0
"""Stands for what programs wrote that knew no number."""


class WrongSchema(Exception):
    """The data are of another schema than the program's; the message says of which, and what to do."""

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


class Outdated(StartError):
    """The data were taken to another schema while this worker ran, or was stopped: it may write nothing more."""

    def __init__(self) -> None:
        super().__init__(
            f"The data are of another schema than this version's, {SCHEMA}, by now: another version has migrated them."
            " Start that one here too."
        )


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is noted: of all data, and of the shards that were migrated since that was."""

    whole: int
    shards: Mapping[int, int]

    def of(self, shard: int) -> int:
        """A shard's schema."""
        return self.shards.get(shard, self.whole)

    @property
    def odd(self) -> int:
        """The schema of all; where they differ, as in the midst of a migration, the latest of them."""
        return max((self.whole, *self.shards.values()))

    @property
    def even(self) -> bool:
        """Whether all is of one schema."""
        return set(self.shards.values()) <= {self.whole}


async def numbers(client: Redis) -> Numbers | None:
    """What is noted in a Redis; ``None`` where nothing of a bot's is stored.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    whole: Any = await client.get(keys.SCHEMA)
    if whole is None:
        async for name in client.scan_iter(match="hf:*", count=1_000):
            if name.decode() != keys.RESTORING:
                break
        else:
            return None
        # Whoever was faster has noted it before anything else.
        whole = await client.get(keys.SCHEMA)
    pipe = client.pipeline(transaction=False)
    for shard in range(keys.SHARDS):
        pipe.get(keys.shard_schema(shard))
    found: list[bytes | RedisError | None] = await pipe.execute(raise_on_error=False)
    for answer in found:
        if isinstance(answer, RedisError) and is_away(answer):
            raise answer
    noted = {shard: _number(one) for shard, one in enumerate(found) if isinstance(one, bytes)}
    return Numbers(UNNUMBERED if whole is None else _number(whole), noted)


def _number(stored: bytes) -> int:
    """A number that was noted; what is none was not written by any program."""
    return int(stored) if stored.isdigit() and len(stored) < len(str(2**31)) else UNNUMBERED


async def check(client: Redis, wanted: int = SCHEMA) -> None:
    """Make sure that what is stored, if anything, is of the schema that is wanted; nothing is changed.

    Raises:
        WrongSchema: it is not.
        redis.exceptions.RedisError: the server cannot be asked.
    """
    found = await numbers(client)
    if found is not None and (found.whole != wanted or not found.even):
        raise WrongSchema(found.whole if found.odd == wanted else found.odd, wanted)


async def claim(client: Redis) -> None:
    """Note this program's schema where nothing is stored, and make sure of it elsewhere; as :func:`check`."""
    if await numbers(client) is None:
        await client.set(keys.SCHEMA, SCHEMA, nx=True)
    await check(client)
