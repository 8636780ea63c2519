"""``harfiyen gallery``: every kind of picture in every theme, and the page in ``docs`` that lists them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from bot.subcommands import gallery
from bot.subcommands.gallery import all_exhibits
from bot.texts import Texts
from render.theme import THEMES
from tests.support.languages import LANGUAGES

DOCS = Path(__file__).parents[3] / "docs" / "gallery"
KINDS = {
    "board",
    "board-four",
    "board-wordbox",
    "own",
    "own-four",
    "own-wordbox",
    "preview",
    "final",
    "klepka",
    "klepka-own",
    "klepka-final",
    "lobby",
    "lobby-klepka",
    "ranks",
    "player",
    "comparison",
    "puzzle",
    "greeting-en",
    "greeting-tr",
    "greeting-uk",
}
GUIDE_PICTURES = {
    f"guide-{kind}-{language}-light.png"
    for kind in ("board", "cell", "move", "klepka", "lobby")
    for language in LANGUAGES
}
NAMES = {f"{kind}-{theme}.png" for kind in KINDS for theme in THEMES} | GUIDE_PICTURES | {gallery.PAGE_NAME}


def test_every_kind_is_drawn_in_every_theme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery", str(tmp_path / "new"), "--width", "300"]) == 0
    assert capsys.readouterr().out == f"{len(NAMES) - 1} pictures in {tmp_path / 'new'}\n"
    assert {file.name for file in (tmp_path / "new").iterdir()} == NAMES
    for file in (tmp_path / "new").glob("*.png"):
        picture = file.read_bytes()
        Image.open(BytesIO(picture)).verify()
        assert Image.open(BytesIO(picture)).width == 300


def test_the_gallery_in_the_documentation_is_complete_and_its_page_is_the_one_made_now() -> None:
    assert {file.name for file in DOCS.iterdir()} == NAMES
    assert (DOCS / gallery.PAGE_NAME).read_text(encoding="utf-8") == gallery.to_markdown_page(
        list(all_exhibits(Texts()))
    )


def test_the_themes_of_a_kind_are_different_pictures() -> None:
    for kind in KINDS:
        assert len({(DOCS / f"{kind}-{theme}.png").read_bytes() for theme in THEMES}) == len(THEMES)


@pytest.mark.parametrize("width", ["299", "901"])
def test_a_width_that_no_picture_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], width: str) -> None:
    assert main(["gallery", str(tmp_path), "--width", width]) == 2
    assert f"--width {width}: a picture is 300 to 2400 pixels wide" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["gallery", str(tmp_path / "file" / "pictures")]) == 2
    assert f"{tmp_path / 'file' / 'pictures'}: it cannot be written" in capsys.readouterr().err
