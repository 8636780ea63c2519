"""Draw every kind of picture in every theme that it has, and the page that lists them: ``make gallery``."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from bot.texts import Texts
from render import Painter
from render.theme import THEMES
from tools.gallery.crossword import crossword_pictures
from tools.gallery.other_families import duplicate_pictures, klepka_pictures, lobby_pictures, record_pictures
from tools.gallery.pictures import GalleryPicture

PAGE_NAME: Final = "README.md"
_SHOWN_WIDTH: Final = 220


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tools.gallery", description="Draw every kind of picture.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write")
    parser.add_argument("--width", type=int, default=900, metavar="PIXELS", help="of every picture (%(default)s)")
    arguments = parser.parse_args(argv)
    folder: Path = arguments.folder
    painters, texts = {theme: Painter(theme, arguments.width) for theme in THEMES}, Texts()
    folder.mkdir(parents=True, exist_ok=True)
    pictures = list(all_pictures())
    for picture in pictures:
        for theme in picture.themes:
            (folder / _file_name(picture, theme)).write_bytes(picture.draw(texts, painters[theme], theme))
    (folder / PAGE_NAME).write_text(to_markdown_page(pictures), encoding="utf-8")
    sys.stdout.write(f"{sum(len(picture.themes) for picture in pictures)} pictures in {folder}\n")
    return 0


def all_pictures() -> Iterator[GalleryPicture]:
    return chain(crossword_pictures(), klepka_pictures(), duplicate_pictures(), lobby_pictures(), record_pictures())


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
