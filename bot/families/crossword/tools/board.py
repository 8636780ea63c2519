"""``harfiyen board``: the picture of a position of a recorded game."""

import argparse
from pathlib import Path
from typing import Final

from bot.families.crossword.sketches import sketch
from bot.families.crossword.tools.gcgfiles import FileTroubleError, add_ruleset, read_sheet
from bot.languages import languages
from bot.pictures.sketches import DEFAULT_THEME, Look
from bot.terminal import complain, printable
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.position import show
from engine.crossword.replay import replay
from render import Painter
from render.theme import THEMES

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
    parser.add_argument(
        "--language", choices=languages().codes, help="of the words below the board; the game's if none"
    )
    parser.add_argument("--theme", choices=tuple(THEMES), default=DEFAULT_THEME, help="of the picture (%(default)s)")
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
    language = arguments.language or (own if own in languages().codes else "en")
    speaker = Speaker(Texts(), language, sheet.ruleset.title)
    drawn = sketch(show(sheet, found.position), speaker, Look(language, arguments.theme))
    picture = drawn.painted(Painter(arguments.theme))
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
