"""Draws every kind of picture, in every theme that it has, and the page that lists them: ``make gallery``."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.texts import Texts
from render import Painter
from render.theme import THEMES
from tools.gallery.crossword import crossword_pictures
from tools.gallery.duplicate import duplicate_pictures
from tools.gallery.klepka import klepka_pictures
from tools.gallery.lobbies import guide_lobbies, lobby_pictures
from tools.gallery.pictures import GalleryPicture
from tools.gallery.records import record_pictures

PAGE_NAME: Final = "README.md"
_SHOWN_WIDTH: Final = 220


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tools.gallery", description="Draw every kind of picture.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write")
    parser.add_argument("--width", type=int, default=900, metavar="PIXELS", help="of every picture (%(default)s)")
    arguments = parser.parse_args(argv)
    folder: Path = arguments.folder
    painters = {theme: Painter(theme, arguments.width) for theme in THEMES}
    folder.mkdir(parents=True, exist_ok=True)
    pictures = list(all_pictures(Texts()))
    for picture in pictures:
        for theme in picture.themes:
            (folder / _file_name(picture, theme)).write_bytes(picture.draw(painters[theme], theme))
    (folder / PAGE_NAME).write_text(to_markdown_page(pictures), encoding="utf-8")
    sys.stdout.write(f"{sum(len(picture.themes) for picture in pictures)} pictures in {folder}\n")
    return 0


def all_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    yield from crossword_pictures(texts)
    yield from klepka_pictures(texts)
    yield from duplicate_pictures(texts)
    yield from lobby_pictures(texts)
    yield from guide_lobbies(texts)
    yield from record_pictures(texts)


def to_markdown_page(shown: list[GalleryPicture]) -> str:
    lines = ["# Gallery", "", "Every kind of picture, made by `make gallery`.", ""]
    for picture in shown:
        files = (
            f'<img src="{_file_name(picture, theme)}"\n'
            f'     alt="{picture.description}; theme {theme}" width="{_SHOWN_WIDTH}">'
            for theme in picture.themes
        )
        lines += [f"## {picture.description}", "", *files, ""]
    lines += [f"Themes from left to right, where there are several: {', '.join(THEMES)}.", ""]
    return "\n".join(lines)


def _file_name(picture: GalleryPicture, theme: str) -> str:
    return f"{picture.kind}-{theme}.png"


if __name__ == "__main__":
    sys.exit(main())
