"""Schema migrations from each schema to the next, run by one worker before anything is served.

A migration is a row of :data:`MIGRATIONS`. ``docs/contributing.md`` tells how to write and test one,
``docs/decisions/0026-the-data-bear-a-schema.md`` why it is so.
"""

import asyncio
import re
import secrets
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.logs import get_logger
from bot.store import export, keys, server_checks
from bot.store.scripts import Fenced, FencedScript, NamedArguments, Script
from bot.store.server_checks import SCHEMA, UNNUMBERED, SchemaNumbers, WrongSchema
from bot.store.shard_ownership import ALIVE_SECONDS
from bot.workers.supervisor import cancel_tasks

log = get_logger(__name__)

WriteCommand = tuple[str | bytes | int | float, ...]


class ShardMigration:
    """The migration of one shard: its keys to read, and the commands to run."""

    def __init__(self, client: Redis, number: int, key_names: tuple[str, ...]) -> None:
        self.client: Final = client
        self.number: Final = number
        self.key_names: Final = key_names
        self.commands: Final[list[WriteCommand]] = []

    def queue_command(self, command: str, key: str, *arguments: str | bytes | float) -> None:
        """Queue a command for ``key``, of this shard; all run in one step, which also writes the new schema number."""
        if f"{{{self.number:02}}}" not in key:
            raise ValueError(f"{key} is no key of shard {self.number}")
        self.commands.append((command, key, *arguments))


async def migrate_hints(shard: ShardMigration) -> None:
    """Queue nothing: data of the former schema are valid in the new one."""


_PLACE_KEY: Final = re.compile(r"(?P<shard>hf:\{\d\d\}):(?P<place>(?P<chat>-?\d+)(?::\d+)?):(?P<kind>seen|game)")
_SEEN_NEWEST: Final = 1_000
_SEEN_SECONDS: Final = 30 * 24 * 60 * 60
_IDLE_SECONDS: Final = 365 * 24 * 60 * 60
_MOST_BYTES: Final = 16 * 2**20


class _Table(Struct):
    outcome: object = None


_acts_decoder: Final = msgspec.json.Decoder(list[msgspec.Raw])
_table_decoder: Final = msgspec.json.Decoder(_Table)


async def migrate_several_tables(shard: ShardMigration) -> None:
    """Queue the migration of a shard from schema 1 to 2."""
    seen: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(shard.key_names):
        found = _PLACE_KEY.fullmatch(name)
        if found is None:
            continue
        if found["kind"] == "seen":
            seen.setdefault(f"{found['shard']}:{found['chat']}:seen", []).append((name, found["place"]))
        else:
            await _migrate_game(shard, name, f"{found['shard']}:{found['place']}")
    for key, former_keys in seen.items():
        await _migrate_seen(shard, key, former_keys)


async def _migrate_seen(shard: ShardMigration, key: str, former_keys: list[tuple[str, str]]) -> None:
    updates: list[tuple[str, str]] = []
    for name, place in former_keys:
        stored: Any = await shard.client.zrange(name, 0, -1, withscores=True)
        for update, version in stored:
            is_choice = b" " in update
            updates.append((update.decode(), "" if is_choice else f" {place} {int(version)}"))
        shard.queue_command("DEL", name)
    # The ids of Telegram's updates ascend, so they tell which are the latest.
    updates.sort(key=lambda update: int(update[0].partition(" ")[0]))
    newest = updates[-_SEEN_NEWEST:]
    fields = ((update, f"{number}{what}") for number, (update, what) in enumerate(newest, 1))
    shard.queue_command("HSET", key, "count", len(newest), *chain.from_iterable(fields))
    shard.queue_command("EXPIRE", key, _SEEN_SECONDS)


async def _migrate_game(shard: ShardMigration, key: str, place_key: str) -> None:
    stored: Any = await shard.client.hmget(key, "state", "acts", "moved")
    state, acts, moved = stored
    if state is not None and moved is None and _is_open(state):
        shard.queue_command("HSET", f"{place_key}:numbers", "1", "open")
        shard.queue_command("EXPIRE", f"{place_key}:numbers", _IDLE_SECONDS)
    if acts is not None:
        shard.queue_command("HDEL", key, "acts")
        if split := _split_acts(acts):
            shard.queue_command("RPUSH", f"{place_key}:acts", *split)
            shard.queue_command("EXPIRE", f"{place_key}:acts", _IDLE_SECONDS)


