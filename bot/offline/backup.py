"""Backing up and restoring everything that games need, and checking that each game is intact.

A game is intact if its log, replayed from its secret, gives its state. A backup reports damaged games and keeps them; a
restore refuses a file with damaged games unless told otherwise. Reports never quote a game.
"""

import asyncio
import fcntl
import hashlib
import os
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.logs import get_logger
from bot.store import export, keys, retention
from bot.store.chats import ChatDirectory
from bot.store.export import KeyGroup, find_problem
from bot.store.keys import Scope
from bot.store.people import PlayerStore
from bot.store.personal_data import ForgottenList
from bot.store.schema import SchemaMigrator, can_migrate
from bot.store.server_checks import SCHEMA, UNNUMBERED, read_schema_numbers
from bot.tables.codec import UnreadableState, decode_custom_words, decode_log_entry, decode_table
from bot.tables.forgetting import erase_restored
from bot.tables.table_loader import human_users, is_game_running, table_name
from bot.terminal import program_version
from engine import game_record
from engine.encoding import DECODE_ERRORS
from engine.errors import DataError, EngineError
from engine.game import Table, is_over
from engine.lobby_seats import Lobby
from engine.replay_log import Deviation, replay_log

log = get_logger(__name__)

BACKUP_FORMAT: Final = "harfiyen-backup"
BACKUP_VERSION: Final = 2  # the version written; version 1, also readable, has no lists that continue in a later group
_TEMPORARY_SUFFIX: Final = ".unfinished-backup"
_LENGTH_BYTES: Final = 4
_COMPRESSION_LEVEL: Final = 6
_MAX_HEAD_BYTES: Final = 1_000
_CHUNK: Final = 2**20

MAX_GROUP_BYTES: Final = 128 * 2**20
"""The most bytes of an unpacked group: 100 kB for each of 1,000 chats in a shard. A file that claims more is refused.
"""

_group_decoder: Final = msgspec.msgpack.Decoder(KeyGroup)


class UnusableBackup(Exception):
    """The file is no complete backup that this version can read; the message says what is wrong."""


class BackupHead(Struct, frozen=True, kw_only=True):
    """The first line of a backup."""

    format: str = BACKUP_FORMAT
    version: int = BACKUP_VERSION
    program: str  # the program that wrote the file, with its version
    made: datetime  # when the file was made, in UTC
    schema: int = UNNUMBERED  # the schema of the data


