"""``harfiyen gallery``: every kind of picture in every theme, as files with a page that lists them."""

import argparse
from pathlib import Path
from typing import Final

from bot.families.exhibits import Exhibit
from bot.offline.gallery import exhibits
from bot.terminal import complain, counted, printable, say
from bot.texts import Texts
from render import Painter
from render.theme import THEMES

FOLDER: Final = "docs/gallery"
PAGE: Final = "README.md"
_UNUSABLE: Final = 2
_SHOWN: Final = 220
"""The width of a picture on the page, in pixels: some four beside each other."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("folder", nargs="?", default=FOLDER, metavar="FOLDER", help="where to write (%(default)s)")
    parser.add_argument("--width", type=int, default=900, metavar="PIXELS", help="of every picture (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Draw and write; 2 when the width is no picture's or the folder cannot be written."""
    folder, shown = Path(arguments.folder), list(exhibits(Texts()))
    try:
        painters = {theme: Painter(theme, arguments.width) for theme in THEMES}
    except ValueError as error:
        complain(f"--width {arguments.width}: {error}")
        return _UNUSABLE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for exhibit in shown:
            for theme, painter in painters.items():
                (folder / file_name(exhibit, theme)).write_bytes(exhibit.draw(painter, theme))
        (folder / PAGE).write_text(page(shown), encoding="utf-8")
    except OSError as error:
        complain(f"{printable(str(error.filename or folder))}: it cannot be written: {error.strerror}")
        return _UNUSABLE
    say(f"{counted(len(shown) * len(painters), 'picture')} in {printable(str(folder))}")
    return 0


def file_name(exhibit: Exhibit, theme: str) -> str:
    """The name of a picture's file."""
    return f"{exhibit.kind}-{theme}.png"


def page(shown: list[Exhibit]) -> str:
    """The page that lists them, as Markdown."""
    lines = ["# Gallery", "", "Every kind of picture in every theme, made by `harfiyen gallery`.", ""]
    for exhibit in shown:
        pictures = (
            f'<img src="{file_name(exhibit, theme)}" alt="{exhibit.about}; theme {theme}" width="{_SHOWN}">'
            for theme in THEMES
        )
        lines += [f"## {exhibit.about}", "", *pictures, ""]
    lines += [f"Themes from left to right: {', '.join(THEMES)}.", ""]
    return "\n".join(lines)
