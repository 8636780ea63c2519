"""``harfiyen board``: draws a position of a recorded game."""

import argparse
from pathlib import Path
from typing import Final

from bot.families.crossword.sketches import board_sketch
from bot.families.crossword.tools.replay import UnreadableGameFileError, add_ruleset_option, read_gcg_file
from bot.languages import languages
from bot.pictures import DEFAULT_THEME, PictureStyle
from bot.terminal import print_error, to_printable
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.gcg_replay import replay_gcg, to_view
from render import Painter
from render.theme import THEMES

_EXIT_UNUSABLE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a game in GCG")
    parser.add_argument("-o", "--output", required=True, metavar="PNG", help="where to write the picture")
    parser.add_argument(
        "--move",
        type=_turn_count,
        metavar="N",
        help="the position after N plays, passes and exchanges; the last one if none",
    )
    parser.add_argument(
        "--language", choices=languages().codes, help="of the words below the board; the game's if none"
    )
    parser.add_argument("--theme", choices=tuple(THEMES), default=DEFAULT_THEME, help="of the picture (%(default)s)")
    add_ruleset_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Draw the picture. Returns 1 if the record has errors, 2 if nothing can be drawn or written, else 0."""
    name = to_printable(arguments.file)
    try:
        gcg = read_gcg_file(arguments.file, arguments.ruleset)
    except UnreadableGameFileError as trouble:
        print_error(f"{name}: {trouble}")
        return _EXIT_UNUSABLE
    found = replay_gcg(gcg, arguments.move)
    if arguments.move is not None and found.position.turns < arguments.move:
        print_error(
            f"{name}: the game has {found.position.turns} turns, so there is no position after {arguments.move}"
        )
        return _EXIT_UNUSABLE
    own = gcg.ruleset.language
    language = arguments.language or (own if own in languages().codes else "en")
    speaker = Speaker(Texts(), language, gcg.ruleset.title)
    sketch = board_sketch(to_view(gcg, found.position), speaker, PictureStyle(language, arguments.theme))
    picture = sketch.paint(Painter(arguments.theme))
    try:
        Path(arguments.output).write_bytes(picture)
    except OSError as error:
        print_error(f"{to_printable(arguments.output)}: it cannot be written: {error.strerror}")
        return _EXIT_UNUSABLE
    for problem in found.problems:
        print_error(f"{name}, line {problem.line}: {problem.reason}")
    return 1 if found.problems else 0


def _turn_count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of turns; write 0 or more")
    return int(text)
