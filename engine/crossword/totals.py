"""Running totals of a recorded game: which of them follow from the scores, the computed or the recorded ones."""


class RunningTotal:
    """One player's total: the computed one, and every one that the record may go on from.

    After a line that could not be read nothing is known, and the next total is believed.
    """

    def __init__(self) -> None:
        self.computed = 0
        self._bases: set[int] = {0}

    def gains(self, total: int | None) -> set[int]:
        """What a line must have brought for its total to follow; empty where nothing is known."""
        return set() if total is None else {total - base for base in (self._bases and {self.computed, *self._bases})}

    def forget(self) -> None:
        """Note that a score was lost."""
        self._bases = set()

    def settle(self, recorded: int, computed: int, total: int | None) -> bool:
        """Book a line; whether its total follows from the computed run or from the recorded one."""
        if not self._bases:
            self.computed = self.computed + computed if total is None else total
            self._bases = set() if total is None else {total}
            return True
        self.computed += computed
        expected = {self.computed, *(base + recorded for base in self._bases)}
        if total is None:
            self._bases = expected
            return True
        agrees = total in expected
        self._bases = {total} if agrees else {*expected, total}
        return agrees
