"""The gallery: every kind of picture in every theme, and the page in ``docs`` that lists them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.theme import THEMES
from tests.support.languages import LANGUAGES
from tools.gallery.__main__ import PAGE_NAME, main

DOCS = Path(__file__).parents[2] / "docs" / "gallery"


KINDS = {
    "board", "board-four", "board-wordbox", "own", "own-four", "own-wordbox", "preview", "final", "klepka",
    "klepka-own", "klepka-keys", "klepka-final", "round", "round-own", "round-result", "round-final", "lobby",
    "lobby-klepka", "lobby-many", "ranks", "player", "comparison", "puzzle", "greeting-en",
    "greeting-tr", "greeting-uk",
}  # fmt: skip

GUIDE_PICTURES = {
    f"guide-{kind}-{language}-light.png"
    for kind in ("board", "cell", "move", "klepka", "lobby")
    for language in LANGUAGES
}
NAMES = {f"{kind}-{theme}.png" for kind in KINDS for theme in THEMES} | GUIDE_PICTURES | {PAGE_NAME}


def test_every_kind_is_drawn_in_every_theme_and_the_page_in_the_documentation_lists_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new"
    assert main([str(folder), "--width", "300"]) == 0
    assert capsys.readouterr().out == f"{len(NAMES) - 1} pictures in {folder}\n"
    assert {file.name for file in folder.iterdir()} == {file.name for file in DOCS.iterdir()} == NAMES
    for file in folder.glob("*.png"):
        picture = file.read_bytes()
        Image.open(BytesIO(picture)).verify()
        assert Image.open(BytesIO(picture)).width == 300
    assert (DOCS / PAGE_NAME).read_text("utf-8") == (folder / PAGE_NAME).read_text("utf-8")


def test_the_themes_of_a_kind_are_different_pictures() -> None:
    for kind in KINDS:
        assert len({(DOCS / f"{kind}-{theme}.png").read_bytes() for theme in THEMES}) == len(THEMES)
