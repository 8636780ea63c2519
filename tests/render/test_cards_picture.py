"""The picture of a table of cards shows its view and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine import game as door
from engine.history import History
from engine.klepka.state import GameState
from engine.klepka.view import FinalScore, GameView, Outcome, RevealedCard
from render import Painter, PanelWords
from render.cardlayout import card_layout
from render.cardtext import text_cards
from render.theme import THEMES
from tests.render.pictures import Box, difference, opened, within
from tests.support.klepka import begun, cards, game

WORDS = PanelWords(title="Klepka", bag="Masada", turn="Sıra")
LARGEST_KB = 48


def seen(state: GameState) -> GameView:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


CHAT = seen(begun(3, deck="chat"))
SMALL = seen(game("ОоЩф\n=#*К", "АБВ", ""))


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(width=600)


def drawn(painter: Painter, view: GameView) -> Image.Image:
    return opened(painter.cards(view, WORDS))


def place(painter: Painter, view: GameView, position: int) -> Box:
    layout = card_layout(painter.width, view)
    left, top = layout.place(position)
    return left, top, left + layout.cell, top + layout.cell


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_a_picture_of_any_deck_is_a_palette_png_with_the_table_inside(theme: str, deck: str) -> None:
    view = seen(begun(6, deck=deck))
    picture, layout = drawn(Painter(theme, 600), view), card_layout(600, view)
    assert (picture.mode, picture.size) == ("P", (600, layout.height))
    last = layout.place(len(view.table))
    assert layout.left >= 0
    assert last[0] + layout.cell <= 600
    assert last[1] + layout.cell <= layout.tops[0]


def test_every_back_bears_its_number_and_they_differ_in_nothing_else(painter: Painter) -> None:
    picture = drawn(painter, CHAT)
    backs = [picture.crop(place(painter, CHAT, position)).tobytes() for position in range(1, 65)]
    assert len(set(backs)) == 64


def test_what_lies_face_down_leaves_no_trace(painter: Painter) -> None:
    other = replace(begun(3, deck="chat"), table=tuple(reversed(begun(3, deck="chat").table)))
    assert painter.cards(seen(other), WORDS) == painter.cards(CHAT, WORDS)


def test_a_taken_card_leaves_a_hole_in_its_place(painter: Painter) -> None:
    holed = replace(CHAT, table=(*CHAT.table[:9], False, *CHAT.table[10:]))
    assert within(difference(drawn(painter, CHAT), drawn(painter, holed)), place(painter, CHAT, 10))


@pytest.mark.parametrize("card", ["ОY", "ЩB", "polysemy", "exchange", "chaos"])
@pytest.mark.parametrize("taken", [False, True])
def test_a_card_turned_up_changes_its_own_place_alone(painter: Painter, card: str, taken: bool) -> None:  # noqa: FBT001 - a case
    shown = replace(CHAT, revealed=(RevealedCard(12, card, taken),))
    assert within(difference(drawn(painter, CHAT), drawn(painter, shown)), place(painter, CHAT, 12))


def test_letters_colours_points_and_what_is_taken_all_show(painter: Painter) -> None:
    shown = {
        drawn(painter, replace(SMALL, revealed=(RevealedCard(1, card, taken),))).tobytes()
        for card in ("ОY", "ОB", "АY", "polysemy", "exchange", "chaos")
        for taken in (False, True)
    }
    other_points = replace(SMALL, values={**SMALL.values, "О": 9}, revealed=(RevealedCard(1, "ОY", taken=False),))
    assert len(shown | {drawn(painter, other_points).tobytes()}) == 13


def test_collections_wrap_and_make_the_picture_higher() -> None:
    heights = [
        card_layout(
            600, replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards("А" * many)), SMALL.seats[1]))
        ).height
        for many in (0, 1, 17, 18, 40)
    ]
    assert heights == sorted(heights)
    assert len(set(heights)) == 4


def test_each_card_of_a_collection_shows(painter: Painter) -> None:
    whole = replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards("АаБ*=#")), SMALL.seats[1]))
    pictures = {drawn(painter, whole).tobytes()}
    for less in ("аБ*=#", "АБ*=#", "Аа*=#", "АаБ=#", "АаБ*#", "АаБ*="):
        one = replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards(less)), SMALL.seats[1]))
        pictures.add(drawn(painter, one).tobytes())
    assert len(pictures) == 7


def test_whose_turn_it_is_and_the_scores_show(painter: Painter) -> None:
    pictures = {
        drawn(painter, view).tobytes()
        for view in (
            SMALL,
            replace(SMALL, turn=1),
            replace(SMALL, seats=(replace(SMALL.seats[0], score=-3), SMALL.seats[1])),
            replace(SMALL, seats=(SMALL.seats[0], replace(SMALL.seats[1], active=False))),
        )
    }
    assert len(pictures) == 4


@settings(max_examples=25, deadline=None)
@given(name=st.text(max_size=60), score=st.integers(-999, 9999))
def test_any_name_and_score_can_be_drawn(painter: Painter, name: str, score: int) -> None:
    view = replace(SMALL, seats=(replace(SMALL.seats[0], name=name, score=score), SMALL.seats[1]))
    assert drawn(painter, view).width == 600


def test_a_picture_stays_small() -> None:
    full = seen(begun(6, deck="full"))
    assert len(Painter().cards(full, WORDS)) <= LARGEST_KB * 1024


def test_clocks_show_in_their_players_parts(painter: Painter) -> None:
    layout = card_layout(painter.width, SMALL)
    timed = opened(painter.cards(SMALL, replace(WORDS, clocks=("", "1:05"))))
    below = (0, layout.tops[1], painter.width, layout.tops[1] + layout.heights[1])
    assert within(difference(drawn(painter, SMALL), timed), below)


@pytest.mark.parametrize("theme", THEMES)
def test_each_of_six_players_has_a_colour(theme: str) -> None:
    view = replace(seen(begun(6, deck="quick")), turn=None)
    picture, layout = drawn(Painter(theme, 600), view).convert("RGB"), card_layout(600, view)
    markers = [picture.getpixel((layout.edge + 18, top + 19)) for top in layout.tops]
    assert len(set(markers)) == 6


def test_a_clock_that_is_stopped_is_marked_where_it_would_run(painter: Painter) -> None:
    layout, clocks = card_layout(painter.width, SMALL), replace(WORDS, clocks=("1:05", "2:00"))
    running = opened(painter.cards(SMALL, clocks))
    paused = opened(painter.cards(SMALL, replace(clocks, paused=WORDS.turn)))
    head = (0, layout.tops[0], painter.width, layout.tops[0] + layout.heights[0])
    assert within(difference(running, paused), head)


def over(view: GameView, history: History = ()) -> GameView:
    """A game that is over, its seats' places in the order of play."""
    finals = tuple(
        FinalScore(seat, seat + 1, one.score, adjustment=len(one.cards), cards=one.cards)
        for seat, one in enumerate(view.seats)
    )
    return replace(view, turn=None, outcome=Outcome("cleared", (0,), finals), history=history)


