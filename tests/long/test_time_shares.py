"""A long test's share of the time, and which of them a run reaches; these are short."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long.plan import FIXED_SHARE, FixedLengthTest, plan_run, split_among_processes
from tests.long.time_shares import Cost, TimeBudget, TimeShare

TESTS = [
    *(FixedLengthTest(f"chaos.py::test_planted[{number}]", 75) for number in range(4)),
    *(FixedLengthTest(f"pages.py::test_{kind}[{number}]", 25) for kind in "abc" for number in range(4)),
    *(FixedLengthTest(f"quiet.py::test_evening[{number}]", 4) for number in range(24)),
    FixedLengthTest("alone.py::test_alone", 20),
]


def names(tests: list[FixedLengthTest]) -> Counter[str]:
    return Counter(test.name for test in tests)


@pytest.mark.parametrize("minutes", [0.1, 1, 2, 4, 9])
def test_seeds_in_a_row_reach_each_test_once_and_none_takes_more_than_its_part(minutes: float) -> None:
    runs = plan_run(TESTS, 0, minutes, 2, alone=False).runs_to_reach_all
    found = [plan_run(TESTS, seed, minutes, 2, alone=False) for seed in range(7, 7 + runs)]
    assert names([test for plan in found for test in plan.chosen]) == names(TESTS)
    most = max(75, minutes * 120 * FIXED_SHARE)
    assert all(sum(test.seconds for test in plan.chosen) <= most for plan in found)
    assert plan_run(TESTS, 7 + runs, minutes, 2, alone=False) == found[0]


def test_no_more_runs_are_needed_than_the_time_asks_for_and_each_has_of_every_kind() -> None:
    plans = [plan_run(TESTS, seed, 4.5, 2, alone=False) for seed in range(3)]
    assert {plan.runs_to_reach_all for plan in plans} == {3}
    for plan in plans:
        kinds = Counter(test.kind for test in plan.chosen)
        assert kinds["quiet.py::test_evening"] == 8
        assert {kind for kind in kinds if "alone" not in kind} == {test.kind for test in TESTS[:-1]}


def test_a_run_is_told_to_reach_all_where_it_does() -> None:
    some = plan_run(TESTS, 5, 4.5, 2, alone=False)
    assert "by the seed 5: the seeds 5 to 7 reach all, or one run with MINUTES=12" in some.summary_line(5)
    assert plan_run(TESTS, 5, 12, 2, alone=False).summary_line(5) == f"all tests of a length of their own: {len(TESTS)}"


def test_without_others_they_have_all_the_time() -> None:
    assert plan_run(TESTS[:4], 1, 2.5, 2, alone=True).runs_to_reach_all == 1
    assert plan_run(TESTS[:4], 1, 2.5, 2, alone=False).runs_to_reach_all == 2


def test_processes_begin_with_as_much_and_each_with_whole_modules() -> None:
    hands = split_among_processes(TESTS, 2)
    assert names([test for hand in hands for test in hand]) == names(TESTS)
    assert not {test.module for test in hands[0]} & {test.module for test in hands[1]}
    assert [sum(test.seconds for test in hand) for hand in hands] == [396, 320]


COSTS = {"fixed": Cost(seconds=60), "one": Cost(shares=1), "two": Cost(shares=2), "last": Cost(shares=1)}


@pytest.fixture
def purse(tmp_path: Path) -> tuple[TimeBudget, list[float]]:
    """Of two processes and four minutes, by a clock that a test moves."""
    now = [1000.0]
    return TimeBudget(tmp_path / "purse", 1240, 2, lambda: now[0]), now


def test_tests_share_what_those_of_a_length_of_their_own_leave(purse: tuple[TimeBudget, list[float]]) -> None:
    shared, _ = purse
    assert shared.start_test("one", COSTS) == (2 * 240 - 60) / 4
    assert shared.start_test("fixed", COSTS) == 60
    assert shared.start_test("two", COSTS) == shared.start_test("last", COSTS) * 2 == (2 * 240 - 60) / 2


def test_who_takes_longer_takes_it_from_those_that_follow(purse: tuple[TimeBudget, list[float]]) -> None:
    shared, now = purse
    shared.start_test("fixed", COSTS)
    now[0] += 150
    shared.finish_test("fixed")
    assert shared.start_test("one", COSTS) == 2 * 90 / 4
    now[0] += 85
    shared.finish_test("one")
    assert shared.start_test("two", COSTS) == pytest.approx(2 * 5 * 2 / 3)
    now[0] += 10
    assert shared.start_test("last", COSTS) == 0


def test_what_is_left_over_is_for_those_that_follow(purse: tuple[TimeBudget, list[float]]) -> None:
    shared, now = purse
    shared.start_test("fixed", COSTS)
    now[0] += 10
    shared.finish_test("fixed")
    assert shared.start_test("one", COSTS) == 2 * 230 / 4


@pytest.fixture
def share() -> tuple[TimeShare, list[float]]:
    """Ten seconds by a clock that a test moves."""
    now = [100.0]
    return TimeShare(10, lambda: now[0]), now


def lasting(given: tuple[TimeShare, list[float]], seconds: float) -> Iterator[int]:
    share, now = given
    for number in share.rounds():
        yield number
        now[0] += seconds


@pytest.mark.parametrize(("seconds", "rounds"), [(1, 10), (4, 2), (3, 3), (6, 2), (25, 1)])
def test_rounds_end_as_near_to_the_time_as_they_can(
    share: tuple[TimeShare, list[float]], seconds: float, rounds: int
) -> None:
    assert list(lasting(share, seconds)) == list(range(1, rounds + 1))


def test_what_is_tried_is_counted_by_kind(share: tuple[TimeShare, list[float]]) -> None:
    for kind in ("games", "kills", "games"):
        share[0].count_try(kind)
    assert share[0].counts == {"games": 2, "kills": 1}
