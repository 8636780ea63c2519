"""``harfiyen puzzles``: makes puzzles by self-play, and checks those of a file or of the release."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from bot.families.crossword.analysis_jobs import PuzzleSource
from bot.terminal import format_count, print_error, print_json, print_line, show_progress, to_printable
from engine.crossword.puzzles.finder import PuzzleFault, PuzzleMix, make_puzzles, puzzle_faults
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.puzzles.shipped_puzzles import (
    ENDING,
    decode_puzzles,
    encode_puzzles,
    make_puzzles_header,
    puzzle_games,
    shipped_puzzles,
)
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError

_EXIT_FAULTS: Final = 1
_EXIT_UNUSABLE: Final = 2
_COUNT: Final = 200


class PuzzleReport(Struct, frozen=True):
    """A puzzle in the JSON documents."""

    id: str
    rack: str
    best: str
    score: int
    gap: float
    margin: float  # the play's lead in the simulation, in points
    half_width: float  # half of the margin's 95 % interval
    faults: tuple[PuzzleFault, ...] = ()


class MadeReport(Struct, frozen=True):
    """The JSON document of ``make``."""

    game: str
    file: str
    puzzles: list[PuzzleReport]


class CheckedReport(Struct, frozen=True):
    """The result of checking one file, or the release."""

    game: str
    file: str | None  # `null` for the release
    checked: int
    faulty: list[PuzzleReport]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = parser.add_subparsers(dest="what", required=True, metavar="{make,check}")
    make = what.add_parser("make", help="make puzzles of a game by self-play and write them to a file")
    make.add_argument(
        "--game", required=True, choices=tuple(crossword_rulesets()), metavar="ID", help="a game on a board"
    )
    make.add_argument("--count", type=_count, default=_COUNT, help="how many (%(default)s)")
    make.add_argument("--seed", default="1", help="any text; the same one gives the same puzzles (%(default)s)")
    make.add_argument("--file", type=Path, help="where they are written (ID.puzzles in the current folder)")
    check = what.add_parser("check", help="check the puzzles of files, or those that ship")
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="made by “make”; without, all that ship")
    check.add_argument("--simulate", action="store_true", help="simulate each too, half a second each")
    for each in (make, check):
        each.add_argument("--json", action="store_true", help="answer with one JSON object")


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 10_000:  # noqa: PLR2004 - more than people solve
        raise argparse.ArgumentTypeError(f"{text} is not between 1 and 10000")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Make or check puzzles. Returns 1 if a check finds a fault, 2 if a file cannot be read or written, else 0."""
    return _make(arguments) if arguments.what == "make" else _check(arguments)


def _make(arguments: argparse.Namespace) -> int:
    source = PuzzleSource(arguments.game)
    found: list[Puzzle] = []
    for puzzle in make_puzzles(source.finder, source.self_play(arguments.seed), PuzzleMix(source.rules), "shipped"):
        found.append(puzzle)
        show_progress(len(found), arguments.count)
        if len(found) == arguments.count:
            break
    command = f"harfiyen puzzles make --game {arguments.game} --count {arguments.count} --seed {arguments.seed}"
    header = make_puzzles_header(arguments.game, source.words.name, source.words.hash, len(found), command)
    target: Path = arguments.file or Path(f"{arguments.game}{ENDING}")
    file = to_printable(str(target))
    try:
        target.write_bytes(encode_puzzles(header, found))
    except OSError as error:
        print_error(f"{file}: {error.strerror}")
        return _EXIT_UNUSABLE
    if arguments.json:
        print_json(MadeReport(arguments.game, file, [_to_report(puzzle) for puzzle in found]))
    else:
        print_line(f"{file}: {format_count(len(found), 'puzzle')}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    checks, unusable = [], 0
    for path in arguments.files or [None]:
        try:
            sets = [(game, shipped_puzzles(game)) for game in puzzle_games()] if path is None else [_read(path)]
        except (OSError, DataError, KeyError) as error:
            print_error(f"{to_printable(str(path or 'puzzles'))}: {error}")
            unusable += 1
            continue
        checks += [_check_set(game, path, puzzles, simulate=arguments.simulate) for game, puzzles in sets]
    if arguments.json:
        print_json({"checks": checks})
    else:
        for one in checks:
            sound = one.checked - len(one.faulty)
            print_line(f"{one.file or one.game}: {sound} of {format_count(one.checked, 'puzzle')} sound")
            for puzzle in one.faulty:
                print_line(f"  {puzzle.id} {puzzle.best}: {', '.join(puzzle.faults)}")
    if unusable:
        return _EXIT_UNUSABLE
    return _EXIT_FAULTS if any(one.faulty for one in checks) else 0


def _read(path: Path) -> tuple[str, Sequence[Puzzle]]:
    header, puzzles = decode_puzzles(path.name, path.read_bytes())
    if header.ruleset not in crossword_rulesets():
        raise DataError(f"no game {header.ruleset} ships")
    return header.ruleset, puzzles


def _check_set(game: str, path: Path | None, puzzles: Sequence[Puzzle], *, simulate: bool) -> CheckedReport:
    finder, faulty = PuzzleSource(game).finder, []
    for number, puzzle in enumerate(puzzles, 1):
        faults = tuple(puzzle_faults(puzzle, finder, simulate=simulate))
        if faults:
            faulty.append(_to_report(puzzle, faults))
        show_progress(number, len(puzzles))
    return CheckedReport(game, None if path is None else to_printable(str(path)), len(puzzles), faulty)


def _to_report(puzzle: Puzzle, faults: tuple[PuzzleFault, ...] = ()) -> PuzzleReport:
    best = f"{puzzle.best.tiles[0].cell} {puzzle.best.word}"
    return PuzzleReport(
        puzzle.id, "".join(puzzle.rack), best, puzzle.best.score, puzzle.gap, puzzle.margin, puzzle.half_width, faults
    )
