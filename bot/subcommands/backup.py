"""``harfiyen backup``: writes all stored data into one file, even while the bot runs."""

import argparse
from pathlib import Path

from redis.asyncio import Redis

from bot.offline.backup import BackupContents, UnusableBackup, check_backup_file, write_backup
from bot.offline.redis_access import run_with_redis
from bot.store.export import IncompleteRestore
from bot.store.schema import can_migrate
from bot.store.server_checks import SCHEMA, UNNUMBERED
from bot.terminal import format_count, print_error, print_json, print_line, to_printable


def describe_contents(contents: BackupContents) -> str:
    """A clause that tells what a backup contains."""
    return (
        f"{format_count(len(contents.chats), 'chat')} and {format_count(len(contents.users), 'user')}; "
        f"{format_count(contents.running_games, 'running game')}, {contents.finished_games:,} finished, "
        f"{format_count(contents.lobbies, 'open table')}; "
        f"{format_count(contents.entries, 'log entry', 'log entries')} replayed; "
        f"{format_count(contents.records, 'record')} and {format_count(contents.packed_games, 'packed game')}; "
        f"{format_count(contents.updates, 'update')} and {format_count(contents.notices, 'notice')} waiting"
    )


def to_backup_document(name: str, size: int, contents: BackupContents) -> dict[str, object]:
    """What a backup contains, as a JSON document; ``entries`` are the log entries that were replayed."""
    return {
        "file": name,
        "bytes": size,
        "chats": len(contents.chats),
        "users": len(contents.users),
        "running": contents.running_games,
        "finished": contents.finished_games,
        "lobbies": contents.lobbies,
        "entries": contents.entries,
        "records": contents.records,
        "packed_games": contents.packed_games,
        "updates": contents.updates,
        "notices": contents.notices,
        "schema": contents.schema,
        "faults": _list_damaged_games(contents),
    }


def print_damaged_games(contents: BackupContents) -> int:
    """Print the games that are damaged, or were not replayed. Returns 1 if there are any, else 0."""
    for line in _list_damaged_games(contents):
        print_error(line)
    return 1 if contents.damaged_games or contents.schema != SCHEMA else 0


def describe_schema(schema: int) -> str:
    """A clause that names the schema of the data."""
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


_EXIT_FAILED = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; an earlier backup there is replaced")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Write the file, read it again and replay its games.

    Returns 0; 1 if a game in it is damaged; 2 if no file was written, or an old one was kept.
    """
    path: Path = arguments.file
    name = to_printable(str(path))

    async def work(client: Redis) -> BackupContents:
        try:
            return await write_backup(client, path)
        except OSError as error:
            raise UnusableBackup(f"it cannot be written: {error.strerror or type(error).__name__}") from error

    try:
        if path.exists():
            check_backup_file(path)
        figures = run_with_redis(work)
    except (UnusableBackup, IncompleteRestore) as error:
        print_error(f"{name}: {error}; nothing was written")
        return _EXIT_FAILED
    size = path.stat().st_size
    if arguments.json:
        print_json(to_backup_document(name, size, figures))
    else:
        print_line(f"{name}: {describe_contents(figures)}; {size / 1000:,.0f} kB")
        print_line("It holds the secrets of running games: keep it as private as the bot's own data.")
    return print_damaged_games(figures)
