"""However many cards, players and turns there are, a picture of cards is no higher than a phone shows."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.klepka.view import GameView
from render import Painter
from render.card_layout import card_layout
from tests.render.decks import SMALL, drawn, over, seen
from tests.support.klepka import cards_of_signs, started_game

LETTERS = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЬЮЯІЇЄ"


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(width=600)


def test_collections_wrap_and_make_the_picture_higher() -> None:
    heights = [
        card_layout(
            600, replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards_of_signs(LETTERS[:many])), SMALL.seats[1]))
        ).height
        for many in (0, 1, 17, 18, 32)
    ]
    assert heights == sorted(heights)
    assert len(set(heights)) == 3


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


@pytest.mark.parametrize("owners", [(0,), (0, 2, 4), (0, 1, 2, 3, 4, 5)], ids=["one", "one in each row", "all"])
def test_even_six_players_who_hold_the_whole_deck_have_room(owners: tuple[int, ...]) -> None:
    whole = sorted(started_game(6, deck="full").table)
    holders = [owners[number // 2 % len(owners)] for number in range(len(whole))]
    assert card_layout(900, with_owners(seen(started_game(6, deck="full")), whole, holders), legend=1).height <= 1280


def with_owners(view: GameView, whole: Sequence[str], owners: Sequence[int]) -> GameView:
    """The view after each card of the deck came to its owner; -1 stands for the table."""
    seats = tuple(
        replace(seat, cards=tuple(sorted(card for card, owner in zip(whole, owners, strict=True) if owner == number)))
        for number, seat in enumerate(view.seats)
    )
    table = tuple(owner < 0 for owner in owners)
    return replace(view, seats=seats, table=table, left=sum(table))


@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_a_table_given_up_at_once_leaves_room_for_six_standings(deck: str) -> None:
    view = over(seen(started_game(6, deck=deck)), tuple((turn, 0, 0, 0, 0, 0) for turn in range(1, 4)))
    assert drawn(Painter(), view).height <= 1280


def test_a_final_card_of_six_with_every_card_collected_is_no_higher_than_a_phone_shows() -> None:
    view = seen(started_game(6, deck="full"))
    seats = tuple(replace(seat, cards=cards_of_signs("АаБбВвГгДдЕеЖжЗзИ")) for seat in view.seats)
    whole = replace(view, seats=seats, table=(False,) * 100, left=0)
    assert drawn(Painter(), over(whole, tuple((turn, 0, 0, 0, 0, 0) for turn in range(1, 400)))).height <= 1280


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


@pytest.mark.parametrize("honours", [0, 2])
@pytest.mark.parametrize("turns", [0, 3])
@pytest.mark.parametrize("left", [0, 4])
@pytest.mark.parametrize("count", range(2, 7))
def test_even_the_whole_deck_in_equal_parts_has_room_at_the_end(
    count: int, left: int, turns: int, honours: int
) -> None:
    whole = sorted(started_game(count, deck="full").table)
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


def test_standings_of_six_stand_in_pairs_only_where_there_is_no_other_room() -> None:
    whole = sorted(started_game(6, deck="full").table)
    view = seen(started_game(6, deck="full"))
    spread = over(with_owners(view, whole, [number % 6 for number in range(100)]))
    bare = over(replace(view, table=(False,) * 100, left=0))
    crowded = over(
        with_owners(view, whole, [number % 6 if number > 3 else -1 for number in range(100)]), ((1, 0, 0, 0, 0, 0),) * 3
    )
    assert [len({part.left for part in card_layout(900, one).parts}) for one in (bare, spread, crowded)] == [1, 1, 2]
