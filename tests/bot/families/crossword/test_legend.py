"""The legend of a board in letters explains the signs that stand on it, and no others."""

import pytest

from bot.families.crossword.board_sketches import board_legend
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.view import BonusCell, GameView
from engine.game import view
from render.text import legend_marks, text_board
from tests.support.games import after_actions, game, place_play, with_fields
from tests.support.languages import LANGUAGES

TEXTS = Texts()
PREMIUMS = {"legend-double-letter", "legend-triple-letter", "legend-double-word", "legend-triple-word"}
SIGNS = {
    "legend-double-letter": "d²",
    "legend-triple-letter": "t³",
    "legend-four-letter": "q⁴",
    "legend-double-word": "D2",
    "legend-triple-word": "T3",
    "legend-four-word": "Q4",
    "legend-exchange": "X#",
}
"""What a premium is in a text of two characters a cell, and of one."""
EVERY = {
    "legend-arrow",
    "legend-centre-double",
    "legend-centre",
    "legend-bonus",
    "legend-tile",
    "legend-last",
    "legend-blank",
}


def view_of_board(
    ruleset: str, *, laid: tuple[str, ...] = (), bonus: str | None = None, options: dict[str, str] | None = None
) -> GameView:
    shown = view(game(ruleset, laid=laid, bonus=bonus, options=options), None)
    assert isinstance(shown, GameView)
    return shown


def explained_signs(board: GameView, language: str = "tr", *, narrow: bool = False) -> set[str]:
    parts = str(board_legend(board, Speaker(TEXTS, language))).removeprefix("<i>").removesuffix("</i>").split(" · ")
    meanings = {TEXTS.html(language, message): message for message in EVERY}
    meanings |= {f"{signs[narrow]} {TEXTS.html(language, message)}": message for message, signs in SIGNS.items()}
    return {meanings[part] for part in parts}


WORDBOX = PREMIUMS | {"legend-arrow", "legend-exchange"}
BOARDS = [
    ("kelimelik", view_of_board("kelimelik", bonus="B3"), PREMIUMS | {"legend-centre-double", "legend-bonus"}),
    ("scrabble", view_of_board("scrabble-tr"), PREMIUMS | {"legend-centre-double"}),
    ("tiles", view_of_board("scrabble-tr", laid=("8H KAlEM",)), PREMIUMS | {"legend-tile", "legend-blank"}),
    ("wordbox", view_of_board("wordbox-tr"), WORDBOX | {"legend-centre"}),
    (
        "no arrows",
        view_of_board("wordbox-tr", options={"four-word": "any"}),
        WORDBOX - {"legend-arrow"} | {"legend-four-word", "legend-centre"},
    ),
    (
        "a centre that doubles",
        view_of_board("wordbox-tr", options={"centre": "double"}),
        WORDBOX | {"legend-centre-double"},
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("board", "signs"), [case[1:] for case in BOARDS], ids=[case[0] for case in BOARDS])
def test_the_legend_explains_the_signs_of_the_board(board: GameView, signs: set[str], language: str) -> None:
    assert explained_signs(board, language) == signs


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_of_a_wide_board_has_the_signs_of_one_character(language: str) -> None:
    board = view_of_board("super-en", laid=("11J KAlE",))
    explained = {*PREMIUMS, "legend-four-letter", "legend-four-word", "legend-blank"}
    assert explained_signs(board, language, narrow=True) == explained
    assert {"²", "³", "⁴", "2", "3", "4"} <= set(text_board(board))


def test_a_bonus_cell_that_was_covered_is_explained_no_more() -> None:
    board = with_fields(view_of_board("kelimelik"), bonus=BonusCell("B3", 25, taken=True))
    assert "legend-bonus" not in explained_signs(board)


def test_the_tiles_of_the_last_play_are_explained() -> None:
    before = game("scrabble-tr", racks=["KALEMAA", "A"])
    shown = view(after_actions(before, place_play(before, "8H KALEM")), None)
    assert isinstance(shown, GameView)
    assert "legend-last" in explained_signs(shown)
    assert "legend-tile" not in explained_signs(shown)


@pytest.mark.parametrize("board", [case[1] for case in BOARDS], ids=[case[0] for case in BOARDS])
def test_a_mark_of_a_free_cell_stands_in_the_text(board: GameView) -> None:
    text = text_board(board)
    for mark in legend_marks(board) & set("dtDTQX→↓←↑*+|"):
        assert mark in text