HISTORY: History = ((0, 0), (5, 0), (5, 9))
CLEARED = replace(SMALL, table=(False,) * 8, left=0)


def test_an_empty_table_is_left_out_of_a_final_card(painter: Painter) -> None:
    layout = card_layout(painter.width, over(CLEARED))
    assert not layout.table
    assert layout.tops[0] < layout.cell
    assert drawn(painter, over(CLEARED)).height == layout.height


def test_cards_left_on_the_table_show_on_a_final_card(painter: Painter) -> None:
    holed = replace(SMALL, table=(False, *SMALL.table[1:]))
    assert within(difference(drawn(painter, over(SMALL)), drawn(painter, over(holed))), place(painter, SMALL, 1))


def test_a_final_card_shows_the_curve_of_the_scores_below_the_standings(painter: Painter) -> None:
    view, other = over(CLEARED, HISTORY), over(CLEARED, ((0, 0), (0, 9), (5, 9)))
    chart = card_layout(painter.width, view).chart
    assert chart is not None
    assert within(difference(drawn(painter, view), drawn(painter, other)), chart)


def test_what_unused_cards_brought_shows_in_a_final_card(painter: Painter) -> None:
    view = over(CLEARED)
    assert view.outcome is not None
    first, second = view.outcome.finals
    more = replace(view.outcome, finals=(replace(first, adjustment=7), second))
    layout = card_layout(painter.width, view)
    head = (0, layout.tops[0], painter.width, layout.tops[1])
    assert within(difference(drawn(painter, view), drawn(painter, replace(view, outcome=more))), head)


@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_a_table_given_up_at_once_leaves_room_for_six_standings(deck: str) -> None:
    view = over(seen(begun(6, deck=deck)), tuple((turn, 0, 0, 0, 0, 0) for turn in range(1, 4)))
    picture = drawn(Painter(), view)
    assert picture.height <= 1.5 * picture.width


def test_a_final_card_of_six_with_every_card_collected_is_no_higher_than_three_by_two() -> None:
    view = seen(begun(6, deck="full"))
    seats = tuple(replace(seat, cards=cards("АаБбВвГгДдЕеЖжЗзИ")) for seat in view.seats)
    whole = replace(view, seats=seats, table=(False,) * 100, left=0)
    picture = drawn(Painter(), over(whole, tuple((turn, 0, 0, 0, 0, 0) for turn in range(1, 400))))
    assert picture.height <= 1.5 * picture.width


def test_the_table_as_text_numbers_cards_and_shows_holes_and_what_is_turned_up() -> None:
    view = replace(
        SMALL,
        table=(True, False, True, True, True, True, True, True),
        revealed=(RevealedCard(3, "ЩY", taken=True), RevealedCard(5, "exchange", taken=False)),
    )
    assert text_cards(view).splitlines() == ["1  ··  ЩY+ 4", "<>  6  7  8"]
