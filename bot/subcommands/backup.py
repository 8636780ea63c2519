"""``harfiyen backup``: all that is stored into one file, while the bot runs or not."""

import argparse
from pathlib import Path

from redis.asyncio import Redis

from bot.offline.backup import BackupContents, UnusableBackup, check_backup_file, write_backup
from bot.offline.redis_access import run_with_redis
from bot.store.export import IncompleteRestore
from bot.subcommands.backup_summary import describe_contents, print_damaged_games, to_backup_document
from bot.terminal import print_error, print_json, print_line, to_printable

_EXIT_FAILED = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes; the environment holds the settings."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; an earlier backup there is replaced")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Write the file, read it again and replay its games.

    Returns:
        0; 1 where a game in it is not whole; 2 where there is no file now, or another as it was.

    Raises:
        StartError: the Redis of the settings cannot be reached.
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
