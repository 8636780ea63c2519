"""In which order things break: each kind once as soon as can be, then by chance, as often as its weight says."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from msgspec import Struct

_SIMULTANEOUS: Final = {"telegram": ("redis_killed", "master_killed"), "clock_set": ("worker_stopped",)}
"""What breaks neither workers nor Redis, and in the first round comes together with one of these, if it comes."""
_FIRST_ROUND_PAUSE: Final = 0.5
"""How many seconds go by at most between two faults of the first round."""


class ScheduledFaults(Struct, frozen=True):
    """Kinds of faults that come at once, and how many seconds go by before them."""

    kinds: tuple[str, ...]
    pause: float


def schedule_faults(weights: Mapping[str, int], rng: Random, pause: tuple[float, float]) -> Iterator[ScheduledFaults]:
    """What comes when, without end.

    In the first round pauses are short, so that a minute holds all kinds; kills come first in it.

    Args:
        weights: how often a kind comes beside the others, by its name.
        rng: decides the order.
        pause: least and most seconds between two faults.
    """
    for kinds in plan_first_round(tuple(weights), rng):
        yield ScheduledFaults(kinds, rng.uniform(0, min(_FIRST_ROUND_PAUSE, pause[0])))
    while True:
        yield ScheduledFaults(tuple(rng.choices(tuple(weights), tuple(weights.values()))), rng.uniform(*pause))


def plan_first_round(kinds: tuple[str, ...], rng: Random) -> list[tuple[str, ...]]:
    """Each kind once, what can come together together."""
    order = list(kinds)
    rng.shuffle(order)
    order.sort(key=lambda kind: "killed" not in kind)
    together = {kind: [kind] for kind in order}
    for aside, others in _SIMULTANEOUS.items():
        beside = next((kind for kind in others if kind in together), None)
        if aside in together and beside is not None:
            together[beside] += together.pop(aside)
    return [tuple(step) for step in together.values()]
