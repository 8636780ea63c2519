"""A long test's share of the time; these are short."""

from collections.abc import Iterator

import pytest

from tests.long.shares import Share, seconds_of


def test_tests_share_the_time_of_all_processes_as_they_ask() -> None:
    every = [1, 1, 2]
    assert [seconds_of(own, every, minutes=4, processes=2) for own in every] == [120, 120, 240]


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
