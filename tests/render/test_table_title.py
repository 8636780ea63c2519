"""The line that says which of several tables a picture shows: on every kind of picture, readable, and else nowhere."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.crossword.view import GameView
from engine.game import view
from engine.lobby_seats import Seat
from render import Painter
from render.cards import CardWords
from render.layout import text_size
from render.lobby import LobbyWords
from render.rack import UNTOUCHED_HAND
from render.text import SIZE
from tests.render.pictures import TR, WORDS, difference, opened
from tests.render.views import a_lobby
from tests.support import klepka
from tests.support.games import USERS, after_actions, game, surrender

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
        crossword(USERS[0]), replace(WORDS, label=label), UNTOUCHED_HAND
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
def test_every_kind_of_picture_says_which_table_it_shows(painter: Painter, kind: str) -> None:
    alone, labelled, other = (drawn(painter, kind, label) for label in ("", LABEL, "#4 Kiraz–Limon"))
    assert alone.size == labelled.size
    assert difference(alone, labelled) is not None
    assert difference(labelled, other) is not None


@pytest.mark.parametrize("kind", list(PICTURES))
def test_it_stands_in_one_line_and_changes_nothing_else(painter: Painter, kind: str) -> None:
    box = difference(drawn(painter, kind, ""), drawn(painter, kind, LABEL))
    assert box is not None
    assert box[3] - box[1] <= 2 * SIZE


@pytest.mark.parametrize("kind", list(PICTURES))
def test_a_long_name_leaves_room_for_what_stands_at_the_other_end(painter: Painter, kind: str) -> None:
    longest, longer = (drawn(painter, kind, f"#20 {'Ş' * count}–{'Ğ' * count} +2") for count in (12, 40))
    box = difference(longest, longer)
    if kind != "lobby":
        assert box is None or box[2] <= 790


def test_it_is_as_large_as_any_text_must_be() -> None:
    assert text_size(900) <= SIZE


def test_where_the_last_move_takes_the_line_the_number_stays(painter: Painter) -> None:
    def own(label: str) -> Image.Image:
        words = replace(WORDS, label=label)
        shown = replace(crossword(USERS[0]), seats=crossword(USERS[0]).seats * 2)
        return opened(painter.own_board(shown, words, UNTOUCHED_HAND))

    assert difference(own(""), own(LABEL)) is not None
