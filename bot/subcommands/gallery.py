"""``harfiyen gallery``: every kind of picture, in every theme that it has, as files with a page that lists them."""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from bot.families import gallery, registry, table_message
from bot.families.gallery import GalleryPicture, table_drawer
from bot.subcommands.gallery_lobbies import guide_lobbies
from bot.subcommands.gallery_records import record_exhibits
from bot.terminal import format_count, print_error, print_line, to_printable
from bot.texts import Texts
from engine.lobby_view import lobby_view
from render import Painter
from render.theme import THEMES

GALLERY_FOLDER: Final = "docs/gallery"


PAGE_NAME: Final = "README.md"


_EXIT_UNUSABLE: Final = 2


_SHOWN_WIDTH: Final = 220
"""The width of a picture on the page, in pixels: some four beside each other."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "folder", nargs="?", default=GALLERY_FOLDER, metavar="FOLDER", help="where to write (%(default)s)"
    )
    parser.add_argument("--width", type=int, default=900, metavar="PIXELS", help="of every picture (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Draw and write; 2 when the width is no picture's or the folder cannot be written."""
    folder = Path(arguments.folder)
    try:
        painters = {theme: Painter(theme, arguments.width) for theme in THEMES}
    except ValueError as error:
        print_error(f"--width {arguments.width}: {error}")
        return _EXIT_UNUSABLE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shown = list(all_exhibits(Texts()))
        for exhibit in shown:
            for theme in exhibit.themes:
                (folder / picture_file_name(exhibit, theme)).write_bytes(exhibit.draw(painters[theme], theme))
        (folder / PAGE_NAME).write_text(to_markdown_page(shown), encoding="utf-8")
    except OSError as error:
        print_error(f"{to_printable(str(error.filename or folder))}: it cannot be written: {error.strerror}")
        return _EXIT_UNUSABLE
    count = sum(len(exhibit.themes) for exhibit in shown)
    print_line(f"{format_count(count, 'picture')} in {to_printable(str(folder))}")
    return 0


def picture_file_name(exhibit: GalleryPicture, theme: str) -> str:
    """The name of a picture's file."""
    return f"{exhibit.kind}-{theme}.png"


def to_markdown_page(shown: list[GalleryPicture]) -> str:
    """The page that lists them, as Markdown."""
    lines = ["# Gallery", "", "Every kind of picture, made by `harfiyen gallery`.", ""]
    for exhibit in shown:
        pictures = (
            f'<img src="{picture_file_name(exhibit, theme)}"\n'
            f'     alt="{exhibit.description}; theme {theme}" width="{_SHOWN_WIDTH}">'
            for theme in exhibit.themes
        )
        lines += [f"## {exhibit.description}", "", *pictures, ""]
    lines += [f"Themes from left to right, where there are several: {', '.join(THEMES)}.", ""]
    return "\n".join(lines)


def all_exhibits(texts: Texts) -> Iterator[GalleryPicture]:
    """Every kind: games family by family, the tables that wait for players, those of guides, what groups remember."""
    for family in registry.FAMILIES:
        yield from family.pictures.gallery_pictures(texts)
    for family in registry.FAMILIES:
        for waiting in family.pictures.gallery_lobbies:
            view = lobby_view(gallery.open_sample_lobby(waiting.ruleset, waiting.names))
            yield GalleryPicture(
                waiting.kind,
                waiting.description,
                table_drawer(texts, view.ruleset, partial(table_message.lobby_sketch, view)),
            )
    yield from guide_lobbies(texts)
    yield from record_exhibits(texts)
