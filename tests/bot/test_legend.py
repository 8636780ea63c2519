"""The legend of a board in letters explains the signs that stand on it, and no others."""

import pytest

from bot.families.crossword.legend import legend
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.view import BonusCell, GameView
from engine.game import view
from render.text import marks, text_board
from tests.support.games import after, changed, game, play
from tests.support.languages import LANGUAGES

TEXTS = Texts()
PREMIUMS = {"legend-double-letter", "legend-triple-letter", "legend-double-word", "legend-triple-word"}
EVERY = {
    *PREMIUMS,
    "legend-four-word",
    "legend-arrow",
    "legend-exchange",
    "legend-centre-double",
    "legend-centre",
    "legend-bonus",
    "legend-tile",
    "legend-last",
    "legend-blank",
}


def seen(
    ruleset: str, *, laid: tuple[str, ...] = (), bonus: str | None = None, options: dict[str, str] | None = None
) -> GameView:
    shown = view(game(ruleset, laid=laid, bonus=bonus, options=options), None)
    assert isinstance(shown, GameView)
    return shown


def explained(board: GameView, language: str = "tr") -> set[str]:
    parts = str(legend(board, Speaker(TEXTS, language))).removeprefix("<i>").removesuffix("</i>").split(" · ")
    meanings = {TEXTS.html(language, message): message for message in EVERY}
    return {meanings[part] for part in parts}


WORDBOX = PREMIUMS | {"legend-arrow", "legend-exchange"}
BOARDS = [
    ("kelimelik", seen("kelimelik", bonus="B3"), PREMIUMS | {"legend-centre-double", "legend-bonus"}),
    ("scrabble", seen("scrabble-tr"), PREMIUMS | {"legend-centre-double"}),
    ("tiles", seen("scrabble-tr", laid=("8H KAlEM",)), PREMIUMS | {"legend-tile", "legend-blank"}),
    ("wordbox", seen("wordbox-tr"), WORDBOX | {"legend-centre"}),
    (
        "no arrows",
        seen("wordbox-tr", options={"four-word": "any"}),
        WORDBOX - {"legend-arrow"} | {"legend-four-word", "legend-centre"},
    ),
    ("a centre that doubles", seen("wordbox-tr", options={"centre": "double"}), WORDBOX | {"legend-centre-double"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("board", "signs"), [case[1:] for case in BOARDS], ids=[case[0] for case in BOARDS])
def test_the_legend_explains_the_signs_of_the_board(board: GameView, signs: set[str], language: str) -> None:
    assert explained(board, language) == signs


def test_a_bonus_cell_that_was_covered_is_explained_no_more() -> None:
    board = changed(seen("kelimelik"), bonus=BonusCell("B3", 25, taken=True))
    assert "legend-bonus" not in explained(board)


def test_the_tiles_of_the_last_play_are_explained() -> None:
    before = game("scrabble-tr", racks=["KALEMAA", "A"])
    shown = view(after(before, play(before, "8H KALEM")), None)
    assert isinstance(shown, GameView)
    assert "legend-last" in explained(shown)
    assert "legend-tile" not in explained(shown)


@pytest.mark.parametrize("board", [case[1] for case in BOARDS], ids=[case[0] for case in BOARDS])
def test_a_mark_of_a_free_cell_stands_in_the_text(board: GameView) -> None:
    text = text_board(board)
    for mark in marks(board) & set("dtDTQX→↓←↑*+|"):
        assert mark in text
