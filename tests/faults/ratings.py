"""Faults in ratings: whose results count, what a margin and absence do, and what is rounded."""

from typing import Final

from tests.faults.fault import Fault

_RATINGS: Final = ("tests/engine/test_ratings.py",)

RATINGS: Final = (
    Fault(
        "winners-lose-points",
        r"return max\(expected, (_win_share\(self\.score, other\.score\))\)",
        r"return \1",
        _RATINGS,
    ),
    Fault("draws-count-margins", r"if self\.place == other\.place:", "if self == other:", _RATINGS),
    Fault("idle-time-takes-nothing-back", r"_Result\(widened\(rating, day\), ", "_Result(rating, ", _RATINGS),
    Fault("ratings-not-rounded", r"max\(0, round\((before\.mu \+ .*)\)\)\),$", r"max(0, \1)),", _RATINGS),
)
