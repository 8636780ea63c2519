"""``harfiyen restore``: a backup examined, and put into a Redis at which no bot works."""

import argparse
from pathlib import Path

from redis.asyncio import Redis

from bot.offline.archive import Unusable
from bot.offline.backup import NotEmpty, examined, restore
from bot.offline.reach import with_redis
from bot.store.schema import SCHEMA
from bot.subcommands.holding import complain_of, document, of_schema, told
from bot.terminal import complain, printable, say, say_json

_UNUSABLE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes; the environment holds the settings."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what `harfiyen backup` wrote")
    parser.add_argument("--check", action="store_true", help="examine the file and write nothing")
    parser.add_argument("--replace", action="store_true", help="delete what the Redis holds now")
    parser.add_argument(
        "--with-faults", action="store_true", help="also where a game's log does not give its state: restored as it is"
    )
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Examine the whole file, and write it only if nothing is wrong with it.

    Returns:
        0; 1 where a game in it is not whole, or the Redis is not empty; 2 where the file is no whole backup.

    Raises:
        StartError: the Redis of the settings cannot be reached, or a bot works on it.
    """
    path: Path = arguments.file
    name = printable(str(path))
    try:
        figures = examined(path)
    except Unusable as error:
        complain(f"{name}: {printable(str(error))}; nothing was restored")
        return _UNUSABLE
    except OSError as error:
        complain(f"{name}: it cannot be read: {error.strerror}")
        return _UNUSABLE
    if figures.schema != SCHEMA:
        complain(
            f"{name}: it is a backup of {of_schema(figures.schema)}, and this program restores schema {SCHEMA}: restore"
            " it with the version that wrote it; nothing was restored"
        )
        return _UNUSABLE
    status = complain_of(figures)
    if status and not (arguments.with_faults or arguments.check):
        complain(f"{name}: nothing was restored; with --with-faults these games are restored as they are")
        return status

    async def work(client: Redis) -> None:
        await restore(client, path, replace=arguments.replace)

    if not arguments.check:
        try:
            with_redis(work, alone=True)
        except NotEmpty:
            complain("the Redis of the settings is not empty: back it up, then restore with --replace")
            return 1
        status = 0
    if arguments.json:
        say_json(document(name, path.stat().st_size, figures))
    else:
        say(f"{name}: {told(figures)}")
        say("Nothing was written." if arguments.check else "All of it is restored; start the bot.")
    return status
