"""The gallery: every kind of picture in every theme, and the page in ``docs`` that lists them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.texts import Texts
from render import Painter
from render.theme import THEMES
from tests.support.languages import LANGUAGES
from tools.gallery.__main__ import PAGE_NAME, main
from tools.gallery.pictures import GalleryPicture

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


def test_every_kind_is_drawn_and_the_page_in_the_documentation_lists_its_themes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind in one theme, all themes by turns."""
    folder, draw = tmp_path / "new", GalleryPicture.draw

    def draw_one_theme(picture: GalleryPicture, texts: Texts, painter: Painter, theme: str) -> bytes:
        is_turn = picture.themes[len(picture.kind) % len(picture.themes)] == theme
        return draw(picture, texts, painter, theme) if is_turn else b""

    monkeypatch.setattr(GalleryPicture, "draw", draw_one_theme)
    assert main([str(folder), "--width", "300"]) == 0
    assert capsys.readouterr().out == f"{len(NAMES) - 1} pictures in {folder}\n"
    assert {file.name for file in folder.iterdir()} == {file.name for file in DOCS.iterdir()} == NAMES
    drawn = [picture for file in folder.glob("*.png") if (picture := file.read_bytes())]
    assert len(drawn) == len(KINDS) + len(GUIDE_PICTURES)
    for picture in drawn:
        Image.open(BytesIO(picture)).verify()
        assert Image.open(BytesIO(picture)).width == 300
    assert (DOCS / PAGE_NAME).read_text("utf-8") == (folder / PAGE_NAME).read_text("utf-8")


def test_the_themes_of_a_kind_are_different_pictures() -> None:
    for kind in KINDS:
        assert len({(DOCS / f"{kind}-{theme}.png").read_bytes() for theme in THEMES}) == len(THEMES)
