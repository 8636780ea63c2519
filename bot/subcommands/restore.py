"""``harfiyen restore``: examines a backup, and writes it into a Redis that no bot uses."""

import argparse
import os
from pathlib import Path

from redis.asyncio import Redis

from bot.config import StartError, load_config
from bot.offline.backup import NotEmpty, UnusableBackup, examine_backup, restore_backup
from bot.offline.redis_access import run_with_redis
from bot.store.personal_data import ForgottenList, UnreadableForgottenList
from bot.store.schema import can_migrate
from bot.store.server_checks import SCHEMA
from bot.subcommands.backup import describe_contents, describe_schema, print_damaged_games, to_backup_document
from bot.terminal import print_error, print_json, print_line, to_printable

_EXIT_UNUSABLE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what `harfiyen backup` wrote")
    parser.add_argument("--check", action="store_true", help="examine the file and write nothing")
    parser.add_argument("--replace", action="store_true", help="delete what the Redis holds now")
    parser.add_argument(
        "--with-faults", action="store_true", help="also where a game's log does not give its state: restored as it is"
    )
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Examine the whole file, and write it only if nothing is wrong with it.

    Returns 0; 1 if a game in it is damaged, or the Redis is not empty; 2 if the file is no complete backup.
    """
    path: Path = arguments.file
    name = to_printable(str(path))
    try:
        figures = examine_backup(path)
    except UnusableBackup as error:
        print_error(f"{name}: {to_printable(str(error))}; nothing was restored")
        return _EXIT_UNUSABLE
    except OSError as error:
        print_error(f"{name}: it cannot be read: {error.strerror}")
        return _EXIT_UNUSABLE
    if not can_migrate(figures.schema):
        print_error(
            f"{name}: it is a backup of {describe_schema(figures.schema)}, "
            f"and this program restores schema {SCHEMA}: restore"
            " it with the version that wrote it; nothing was restored"
        )
        return _EXIT_UNUSABLE
    print_damaged_games(figures)
    status = 1 if figures.damaged_games else 0
    if status and not (arguments.with_faults or arguments.check):
        print_error(f"{name}: nothing was restored; with --with-faults these games are restored as they are")
        return status

    async def work(client: Redis) -> None:
        forgotten = ForgottenList(client, load_config(os.environ, Path.cwd()).data_dir)
        await restore_backup(client, path, replace=arguments.replace, forgotten=forgotten)

    if not arguments.check:
        try:
            run_with_redis(work, exclusive=True)
        except UnreadableForgottenList as error:
            raise StartError(f"{error}.") from error
        except NotEmpty:
            print_error("the Redis of the settings is not empty: back it up, then restore with --replace")
            return 1
        status = 0
    if arguments.json:
        print_json(to_backup_document(name, path.stat().st_size, figures))
    else:
        print_line(f"{name}: {describe_contents(figures)}")
        print_line("Nothing was written." if arguments.check else "All of it is restored; start the bot.")
    return status
