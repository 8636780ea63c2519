"""A long test's share of the time, and which of them a run reaches; these are short."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long.plan import FIXED_SHARE, Fixed, begun_with, planned
from tests.long.shares import Cost, Purse, Share

TESTS = [
    *(Fixed(f"chaos.py::test_planted[{number}]", 75) for number in range(4)),
    *(Fixed(f"pages.py::test_{kind}[{number}]", 25) for kind in "abc" for number in range(4)),
    *(Fixed(f"quiet.py::test_evening[{number}]", 4) for number in range(24)),
    Fixed("alone.py::test_alone", 20),
]


def names(tests: list[Fixed]) -> Counter[str]:
    return Counter(test.name for test in tests)


@pytest.mark.parametrize("minutes", [0.1, 1, 2, 4, 9])
def test_seeds_in_a_row_reach_each_test_once_and_none_takes_more_than_its_part(minutes: float) -> None:
    runs = planned(TESTS, 0, minutes, 2, alone=False).runs
    found = [planned(TESTS, seed, minutes, 2, alone=False) for seed in range(7, 7 + runs)]
    assert names([test for plan in found for test in plan.reached]) == names(TESTS)
    most = max(75, minutes * 120 * FIXED_SHARE)
    assert all(sum(test.seconds for test in plan.reached) <= most for plan in found)
    assert planned(TESTS, 7 + runs, minutes, 2, alone=False) == found[0]


def test_no_more_runs_are_needed_than_the_time_asks_for_and_each_has_of_every_kind() -> None:
    plans = [planned(TESTS, seed, 4.5, 2, alone=False) for seed in range(3)]
    assert {plan.runs for plan in plans} == {3}
    for plan in plans:
        kinds = Counter(test.kind for test in plan.reached)
        assert kinds["quiet.py::test_evening"] == 8
        assert {kind for kind in kinds if "alone" not in kind} == {test.kind for test in TESTS[:-1]}


def test_a_run_is_told_to_reach_all_where_it_does() -> None:
    some = planned(TESTS, 5, 4.5, 2, alone=False)
    assert "by the seed 5: the seeds 5 to 7 reach all, or one run with MINUTES=12" in some.told(5)
    assert planned(TESTS, 5, 12, 2, alone=False).told(5) == f"all tests of a length of their own: {len(TESTS)}"


def test_without_others_they_have_all_the_time() -> None:
    assert planned(TESTS[:4], 1, 2.5, 2, alone=True).runs == 1
    assert planned(TESTS[:4], 1, 2.5, 2, alone=False).runs == 2


def test_processes_begin_with_as_much_and_each_with_whole_modules() -> None:
    hands = begun_with(TESTS, 2)
    assert names([test for hand in hands for test in hand]) == names(TESTS)
    assert not {test.module for test in hands[0]} & {test.module for test in hands[1]}
    assert [sum(test.seconds for test in hand) for hand in hands] == [396, 320]


COSTS = {"fixed": Cost(seconds=60), "one": Cost(shares=1), "two": Cost(shares=2), "last": Cost(shares=1)}


@pytest.fixture
def purse(tmp_path: Path) -> tuple[Purse, list[float]]:
    """Of two processes and four minutes, by a clock that a test moves."""
    now = [1000.0]
    return Purse(tmp_path / "purse", 1240, 2, lambda: now[0]), now


def test_tests_share_what_those_of_a_length_of_their_own_leave(purse: tuple[Purse, list[float]]) -> None:
    shared, _ = purse
    assert shared.begin("one", COSTS) == (2 * 240 - 60) / 4
    assert shared.begin("fixed", COSTS) == 60
    assert shared.begin("two", COSTS) == shared.begin("last", COSTS) * 2 == (2 * 240 - 60) / 2


def test_who_takes_longer_takes_it_from_those_that_follow(purse: tuple[Purse, list[float]]) -> None:
    shared, now = purse
    shared.begin("fixed", COSTS)
    now[0] += 150
    shared.ended("fixed")
    assert shared.begin("one", COSTS) == 2 * 90 / 4
    now[0] += 85
    shared.ended("one")
    assert shared.begin("two", COSTS) == pytest.approx(2 * 5 * 2 / 3)
    now[0] += 10
    assert shared.begin("last", COSTS) == 0


def test_what_is_left_over_is_for_those_that_follow(purse: tuple[Purse, list[float]]) -> None:
    shared, now = purse
    shared.begin("fixed", COSTS)
    now[0] += 10
    shared.ended("fixed")
    assert shared.begin("one", COSTS) == 2 * 230 / 4


@pytest.fixture
def share() -> tuple[Share, list[float]]:
    """Ten seconds by a clock that a test moves."""
    now = [100.0]
    return Share(10, lambda: now[0]), now


def lasting(given: tuple[Share, list[float]], seconds: float) -> Iterator[int]:
    share, now = given
    for number in share.rounds():
        yield number
        now[0] += seconds


@pytest.mark.parametrize(("seconds", "rounds"), [(1, 10), (4, 2), (3, 3), (6, 2), (25, 1)])
def test_rounds_end_as_near_to_the_time_as_they_can(
    share: tuple[Share, list[float]], seconds: float, rounds: int
) -> None:
    assert list(lasting(share, seconds)) == list(range(1, rounds + 1))


def test_what_is_tried_is_counted_by_kind(share: tuple[Share, list[float]]) -> None:
    for kind in ("games", "kills", "games"):
        share[0].count(kind)
    assert share[0].tried == {"games": 2, "kills": 1}
