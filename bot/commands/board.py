"""``harfiyen board``: the picture of a position of a recorded game."""

import argparse
from pathlib import Path
from typing import Final

from bot.commands.gcgfiles import FileTroubleError, add_ruleset, read_sheet
from bot.commands.output import complain, printable
from bot.sketches import Look, sketch
from bot.studio import paint
from bot.texts import LANGUAGES, Texts
from engine.crossword.position import show
from engine.crossword.replay import replay
from render import Painter

_UNUSABLE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a game in GCG")
    parser.add_argument("-o", "--output", required=True, metavar="PNG", help="where to write the picture")
    parser.add_argument(
        "--move",
        type=_turns,
        metavar="N",
        help="the position after N plays, passes and exchanges; the last one if none",
    )
    parser.add_argument("--language", choices=LANGUAGES, help="of the words below the board; the game's if none")
    add_ruleset(parser)


def run(arguments: argparse.Namespace) -> int:
    """Draw the picture; 1 when the record has errors, 2 when there is nothing to draw or nowhere to write."""
    name = printable(arguments.file)
    try:
        sheet = read_sheet(arguments.file, arguments.ruleset)
    except FileTroubleError as trouble:
        complain(f"{name}: {trouble}")
        return _UNUSABLE
    found = replay(sheet, arguments.move)
    if arguments.move is not None and found.position.turns < arguments.move:
        complain(f"{name}: the game has {found.position.turns} turns, so there is no position after {arguments.move}")
        return _UNUSABLE
    own = sheet.ruleset.language
    language = arguments.language or (own if own in LANGUAGES else "en")
    drawn = sketch(Texts(), show(sheet, found.position), sheet.ruleset.title, Look(language))
    picture = paint(Painter(), drawn)
    try:
        Path(arguments.output).write_bytes(picture)
    except OSError as error:
        complain(f"{printable(arguments.output)}: it cannot be written: {error.strerror}")
        return _UNUSABLE
    for problem in found.problems:
        complain(f"{name}, line {problem.line}: {problem.reason}")
    return 1 if found.problems else 0


def _turns(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of turns; write 0 or more")
    return int(text)
