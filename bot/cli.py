"""The command line: finds the command, and turns its errors into one sentence and an exit status.

Exit statuses: 0 done, 1 found something wrong in what it examined, 2 could not begin.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final

from bot.config import StartError
from bot.families.tools import TOOLS, Tool
from engine.errors import DataError

_OWN: Final = {
    "run": "run the bot; without BOT_TOKEN, on the playground",
    "playground": "run the bot on a local Bot API server with a chat page",
    "rules": "list the games and their parameters",
    "verify": "check the proof of a finished game: its draws, scores and end",
    "simulate": "play random legal games",
    "gallery": "draw every kind of picture in every theme",
    "lexicon": "ask the word lists, or build them",
    "doctor": "examine the installation and the settings",
    "backup": "write all games into a file, while the bot runs or not",
    "restore": "put the games of a backup back",
    "inbox": "list the updates that were given up, or try one again",
    "bench": "measure what moves and pictures cost",
    "chaos": "play while everything breaks, and audit what came of it",
}
"""Each is a module of :mod:`bot.subcommands`."""
COMMANDS: Final = {**{name: Tool(about, f"bot.subcommands.{name}") for name, about in _OWN.items()}, **TOOLS}
"""All commands. Their modules are imported only when they are asked for, so that every command starts fast."""

_CANNOT_BEGIN: Final = 2
_INTERRUPTED: Final = 130
_COLLECTED: Final = (20_000, 20, 50)
"""Python looks for cycles of garbage after that many new objects, not after 700 as by itself: a start makes a million
that stay, and a move few that do.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; see the module for their meaning.

    Args:
        argv: the arguments; the process's own if ``None``.

    Raises:
        SystemExit: the arguments are wrong, or help was asked for.
    """
    _speak_utf8()
    gc.set_threshold(*_COLLECTED)
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        parsed = _parser(arguments).parse_args(arguments)
        status: int = import_module(COMMANDS[parsed.command].module).run(parsed)
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
    for name, tool in COMMANDS.items():
        about = tool.about
        command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        if name == asked:
            import_module(tool.module).add_arguments(command)
    return parser