def _is_open(state: bytes) -> bool:
    """Whether players sit, or may sit, at a table; unreadable tables count too."""
    try:
        reader = zlib.decompressobj()
        return _table_decoder.decode(reader.decompress(state, _MOST_BYTES)).outcome is None
    except (zlib.error, msgspec.DecodeError):
        return True


def _split_acts(acts: bytes) -> list[bytes]:
    try:
        return [bytes(act) for act in _acts_decoder.decode(acts)]
    except msgspec.DecodeError:
        return []


_LOCK_SECONDS: Final = 8
"""How long the lock of a migration lasts after its last renewal; others wait as long for a process that was killed."""

_RENEW_SECONDS: Final = 2.0
_LOOK_SECONDS: Final = 1.0
_INTERRUPTED: Final = "another worker has come in between: stop those of the version before, and start this one again"
Migration = Callable[[ShardMigration], Awaitable[None]]  # reads a shard and queues the commands that change it

MIGRATIONS: Final[Mapping[int, Migration]] = {1: migrate_several_tables, 2: migrate_hints}
"""The migrations by the schema that each reads; it writes the next one."""


def can_migrate(schema: int) -> bool:
    """Whether data have this version's schema, or one that can be migrated to it."""
    return UNNUMBERED < schema <= SCHEMA and all(number in MIGRATIONS for number in range(schema, SCHEMA))


class MigrationFailed(Exception):
    """The data cannot be migrated now, as the message says, with the remedy. Finished shards stay migrated."""


