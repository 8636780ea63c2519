"""Running totals of a recorded game: which of them follow from the scores, the computed or the recorded ones."""

from typing import Final

_MOST_BASES: Final = 32
"""Of a record whose totals are wrong again and again, the newest are remembered."""


class RunningTotal:
    """One player's total: the computed one, and every one that the record may go on from.

    After a line that could not be read nothing is known, and the next total is believed.
    """

    def __init__(self) -> None:
        self.computed = 0
        self._bases: tuple[int, ...] = (0,)
        """Each once, the newest last."""

    def gains(self, total: int | None) -> set[int]:
        """What a line must have brought for its total to follow; empty where nothing is known."""
        return set() if total is None else {total - base for base in (self._bases and {self.computed, *self._bases})}

    def forget(self) -> None:
        """Note that a score was lost."""
        self._bases = ()

    def settle(self, recorded: int, computed: int, total: int | None) -> bool:
        """Book a line; whether its total follows from the computed run or from the recorded one."""
        if not self._bases:
            self.computed = self.computed + computed if total is None else total
            self._bases = () if total is None else (total,)
            return True
        self.computed += computed
        expected = (*(base + recorded for base in self._bases), self.computed)
        if total is None:
            self._bases = _newest(expected)
            return True
        agrees = total in expected
        self._bases = (total,) if agrees else _newest((*expected, total))
        return agrees


def _newest(bases: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(reversed(bases)))[:_MOST_BASES][::-1]
