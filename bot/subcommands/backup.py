"""``harfiyen backup``: all that is stored into one file, while the bot runs or not."""

import argparse
from pathlib import Path

from redis.asyncio import Redis

from bot.offline.archive import Unusable, check
from bot.offline.backup import Figures, back_up
from bot.offline.reach import with_redis
from bot.store.dump import HalfRestored
from bot.subcommands.holding import complain_of, document, told
from bot.terminal import complain, printable, say, say_json

_FAILED = 2


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
    name = printable(str(path))

    async def work(client: Redis) -> Figures:
        try:
            return await back_up(client, path)
        except OSError as error:
            raise Unusable(f"it cannot be written: {error.strerror or type(error).__name__}") from error

    try:
        if path.exists():
            check(path)
        figures = with_redis(work)
    except (Unusable, HalfRestored) as error:
        complain(f"{name}: {error}; nothing was written")
        return _FAILED
    size = path.stat().st_size
    if arguments.json:
        say_json(document(name, size, figures))
    else:
        say(f"{name}: {told(figures)}; {size / 1000:,.0f} kB")
        say("It holds the secrets of running games: keep it as private as the bot's own data.")
    return complain_of(figures)
