"""The end of a crossword game: the board as it was, below it who came where, and how everybody got there."""

from itertools import combinations, groupby, pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.texts import Texts
from engine.crossword.view import GameView
from engine.game_base import History
from render import Painter
from render.canvas import Canvas
from render.chart import axis_ticks, is_worth_drawing, marker_points, score_curves, spread_apart
from render.final import FinalLayout, final_layout
from render.fonts import Fonts
from render.honours import HEADLINE, LOW_HEADLINE, FinalWords, Honour, Honours
from render.markers import seat_colour
from render.palette import Palette
from render.standings import Standing, Standings
from render.text import Lettering
from render.theme import THEMES
from tests.render.pictures import WORDS, Box, difference, drawn, layout_of, within
from tests.render.views import FULL, KELIMELIK, MIDGAME, WORDBOX, a_view, finished
from tests.support.languages import LANGUAGES

NAMES = ("Ayşe", "Mehmet", "Zeynep", "Оксана")
SCORES = (100, 400, 200, 300)
HISTORY: History = ((20, 0, 0, 0), (20, 140, 0, 0), (20, 140, 90, 0), (20, 140, 90, 160), SCORES)
FOUR = finished(a_view(FULL, names=NAMES, scores=SCORES), HISTORY)
FINAL = FinalWords("wins by 100 points", 1, (Honour("Best word", 0, "AXE", 20), Honour("Best play", 1, "H8 ↓ ON", 31)))
HEADED = replace(WORDS, final=FINAL)
AS_IT_LAY = Honour("Best word", 0, "AXE", 20, ("A", "?X", "E"), (".", "T", "d"))


def below(view: GameView, *, curve: bool = True) -> FinalLayout:
    return final_layout(layout_of(view), len(view.seats), curve=curve)


def row_box(view: GameView, number: int) -> Box:
    layout = below(view)
    left, top = layout.places[number]
    return left, top, left + layout.width, top + 56


def chart_box(view: GameView) -> Box:
    box = below(view).chart
    assert box is not None
    return box


def heights(picture: Image.Image, box: Box, rgb: tuple[int, int, int]) -> list[float]:
    """How far down a colour is in the middle, by columns that have it."""
    part, sign = picture.convert("RGB").crop(box), bytes(rgb)
    data, row = part.tobytes(), 3 * part.width
    columns = (
        [down for down in range(part.height) if data[down * row + at : down * row + at + 3] == sign]
        for at in range(0, row, 3)
    )
    return [sum(column) / len(column) for column in columns if column]


def test_in_a_cancelled_game_nobody_has_a_place(painter: Painter) -> None:
    assert FOUR.outcome is not None
    drawn_as = [tuple(replace(final, place=place) for final in FOUR.outcome.finals) for place in (1, 2)]
    cancelled = [replace(FOUR.outcome, reason="cancelled", winners=(), finals=finals) for finals in drawn_as]
    pictures = [drawn(painter, replace(FOUR, outcome=outcome)) for outcome in cancelled]
    assert difference(*pictures) is None
    assert within(difference(drawn(painter, FOUR), pictures[0]), (0, below(FOUR).places[0][1], 900, below(FOUR).foot))


@pytest.mark.parametrize("field", ["adjustment", "penalty"])
def test_what_the_ending_brought_shows_in_the_row(painter: Painter, field: str) -> None:
    assert FOUR.outcome is not None
    last = FOUR.outcome.finals[-1]
    other = replace(last, adjustment=-11) if field == "adjustment" else replace(last, penalty=-10)
    changed = replace(FOUR.outcome, finals=(*FOUR.outcome.finals[:-1], other))
    assert within(difference(drawn(painter, FOUR), drawn(painter, replace(FOUR, outcome=changed))), row_box(FOUR, 3))


def test_each_curve_rises_from_nothing_in_proportion_to_the_scores(painter: Painter) -> None:
    picture, rgb = drawn(painter, FOUR), Palette(THEMES["light"]).rgb
    box = chart_box(FOUR)
    curves = {
        seat: heights(picture, (box[0] + 60, box[1], box[2], box[3]), rgb(seat_colour(seat))) for seat in range(4)
    }
    lowest = max(max(curve) for curve in curves.values())
    ends = [lowest - sum(curves[seat][-6:]) / 6 for seat in range(4)]
    assert [end / ends[1] for end in ends] == pytest.approx([0.25, 1, 0.5, 0.75], abs=0.06)


def test_in_a_short_low_game_the_numbers_beside_the_grid_are_whole_and_apart(painter: Painter) -> None:
    scores = (8, 7, 6, 0)
    ended = finished(a_view(FULL, names=NAMES, scores=scores), ((8, 0, 0, 0), (8, 7, 0, 0), scores, scores))
    layout = final_layout(layout_of(ended), 4, curve=True, word=True)
    assert layout.chart is not None
    left, top, _, bottom = layout.chart
    words = replace(WORDS, final=FinalWords("", None, (AS_IT_LAY,)))
    column = drawn(painter, ended, words).convert("RGB").crop((left, top, left + 18, bottom))
    page = Palette(THEMES["light"]).rgb("page")
    inked = [
        {colour for _, colour in column.crop((0, row, 18, row + 1)).getcolors() or ()} != {page}
        for row in range(column.height)
    ]
    numbers = [len(list(rows)) for has_ink, rows in groupby(inked) if has_ink]
    assert len(numbers) >= 2
    assert max(numbers) - min(numbers) <= 1


