"""A family brings its painter from its own room: kept by the painter of all, with the tiles and colours of all."""

import ast
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.pictures import drawing
from bot.pictures.drawing import PICTURE_WIDTH
from engine.game_setup import GameSetup
from engine.lobby_seats import Seat
from engine.rulesets import parse_ruleset
from render import Painter
from render.theme import THEMES
from tests.support.doc_pages import ROOT
from tests.support.games import NOW
from tests.support.guess import painter, rules
from tests.support.guess.chat import GuessSketch
from tests.support.guess.painter import TILE, GuessPainter
from tests.support.guess.registered import register_guess_family
from tests.support.guess.ruleset import Ruleset
from tests.support.guess.view import GameView, Guessed


def view_with_guess(marks: str) -> GameView:
    """The group's view of a game with one guess."""
    with register_guess_family():
        ruleset = parse_ruleset((Path(painter.__file__).parent / "guess-en.toml").read_text("utf-8"), "guess-en.toml")
    assert isinstance(ruleset, Ruleset)
    seats = (Seat(1, "Kiraz"), Seat(2, "Limon"))
    state, _ = rules.new_game(
        ruleset, GameSetup(seats=seats, host=1, secret="7f" * 32, message=7, lexicon="en", begins=NOW)
    )
    return replace(rules.view(state, None), guesses=(Guessed(0, "CRANE", marks, 0),))


def open_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_it_draws_in_every_theme_with_the_tiles_of_all(theme: str) -> None:
    painter, view = Painter(theme, PICTURE_WIDTH), view_with_guess("=----")
    picture = open_png(GuessSketch(theme, view, "Guess").paint(painter))
    assert picture.width == PICTURE_WIDTH
    page = tuple(bytes.fromhex(THEMES[theme].colours["page"][1:]))
    assert picture.getpixel((PICTURE_WIDTH - 1, picture.height - 1)) == page
    assert picture.getpixel((20 + TILE // 2, picture.height - 10)) != page


def test_what_a_guess_was_marked_with_is_seen() -> None:
    pictures = {
        GuessSketch("light", view_with_guess(marks), "Guess").paint(Painter()) for marks in ("-----", "+----", "=----")
    }
    assert len(pictures) == 3


def test_it_is_made_once_for_each_painter() -> None:
    first, second = Painter(), Painter("dark")
    assert first.family_painter(GuessPainter) is first.family_painter(GuessPainter)
    assert first.family_painter(GuessPainter) is not second.family_painter(GuessPainter)


def test_it_needs_neither_pillow_nor_the_room_of_another_game() -> None:
    tree = ast.parse(Path(painter.__file__).read_text("utf-8"))
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {module for module in modules if module.startswith(("PIL", "render.board", "render.cards"))}
    assert "guess" not in (ROOT / "render" / "painter.py").read_text("utf-8")


def test_a_changed_painter_of_a_family_is_another_way_of_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "bot" / "families" / "guess" / Path(painter.__file__).name
    written.parent.mkdir(parents=True)
    (tmp_path / "render").mkdir()
    monkeypatch.setattr(drawing, "files", tmp_path.joinpath)
    versions = set()
    for text in ("", "TILE = 1", "TILE = 2"):
        written.write_text(text, "utf-8")
        versions.add(drawing.drawing_version.__wrapped__())
    assert len(versions) == 3