@dataclass(eq=False)
class SchemaMigrator:
    """Runs the migrations at the start."""

    client: Redis
    _: KW_ONLY
    exclusive: bool  # whether no other worker can exist
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    migrations: Mapping[int, Migration] = field(default_factory=lambda: MIGRATIONS)
    wanted: int = SCHEMA
    token: str = field(default_factory=lambda: f"migration#{secrets.token_hex(8)}", init=False)
    """The value that this migrator writes into the lock, and its epoch as owner of shards."""
    _migrate_script: ClassVar = FencedScript("migrate")
    _own_script: ClassVar = Script("acquire_shard")

    async def migrate_database(self) -> None:
        """Write the schema into an empty Redis, or migrate the data to it; after a failure call it again.

        Raises WrongSchema if no migrations lead to the wanted schema, MigrationFailed if the migration cannot be done
        now.
        """
        is_left = False
        while (found := await server_checks.read_schema_numbers(self.client)) is not None:
            if await self.client.exists(keys.migration_lock()):
                if not (is_left or self.exclusive):
                    log.info("another worker migrates the data: this one waits for it")
                is_left = True
                if not self.exclusive:
                    await self.pause(_LOOK_SECONDS)
                    continue
            if found.whole == self.wanted and found.is_uniform:
                return
            self._check_migration_path(found)
            # If no other worker can exist, a lock was left by a killed process.
            if await self.client.set(keys.migration_lock(), self.token, nx=not self.exclusive, ex=_LOCK_SECONDS):
                if is_left or not found.is_uniform:
                    log.info("a migration was broken off: this worker takes it over")
                keeping = asyncio.create_task(self._keep_lock(), name="migration lock")
                try:
                    await self._migrate_all_shards()
                finally:
                    await cancel_tasks((keeping,))
                    await self._release_lock()
        await self.client.set(keys.schema(), self.wanted, nx=True)
        await server_checks.check_schema(self.client, self.wanted)

    async def check_database(self) -> None:
        """Raise WrongSchema unless the data, if any, have the wanted schema or can be migrated."""
        if (found := await server_checks.read_schema_numbers(self.client)) is not None:
            self._check_migration_path(found)

    def _check_migration_path(self, found: SchemaNumbers) -> None:
        if found.whole == UNNUMBERED or found.latest > self.wanted:
            raise WrongSchema(UNNUMBERED if found.whole == UNNUMBERED else found.latest, self.wanted)
        if not all(number in self.migrations for number in range(found.whole, self.wanted)):
            raise WrongSchema(found.whole, self.wanted)

    async def _migrate_all_shards(self) -> None:
        await self._check_no_live_workers()
        found = await server_checks.read_schema_numbers(self.client)
        if found is None:
            return
        self._check_migration_path(found)
        for number in range(found.whole, self.wanted):
            log.info("the data are migrated", from_schema=number, to_schema=number + 1)
            # After an interrupted run some shards are ahead of the database's number.
            left = [shard for shard in range(keys.SHARDS) if found.schema_of_shard(shard) <= number]
            for shard in left:
                await self._acquire_shard(shard)
            # Only now, since no keys are created in acquired shards any more.
            names = await self._keys_by_shard()
            for shard in left:
                await self._migrate_shard(shard, number, names.get(shard, ()))
            await self.client.set(keys.schema(), number + 1)
        log.info("the data are of the schema that they are to have", schema=self.wanted)

    async def _keys_by_shard(self) -> dict[int, tuple[str, ...]]:
        names: dict[int, list[str]] = {}
        for name in await export.list_key_names(self.client):
            if name.startswith("hf:{") and name[4:6].isdigit():
                names.setdefault(int(name[4:6]), []).append(name)
        return {shard: tuple(found) for shard, found in names.items()}

    async def _check_no_live_workers(self) -> None:
        """Check that no worker is alive: one of the old schema would write unmigrated data."""
        if self.exclusive:
            return
        before = await self._read_worker_signs()
        if not before:
            return
        await self.pause(ALIVE_SECONDS)
        after = await self._read_worker_signs()
        living = sorted(name for name, said in after.items() if before.get(name) != said)
        if living:
            raise MigrationFailed(
                f"workers of the version before still run ({', '.join(living)}): stop them all, then start this one"
            )

    async def _read_worker_signs(self) -> dict[str, Any]:
        found: Any = await self.client.smembers(keys.members())
        names = sorted(name.decode(errors="replace") for name in found)
        return {name: await self.client.get(keys.member(name)) for name in names}

    async def _acquire_shard(self, shard: int) -> None:
        """Take a shard from its owner, whose later commits and reads are then refused."""
        owner: Any = await self.client.get(keys.shard_owner(shard))
        seen = "" if owner is None else owner.decode()
        if not await self._own_script(self.client, (keys.shard_owner(shard),), (seen, self.token, 0)):
            raise MigrationFailed(_INTERRUPTED)

    async def _migrate_shard(self, shard: int, number: int, names: tuple[str, ...]) -> None:
        if not await self._renew_lock():
            raise MigrationFailed(_INTERRUPTED)
        part = ShardMigration(self.client, shard, names)
        await self.migrations[number](part)
        touched = sorted({str(command[1]) for command in part.commands})
        commands = [[one if isinstance(one, bytes | int) else str(one) for one in command] for command in part.commands]
        arguments: NamedArguments = {"schema": number, "next_schema": number + 1, "commands": commands}
        names = keys.shard_schema(shard), *touched
        try:
            is_migrated = await self._migrate_script(self.client, [(shard, self.token)], names, arguments)
        except Fenced:
            is_migrated = False
        if not is_migrated:
            raise MigrationFailed(_INTERRUPTED)
        await self._own_script(self.client, (keys.shard_owner(shard),), (self.token, "", 0))

    async def _keep_lock(self) -> None:
        with suppress(RedisError):
            while True:
                await asyncio.sleep(_RENEW_SECONDS)
                if not await self._renew_lock():
                    break

    async def _renew_lock(self) -> bool:
        if await self.client.set(keys.migration_lock(), self.token, nx=True, ex=_LOCK_SECONDS):
            return True
        if await self.client.get(keys.migration_lock()) != self.token.encode():
            return False
        return bool(await self.client.expire(keys.migration_lock(), _LOCK_SECONDS))

    async def _release_lock(self) -> None:
        if await self.client.get(keys.migration_lock()) == self.token.encode():
            await self.client.delete(keys.migration_lock())
