"""``harfiyen replay``: recomputes the scores of recorded games and names every difference."""

import argparse
from pathlib import Path
from typing import Final

from msgspec import Struct

from bot.terminal import format_count, print_json, print_line, to_printable
from engine.crossword.gcg import GcgError, read_gcg
from engine.crossword.gcg_records import GcgFile
from engine.crossword.gcg_replay import Replay, replay_gcg
from engine.crossword.shipped import crossword_rulesets

DEFAULT_RULESET: Final = "scrabble-en"


class UnreadableGameFileError(Exception):
    """A file without a readable game; ``line`` is 0 if not even a line could be read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line


def add_ruleset_option(parser: argparse.ArgumentParser) -> None:
    """Declare ``--ruleset``."""
    parser.add_argument(
        "--ruleset",
        choices=tuple(crossword_rulesets()),
        default=DEFAULT_RULESET,
        metavar="ID",
        help="the ruleset of files that name none: " + ", ".join(crossword_rulesets()) + " (%(default)s)",
    )


def read_gcg_file(name: str, ruleset: str) -> GcgFile:
    """Read the game in a file; ``ruleset`` is used if the file names none. Raises UnreadableGameFileError."""
    try:
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UnreadableGameFileError(0, f"it cannot be read: {reason}") from error
    try:
        return read_gcg(data, crossword_rulesets()[ruleset])
    except GcgError as error:
        raise UnreadableGameFileError(error.line, str(error)) from error


_EXIT_UNUSABLE: Final = 2


class FileMismatch(Struct, frozen=True):
    """A recorded figure that differs from the computed one."""

    file: str
    line: int
    text: str
    recorded: int
    computed: int


class FileError(Struct, frozen=True):
    """An unreadable line or an impossible turn; line 0 stands for the whole file."""

    file: str
    line: int
    reason: str


class ReplayFindings(Struct):
    """What was found in one file, as in the JSON document."""

    games: int  # 1 if the file holds a readable game, else 0
    plays: int
    mismatches: list[FileMismatch]
    errors: list[FileError]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game in GCG")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    add_ruleset_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay the files. Returns 2 if one holds no game, else 1 if a score differs or a line is wrong, else 0."""
    by_file = [(to_printable(name), _replay_file(name, arguments.ruleset)) for name in arguments.files]
    total = ReplayFindings(0, 0, [], [])
    for file, found in by_file:
        total.games += found.games
        total.plays += found.plays
        total.mismatches += found.mismatches
        total.errors += found.errors
        if not arguments.json:
            _print_findings(file, found)
    if arguments.json:
        print_json(total)
    else:
        print_line(f"{format_count(total.games, 'game')}, {_counts_text(total)}")
    if total.games < len(arguments.files):
        return _EXIT_UNUSABLE
    return 1 if total.mismatches or total.errors else 0


def _replay_file(name: str, ruleset: str) -> ReplayFindings:
    file = to_printable(name)
    try:
        found: Replay = replay_gcg(read_gcg_file(name, ruleset))
    except UnreadableGameFileError as trouble:
        return ReplayFindings(0, 0, [], [FileError(file, trouble.line, str(trouble))])
    return ReplayFindings(
        1,
        found.plays,
        [FileMismatch(file, each.line, each.text, each.recorded, each.computed) for each in found.mismatches],
        [FileError(file, each.line, each.reason) for each in found.problems],
    )


def _print_findings(file: str, found: ReplayFindings) -> None:
    print_line(f"{file}: {_counts_text(found)}")
    lines = [
        (each.line, f"recorded {each.recorded}, computed {each.computed}: {each.text}") for each in found.mismatches
    ]
    lines += [(each.line, each.reason) for each in found.errors]
    for line, text in sorted(lines):
        print_line(f"    line {line}: {text}" if line else f"    {text}")


def _counts_text(found: ReplayFindings) -> str:
    counts = ((found.plays, "play"), (len(found.mismatches), "difference"), (len(found.errors), "error"))
    return ", ".join(format_count(count, noun) for count, noun in counts)
