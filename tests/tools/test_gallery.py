"""The gallery: every kind of picture in every theme, and the page in ``docs`` that lists them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.theme import THEMES
from tests.support.languages import LANGUAGES
from tools.gallery.__main__ import PAGE_NAME, all_pictures, main, to_markdown_page

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


def test_every_kind_is_drawn_in_every_theme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "new"), "--width", "300"]) == 0
    assert capsys.readouterr().out == f"{len(NAMES) - 1} pictures in {tmp_path / 'new'}\n"
    assert {file.name for file in (tmp_path / "new").iterdir()} == NAMES
    for file in (tmp_path / "new").glob("*.png"):
        picture = file.read_bytes()
        Image.open(BytesIO(picture)).verify()
        assert Image.open(BytesIO(picture)).width == 300


def test_the_gallery_in_the_documentation_is_complete_and_its_page_is_the_one_made_now() -> None:
    assert {file.name for file in DOCS.iterdir()} == NAMES
    assert (DOCS / PAGE_NAME).read_text(encoding="utf-8") == to_markdown_page(list(all_pictures()))


def test_the_themes_of_a_kind_are_different_pictures() -> None:
    for kind in KINDS:
        assert len({(DOCS / f"{kind}-{theme}.png").read_bytes() for theme in THEMES}) == len(THEMES)
