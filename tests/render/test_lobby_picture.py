"""The card of a lobby shows the game, who sits where, which places are free, and the options."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine.rulesets import rulesets
from engine.seats import LobbyView, Seat
from render import Painter
from render.cardsprites import BLENDS, card_theme
from render.layout import board_layout
from render.lobby import LobbyWords
from render.palette import Palette
from render.theme import THEMES
from tests.render.pictures import Box, difference, indices, opened, sprites_of, within

WIDTH: Final = 600
LARGEST_KB: Final = 16
VIEW: Final = LobbyView(
    ruleset="kelimelik", host=1, seats=(Seat(1, "Ayşe"), Seat(2, "Оля")), least=2, most=4, tiles=104, commitment="ab"
)
WORDS: Final = LobbyWords(
    title="Kelimelik",
    motif="KELİMELİK",
    subtitle="Katılmak için düğmeye basın",
    tiles="104 taş",
    host="kurucu",
    needed="oyuncu bekleniyor",
    free="boş yer",
    options=("TDK sözlüğü", "hamle başına 120 sn"),
    language="tr",
)
LAYOUT: Final = board_layout(WIDTH, 15, 3, 0)


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(width=WIDTH)


def drawn(painter: Painter, view: LobbyView = VIEW, words: LobbyWords = WORDS) -> Image.Image:
    return opened(painter.lobby(view, words))


def strip_box() -> Box:
    return 0, 0, WIDTH, LAYOUT.top + 3 * LAYOUT.cell + 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_a_card_of_any_game_is_a_palette_png_wider_than_high(theme: str, ruleset: str) -> None:
    picture = drawn(Painter(theme, WIDTH), replace(VIEW, ruleset=ruleset, most=6))
    assert (picture.mode, picture.width) == ("P", WIDTH)
    assert picture.height < WIDTH


def test_the_games_name_is_spelled_in_tiles(painter: Painter) -> None:
    picture, sprites = drawn(painter), sprites_of(LAYOUT.cell, width=WIDTH)
    for column, letter in enumerate("KELİMELİK", start=3):
        left, top = LAYOUT.place(column, 1)
        box = (left, top, left + LAYOUT.cell, top + LAYOUT.cell)
        assert indices(picture, box) == sprites.letter(letter).tobytes()


def test_a_game_of_cards_has_cards_where_others_have_tiles(painter: Painter) -> None:
    cards = drawn(painter, replace(VIEW, ruleset="klepka")).convert("RGB").crop(strip_box())
    rgb = Palette(card_theme(THEMES["light"]), BLENDS).rgb
    shown = {cards.getpixel((across, down)) for across in range(WIDTH) for down in range(cards.height)}
    assert {rgb("yellow"), rgb("blue")} <= shown
    assert Palette(THEMES["light"]).rgb("new") not in shown


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ruleset", ["kelimelik", "klepka"])
def test_before_the_seats_are_drawn_nobody_has_the_colour_or_shape_of_one(theme: str, ruleset: str) -> None:
    full = replace(VIEW, ruleset=ruleset, seats=tuple(Seat(user, "A") for user in range(9, 13)))
    picture = drawn(Painter(theme, WIDTH), full, replace(WORDS, host=""))
    top, step = LAYOUT.top + 3 * LAYOUT.cell + LAYOUT.scaled(160), LAYOUT.scaled(76) + LAYOUT.gap
    places = [
        (LAYOUT.left + column * (LAYOUT.card[0] + LAYOUT.gap), top + row * step) for row in (0, 1) for column in (0, 1)
    ]
    looks = {
        picture.crop((left, down, left + LAYOUT.card[0], down + LAYOUT.scaled(76))).tobytes() for left, down in places
    }
    assert len(looks) == 1


def test_too_long_a_name_is_cut_at_the_strips_end(painter: Painter) -> None:
    long, longer = (drawn(painter, words=replace(WORDS, motif="W" * count)) for count in (15, 40))
    assert difference(long, longer) is None


@pytest.mark.parametrize(
    "changed",
    [
        replace(WORDS, title="Scrabble"),
        replace(WORDS, subtitle="Başlayabilirsiniz"),
        replace(WORDS, tiles="100 taş"),
        replace(WORDS, host="sahibi"),
        replace(WORDS, free="gelen oynar"),
        replace(WORDS, options=("TDK sözlüğü",)),
        replace(WORDS, motif="SCRABBLE"),
        replace(WORDS, language="en"),
    ],
)
def test_every_word_shows(painter: Painter, changed: LobbyWords) -> None:
    assert painter.lobby(VIEW, changed) != painter.lobby(VIEW, WORDS)


def test_whoever_sits_down_takes_the_next_place(painter: Painter) -> None:
    joined = replace(VIEW, seats=(*VIEW.seats, Seat(3, "Can")))
    left, top = LAYOUT.left, LAYOUT.top + 3 * LAYOUT.cell
    below = (left, top, left + LAYOUT.card[0], drawn(painter).height)
    assert within(difference(drawn(painter), drawn(painter, joined)), below)


def test_a_place_that_must_be_taken_differs_from_one_that_may(painter: Painter) -> None:
    needed = replace(VIEW, least=3)
    assert painter.lobby(needed, WORDS) != painter.lobby(VIEW, WORDS)
    assert painter.lobby(needed, replace(WORDS, needed="bir kişi daha")) != painter.lobby(needed, WORDS)


def test_the_host_is_marked_wherever_they_sit(painter: Painter) -> None:
    assert painter.lobby(replace(VIEW, host=2), WORDS) != painter.lobby(VIEW, WORDS)


def test_more_places_and_more_options_make_the_card_higher(painter: Painter) -> None:
    heights = [
        drawn(painter, replace(VIEW, most=most), replace(WORDS, options=("hamle başına 120 saniye",) * options)).height
        for most, options in ((2, 0), (2, 1), (4, 1), (4, 6), (6, 6))
    ]
    assert heights == sorted(set(heights))


@settings(max_examples=25, deadline=None)
@given(name=st.text(max_size=80), option=st.text(max_size=80), title=st.text(max_size=80))
def test_any_name_option_and_title_can_be_drawn(painter: Painter, name: str, option: str, title: str) -> None:
    view = replace(VIEW, seats=(Seat(1, name),))
    assert drawn(painter, view, replace(WORDS, title=title, motif=title, options=(option,))).width == WIDTH


def test_a_lobbys_seal_does_not_show(painter: Painter) -> None:
    assert painter.lobby(replace(VIEW, commitment="cd"), WORDS) == painter.lobby(VIEW, WORDS)


@pytest.mark.parametrize("theme", THEMES)
def test_a_card_stays_small(theme: str) -> None:
    assert len(Painter(theme).lobby(replace(VIEW, most=6), WORDS)) <= LARGEST_KB * 1024
