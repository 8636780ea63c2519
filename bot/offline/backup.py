"""Backing up and restoring: everything that games need, and the proof that every one of them is whole.

A game is whole when its log, replayed from its secret, gives its state. A backup says which are not and keeps them; a
restore refuses the file for them unless it is told otherwise. What is told of a game never quotes it.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from redis.asyncio import Redis

from bot.offline import backup_file
from bot.store import export, keys, restore_keys, retention
from bot.store.database import SCHEMA, read_schema_numbers
from bot.store.export import KeyGroup
from bot.store.forgetting import ForgottenList
from bot.store.people import PlayerStore
from bot.store.schema_migrations import SchemaMigrator, can_migrate
from bot.store.scope import Scope
from bot.tables.codec import UnreadableState, decode_custom_words, decode_log_entry, decode_table
from bot.tables.forgetting.restored import erase_restored
from bot.tables.loaded_table import human_users, is_game_running, table_name
from engine import game_record
from engine.errors import DataError, EngineError
from engine.game import Table, is_over
from engine.lobby_seats import Lobby
from engine.replay_log import Deviation, replay_log


class NotEmpty(Exception):
    """The Redis holds something already."""


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A game that is not whole."""

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
    """What a backup holds."""

    schema: int = SCHEMA
    """Of the data; of another one nothing is replayed."""
    chats: set[int] = field(default_factory=set)
    """Those with a game, settings, words or records."""
    users: set[int] = field(default_factory=set)
    running_games: int = 0
    finished_games: int = 0
    lobbies: int = 0
    entries: int = 0
    """Of the logs, that were replayed."""
    records: int = 0
    """Of finished games; and of seasons' beginnings."""
    packed_games: int = 0
    """Finished games that are kept for replays; they are counted and not replayed."""
    updates: int = 0
    """That wait to be handled."""
    notices: int = 0
    """That wait to be told."""
    damaged_games: list[DamagedGame] = field(default_factory=list)


async def write_backup(client: Redis, path: Path) -> BackupContents:
    """Write a backup, read it again and replay it; a file of that name is replaced once the new one is whole.

    Args:
        client: of a Redis that may be at work.
        path: where to.

    Raises:
        archive.Unusable: what was written cannot be read.
        HalfRestored: what is there is half of another backup, or half migrated.
        OSError: it cannot be written; nothing is left of it.
    """
    await restore_keys.check_restore_complete(client)
    noted = await read_schema_numbers(client)
    if noted is not None and not noted.is_uniform:
        raise restore_keys.IncompleteRestore(
            f"the data are half-way to schema {noted.latest}: "
            "start the version that migrates them, which goes on with it"
        )
    schema = SCHEMA if noted is None else noted.whole
    with backup_file.open_temporary(path) as (written, file):
        await backup_file.write_backup_file(file, datetime.now(UTC), export.Exporter(client).export_groups(), schema)
        figures = await asyncio.to_thread(examine_backup, written)
        backup_file.move_into_place(written, path)
    return figures


def examine_backup(path: Path) -> BackupContents:
    """What a backup holds, every game replayed where it is of this program's schema.

    Raises:
        archive.Unusable: it is not whole.
        OSError: it cannot be read.
    """
    figures = BackupContents(backup_file.check_backup_file(path).schema)
    for group in backup_file.read_key_groups(path):
        _count_keys(figures, group)
        for game in _games_of_group(group) if figures.schema == SCHEMA else ():
            _replay_game(figures, game)
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


def _replay_game(contents: BackupContents, game: _BackupGame) -> None:
    scope = game.scope
    try:
        table = decode_table(game.state)
        entries = [decode_log_entry(entry) for entry in game.log]
        if game.words is not None:
            decode_custom_words(game.words[0])
    except (UnreadableState, UnicodeDecodeError) as error:
        contents.damaged_games.append(DamagedGame(scope, f"it cannot be read: {error}"))
        return
    if isinstance(table, Lobby):
        contents.lobbies += 1
    elif is_over(table):
        contents.finished_games += 1
    else:
        contents.running_games += 1
    if _has_unplayable_rules(table):
        contents.damaged_games.append(DamagedGame(scope, "its rules cannot be played by"))
        return
    try:
        led_to = replay_log(table.ruleset, table.secret, entries)
    except Deviation as deviation:
        contents.damaged_games.append(
            DamagedGame(scope, f"its log does not replay: entry {deviation.entry}, {deviation.what}")
        )
        return
    if led_to != table:
        contents.damaged_games.append(DamagedGame(scope, f"its log of {len(entries)} entries leads to another state"))
        return
    contents.entries += len(entries)


def _has_unplayable_rules(table: Table) -> bool:
    """Whether figures in its rules do not fit together: a replay by such might never end."""
    try:
        return game_record.first_problem(table.ruleset) is not None
    except (EngineError, DataError):
        return True


async def restore_backup(client: Redis, path: Path, *, replace: bool, forgotten: ForgottenList | None = None) -> None:
    """Write a backup that was examined into a Redis at which nobody works.

    Data of an earlier schema are migrated. Cut short, it leaves a note that keeps a bot from starting, until it is done
    again.

    Args:
        client: of that Redis.
        path: the file.
        replace: whether to delete what is there.
        forgotten: who is to be forgotten again; ``None`` for nobody.

    Raises:
        NotEmpty: something is there.
        archive.Unusable, OSError: the file cannot be read, or is of a schema from which no migrations lead here.
    """
    if not (replace or await restore_keys.is_database_empty(client)):
        raise NotEmpty
    head = backup_file.check_backup_file(path)
    if not can_migrate(head.schema):
        raise backup_file.UnusableBackup(
            f"it is a backup of schema {head.schema} by {head.program}, and this program restores schema {SCHEMA}:"
            " restore it with that version"
        )
    await client.set(keys.restore_marker(), path.name)
    await restore_keys.delete_all_keys(client)
    await client.set(keys.schema(), head.schema)
    for group in backup_file.read_key_groups(path):
        await restore_keys.write_keys(client, group)
    await SchemaMigrator(client, exclusive=True).migrate_database()
    players = PlayerStore(client)
    async for group in export.Exporter(client).export_groups(with_records=False):
        for game in _games_of_group(group):
            await _restore_player_lists(players, game)
    if forgotten is not None:
        await erase_restored(client, forgotten, head.made)
    await client.delete(keys.restore_marker())


async def _restore_player_lists(players: PlayerStore, game: _BackupGame) -> None:
    """Mend the players' own lists: a game may have begun or ended between the readings of its shard and of theirs."""
    try:
        table = decode_table(game.state)
    except (UnreadableState, UnicodeDecodeError):
        return
    if isinstance(table, Lobby):
        return
    name = table_name(table)
    for user in human_users(table.players):
        if is_game_running(table):
            await players.add_user_game(user, game.scope, name)
            continue
        await players.drop_user_game(user, game.scope, name)
        noted = await players.load_finished_games(user)
        if (game.scope, name) not in noted and len(noted) < retention.FINISHED_NEWEST:
            await players.add_finished_game(user, game.scope, name)
