"""From each schema of the data to the next: run at a start by one worker, before anything is served.

A migration is a row of :data:`MIGRATIONS`. How one is made, and tested by what the commit before it wrote, stands in
``docs/contributing.md``; why it is so in ``docs/decisions/0026-the-data-bear-a-schema.md``.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import dump, keys, schema
from bot.store.living import ALIVE_SECONDS
from bot.store.schema import SCHEMA, UNNUMBERED, Numbers, WrongSchema
from bot.store.scripts import Script

log = logging.getLogger(__name__)

_LOCK_SECONDS: Final = 60
"""How long a migration that says nothing more is taken to run: longer than any shard takes."""
_LOOK_SECONDS: Final = 1.0
_ANOTHER: Final = "another worker has come in between: stop those of the version before, and start this one again"

Command = tuple[str | bytes | int | float, ...]


class Shard:
    """What a migration is handed: one shard to read, and to say what is written there.

    Args:
        client: answers in bytes.
        number: which shard.
        names: its keys.
    """

    def __init__(self, client: Redis, number: int, names: tuple[str, ...]) -> None:
        self.client: Final = client
        self.number: Final = number
        self.names: Final = names
        self.commands: Final[list[Command]] = []

    def write(self, command: str, key: str, *arguments: str | bytes | float) -> None:
        """Have a command done with all others, and with the number, in one step; ``key`` is one of this shard."""
        if f"{{{self.number:02}}}" not in key:
            raise ValueError(f"{key} is no key of shard {self.number}")
        self.commands.append((command, key, *arguments))


Migration = Callable[[Shard], Awaitable[None]]
"""Reads a shard and says what is written there."""

MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""By the schema that each leads on from, to the next."""


class MigrationFailed(Exception):
    """The data cannot be migrated now; the message is a sentence's end with the remedy. What was done stays valid."""


class Migrating:
    """One start's migration.

    Args:
        client: answers in bytes.
        alone: whether no other worker can be there, as on a server of the bot's own.
        pause: waits so many seconds.
        migrations: what leads on from each schema.
        wanted: where they lead.
    """

    def __init__(
        self,
        client: Redis,
        *,
        alone: bool,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        migrations: Mapping[int, Migration] = MIGRATIONS,
        wanted: int = SCHEMA,
    ) -> None:
        self._client: Final = client
        self._alone: Final = alone
        self._pause: Final = pause
        self._migrations: Final = migrations
        self._wanted: Final = wanted
        self._token: Final = f"migration#{secrets.token_hex(8)}"
        """Stands for this one in the lock, and owns the shards meanwhile."""
        self._script: Final = Script("migrate")
        self._owning: Final = Script("own")

    async def run(self) -> None:
        """Note the schema in an empty Redis, or bring what is there to it; nothing where it is of it.

        Raises:
            WrongSchema: nothing leads there; nothing was changed.
            MigrationFailed: it cannot be done now.
            redis.exceptions.RedisError: the server cannot be asked; again it goes on where it ended.
        """
        while (found := await schema.numbers(self._client)) is not None:
            if await self._client.exists(keys.MIGRATING):
                log.info("another worker migrates the data: this one waits for it")
                await self._pause(_LOOK_SECONDS)
                continue
            if found.whole == self._wanted and found.even:
                return
            self._check(found)
            if await self._client.set(keys.MIGRATING, self._token, nx=True, ex=_LOCK_SECONDS):
                try:
                    await self._all()
                finally:
                    await self._let_go()
        await self._client.set(keys.SCHEMA, self._wanted, nx=True)
        await schema.check(self._client, self._wanted)

    def _check(self, found: Numbers) -> None:
        """Whether migrations lead all of it to the schema that is wanted."""
        if found.whole == UNNUMBERED or found.odd > self._wanted:
            raise WrongSchema(UNNUMBERED if found.whole == UNNUMBERED else found.odd, self._wanted)
        if not all(number in self._migrations for number in range(found.whole, self._wanted)):
            raise WrongSchema(found.whole, self._wanted)

    async def _all(self) -> None:
        """Every step from where the data are, each for all shards, before the whole counts as there."""
        await self._check_alone()
        found = await schema.numbers(self._client)
        if found is None:
            return
        self._check(found)
        for number in range(found.whole, self._wanted):
            log.info("the data are migrated from schema %d to %d", number, number + 1)
            # One that was migrated before that was cut short is ahead of the whole.
            left = [shard for shard in range(keys.SHARDS) if found.of(shard) <= number]
            for shard in left:
                await self._own(shard)
            # Only now: nothing comes into being there any more.
            names = await self._names()
            for shard in left:
                await self._migrate(shard, number, names.get(shard, ()))
            await self._client.set(keys.SCHEMA, number + 1)
        log.info("the data are of schema %d", self._wanted)

    async def _names(self) -> dict[int, tuple[str, ...]]:
        names: dict[int, list[str]] = {}
        for name in await dump.names(self._client):
            if name.startswith("hf:{") and name[4:6].isdigit():
                names.setdefault(int(name[4:6]), []).append(name)
        return {shard: tuple(found) for shard, found in names.items()}

    async def _check_alone(self) -> None:
        """Make sure that no worker lives: those of the schema before write what nobody would migrate."""
        if self._alone:
            return
        before = await self._said()
        if not before:
            return
        await self._pause(ALIVE_SECONDS)
        after = await self._said()
        living = sorted(name for name, said in after.items() if before.get(name) != said)
        if living:
            raise MigrationFailed(
                f"workers of the version before still run ({', '.join(living)}): stop them all, then start this one"
            )

    async def _said(self) -> dict[str, Any]:
        """What each worker that is noted has said last."""
        found: Any = await self._client.smembers(keys.LIVING)
        names = sorted(name.decode(errors="replace") for name in found)
        return {name: await self._client.get(keys.alive(name)) for name in names}

    async def _own(self, shard: int) -> None:
        """Take a shard from whoever has it: what that one still commits or takes is refused from then on."""
        owner: Any = await self._client.get(keys.owner(shard))
        seen = "" if owner is None else owner.decode()
        if not await self._owning(self._client, (keys.owner(shard),), (seen, self._token, 0)):
            raise MigrationFailed(_ANOTHER)

    async def _migrate(self, shard: int, number: int, names: tuple[str, ...]) -> None:
        """Take a shard to the next schema, in one step."""
        if not await self._renewed():
            raise MigrationFailed(_ANOTHER)
        part = Shard(self._client, shard, names)
        await self._migrations[number](part)
        touched = sorted({str(command[1]) for command in part.commands})
        flat = [piece for command in part.commands for piece in (len(command), *command)]
        arguments = [one if isinstance(one, bytes | int) else str(one) for one in flat]
        streams = (keys.owner(shard), keys.shard_schema(shard), *touched)
        if not await self._script(self._client, streams, (self._token, number, number + 1, *arguments)):
            raise MigrationFailed(_ANOTHER)
        await self._owning(self._client, (keys.owner(shard),), (self._token, "", 0))

    async def _renewed(self) -> bool:
        """Say that this goes on; whether it still may."""
        if await self._client.get(keys.MIGRATING) != self._token.encode():
            return False
        return bool(await self._client.expire(keys.MIGRATING, _LOCK_SECONDS))

    async def _let_go(self) -> None:
        if await self._client.get(keys.MIGRATING) == self._token.encode():
            await self._client.delete(keys.MIGRATING)
