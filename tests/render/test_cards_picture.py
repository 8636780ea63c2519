"""The picture of a table of cards shows its view and nothing else."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine import game as door
from engine.game_base import History
from engine.klepka.state import GameState
from engine.klepka.view import FinalScore, GameView, Outcome, RevealedCard
from render import Painter, PanelWords
from render.card_layout import STRIP, CardChoice, card_layout
from render.text import text_cards
from tests.render.pictures import Box, difference, opened, within
from tests.support.klepka import cards_of_signs, game, started_game

LARGEST_KB = 48
WORDS = PanelWords(title="Klepka", bag="Masada", turn="Sıra")


def seen(state: GameState) -> GameView:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


SMALL = seen(game("ОоЩф\n=#*К", "АБВ", ""))


def drawn(painter: Painter, view: GameView) -> Image.Image:
    return opened(painter.cards(view, WORDS))


def place(painter: Painter, view: GameView, position: int) -> Box:
    layout = card_layout(painter.width, view)
    left, top = layout.card_place(position)
    return left, top, left + layout.cell, top + layout.cell


def over(view: GameView, history: History = ()) -> GameView:
    """A game that is over, its seats' places in the order of play."""
    finals = tuple(
        FinalScore(seat, seat + 1, one.score, adjustment=len(one.cards), cards=one.cards)
        for seat, one in enumerate(view.seats)
    )
    return replace(view, turn=None, outcome=Outcome("cleared", (0,), finals), history=history)


CHAT = seen(started_game(3, deck="chat"))


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(width=600)


@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_a_picture_of_any_deck_is_a_palette_png_with_the_table_inside(painter: Painter, deck: str) -> None:
    view = seen(started_game(6, deck=deck))
    picture, layout = drawn(painter, view), card_layout(600, view)
    assert (picture.mode, picture.size) == ("P", (600, layout.height))
    last = layout.card_place(len(view.table))
    assert layout.left >= 0
    assert last[0] + layout.cell <= 600
    assert last[1] + layout.cell <= layout.parts[0].top


def test_above_buttons_a_picture_is_low_whatever_two_players_have_collected(painter: Painter) -> None:
    view = seen(started_game(2, deck="chat"))
    held = tuple(sorted(started_game(2, deck="chat").table))
    seats = tuple(replace(seat, cards=held[at::2]) for at, seat in enumerate(view.seats))
    picture = opened(painter.card_strip(replace(view, seats=seats), WORDS))
    assert (picture.mode, picture.width) == ("P", 600)
    assert picture.height <= 600 * STRIP / 900


def test_every_back_bears_its_number_and_they_differ_in_nothing_else(painter: Painter) -> None:
    picture = drawn(painter, CHAT)
    backs = [picture.crop(place(painter, CHAT, position)).tobytes() for position in range(1, 65)]
    assert len(set(backs)) == 64


def test_what_lies_face_down_leaves_no_trace(painter: Painter) -> None:
    other = replace(started_game(3, deck="chat"), table=tuple(reversed(started_game(3, deck="chat").table)))
    assert painter.cards(seen(other), WORDS) == painter.cards(CHAT, WORDS)


@pytest.mark.parametrize("card", ["ОY", "ЩB", "polysemy", "exchange", "chaos"])
@pytest.mark.parametrize("taken", [False, True])
def test_a_card_turned_up_changes_its_own_place_alone(painter: Painter, card: str, taken: bool) -> None:  # noqa: FBT001 - a case
    shown = replace(CHAT, revealed=(RevealedCard(12, card, taken),))
    assert within(difference(drawn(painter, CHAT), drawn(painter, shown)), place(painter, CHAT, 12))


def test_each_card_of_a_collection_shows(painter: Painter) -> None:
    whole = replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards_of_signs("АаБ*=#")), SMALL.seats[1]))
    pictures = {drawn(painter, whole).tobytes()}
    for less in ("аБ*=#", "АБ*=#", "Аа*=#", "АаБ=#", "АаБ*#", "АаБ*="):
        one = replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards_of_signs(less)), SMALL.seats[1]))
        pictures.add(drawn(painter, one).tobytes())
    assert len(pictures) == 7


@settings(max_examples=10)
@given(name=st.text(max_size=60), score=st.integers(-999, 9999))
def test_any_name_and_score_can_be_drawn(painter: Painter, name: str, score: int) -> None:
    view = replace(SMALL, seats=(replace(SMALL.seats[0], name=name, score=score), SMALL.seats[1]))
    assert drawn(painter, view).width == 600


def test_a_picture_stays_small() -> None:
    full = seen(started_game(6, deck="full"))
    assert len(Painter().cards(full, WORDS)) <= LARGEST_KB * 1024


def test_the_table_as_text_numbers_cards_and_shows_holes_and_what_is_turned_up() -> None:
    view = replace(
        SMALL,
        table=(True, False, True, True, True, True, True, True),
        revealed=(RevealedCard(3, "ЩY", taken=True), RevealedCard(5, "exchange", taken=False)),
    )
    assert text_cards(view).splitlines() == ["1  ··  ЩY+ 4", "<>  6  7  8"]


