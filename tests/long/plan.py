"""Which tests a long run reaches: all that last as long as there is time; of those with a length of their own some.

These are dealt into so many hands that each fits the time, every kind by turns to all. A seed takes one of them, and
the next seed the next one, so that none is left out for ever.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil
from typing import Final

FIXED_SHARE: Final = 0.5
"""How much of the time is for tests of a length of their own, where there are others."""


@dataclass(frozen=True, slots=True)
class FixedLengthTest:
    """A test that has a length of its own, whatever the time."""

    name: str
    seconds: float
    """That length, on an idle core."""

    @property
    def kind(self) -> str:
        """What it has in common with those that differ from it in their parameters alone."""
        return self.name.partition("[")[0]

    @property
    def module(self) -> str:
        """Where it stands."""
        return self.name.partition("::")[0]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run reaches of the tests of a length of their own."""

    chosen: Sequence[FixedLengthTest]
    total: int
    """How many there are."""
    runs_to_reach_all: int
    """With how many seeds in a row each is reached once."""
    minutes: float
    """How long a run has to be to reach all of them."""

    def summary_line(self, seed: int) -> str:
        """In a line."""
        if self.runs_to_reach_all == 1:
            return f"all tests of a length of their own: {self.total}"
        last = seed + self.runs_to_reach_all - 1
        others = f"the seeds {seed} to {last} reach all, or one run with MINUTES={ceil(self.minutes)}"
        return f"{len(self.chosen)} of {self.total} tests of a length of their own, by the seed {seed}: {others}"


def plan_run(tests: Sequence[FixedLengthTest], seed: int, minutes: float, processes: int, *, alone: bool) -> Plan:
    """Choose those that come with a seed.

    Args:
        tests: all of a length of their own.
        seed: which of them come.
        minutes: how long the run is to last.
        processes: how many run tests.
        alone: whether there are no others.
    """
    share = 1.0 if alone else FIXED_SHARE
    kinds: dict[str, list[FixedLengthTest]] = {}
    for test in tests:
        kinds.setdefault(test.kind, []).append(test)
    # Nothing is too long for a run: then that is all that it reaches of them.
    most = max([minutes * 60 * processes * share, *(test.seconds for test in tests)])
    hands = next(
        hands for many in count(1) if max(map(_total_seconds, hands := _deal_tests(list(kinds.values()), many))) <= most
    )
    whole = _total_seconds(tests) / share / processes / 60
    return Plan(hands[seed % len(hands)], len(tests), len(hands), whole)


def _deal_tests(kinds: Sequence[Sequence[FixedLengthTest]], many: int) -> list[list[FixedLengthTest]]:
    """Deal each kind by turns, the dearest first, beginning where least is; with a hand for each test none has two."""
    hands: list[list[FixedLengthTest]] = [[] for _ in range(many)]
    if many >= sum(map(len, kinds)):
        return [[test] for tests in kinds for test in tests]
    for tests in sorted(kinds, key=lambda tests: tests[0].seconds, reverse=True):
        first = hands.index(min(hands, key=_total_seconds))
        for place, test in enumerate(tests, first):
            hands[place % many].append(test)
    return hands


def split_among_processes(tests: Sequence[FixedLengthTest], processes: int) -> list[list[FixedLengthTest]]:
    """Which of them each process begins with: modules stay together, and all have as much to do as can be."""
    modules: dict[str, list[FixedLengthTest]] = {}
    for test in tests:
        modules.setdefault(test.module, []).append(test)
    hands: list[list[FixedLengthTest]] = [[] for _ in range(processes)]
    for module in sorted(modules.values(), key=_total_seconds, reverse=True):
        min(hands, key=_total_seconds).extend(module)
    return hands


def _total_seconds(tests: Sequence[FixedLengthTest]) -> float:
    return sum(test.seconds for test in tests)
