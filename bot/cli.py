"""The command line: finds the command, and turns its errors into one sentence and an exit status.

Exit statuses: 0 done, 1 found something wrong in what it examined, 2 could not begin.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final

from bot.config import StartError
from engine.errors import DataError

COMMANDS: Final = {
    "run": "run the bot; without BOT_TOKEN, on the playground",
    "playground": "run the bot on a local Bot API server with a chat page",
    "rules": "list the games and their parameters",
    "replay": "recompute the scores of recorded games (GCG)",
    "board": "draw a position of a recorded game",
    "gallery": "draw every kind of picture in every theme",
    "simulate": "play random legal games",
    "lexicon": "ask the word lists, or build them",
    "doctor": "examine the installation and the settings",
    "bench": "measure what moves and pictures cost",
}
"""Each is a module of :mod:`bot.commands`, imported only when it is asked for, so that every command starts fast."""

_CANNOT_BEGIN: Final = 2
_INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; see the module for their meaning.

    Args:
        argv: the arguments; the process's own if ``None``.

    Raises:
        SystemExit: the arguments are wrong, or help was asked for.
    """
    _speak_utf8()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        parsed = _parser(arguments).parse_args(arguments)
        status: int = import_module(f"bot.commands.{parsed.command}").run(parsed)
        sys.stdout.flush()
    except (StartError, DataError) as error:
        sys.stderr.write(f"harfiyen: {error}\n")
        return _CANNOT_BEGIN
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status


def _speak_utf8() -> None:
    """Print Turkish letters whatever the locale says, and never fail over a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser, with the arguments of the command in question alone."""
    parser = argparse.ArgumentParser(
        prog="harfiyen", description="Word games in Telegram groups: Kelimelik, Scrabble and their relatives."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('harfiyen')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    asked = next((word for word in arguments if not word.startswith("-")), None)
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        if name == asked:
            import_module(f"bot.commands.{name}").add_arguments(command)
    return parser