def test_hundreds_of_turns_and_scores_below_nothing_can_be_drawn(painter: Painter) -> None:
    history = tuple((turn % 90 - 45, -turn, turn // 2) for turn in range(600))
    view = finished(a_view(MIDGAME, names=NAMES[:3], scores=history[-1]), history)
    assert within(
        difference(drawn(painter, view), drawn(painter, replace(view, history=history[300:]))), chart_box(view)
    )


@pytest.mark.parametrize("premiums", [KELIMELIK, WORDBOX], ids=["15 columns", "17 columns"])
@pytest.mark.parametrize(("count", "ratio"), [(2, 1.54), (3, 1.6), (4, 1.66)])
def test_the_picture_is_at_most_a_little_higher_than_three_by_two(
    painter: Painter, premiums: str, count: int, ratio: float
) -> None:
    history = tuple(scores[:count] for scores in HISTORY)
    view = finished(a_view(premiums=premiums, names=NAMES[:count], scores=SCORES[:count]), history)
    picture = drawn(painter, view, HEADED)
    assert picture.height <= ratio * picture.width


@pytest.mark.parametrize("high", [HEADLINE - 6, LOW_HEADLINE - 8])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_headline_is_whole_in_every_language_beside_the_longest_name_and_score(language: str, high: int) -> None:
    lettering = Lettering(Palette(THEMES["light"]), Fonts())
    winner = Standing(seat=0, place=1, name="W" * 80, score=1431)

    def banner(headline: str) -> bytes:
        canvas = Canvas.blank(900, 120, 0)
        box = (30, 0, 870, high)
        Honours(lettering, Standings(lettering)).draw_banner(canvas, box, FinalWords(headline, 0), ["W" * 80], winner)
        return bytes(canvas.data)

    for margin in (327, 1327):
        headline = Texts().plain(language, "final-won-by", margin=margin)
        assert banner(headline) != banner(f"{headline[:-1]}w")


def test_a_word_is_shown_as_it_lay_with_blanks_and_premiums(painter: Painter) -> None:
    layout = final_layout(layout_of(FOUR), 3, curve=True, headline=True, word=True, honours=1)
    assert layout.word is not None

    def picture(honour: Honour) -> Image.Image:
        return drawn(painter, FOUR, replace(HEADED, final=replace(FINAL, honours=(honour, FINAL.honours[1]))))

    first = picture(AS_IT_LAY)
    for other in (
        {"tiles": ("A", "X", "E")},
        {"premiums": (".", ".", "d")},
        {"premiums": (".", "D", "d")},
        {"score": 21},
        {"seat": 2},
    ):
        assert within(difference(first, picture(replace(AS_IT_LAY, **other))), layout.word)


@settings(max_examples=10)
@given(name=st.text(max_size=80))
def test_any_name_stays_in_its_row_and_beside_its_curve(painter: Painter, name: str) -> None:
    seats = tuple(replace(seat, name=name) if number == 1 else seat for number, seat in enumerate(FOUR.seats))
    changed = difference(
        drawn(painter, replace(FOUR, history=())), drawn(painter, replace(FOUR, seats=seats, history=()))
    )
    assert changed is None or within(changed, row_box(FOUR, 0))
    assert drawn(painter, replace(FOUR, seats=seats)).size == drawn(painter, FOUR).size


@pytest.mark.parametrize("title", ["English tournament Scrabble", "WordBox (українською)", "W" * 80])
def test_however_long_the_title_the_foot_tells_what_is_left_in_the_bag(painter: Painter, title: str) -> None:
    words = replace(WORDS, title=title, bag="Мішечок")
    one, other = (drawn(painter, replace(FOUR, bag=count), words) for count in (46, 64))
    assert within(difference(one, other), (800, below(FOUR).foot, 900, one.height))


AYSE = Standing(seat=0, place=2, name="Ayşe", score=50)
CAN = Standing(seat=1, place=1, name="Can", score=60)


@given(low=st.integers(-5000, 0), high=st.integers(1, 20000), most=st.integers(2, 6))
def test_a_scale_has_its_zero_stays_in_its_range_and_has_few_numbers(low: int, high: int, most: int) -> None:
    numbers = axis_ticks(low, high, most)
    assert 0 in numbers
    assert len(numbers) <= most + 1
    assert low <= numbers[0] <= numbers[-1] <= high


@given(wanted=st.lists(st.floats(0, 200), min_size=1, max_size=6).map(sorted))
def test_names_are_far_enough_apart_and_within_their_bounds(wanted: list[float]) -> None:
    places = spread_apart(wanted, 25, 10, 190)
    assert all(after - before >= 25 - 1e-6 for before, after in pairwise(places))
    assert 10 <= places[0] <= places[-1] <= 190


@given(
    heights=st.lists(st.lists(st.floats(0, 200), min_size=0, max_size=60), min_size=1, max_size=6),
    size=st.floats(8, 30),
)
def test_no_marker_touches_another_one(heights: list[list[float]], size: float) -> None:
    paths = [[(at * 10.0, down) for at, down in enumerate(line)] for line in heights]
    ends = [(620.0, number * 36.0) for number in range(len(paths))]
    everywhere = [*ends, *(spot for spots in marker_points(paths, ends, size) for spot in spots)]
    assert min((dist(*pair) for pair in combinations(everywhere, 2)), default=size) >= size


@pytest.mark.parametrize("history", [(), ((5, 0),), ((0, 0), (0, 0), (0, 0))], ids=["none", "one turn", "all nothing"])
def test_where_nothing_is_to_be_seen_there_is_no_curve(history: History) -> None:
    assert not is_worth_drawing(history)
    assert score_curves(history, [CAN, AYSE]) == []
