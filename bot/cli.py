"""The command line: runs a command, and turns its errors into one sentence and an exit status.

Exit statuses: 0 done, 1 found something wrong in what it examined, 2 could not start, 78 Telegram refuses the token.
"""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final

from bot.config import StartError
from bot.families.family_list import FAMILY_COMMANDS, FamilyCommand
from bot.terminal import use_utf8
from engine.errors import DataError

_OWN_COMMANDS: Final = {
    "run": "run the bot; without BOT_TOKEN, on the playground",
    "playground": "run the bot on a local Bot API server with a chat page",
    "rules": "list the games and their parameters",
    "verify": "check the proof of a finished game: its draws, scores and end",
    "simulate": "play random legal games",
    "lexicon": "ask the word lists, or build them",
    "doctor": "examine the installation and the settings",
    "backup": "write all games into a file, while the bot runs or not",
    "restore": "put the games of a backup back",
    "inbox": "list the dead letters, or try one again",
    "tag": "tell by which tag the log names a chat",
    "records": "derive figures of finished games anew, or check them",
}
"""The commands that are modules of :mod:`bot.subcommands`, but for ``lexicon``."""
COMMANDS: Final = {
    **{
        name: FamilyCommand(about, "bot.lexicon.build" if name == "lexicon" else f"bot.subcommands.{name}")
        for name, about in _OWN_COMMANDS.items()
    },
    **FAMILY_COMMANDS,
}
"""All commands; a command's module is imported only when it is run, so that each command starts fast."""
_EXIT_INTERRUPTED: Final = 130
_GC_THRESHOLDS: Final = (20_000, 20, 50)
"""After how many new objects Python collects garbage (by default 700): a start makes a million that last, a move few.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, by default from the process's arguments, and return its exit status (see the module)."""
    use_utf8()
    gc.set_threshold(*_GC_THRESHOLDS)
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["bench"]:
        sys.stderr.write("harfiyen: the bench left the package: `make bench ARGS=…` in a checkout runs it\n")
        return StartError.exit_status
    try:
        parsed = _build_parser(arguments).parse_args(arguments)
        status: int = import_module(COMMANDS[parsed.command].module).run(parsed)
        sys.stdout.flush()
    except (StartError, DataError) as error:
        sys.stderr.write(f"harfiyen: {error}\n")
        return error.exit_status if isinstance(error, StartError) else StartError.exit_status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    return status


def _build_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="harfiyen", description="Word games in Telegram groups: Kelimelik, Scrabble and their relatives."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('harfiyen')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    asked = next((word for word in arguments if not word.startswith("-")), None)
    for name, tool in COMMANDS.items():
        about = tool.summary
        command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        if name == asked:
            import_module(tool.module).add_arguments(command)
    return parser
