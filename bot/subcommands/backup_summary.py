"""How what a backup holds is told."""

from msgspec import Struct

from bot.offline.backup import BackupContents
from bot.store.database import SCHEMA, UNNUMBERED
from bot.store.schema import can_migrate
from bot.terminal import format_count, print_error, to_printable


class BackupDocument(Struct):
    """What the JSON document says."""

    file: str
    bytes: int
    chats: int
    users: int
    running: int
    finished: int
    lobbies: int
    entries: int
    """Of the logs, that were replayed."""
    records: int
    packed_games: int
    updates: int
    notices: int
    schema: int
    """Of the data."""
    faults: list[str]


def describe_contents(contents: BackupContents) -> str:
    """What a backup holds, as a clause."""
    return (
        f"{format_count(len(contents.chats), 'chat')} and {format_count(len(contents.users), 'user')}; "
        f"{format_count(contents.running_games, 'running game')}, {contents.finished_games:,} finished, "
        f"{format_count(contents.lobbies, 'open table')}; "
        f"{format_count(contents.entries, 'log entry', 'log entries')} replayed; "
        f"{format_count(contents.records, 'record')} and {format_count(contents.packed_games, 'packed game')}; "
        f"{format_count(contents.updates, 'update')} and {format_count(contents.notices, 'notice')} waiting"
    )


def to_backup_document(name: str, size: int, contents: BackupContents) -> BackupDocument:
    """The same for a program."""
    return BackupDocument(
        file=name,
        bytes=size,
        chats=len(contents.chats),
        users=len(contents.users),
        running=contents.running_games,
        finished=contents.finished_games,
        lobbies=contents.lobbies,
        entries=contents.entries,
        records=contents.records,
        packed_games=contents.packed_games,
        updates=contents.updates,
        notices=contents.notices,
        schema=contents.schema,
        faults=_list_damaged_games(contents),
    )


def print_damaged_games(contents: BackupContents) -> int:
    """Name the games that are not whole, or were not replayed; 1 if there are any."""
    for line in _list_damaged_games(contents):
        print_error(line)
    return 1 if contents.damaged_games or contents.schema != SCHEMA else 0


def describe_schema(schema: int) -> str:
    """Data of a schema, as a clause."""
    return f"schema {schema}" if schema != UNNUMBERED else "an earlier version, without the number of a schema"


def _list_damaged_games(contents: BackupContents) -> list[str]:
    lines = [f"chat {fault.scope}: {fault.what}" for fault in contents.damaged_games]
    if contents.schema != SCHEMA:
        left = (
            "a restore migrates them"
            if can_migrate(contents.schema)
            else "only the version that wrote them can restore this file"
        )
        lines.append(
            f"the data are of {describe_schema(contents.schema)}, "
            f"and this program reads schema {SCHEMA}: its games were not replayed, and {left}"
        )
    return [to_printable(line) for line in lines]