@contextmanager
def open_temporary(path: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """A temporary file beside the backup to be made, removed at the end unless it got its final name.

    Only its owner may read it. What a killed backup left in that folder is removed first.
    """
    for other in path.parent.glob(f".*{_TEMPORARY_SUFFIX}"):
        with suppress(OSError), other.open("rb") as left:
            fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the system releases it when a process ends
            other.unlink()
            log.info("what a backup left that was broken off is removed", file=other)
    number, name = tempfile.mkstemp(_TEMPORARY_SUFFIX, f".{path.name}.", path.parent)  # its mode is 0600
    try:
        with os.fdopen(number, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield Path(name), file
    finally:
        Path(name).unlink(missing_ok=True)


async def write_backup_file(
    file: IO[bytes], made: datetime, groups: AsyncIterator[KeyGroup], schema: int = SCHEMA
) -> None:
    """Write a backup into an empty file, and sync it to disk."""
    digest = hashlib.sha256()

    def put(data: bytes) -> None:
        file.write(data)
        digest.update(data)

    put(msgspec.json.encode(BackupHead(program=program_version(), made=made, schema=schema)) + b"\n")
    async for group in groups:
        packed = zlib.compress(msgspec.msgpack.encode(group), _COMPRESSION_LEVEL)
        put(len(packed).to_bytes(_LENGTH_BYTES, "big"))
        put(packed)
    put(bytes(_LENGTH_BYTES))
    file.write(digest.digest())
    file.flush()
    os.fsync(file.fileno())


def move_into_place(temporary: Path, path: Path) -> None:
    """Give a file of :func:`open_temporary` its name, replacing an earlier one at once."""
    os.replace(temporary, path)  # noqa: PTH105 - documented as atomic
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def check_backup_file(path: Path) -> BackupHead:
    """Read a backup's head and check that the file is complete; raises UnusableBackup or OSError."""
    with path.open("rb") as file:
        head = _read_head(file)
        file.seek(0)
        left = path.stat().st_size - hashlib.sha256().digest_size
        digest = hashlib.sha256()
        while left > 0 and (data := file.read(min(_CHUNK, left))):
            digest.update(data)
            left -= len(data)
        if left or file.read() != digest.digest():
            raise UnusableBackup("it is damaged: its checksum is not that of its content")
    return head


def _read_head(file: IO[bytes]) -> BackupHead:
    try:
        head = msgspec.json.decode(file.readline(_MAX_HEAD_BYTES), type=dict[str, object])
    except DECODE_ERRORS:
        head = {}
    if head.get("format") != BACKUP_FORMAT:
        raise UnusableBackup("it is no backup of Harfiyen")
    if head.get("version") not in range(1, BACKUP_VERSION + 1):
        raise UnusableBackup(
            f"it is a backup of version {head.get('version')}; this program reads versions 1 to {BACKUP_VERSION}"
        )
    try:
        return msgspec.convert(head, BackupHead)
    except msgspec.ValidationError as error:
        raise UnusableBackup(f"it is damaged: {error}") from error


def read_key_groups(path: Path) -> Iterator[KeyGroup]:
    """The content of a backup, one group of keys at a time; raises UnusableBackup or OSError."""
    with path.open("rb") as file:
        of_this_schema = _read_head(file).schema == SCHEMA
        there: set[str] = set()
        while length := int.from_bytes(file.read(_LENGTH_BYTES), "big"):
            try:
                group = _group_decoder.decode(_unpack_group(file.read(length)))
            except (zlib.error, *DECODE_ERRORS) as error:
                raise UnusableBackup(f"it is damaged: {error}") from error
            for stored in group.exported_keys:
                if stored.continues != (stored.name in there):
                    found: str | None = "its beginning is missing" if stored.continues else "it is there twice"
                else:
                    found = find_problem(stored, of_this_schema=of_this_schema)
                if found is not None:
                    raise UnusableBackup(f"it is damaged: {stored.name}: {found}")
                there.add(stored.name)
            yield group


def _unpack_group(data: bytes) -> bytes:
    """Unpack a group; raises UnusableBackup beyond :data:`MAX_GROUP_BYTES`, zlib.error for an incomplete stream."""
    reader = zlib.decompressobj()
    group = reader.decompress(data, MAX_GROUP_BYTES + 1)
    if len(group) > MAX_GROUP_BYTES:
        raise UnusableBackup(f"a part of it becomes longer than {MAX_GROUP_BYTES:,} bytes, which no backup's does")
    if not reader.eof or reader.unused_data:
        raise zlib.error("incomplete or followed by something else")
    return group


class NotEmpty(Exception):
    """Redis is not empty, so nothing was restored."""


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A game whose log does not give its state."""

    scope: Scope
    what: str


@dataclass(frozen=True, slots=True)
class _BackupGame:
    scope: Scope
    state: bytes
    log: list[bytes]
    words: list[bytes] | None


@dataclass(slots=True)
class BackupContents:
    """What a backup contains."""

    schema: int = SCHEMA  # the schema of the data; games of another schema are not replayed
    chats: set[int] = field(default_factory=set)  # the chats with a game, settings, words or records
    users: set[int] = field(default_factory=set)
    running_games: int = 0
    finished_games: int = 0
    lobbies: int = 0
    entries: int = 0  # log entries that were replayed
    records: int = 0  # records of finished games and of seasons' beginnings
    packed_games: int = 0  # finished games kept for replays; counted, not replayed
    updates: int = 0  # updates that wait to be handled
    notices: int = 0  # notices that wait to be sent
    damaged_games: list[DamagedGame] = field(default_factory=list)


async def write_backup(client: Redis, path: Path) -> BackupContents:
    """Write a backup, read it again, replay its games, and let it replace an earlier file of that name.

    Raises UnusableBackup if it cannot be read again; IncompleteRestore if the data are half restored or half migrated;
    OSError.
    """
    await export.check_restore_complete(client)
    noted = await read_schema_numbers(client)
    if noted is not None and not noted.is_uniform:
        raise export.IncompleteRestore(
            f"the data are half-way to schema {noted.latest}: "
            "start the version that migrates them, which goes on with it"
        )
    schema = SCHEMA if noted is None else noted.whole
    with open_temporary(path) as (written, file):
        await write_backup_file(file, datetime.now(UTC), export.Exporter(client).export_groups(), schema)
        figures = await asyncio.to_thread(examine_backup, written)
        move_into_place(written, path)
    return figures


def examine_backup(path: Path) -> BackupContents:
    """The content of a backup; games of this version's schema are replayed. Raises UnusableBackup or OSError."""
    figures = BackupContents(check_backup_file(path).schema)
    for group in read_key_groups(path):
        _count_keys(figures, group)
        for game in _games_of_group(group) if figures.schema == SCHEMA else ():
            if damage := _find_damage(figures, game):
                figures.damaged_games.append(DamagedGame(game.scope, damage))
    return figures


def _count_keys(contents: BackupContents, group: KeyGroup) -> None:
    for stored in group.exported_keys:
        found = keys.identify_key(stored.name)
        what, parts = found or ("", {})
        chat = Scope.parse(parts["scope"]).chat if "scope" in parts else int(parts.get("chat", 0))
        if chat and what in {"game", "settings", "chat_words", "records"}:
            contents.chats.add(chat)
        if "user" in parts:
            contents.users.add(int(parts["user"]))
        match what:
            case "records":
                contents.records += len(stored.values)
            case "packed_game":
                contents.packed_games += 1
            case "inbox":
                contents.updates += len(stored.entries)
            case "outbox":
                contents.notices += len(stored.entries)


def _games_of_group(group: KeyGroup) -> Iterator[_BackupGame]:
    by_name = {stored.name: stored.values for stored in group.exported_keys}
    for name, values in by_name.items():
        found = keys.identify_key(name)
        if found is None or found[0] != "game":
            continue
        state = dict(zip(values[::2], values[1::2], strict=True)).get(b"state")
        scope = Scope.parse(found[1]["scope"])
        if state is not None:
            yield _BackupGame(scope, state, by_name.get(keys.game_log(scope), []), by_name.get(keys.game_words(scope)))


def _find_damage(contents: BackupContents, game: _BackupGame) -> str:
    """Count a game, and replay it; what is wrong with it, empty if nothing is."""
    try:
        table = decode_table(game.state)
        entries = [decode_log_entry(entry) for entry in game.log]
        if game.words is not None:
            decode_custom_words(game.words[0])
    except (UnreadableState, UnicodeDecodeError) as error:
        return f"it cannot be read: {error}"
    if isinstance(table, Lobby):
        contents.lobbies += 1
    elif is_over(table):
        contents.finished_games += 1
    else:
        contents.running_games += 1
    if _has_unplayable_rules(table):
        return "its rules cannot be played by"
    try:
        led_to = replay_log(table.ruleset, table.secret, entries)
    except Deviation as deviation:
        return f"its log does not replay: entry {deviation.entry}, {deviation.what}"
    if led_to != table:
        return f"its log of {len(entries)} entries leads to another state"
    contents.entries += len(entries)
    return ""


def _has_unplayable_rules(table: Table) -> bool:
    """Whether the rules of a table have inconsistent figures, so that a replay might never end."""
    try:
        return game_record.first_problem(table.ruleset) is not None
    except (EngineError, DataError):
        return True


async def restore_backup(client: Redis, path: Path, *, replace: bool, forgotten: ForgottenList | None = None) -> None:
    """Write an examined backup into a Redis that no bot uses, and forget again the users who were forgotten since.

    Data of an earlier schema are migrated. An interrupted restore leaves a marker: no bot starts until it is repeated.
    Raises NotEmpty if Redis is not empty and ``replace`` is unset; UnusableBackup or OSError if the file cannot be read
    or migrated.
    """
    if not (replace or await export.is_database_unused(client)):
        raise NotEmpty
    head = check_backup_file(path)
    if not can_migrate(head.schema):
        raise UnusableBackup(
            f"it is a backup of schema {head.schema} by {head.program}, and this program restores schema {SCHEMA}:"
            " restore it with that version"
        )
    await client.set(keys.restore_marker(), path.name)
    await export.delete_all_keys(client)
    await client.set(keys.schema(), head.schema)
    for group in read_key_groups(path):
        await export.write_keys(client, group)
    await SchemaMigrator(client, exclusive=True).migrate_database()
    players, directory = PlayerStore(client), ChatDirectory(client)
    async for group in export.Exporter(client).export_groups(with_records=False):
        for game in _games_of_group(group):
            await _restore_lists(players, directory, game)
    await directory.save_records()
    if forgotten is not None:
        await erase_restored(client, forgotten, head.made)
    await client.delete(keys.restore_marker())


async def _restore_lists(players: PlayerStore, directory: ChatDirectory, game: _BackupGame) -> None:
    try:
        table = decode_table(game.state)
    except (UnreadableState, UnicodeDecodeError):
        return
    if isinstance(table, Lobby):
        return
    if is_game_running(table) and game.log:
        with suppress(UnreadableState):
            directory.record_game(game.scope, running=True, at=decode_log_entry(game.log[-1]).at.timestamp())
    name = table_name(table)
    for user in human_users(table.players):
        if is_game_running(table):
            await players.add_user_game(user, game.scope, name)
            continue
        await players.drop_user_game(user, game.scope, name)
        noted = await players.load_finished_games(user)
        if (game.scope, name) not in noted and len(noted) < retention.FINISHED_NEWEST:
            await players.add_finished_game(user, game.scope, name)
