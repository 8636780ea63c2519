"""What a recorded game's turns so far allow and bring about: exchanges that were made, and the run that may end it."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from engine.crossword.gcg.records import Exchanged, GcgFile, Passed, Played, Pragma, Record, Withdrawn
from engine.crossword.view import GameView

_TWO: Final = 2


class RecordedRuns:
    """Follows the records of a game."""

    def __init__(self, gcg_file: GcgFile) -> None:
        self._nicks: Final = gcg_file.nicks
        self._run: Final = gcg_file.ruleset.ending.run
        self._exchanges: Final[Counter[str]] = Counter()
        self._turns = 0
        self._before = 0
        """The run before the last play."""
        self._lost = False
        """Whether the next pass is a turn that was lost."""

    def follow_record(self, record: Record) -> None:
        """Take a record."""
        lost = isinstance(record, Pragma) and record.value.startswith("lost ")
        scoreless = self._run.counts == "scoreless"
        match record:
            case Played():
                self._before, self._turns = self._turns, 0
            case Withdrawn() if scoreless:
                self._turns = self._before + 1
            case Exchanged(nick=nick):
                self._exchanges[nick] += 1
                self._turns = self._turns + 1 if scoreless else 0
            case Passed():
                self._turns = 0 if self._lost and not scoreless else self._turns + 1
            case _:
                pass
        self._lost = lost

    def show_in(self, view: GameView) -> GameView:
        """A position with what is known of exchanges and, in a game of two, of the run."""
        seats = tuple(
            replace(seat, exchanges=self._exchanges[nick]) for seat, nick in zip(view.seats, self._nicks, strict=True)
        )
        if len(seats) != _TWO:
            return replace(view, seats=seats)
        # Of two players the turns of a run alternate, so that its length says how many each has made.
        turns, run = self._turns, self._run
        own, others = turns // _TWO + 1, (turns + 1) // _TWO
        ends = turns + 1 >= run.turns and min(own, others) >= run.own_turns_needed
        return replace(view, seats=seats, run_turns=turns, run_ends=ends)
