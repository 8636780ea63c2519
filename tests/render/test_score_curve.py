"""What a score curve shows: round numbers, everybody's scores in order, names that do not cover each other."""

from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game_base import History
from render.chart import axis_ticks, curve_height, is_worth_drawing, marker_points, score_curves, spread_apart
from render.standings import Standing

AYSE = Standing(seat=0, place=2, name="Ayşe", score=50)
CAN = Standing(seat=1, place=1, name="Can", score=60)
TWO_TURNS: History = ((50, 0), (50, 60))


@pytest.mark.parametrize(
    ("low", "high", "most", "shown"),
    [
        (0, 341, 4, [0, 100, 200, 300]),
        (0, 93, 4, [0, 25, 50, 75]),
        (-12, 40, 4, [0, 20, 40]),
        (-60, -1, 4, [-60, -40, -20]),
        (0, 1, 4, [0, 1]),
        (0, 44, 5, [0, 10, 20, 30, 40]),
        (0, 1999, 4, [0, 500, 1000, 1500]),
        (0, 9, 5, [0, 2, 4, 6, 8]),
        (0, 8, 2.2, [0, 5]),
    ],
)
def test_a_scale_has_few_round_numbers(low: int, high: int, most: float, shown: list[int]) -> None:
    assert list(axis_ticks(low, high, most)) == shown


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


def test_names_that_have_room_are_where_they_want_to_be() -> None:
    assert spread_apart([20, 80, 150], 25, 10, 190) == [20, 80, 150]


def level(down: float, until: int = 400) -> list[tuple[float, float]]:
    """A line's points at one height."""
    return [(across, down) for across in range(0, until, 10)]


def test_a_line_with_room_has_four_markers_and_lines_side_by_side_have_them_at_different_places() -> None:
    first, second = marker_points([level(20), level(90)], [(450, 20), (450, 90)], 24)
    assert (len(first), len(second)) == (4, 4)
    assert not {across for across, _ in first} & {across for across, _ in second}


@given(
    heights=st.lists(st.lists(st.floats(0, 200), min_size=0, max_size=60), min_size=1, max_size=6),
    size=st.floats(8, 30),
)
def test_no_marker_touches_another_one(heights: list[list[float]], size: float) -> None:
    paths = [[(at * 10.0, down) for at, down in enumerate(line)] for line in heights]
    ends = [(620.0, number * 36.0) for number in range(len(paths))]
    everywhere = [*ends, *(spot for spots in marker_points(paths, ends, size) for spot in spots)]
    assert min((dist(*pair) for pair in combinations(everywhere, 2)), default=size) >= size


def test_no_marker_follows_close_upon_its_own_lines_end() -> None:
    (spots,) = marker_points([level(20)], [(400, 20)], 24)
    assert spots
    assert max(across for across, _ in spots) <= 400 - 48


def test_a_line_that_lies_on_another_one_has_its_markers_between_the_others() -> None:
    first, second = marker_points([level(20), level(20)], [(450, 10), (450, 40)], 24)
    assert (len(first), len(second)) == (4, 4)


def test_every_curve_begins_at_nothing_and_the_winners_lies_above_the_others() -> None:
    assert [(line.name, line.scores) for line in score_curves(TWO_TURNS, [CAN, AYSE])] == [
        ("Ayşe", (0, 50, 50)),
        ("Can", (0, 0, 60)),
    ]


def test_what_the_ending_brings_is_a_step_of_its_own() -> None:
    ended = [Standing(seat=1, place=1, name="Can", score=66, adjustment=6), AYSE]
    assert [line.scores for line in score_curves(TWO_TURNS, ended)] == [(0, 50, 50, 50), (0, 0, 60, 66)]


@pytest.mark.parametrize("history", [(), ((5, 0),), ((0, 0), (0, 0), (0, 0))], ids=["none", "one turn", "all nothing"])
def test_where_nothing_is_to_be_seen_there_is_no_curve(history: History) -> None:
    assert not is_worth_drawing(history)
    assert score_curves(history, [CAN, AYSE]) == []


def test_a_curve_takes_what_the_rest_of_the_picture_leaves_between_its_bounds() -> None:
    assert [curve_height(900, room) for room in (850, 200, 50)] == [210, 200, 176]
