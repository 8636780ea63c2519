"""The picture of a table of cards shows its view and nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine.game_base import History
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.view import GameView, RevealedCard
from render import Painter
from render.card_layout import LEGEND as LINE
from render.card_layout import STRIP, CardChoice, LegendEntry, card_layout
from render.cards import CardWords
from render.text import text_cards
from render.theme import THEMES
from tests.render.decks import SMALL, WORDS, drawn, over, place, seen
from tests.render.pictures import difference, opened, within
from tests.support.klepka import cards_of_signs, game, started_game

LARGEST_KB = 48
CHAT = seen(started_game(3, deck="chat"))


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(width=600)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_a_picture_of_any_deck_is_a_palette_png_with_the_table_inside(theme: str, deck: str) -> None:
    view = seen(started_game(6, deck=deck))
    picture, layout = drawn(Painter(theme, 600), view), card_layout(600, view)
    assert (picture.mode, picture.size) == ("P", (600, layout.height))
    last = layout.card_place(len(view.table))
    assert layout.left >= 0
    assert last[0] + layout.cell <= 600
    assert last[1] + layout.cell <= layout.parts[0].top


@pytest.mark.parametrize("theme", THEMES)
def test_above_buttons_a_picture_is_low_whatever_two_players_have_collected(theme: str) -> None:
    view = seen(started_game(2, deck="chat"))
    held = tuple(sorted(started_game(2, deck="chat").table))
    seats = tuple(replace(seat, cards=held[at::2]) for at, seat in enumerate(view.seats))
    picture = opened(Painter(theme, 600).card_strip(replace(view, seats=seats), WORDS))
    assert picture.mode == "P"
    assert picture.width == 600
    assert picture.height <= 600 * STRIP / 900


def test_every_back_bears_its_number_and_they_differ_in_nothing_else(painter: Painter) -> None:
    picture = drawn(painter, CHAT)
    backs = [picture.crop(place(painter, CHAT, position)).tobytes() for position in range(1, 65)]
    assert len(set(backs)) == 64


def test_what_lies_face_down_leaves_no_trace(painter: Painter) -> None:
    other = replace(started_game(3, deck="chat"), table=tuple(reversed(started_game(3, deck="chat").table)))
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


def test_cards_of_one_letter_lie_behind_each_other() -> None:
    alone, many = (
        card_layout(900, replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards_of_signs(held)), SMALL.seats[1])))
        for held in ("АБВ", "ААБВ")
    )
    first, behind, other = (left for left, _ in many.parts[0].fan.places[:3])
    assert behind - first < alone.small / 2
    assert other - behind == alone.small


LEGEND = CardWords(
    title="Klepka",
    bag="Masada",
    turn="Sıra",
    legend=(LegendEntry(POLYSEMY, "polisemi: istediğiniz harf"), LegendEntry(CHAOS, "kaos")),
)


@pytest.mark.parametrize("theme", THEMES)
def test_the_signs_of_rewards_are_explained_below_the_players(theme: str) -> None:
    painter, layout = Painter(theme), card_layout(900, SMALL, legend=1)
    without = opened(painter.cards(SMALL, replace(LEGEND, legend=(LEGEND.legend[0],))))
    both = opened(painter.cards(SMALL, LEGEND))
    assert layout.legend is not None
    assert within(difference(without, both), (0, layout.legend, 900, layout.foot))


def test_a_finished_game_without_a_reward_left_explains_none(painter: Painter) -> None:
    bare = replace(SMALL, seats=tuple(replace(seat, cards=cards_of_signs("АБ")) for seat in SMALL.seats))
    assert painter.cards(over(bare), LEGEND) == painter.cards(over(bare), WORDS)
    assert painter.cards(bare, LEGEND) != painter.cards(bare, WORDS)


def test_each_card_of_a_collection_shows(painter: Painter) -> None:
    whole = replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards_of_signs("АаБ*=#")), SMALL.seats[1]))
    pictures = {drawn(painter, whole).tobytes()}
    for less in ("аБ*=#", "АБ*=#", "Аа*=#", "АаБ=#", "АаБ*#", "АаБ*="):
        one = replace(SMALL, seats=(replace(SMALL.seats[0], cards=cards_of_signs(less)), SMALL.seats[1]))
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


@settings(max_examples=10)
@given(name=st.text(max_size=60), score=st.integers(-999, 9999))
def test_any_name_and_score_can_be_drawn(painter: Painter, name: str, score: int) -> None:
    view = replace(SMALL, seats=(replace(SMALL.seats[0], name=name, score=score), SMALL.seats[1]))
    assert drawn(painter, view).width == 600


def test_a_picture_stays_small() -> None:
    full = seen(started_game(6, deck="full"))
    assert len(Painter().cards(full, WORDS)) <= LARGEST_KB * 1024


def test_a_legend_that_is_too_long_for_one_line_goes_on_in_the_next() -> None:
    more = replace(LEGEND, legend=(*LEGEND.legend, LegendEntry(EXCHANGE, "takas: bir harfi başkasıyla değiştirir")))
    one, two = (opened(Painter().cards(SMALL, words)) for words in (LEGEND, more))
    layout = card_layout(900, SMALL, legend=2)
    assert two.height == layout.height == one.height + layout.scale(LINE)
    assert layout.legend is not None
    ink = two.convert("RGB").crop((layout.edge, layout.legend + layout.scale(LINE), 900, layout.foot))
    assert len(ink.getcolors() or ()) > 5, "the second line holds the sign and what it does"


def test_clocks_show_in_their_players_parts(painter: Painter) -> None:
    layout = card_layout(painter.width, SMALL)
    timed = opened(painter.cards(SMALL, replace(WORDS, clocks=("", "1:05"))))
    below = (0, layout.parts[1].top, painter.width, layout.parts[1].top + layout.parts[1].height)
    assert within(difference(drawn(painter, SMALL), timed), below)


@pytest.mark.parametrize("theme", THEMES)
def test_each_of_six_players_has_a_colour(theme: str) -> None:
    view = replace(seen(started_game(6, deck="quick")), turn=None)
    picture, layout = drawn(Painter(theme, 600), view).convert("RGB"), card_layout(600, view)
    markers = [picture.getpixel((part.left + 18, part.top + 19)) for part in layout.parts]
    assert len(set(markers)) == 6


def test_a_clock_that_is_stopped_is_marked_where_it_would_run(painter: Painter) -> None:
    layout, clocks = card_layout(painter.width, SMALL), replace(WORDS, clocks=("1:05", "2:00"))
    running = opened(painter.cards(SMALL, clocks))
    paused = opened(painter.cards(SMALL, replace(clocks, paused=WORDS.turn)))
    head = (0, layout.parts[0].top, painter.width, layout.parts[0].top + layout.parts[0].height)
    assert within(difference(running, paused), head)


HISTORY: History = ((0, 0), (5, 0), (5, 9))
CLEARED = replace(SMALL, table=(False,) * 8, left=0)


def test_an_empty_table_is_left_out_of_a_final_card(painter: Painter) -> None:
    layout = card_layout(painter.width, over(CLEARED))
    assert not layout.table
    assert layout.parts[0].top < layout.cell
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
    head = (0, layout.parts[0].top, painter.width, layout.parts[1].top)
    assert within(difference(drawn(painter, view), drawn(painter, replace(view, outcome=more))), head)


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


@pytest.mark.parametrize(
    "choice", [CardChoice(row=3), CardChoice(row=-1), CardChoice(cards=(0,)), CardChoice(cards=(99,))]
)
def test_what_does_not_lie_on_the_table_cannot_be_chosen(painter: Painter, choice: CardChoice) -> None:
    with pytest.raises(ValueError, match=r"rows 1 to 2|face down"):
        painter.cards(SMALL, WORDS, choice)


def test_what_lies_face_down_does_not_show_however_it_is_chosen(painter: Painter) -> None:
    """The same choice on two tables that differ in hidden cards alone."""
    other = seen(game("КкЛл\nАбВг", "АБВ", ""))
    same = seen(game("ОоЩф\nЖжТт", "АБВ", ""))
    choice = CardChoice(row=1, cards=(3, 1))
    assert painter.cards(other, WORDS, choice) == painter.cards(same, WORDS, choice)


LETTERS = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЬЮЯІЇЄ"


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