def chosen(painter: Painter, choice: CardChoice) -> Image.Image:
    return opened(painter.cards(SMALL, WORDS, choice))


def test_a_chosen_card_is_marked_in_its_order_and_no_other_changes(painter: Painter) -> None:
    plain, first, second = (chosen(painter, CardChoice(cards=cards)) for cards in ((), (2,), (1, 2)))
    assert within(difference(plain, first), place(painter, SMALL, 2))
    box = place(painter, SMALL, 2)
    assert first.crop(box).tobytes() != second.crop(box).tobytes()
    assert first.crop(box).tobytes() != plain.crop(box).tobytes()


def test_a_chosen_row_has_a_frame_outside_its_numbers(painter: Painter) -> None:
    plain, framed = chosen(painter, CardChoice()), chosen(painter, CardChoice(row=2))
    (left, top, _, bottom), right = place(painter, SMALL, 5), place(painter, SMALL, 8)[2]
    assert within(difference(plain, framed), (left - 4, top - 4, right + 4, bottom + 4))
    for position in range(5, 9):
        inner = [edge + by for edge, by in zip(place(painter, SMALL, position), (12, 12, -12, -12), strict=True)]
        box = inner[0], inner[1], inner[2], inner[3]
        assert plain.crop(box).tobytes() == framed.crop(box).tobytes()


def test_what_lies_face_down_does_not_show_however_it_is_chosen(painter: Painter) -> None:
    """The same choice on two tables that differ in hidden cards alone."""
    other = seen(game("КкЛл\nАбВг", "АБВ", ""))
    same = seen(game("ОоЩф\nЖжТт", "АБВ", ""))
    choice = CardChoice(row=1, cards=(3, 1))
    assert painter.cards(other, WORDS, choice) == painter.cards(same, WORDS, choice)


@settings(max_examples=25)
@given(deck=st.sampled_from(["full", "chat", "quick"]), count=st.integers(2, 6), data=st.data())
def test_no_running_game_is_drawn_higher_than_a_phone_shows(deck: str, count: int, data: st.DataObject) -> None:
    """Whoever has collected what of the deck: the rest lies on the table."""
    whole = started_game(count, deck=deck).table
    owners = data.draw(st.lists(st.integers(-1, count - 1), min_size=len(whole), max_size=len(whole)))
    view = with_owners(seen(started_game(count, deck=deck)), whole, owners)
    layout = card_layout(900, view, legend=1)
    assert layout.height <= 1280
    assert layout.legend is not None
    for part in layout.parts:
        assert all(0 <= left <= part.width - layout.small - 24 for left, _ in part.fan.places)
        assert part.top + part.height <= layout.legend


def with_owners(view: GameView, whole: Sequence[str], owners: Sequence[int]) -> GameView:
    """The view after each card of the deck came to its owner; -1 stands for the table."""
    seats = tuple(
        replace(seat, cards=tuple(sorted(card for card, owner in zip(whole, owners, strict=True) if owner == number)))
        for number, seat in enumerate(view.seats)
    )
    table = tuple(owner < 0 for owner in owners)
    return replace(view, seats=seats, table=table, left=sum(table))


@settings(max_examples=40)
@given(
    deck=st.sampled_from(["full", "chat", "quick"]),
    count=st.integers(2, 6),
    turns=st.sampled_from([0, 3]),
    left=st.booleans(),
    honours=st.integers(0, 2),
    data=st.data(),
)
def test_no_end_of_a_game_is_drawn_higher_than_a_phone_shows(
    deck: str, count: int, turns: int, *, left: bool, honours: int, data: st.DataObject
) -> None:
    """Whoever holds what of the deck: the rest lies on the table, if some is left there."""
    whole = sorted(started_game(count, deck=deck).table)
    least = -1 if left else 0
    owners = data.draw(st.lists(st.integers(least, count - 1), min_size=len(whole), max_size=len(whole)))
    check_end(with_owners(seen(started_game(count, deck=deck)), whole, owners), turns, honours)


@pytest.mark.parametrize("count", range(2, 7))
def test_even_the_whole_deck_in_equal_parts_has_room_at_the_end(count: int) -> None:
    whole = sorted(started_game(count, deck="full").table)
    for left, turns, honours in product((0, 4), (0, 3), (0, 2)):
        owners = [number % count if number >= left else -1 for number in range(len(whole))]
        check_end(with_owners(seen(started_game(count, deck="full")), whole, owners), turns, honours)


def check_end(view: GameView, turns: int, honours: int) -> None:
    history = tuple((turn, *(0 for _ in view.seats[1:])) for turn in range(1, turns + 1))
    layout = card_layout(900, over(view, history), legend=1, headline=True, honours=honours)
    assert layout.height <= 1280
    assert (layout.chart is None, len(layout.honours)) == (turns == 0, honours)
    ends = [box[1] for box in (*filter(None, [layout.chart]), *layout.honours)]
    for part in layout.parts:
        assert all(0 <= place <= part.width - layout.small - 24 for place, _ in part.fan.places)
        assert part.top + part.height <= min(ends, default=layout.foot)
        assert part.left + part.width <= 900 - layout.edge
