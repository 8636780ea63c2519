"""The board as text is aligned, narrow, and says by signs what a picture says by colours."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import BonusCell, GameView
from engine.game import view
from engine.lobby_seats import Seat
from render import Painter, text_board
from render.cards import CardWords
from render.lobby import LobbyWords
from render.rack import UNTOUCHED_RACK
from render.text import PHONE_WIDTH
from tests.render.pictures import TR, WORDS, difference, opened
from tests.render.views import UKRAINIAN_MIDGAME, WORDBOX, a_lobby, a_play, a_view
from tests.support import klepka
from tests.support.games import USERS, after_actions, game, surrender

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
        BOARD, bonus=BonusCell(cell="L11", points=25, taken=False), last=a_play(0, "F8", "ŞKALİM", old=("G8",))
    )
    assert text_board(view) == EXPECTED


def test_no_line_is_wider_than_a_phone() -> None:
    for ruleset in crossword_rulesets():
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


LABEL: Final = "#3 Kiraz–Limon"
STATE: Final = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARD_WORDS: Final = CardWords(title="Klepka", bag="Kart", turn="Sıra")
LOBBY_WORDS: Final = LobbyWords(title="Kelimelik", subtitle="Katılmak için düğmeye basın", tiles="104 taş", labels=TR)


def crossword(viewer: int | None = None, *, over: bool = False) -> GameView:
    shown = view(after_actions(STATE, surrender(STATE)) if over else STATE, viewer)
    assert isinstance(shown, GameView)
    return shown


def cards(painter: Painter, label: str) -> bytes:
    shown = view(klepka.game(), None)
    return painter.cards(shown, replace(CARD_WORDS, label=label))  # type: ignore[arg-type]  # the view is of this family


PICTURES: Final[dict[str, Callable[[Painter, str], bytes]]] = {
    "board": lambda painter, label: painter.board(crossword(), replace(WORDS, label=label)),
    "own board": lambda painter, label: painter.own_board(
        crossword(USERS[0]), replace(WORDS, label=label), UNTOUCHED_RACK
    ),
    "end": lambda painter, label: painter.board(crossword(over=True), replace(WORDS, label=label)),
    "cards": cards,
    "lobby": lambda painter, label: painter.lobby(
        a_lobby("kelimelik", 1, (Seat(1, "Ayşe"),)), replace(LOBBY_WORDS, label=label)
    ),
}


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter()


def drawn(painter: Painter, kind: str, label: str) -> Image.Image:
    return opened(PICTURES[kind](painter, label))


@pytest.mark.parametrize("kind", list(PICTURES))
def test_every_kind_of_picture_says_which_table_it_shows_and_long_names_leave_room(painter: Painter, kind: str) -> None:
    alone, labelled, other = (drawn(painter, kind, label) for label in ("", LABEL, "#4 Kiraz–Limon"))
    assert alone.size == labelled.size
    assert difference(alone, labelled) is not None
    assert difference(labelled, other) is not None
    longest, longer = (drawn(painter, kind, f"#20 {'Ş' * count}–{'Ğ' * count} +2") for count in (12, 40))
    box = difference(longest, longer)
    assert kind == "lobby" or box is None or box[2] <= 790
