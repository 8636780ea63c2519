"""Schema migrations: they take the data from each schema to the next, run by one worker before anything is served.

A migration is a row of :data:`MIGRATIONS`. ``docs/contributing.md`` tells how to write and test one,
``docs/decisions/0026-the-data-bear-a-schema.md`` why it is so.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.logs.logger import get_logger
from bot.store import database, export, keys
from bot.store.database import SCHEMA, UNNUMBERED, SchemaNumbers, WrongSchema
from bot.store.migrations import hints, several_tables
from bot.store.migrations.shard_migration import ShardMigration
from bot.store.scripts import Fenced, FencedScript, Script
from bot.store.scripts.packing import NamedArguments
from bot.store.shards.ownership import ALIVE_SECONDS
from bot.workers.supervisor import cancel_tasks

log = get_logger(__name__)

_LOCK_SECONDS: Final = 8
"""How long the lock of a migration lasts after it was renewed: so long others wait for one that was killed."""
_RENEW_SECONDS: Final = 2.0
_LOOK_SECONDS: Final = 1.0
_INTERRUPTED: Final = "another worker has come in between: stop those of the version before, and start this one again"

Migration = Callable[[ShardMigration], Awaitable[None]]
"""Reads a shard and queues the commands that change it."""

MIGRATIONS: Final[Mapping[int, Migration]] = {1: several_tables.migrate_shard, 2: hints.migrate_shard}
"""By the schema that each leads from; it leads to the next."""


def can_migrate(schema: int) -> bool:
    """Whether data of a schema are of this version's, or migrations lead there."""
    return UNNUMBERED < schema <= SCHEMA and all(number in MIGRATIONS for number in range(schema, SCHEMA))


class MigrationFailed(Exception):
    """The data cannot be migrated now; the message ends a sentence, with the remedy. Shards that are done stay so."""


