"""A family brings its painter from its own room: kept by the painter of all, with the tiles and colours of all."""

import ast
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.pictures import drawing
from bot.pictures.drawing import WIDTH
from engine.rulesets import parse
from engine.seats import Seat
from render import Painter
from render.theme import THEMES
from tests.support.games import NOW
from tests.support.guess import painting, rules
from tests.support.guess.chat import GuessSketch
from tests.support.guess.painting import TILE, GuessPainter
from tests.support.guess.registered import registered
from tests.support.guess.ruleset import Ruleset
from tests.support.guess.view import GameView, Guessed
from tests.support.pages import ROOT


def seen(marks: str) -> GameView:
    """The group's view of a game with one guess."""
    with registered():
        ruleset = parse((Path(painting.__file__).parent / "guess-en.toml").read_text("utf-8"), "guess-en.toml")
    assert isinstance(ruleset, Ruleset)
    seats = (Seat(1, "Kiraz"), Seat(2, "Limon"))
    state, _ = rules.new(ruleset, seats, host=1, secret="7f" * 32, message=7, lexicon="en", now=NOW)
    return replace(rules.view(state, None), guesses=(Guessed(0, "CRANE", marks, 0),))


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_it_draws_in_every_theme_with_the_tiles_of_all(theme: str) -> None:
    painter, view = Painter(theme, WIDTH), seen("=----")
    picture = opened(GuessSketch(theme, view, "Guess").painted(painter))
    assert picture.width == WIDTH
    page = tuple(bytes.fromhex(THEMES[theme].colours["page"][1:]))
    assert picture.getpixel((WIDTH - 1, picture.height - 1)) == page
    assert picture.getpixel((20 + TILE // 2, picture.height - 10)) != page


def test_what_a_guess_was_marked_with_is_seen() -> None:
    pictures = {GuessSketch("light", seen(marks), "Guess").painted(Painter()) for marks in ("-----", "+----", "=----")}
    assert len(pictures) == 3


def test_it_is_made_once_for_each_painter() -> None:
    first, second = Painter(), Painter("dark")
    assert first.of(GuessPainter) is first.of(GuessPainter)
    assert first.of(GuessPainter) is not second.of(GuessPainter)


def test_it_needs_neither_pillow_nor_the_room_of_another_game() -> None:
    tree = ast.parse(Path(painting.__file__).read_text("utf-8"))
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {module for module in modules if module.startswith(("PIL", "render.board", "render.cards"))}
    assert "guess" not in (ROOT / "render" / "painter.py").read_text("utf-8")


def test_a_changed_painter_of_a_family_is_another_way_of_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter = tmp_path / "bot" / "families" / "guess" / "painting.py"
    painter.parent.mkdir(parents=True)
    (tmp_path / "render").mkdir()
    monkeypatch.setattr(drawing, "files", tmp_path.joinpath)
    versions = set()
    for text in ("", "TILE = 1", "TILE = 2"):
        painter.write_text(text, "utf-8")
        versions.add(drawing.drawing_version.__wrapped__())
    assert len(versions) == 3
