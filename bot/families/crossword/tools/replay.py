"""``harfiyen replay``: recompute the scores of recorded games and name every difference."""

import argparse
from typing import Final

from msgspec import Struct

from bot.families.crossword.tools.gcgfiles import FileTroubleError, add_ruleset, read_sheet
from bot.terminal import counted, printable, say, say_json
from engine.crossword.replay import Replay, replay

_UNUSABLE: Final = 2


class FileMismatch(Struct, frozen=True):
    """A recorded figure that differs from the computed one."""

    file: str
    line: int
    text: str
    recorded: int
    computed: int


class FileError(Struct, frozen=True):
    """A line that cannot be read or tells something impossible; line 0 stands for the whole file."""

    file: str
    line: int
    reason: str


class Findings(Struct):
    """What the JSON document says."""

    games: int
    """How many of the files hold a game that can be read."""
    plays: int
    mismatches: list[FileMismatch]
    errors: list[FileError]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game in GCG")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    add_ruleset(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay the files; 2 when one holds no game to read, else 1 when a score differs or a line is in error, else 0.

    The other files are replayed all the same. Words are never judged.
    """
    by_file = [(printable(name), _replay_file(name, arguments.ruleset)) for name in arguments.files]
    total = Findings(0, 0, [], [])
    for file, found in by_file:
        total.games += found.games
        total.plays += found.plays
        total.mismatches += found.mismatches
        total.errors += found.errors
        if not arguments.json:
            _say_file(file, found)
    if arguments.json:
        say_json(total)
    else:
        say(f"{counted(total.games, 'game')}, {_figures(total)}")
    if total.games < len(arguments.files):
        return _UNUSABLE
    return 1 if total.mismatches or total.errors else 0


def _replay_file(name: str, ruleset: str) -> Findings:
    file = printable(name)
    try:
        found: Replay = replay(read_sheet(name, ruleset))
    except FileTroubleError as trouble:
        return Findings(0, 0, [], [FileError(file, trouble.line, str(trouble))])
    return Findings(
        1,
        found.plays,
        [FileMismatch(file, each.line, each.text, each.recorded, each.computed) for each in found.mismatches],
        [FileError(file, each.line, each.reason) for each in found.problems],
    )


def _say_file(file: str, found: Findings) -> None:
    """One line for a file, and one for each thing found in it, in the order of its lines."""
    say(f"{file}: {_figures(found)}")
    lines = [
        (each.line, f"recorded {each.recorded}, computed {each.computed}: {each.text}") for each in found.mismatches
    ]
    lines += [(each.line, each.reason) for each in found.errors]
    for line, text in sorted(lines):
        say(f"    line {line}: {text}" if line else f"    {text}")


def _figures(found: Findings) -> str:
    differences, errors = len(found.mismatches), len(found.errors)
    return f"{counted(found.plays, 'play')}, {counted(differences, 'difference')}, {counted(errors, 'error')}"
