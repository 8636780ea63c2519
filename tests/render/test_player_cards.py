"""Below the board each player has a card: name, score, clock, the last turn, whose turn it is."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engine.crossword.view import GameView, Outcome
from render import Painter
from render.markers import seat_colour
from render.palette import Palette
from render.player_card import place_facts
from render.theme import THEMES
from tests.render.pictures import WORDS, difference, drawn, layout_of, opened, within
from tests.render.views import MIDGAME, a_play, a_player_card, a_view


def test_whose_turn_it_is_shows_in_the_cards_alone(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=0)
    layout = layout_of(view)
    changed = difference(drawn(painter, view), drawn(painter, replace(view, turn=1)))
    assert within(changed, (0, layout.panel, 900, layout.foot))


def clocked(painter: Painter, view: GameView, *clocks: str) -> Image.Image:
    return drawn(painter, view, replace(WORDS, clocks=clocks))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("text", ["12:34", "−1:05", "1:02:05", "2 gün 12 saat", "😀" * 40, "W" * 200])
def test_a_clock_shows_in_its_players_card(painter: Painter, seat: int, text: str) -> None:
    view = a_view(MIDGAME, turn=1)
    left, top = layout_of(view).card_place(seat)
    card = (left, top, left + layout_of(view).card[0], top + layout_of(view).card[1])
    clocks = (text, "") if seat == 0 else ("", text)
    assert within(difference(drawn(painter, view), clocked(painter, view, *clocks)), card)


def test_clocks_that_stand_differently_look_different(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=1)
    looks = {clocked(painter, view, "5:00", text).tobytes() for text in ("0:05", "0:06", "−0:05", "0:05:00")}
    assert len(looks) == 4


@pytest.mark.parametrize("theme", THEMES)
def test_the_clock_that_runs_alone_stands_on_a_light_plate(theme: str) -> None:
    view, layout = a_view(turn=1), layout_of(a_view())
    picture, light = clocked(Painter(theme), view, "5:00", "5:00").convert("RGB"), Palette(THEMES[theme]).rgb("light")
    left, top = layout.card_place(1)
    assert picture.getpixel((left + layout.card[0] - 22, top + 66)) == light
    left, top = layout.card_place(0)
    assert picture.getpixel((left + layout.card[0] - 22, top + 54)) == Palette(THEMES[theme]).rgb("card")


@pytest.mark.parametrize("theme", THEMES)
def test_a_clock_that_is_stopped_has_two_bars_instead_of_a_plate(theme: str) -> None:
    view, layout, rgb = a_view(turn=0), layout_of(a_view()), Palette(THEMES[theme]).rgb
    paused = replace(WORDS, clocks=("5:00", "5:00"), paused="Durdu")
    picture = drawn(Painter(theme), view, paused).convert("RGB")
    left, top = layout.card_place(0)
    card = picture.crop((left, top, left + layout.card[0], top + layout.card[1]))
    assert card.getpixel((layout.card[0] - 22, 52)) == rgb("accent")
    line = [card.getpixel((across, 68)) == rgb("light") for across in range(layout.card[0] - 140, layout.card[0] - 84)]
    assert sum(after and not before for before, after in pairwise(line)) == 2


def test_whose_turn_it_is_is_not_said_while_the_clocks_are_stopped(painter: Painter) -> None:
    paused = replace(WORDS, clocks=("5:00", "5:00"), paused="Durdu")
    assert painter.board(a_view(), paused) == painter.board(a_view(), replace(paused, turn="Hamle"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("turn", [None, 0, 1, 2, 3])
def test_every_player_has_the_marker_of_their_seat(theme: str, turn: int | None) -> None:
    view, rgb = a_view(names=("Ayşe", "Mehmet", "Zeynep", "Оксана"), turn=turn), Palette(THEMES[theme]).rgb
    picture, layout = drawn(Painter(theme), view).convert("RGB"), layout_of(view)
    for number in range(4):
        left, top = layout.card_place(number)
        middle = 30 if number == turn else 45
        assert picture.getpixel((left + 26, top + middle)) == rgb(seat_colour(number))


def test_the_last_of_three_players_has_a_whole_row() -> None:
    layout = layout_of(a_view(names=("Ayşe", "Mehmet", "Zeynep")))
    half, whole = layout.card[0], layout.cell * layout.columns
    assert [layout.card_width(number, 3) for number in range(3)] == [half, half, 2 * half + layout.gap]
    assert [layout.card_width(number, 4) for number in range(4)] == [half] * 4
    assert whole - 4 <= 2 * half + layout.gap <= whole


def test_before_the_first_move_the_line_below_the_cards_has_as_much_room_above_as_below(painter: Painter) -> None:
    layout, page = layout_of(a_view()), Palette(THEMES["light"]).rgb("page")
    foot = drawn(painter, a_view(), replace(WORDS, last="", title="HHH", bag="H")).convert("RGB")
    foot = foot.crop((0, layout.foot - layout.gap, 900, layout.height))
    inked = ImageChops.difference(foot, Image.new("RGB", foot.size, page)).getbbox()
    assert inked is not None
    assert inked[1] == pytest.approx(foot.height - inked[3], abs=8)


def test_a_retired_player_is_written_as_faintly_as_one_who_gave_up(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=1)
    left, top = layout_of(view).card_place(0)
    name = (left, top, left + 300, top + 50)
    looks = [
        drawn(painter, replace(view, seats=(seat, view.seats[1]))).crop(name).tobytes()
        for seat in (view.seats[0], replace(view.seats[0], retired=True), replace(view.seats[0], active=False))
    ]
    assert looks[0] != looks[1] == looks[2]


def test_a_cancelled_game_without_standings_still_shows_its_players(painter: Painter) -> None:
    going = a_view(MIDGAME, turn=None)
    cancelled = replace(going, outcome=Outcome(reason="cancelled", winners=(), finals=()))
    assert painter.board(cancelled, WORDS) == painter.board(going, WORDS)


def test_two_to_four_players_have_cards_below_the_board(painter: Painter) -> None:
    names = ("Ayşe", "Mehmet", "Zeynep", "Оксана")
    heights = [drawn(painter, a_view(names=names[:count])).height for count in (2, 3, 4)]
    assert heights[0] < heights[1] == heights[2]


def test_what_the_last_turn_brought_stands_in_its_players_card(painter: Painter) -> None:
    view = replace(a_view(MIDGAME), last=a_play(0, "F8", "ŞKALEM"))
    assert view.last is not None
    other = replace(view, last=replace(view.last, score=25))
    left, top = layout_of(view).card_place(0)
    below = (left, top, left + layout_of(view).card[0], top + layout_of(view).card[1])
    panel = (0, layout_of(view).panel, 900, layout_of(view).height)
    one, another = (drawn(painter, shown).crop(panel) for shown in (view, other))
    assert within(difference(one, another), (below[0], below[1] - panel[1], below[2], below[3] - panel[1]))


def test_notes_stand_below_a_name_as_far_as_they_find_room(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=1)
    left, top = layout_of(view).card_place(0)
    card = (left, top, left + layout_of(view).card[0], top + layout_of(view).card[1])
    short = replace(WORDS, notes=(("3 taş",), ()))
    assert within(difference(drawn(painter, view), drawn(painter, view, short)), card)
    long = replace(WORDS, notes=(("3 taş", "W" * 40), ()))
    assert painter.board(view, long) == painter.board(view, short)
    both = replace(WORDS, notes=(("3 taş", "4 önde"), ()))
    assert painter.board(view, both) != painter.board(view, short)


def test_notes_end_before_the_score_where_no_clock_stands_below_it(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=1)
    view = replace(view, seats=(replace(view.seats[0], score=444), *view.seats[1:]))
    width = layout_of(view).card_width(0, len(view.seats))
    notes = ["3 taş", "36 önde"]
    told = [drawn(painter, view, replace(WORDS, notes=((*notes, "W" * count), ()))) for count in range(width // 12)]
    left, top = layout_of(view).card_place(0)
    score = (left + width - 110, top, left + width, top + layout_of(view).card[1])
    assert all(difference(told[0].crop(score), one.crop(score)) is None for one in told)


@pytest.mark.parametrize(
    ("needed", "places"),
    [
        ([], []),
        ([1], [(0, 0, 3)]),
        ([1, 1, 1, 1], [(0, 0, 1), (0, 1, 1), (0, 2, 1), (1, 0, 3)]),
        ([1, 2, 1, 1], [(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 2)]),
        ([1, 3, 1], [(0, 0, 3), (1, 0, 3), (2, 0, 3)]),
        ([2, 2, 1, 1], [(0, 0, 3), (1, 0, 2), (1, 2, 1), (2, 0, 3)]),
        ([1, 1, 2], [(0, 0, 1), (0, 1, 2), (1, 0, 3)]),
    ],
)
def test_figures_stand_in_their_order_and_leave_no_gap(needed: list[int], places: list[tuple[int, int, int]]) -> None:
    assert place_facts(needed) == places


@pytest.mark.parametrize("length", [2, 8, 15, 16, 21])
def test_the_best_word_is_shown_to_its_last_letter(length: int) -> None:
    painter, begin = Painter(), "A" * (length - 1)
    one, other = (
        opened(painter.player_card(replace(a_player_card(begin + last), word_points="1104 points")))
        for last in ("B", "C")
    )
    assert difference(one, other) is not None


def test_a_long_figure_has_as_many_columns_as_it_needs() -> None:
    painter, card = Painter(), a_player_card()
    long = replace(
        card, facts=(replace(card.facts[0], value="Mehmet Ali (120), Kılıçoğullarından (48)"), *card.facts[1:])
    )
    assert opened(painter.player_card(long)).height > opened(painter.player_card(card)).height
