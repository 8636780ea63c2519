"""The card of a lobby shows the game on its own board, who sits where, which places are free, and the options."""

from datetime import UTC, datetime
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine.lobby_seats import Invitation, Seat
from engine.lobby_view import LobbyView
from render import Painter
from render.card_sprites import BLENDS, CardSprites, card_theme
from render.fonts import Fonts
from render.layout import board_layout
from render.lobby import LobbyWords, count_places, strip_layout
from render.palette import Palette
from render.text import Lettering
from render.theme import THEMES
from tests.render.pictures import EN, TR, Box, difference, indices, opened, within
from tests.render.views import a_lobby

WIDTH: Final = 600
VIEW: Final = a_lobby("kelimelik", 1, (Seat(1, "Ayşe"), Seat(2, "Оля")))
WORDS: Final = LobbyWords(
    title="Kelimelik",
    motif="KELİMELİK",
    subtitle="Katılmak için düğmeye basın",
    tiles="104 taş",
    host="kurucu",
    needed="oyuncu bekleniyor",
    free="boş yer",
    options=("TDK sözlüğü", "hamle başına 120 sn"),
    labels=TR,
)
LAYOUT: Final = board_layout(WIDTH, 15, 5, 0)


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(width=WIDTH)


def drawn(painter: Painter, view: LobbyView = VIEW, words: LobbyWords = WORDS) -> Image.Image:
    return opened(painter.lobby(view, words))


def cell_box(view: LobbyView, column: int, row: int) -> Box:
    layout = strip_layout(WIDTH, view.pattern)
    left, top = layout.cell_place(column, row)
    return left, top, left + layout.cell, top + layout.cell


def place_box(view: LobbyView, number: int) -> Box:
    """Where the place of that number, from 0, is drawn."""
    layout = strip_layout(WIDTH, view.pattern)
    row, column = divmod(number, 2)
    top = layout.top + layout.cell * layout.rows + layout.scale(160) + row * (layout.scale(80) + LAYOUT.gap)
    left = LAYOUT.left + column * (LAYOUT.card[0] + LAYOUT.gap)
    return left, top, left + LAYOUT.card[0], top + layout.scale(80)


def test_a_place_that_is_kept_says_for_whom_and_no_other_changes(painter: Painter) -> None:
    guest = Invitation(1, "Nane", datetime(2026, 1, 1, tzinfo=UTC), 3, "")
    words = replace(WORDS, kept="davetli")
    free, kept = drawn(painter, words=words), drawn(painter, replace(VIEW, invited=(guest,)), words)
    changed = [indices(free, place_box(VIEW, number)) != indices(kept, place_box(VIEW, number)) for number in range(4)]
    assert changed == [False, False, True, False]
    nobody = drawn(painter, replace(VIEW, invited=(replace(guest, name="נענע"),)), replace(words, seats=("",) * 4))
    assert nobody.tobytes() != free.tobytes()


@pytest.mark.parametrize(
    ("theme", "ruleset"),
    [("light", "super-en"), ("dark", "wordbox-uk"), ("wood", "klepka"), ("contrast", "duplicate-mini")],
)
def test_a_card_of_any_game_is_a_palette_png_wider_than_high(theme: str, ruleset: str) -> None:
    picture = drawn(Painter(theme, WIDTH), a_lobby(ruleset, 1, VIEW.seats, most=6))
    assert (picture.mode, picture.width) == ("P", WIDTH)
    assert picture.height < WIDTH


def test_the_table_of_a_game_of_cards_has_its_backs_and_the_name_turned_up(painter: Painter) -> None:
    view = a_lobby("klepka", 1, VIEW.seats)
    layout = strip_layout(WIDTH, view.pattern)
    picture = drawn(painter, view, replace(WORDS, motif="КЛЕПКА"))
    sprites = CardSprites(Lettering(Palette(card_theme(THEMES["light"]), BLENDS), Fonts()), layout.cell)
    faces = {10: "КY", 11: "ЛB", 12: "ЕY", 13: "ПB", 14: "КY", 15: "АB"}
    for number in range(1, 25):
        row, column = divmod(number - 1, 8)
        card = faces.get(number)
        art = sprites.face(card, view.values[card[0]], number, False) if card else sprites.back(number)
        assert indices(picture, cell_box(view, column, row)) == art.tobytes()


def test_every_word_shows(painter: Painter) -> None:
    other = {
        "title": "Scrabble", "subtitle": "Başlayabilirsiniz", "tiles": "100 taş", "host": "sahibi",
        "free": "gelen oynar", "options": ("TDK sözlüğü",), "motif": "SCRABBLE", "labels": EN,
    }  # fmt: skip
    for field, word in other.items():
        assert painter.lobby(VIEW, replace(WORDS, **{field: word})) != painter.lobby(VIEW, WORDS), field


@pytest.mark.parametrize(("people", "places"), [(1, 2), (4, 5), (11, 12), (12, 12), (40, 12)])
def test_of_a_game_for_a_hundred_those_who_are_there_are_shown_and_one_free_place(
    painter: Painter, people: int, places: int
) -> None:
    seats = tuple(Seat(user, f"Ayşe {user}") for user in range(1, people + 1))
    view = replace(VIEW, seats=seats, least=1, most=100)
    assert count_places(view) == places
    picture, few = drawn(painter, view), drawn(painter, replace(VIEW, least=1, most=2))
    step = LAYOUT.scale(80) + LAYOUT.gap
    assert picture.height - few.height == ((places + 1) // 2 - 1) * step
    renamed = drawn(painter, replace(view, seats=(*seats[:-1], replace(seats[-1], name="Can"))))
    assert (difference(picture, renamed) is None) is (people > 12), "of more than twelve the last are a number"


def test_who_are_not_shown_in_a_lobby_are_counted(painter: Painter) -> None:
    seats = tuple(Seat(user, "Ayşe") for user in range(1, 15))
    more, less = (drawn(painter, replace(VIEW, seats=seats[:count], least=1, most=100)) for count in (14, 13))
    assert within(difference(more, less), place_box(VIEW, 11))


def test_a_place_that_must_be_taken_differs_from_one_that_may(painter: Painter) -> None:
    needed = replace(VIEW, least=3)
    assert painter.lobby(needed, WORDS) != painter.lobby(VIEW, WORDS)
    assert painter.lobby(needed, replace(WORDS, needed="bir kişi daha")) != painter.lobby(needed, WORDS)


@settings(max_examples=10)
@given(name=st.text(max_size=80), option=st.text(max_size=80), title=st.text(max_size=80))
def test_any_name_option_and_title_can_be_drawn(painter: Painter, name: str, option: str, title: str) -> None:
    view = replace(VIEW, seats=(Seat(1, name),))
    assert drawn(painter, view, replace(WORDS, title=title, motif=title, options=(option,))).width == WIDTH


def test_a_lobbys_seal_does_not_show(painter: Painter) -> None:
    assert painter.lobby(replace(VIEW, commitment="cd"), WORDS) == painter.lobby(VIEW, WORDS)