class SchemaMigrator:
    """Runs the migrations at a start.

    Args:
        exclusive: whether no other worker can be there, as on the bot's own server.
        pause: waits so many seconds.
        migrations: by the schema that each leads from.
        wanted: the schema to reach.
    """

    def __init__(
        self,
        client: Redis,
        *,
        exclusive: bool,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        migrations: Mapping[int, Migration] = MIGRATIONS,
        wanted: int = SCHEMA,
    ) -> None:
        self._client: Final = client
        self._exclusive: Final = exclusive
        self._pause: Final = pause
        self._migrations: Final = migrations
        self._wanted: Final = wanted
        self._token: Final = f"migration#{secrets.token_hex(8)}"
        """This migrator's value of the lock, and by which it owns shards."""
        self._migrate_script: Final = FencedScript("migrate")
        self._own_script: Final = Script("own")

    async def migrate_database(self) -> None:
        """Write the schema into an empty Redis, or migrate the data to it.

        Raises:
            WrongSchema: no migrations lead to the wanted schema; nothing was changed.
            MigrationFailed: it cannot be done now.
            redis.exceptions.RedisError: the server cannot be asked; the next call goes on from there.
        """
        is_left = False
        while (found := await database.read_schema_numbers(self._client)) is not None:
            if await self._client.exists(keys.migration_lock()):
                if not (is_left or self._exclusive):
                    log.info("another worker migrates the data: this one waits for it")
                is_left = True
                if not self._exclusive:
                    await self._pause(_LOOK_SECONDS)
                    continue
            if found.whole == self._wanted and found.is_uniform:
                return
            self._check_migration_path(found)
            # Where nobody else can be, a lock is that of a process which was killed.
            if await self._client.set(keys.migration_lock(), self._token, nx=not self._exclusive, ex=_LOCK_SECONDS):
                if is_left or not found.is_uniform:
                    log.info("a migration was broken off: this worker takes it over")
                keeping = asyncio.create_task(self._keep_lock(), name="migration lock")
                try:
                    await self._migrate_all_shards()
                finally:
                    await cancel_tasks((keeping,))
                    await self._release_lock()
        await self._client.set(keys.schema(), self._wanted, nx=True)
        await database.check_schema(self._client, self._wanted)

    async def check_database(self) -> None:
        """Make sure that the data, if any, are of the wanted schema or that migrations lead there; changes nothing.

        Raises:
            WrongSchema: they are not.
        """
        if (found := await database.read_schema_numbers(self._client)) is not None:
            self._check_migration_path(found)

    def _check_migration_path(self, found: SchemaNumbers) -> None:
        """Make sure that migrations lead from the stored schemas to the wanted one."""
        if found.whole == UNNUMBERED or found.latest > self._wanted:
            raise WrongSchema(UNNUMBERED if found.whole == UNNUMBERED else found.latest, self._wanted)
        if not all(number in self._migrations for number in range(found.whole, self._wanted)):
            raise WrongSchema(found.whole, self._wanted)

    async def _migrate_all_shards(self) -> None:
        """Run every migration in turn, each for all shards before the database's number is raised."""
        await self._check_no_live_workers()
        found = await database.read_schema_numbers(self._client)
        if found is None:
            return
        self._check_migration_path(found)
        for number in range(found.whole, self._wanted):
            log.info("the data are migrated", from_schema=number, to_schema=number + 1)
            # After an interrupted run some shards are ahead of the database's number.
            left = [shard for shard in range(keys.SHARDS) if found.schema_of_shard(shard) <= number]
            for shard in left:
                await self._acquire_shard(shard)
            # Only now: no keys are created in acquired shards any more.
            names = await self._keys_by_shard()
            for shard in left:
                await self._migrate_shard(shard, number, names.get(shard, ()))
            await self._client.set(keys.schema(), number + 1)
        log.info("the data are of the schema that they are to have", schema=self._wanted)

    async def _keys_by_shard(self) -> dict[int, tuple[str, ...]]:
        names: dict[int, list[str]] = {}
        for name in await export.list_key_names(self._client):
            if name.startswith("hf:{") and name[4:6].isdigit():
                names.setdefault(int(name[4:6]), []).append(name)
        return {shard: tuple(found) for shard, found in names.items()}

    async def _check_no_live_workers(self) -> None:
        """Make sure that no worker is alive: one of the old schema would write data that nobody migrates."""
        if self._exclusive:
            return
        before = await self._read_worker_signs()
        if not before:
            return
        await self._pause(ALIVE_SECONDS)
        after = await self._read_worker_signs()
        living = sorted(name for name, said in after.items() if before.get(name) != said)
        if living:
            raise MigrationFailed(
                f"workers of the version before still run ({', '.join(living)}): stop them all, then start this one"
            )

    async def _read_worker_signs(self) -> dict[str, Any]:
        """The newest sign of life of each registered worker."""
        found: Any = await self._client.smembers(keys.members())
        names = sorted(name.decode(errors="replace") for name in found)
        return {name: await self._client.get(keys.member(name)) for name in names}

    async def _acquire_shard(self, shard: int) -> None:
        """Take a shard from its owner, whose further commits and reads are then refused."""
        owner: Any = await self._client.get(keys.shard_owner(shard))
        seen = "" if owner is None else owner.decode()
        if not await self._own_script(self._client, (keys.shard_owner(shard),), (seen, self._token, 0)):
            raise MigrationFailed(_INTERRUPTED)

    async def _migrate_shard(self, shard: int, number: int, names: tuple[str, ...]) -> None:
        if not await self._renew_lock():
            raise MigrationFailed(_INTERRUPTED)
        part = ShardMigration(self._client, shard, names)
        await self._migrations[number](part)
        touched = sorted({str(command[1]) for command in part.commands})
        commands = [[one if isinstance(one, bytes | int) else str(one) for one in command] for command in part.commands]
        arguments: NamedArguments = {
            "schema": number,
            "next_schema": number + 1,
            "commands": commands,
        }
        names = keys.shard_schema(shard), *touched
        try:
            is_migrated = await self._migrate_script(self._client, [(shard, self._token)], names, arguments)
        except Fenced:
            is_migrated = False
        if not is_migrated:
            raise MigrationFailed(_INTERRUPTED)
        await self._own_script(self._client, (keys.shard_owner(shard),), (self._token, "", 0))

    async def _keep_lock(self) -> None:
        """Renew the lock until it is another's, however long a shard takes."""
        with suppress(RedisError):
            while True:
                await asyncio.sleep(_RENEW_SECONDS)
                if not await self._renew_lock():
                    break

    async def _renew_lock(self) -> bool:
        """Renew the lock, or take it again where it ran out; returns whether this migrator has it."""
        if await self._client.set(keys.migration_lock(), self._token, nx=True, ex=_LOCK_SECONDS):
            return True
        if await self._client.get(keys.migration_lock()) != self._token.encode():
            return False
        return bool(await self._client.expire(keys.migration_lock(), _LOCK_SECONDS))

    async def _release_lock(self) -> None:
        if await self._client.get(keys.migration_lock()) == self._token.encode():
            await self._client.delete(keys.migration_lock())
