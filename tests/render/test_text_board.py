"""The board as text is aligned, narrow, and says by signs what a picture says by colours."""

import pytest
from msgspec.structs import replace

from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import BonusCell, WordScore
from render import text_board
from render.text import PHONE_WIDTH
from tests.render.views import UKRAINIAN_MIDGAME, WORDBOX, a_play, a_view

BOARD = """
...............
...............
...............
...............
...............
...............
......E........
.....ŞKALiM....
......I........
...............
...............
...............
...............
...............
...............
"""
EXPECTED = """\
   A B C D E F G H I J K L M N O
 1 . . T . . d . . . d . . T . . 1
 2 . t . . . . d . d . . . . t . 2
 3 T . . . . . . D . . . . . . T 3
 4 . . . D . . . . . . . D . . . 4
 5 . . . . t . . . . . t . . . . 5
 6 d . . . . d . . . d . . . . d 6
 7 . d . . . .|E . d . . . . d . 7
 8 . . D . .>Ş|K>A>L>i>M . D . . 8
 9 . d . . . .|I . d . . . . d . 9
10 d . . . . d . . . d . . . . d 10
11 . . . . t . . . . . t + . . . 11
12 . . . D . . . . . . . D . . . 12
13 T . . . . . . D . . . . . . T 13
14 . t . . . . d . d . . . . t . 14
15 . . T . . d . . . d . . T . . 15
   A B C D E F G H I J K L M N O
> 8F ŞKALİM +24
+ L11 +25"""


def test_a_board_reads_like_this() -> None:
    view = a_view(
        BOARD,
        bonus=BonusCell(cell="L11", points=25, taken=False),
        last=a_play(0, "F8", "ŞKALİM", old=("G8",)),
    )
    assert text_board(view) == EXPECTED


@pytest.mark.parametrize("ruleset", crossword_rulesets())
def test_no_line_is_wider_than_a_phone(ruleset: str) -> None:
    board = crossword_rulesets()[ruleset].board.rows
    assert max(map(len, text_board(a_view(premiums="\n".join(board))).splitlines())) <= PHONE_WIDTH


@pytest.mark.parametrize(
    ("ruleset", "width"), [("mini-tr", 27), ("scrabble-en", 35), ("wordbox-en", 39), ("super-en", 27)]
)
def test_a_cell_is_two_characters_where_a_line_has_room_for_them(ruleset: str, width: int) -> None:
    board = crossword_rulesets()[ruleset].board.rows
    assert max(map(len, text_board(a_view(premiums="\n".join(board))).splitlines())) == width


def test_a_wide_board_has_one_character_a_cell_and_none_that_looks_like_a_tile() -> None:
    premiums = crossword_rulesets()["super-en"].board.rows
    tiles = ["." * 21 for _ in premiums]
    tiles[10] = "........DoT.........."
    view = a_view("\n".join(tiles), premiums="\n".join(premiums), language="en", last=a_play(0, "I11", "DOT"))
    lines = text_board(replace(view, four_word="any")).splitlines()
    assert lines[0] == lines[22] == "   ABCDEFGHIJKLMNOPQRSTU"
    assert lines[1] == " 1 4..²...3..²..3...²..4 1"
    assert lines[4] == " 4 ²..3..²...3...²..3..² 4"
    assert lines[11] == "11 ²..3..².DoT...²..3..² 11"
    assert lines[23] == "> 11I DOT +24"
    assert not {letter for line in lines[1:22] for letter in line[3:24] if letter.isalpha()} - set("DoT")


def test_a_play_of_a_monstrous_word_stays_within_64_characters() -> None:
    play = replace(a_play(0, "A1", "A" * 15), words=(WordScore(word="A" * 99, score=1, cells=("A1", "B1")),))
    assert max(map(len, text_board(a_view(last=play)).splitlines())) == 64


def test_a_play_downwards_is_named_letter_first() -> None:
    view = a_view(BOARD, last=a_play(1, "G7", "EKI", down=True, old=("G8",), score=5))
    assert "> G7 EKI +5" in text_board(view).splitlines()


def test_a_taken_bonus_cell_is_gone() -> None:
    view = a_view(bonus=BonusCell(cell="L11", points=25, taken=True))
    assert "+" not in text_board(view)


def test_a_dotless_blank_stays_dotless() -> None:
    assert "|ı" in text_board(a_view(BOARD.replace("I", "ı")))


def test_fourfold_cells_are_arrows_where_they_are_read_clockwise() -> None:
    view = a_view(premiums=WORDBOX, language="en", options={"centre": "plain"})
    lines = text_board(view).splitlines()
    assert (lines[1], lines[15]) == (
        " 1 → . . d . . . . T . . . . d . . ↓ 1",
        "15 ↑ . . d . . . . T . . . . d . . ← 15",
    )
    assert lines[8] == " 8 T . X . d . . . * . . . d . X . T 8"
    assert text_board(replace(view, four_word="endpoint")).splitlines()[1][3] == "Q"


def test_a_ukrainian_board_reads_with_its_apostrophe_and_its_blanks_in_lower_case() -> None:
    lines = text_board(a_view(UKRAINIAN_MIDGAME, premiums=WORDBOX, language="uk")).splitlines()
    assert lines[8] == " 8 T . X . d|С|І|М|'|Я . . d . X . T 8"
    assert "|Л|і|С" in lines[10]


def test_a_blank_for_an_apostrophe_has_a_sign_of_its_own() -> None:
    view = a_view(UKRAINIAN_MIDGAME, premiums=WORDBOX, language="uk")
    cells = tuple("?'" if cell == "'" else cell for cell in view.cells)
    assert "|М|ʹ|Я" in text_board(replace(view, cells=cells)).splitlines()[8]
