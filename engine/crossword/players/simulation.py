"""Candidates played against answers: for each, what the next player's best reply brings on average (level ``usta``).

The rival's rack is dealt from the unseen tiles, the same ones for every candidate, so that chance is the same for all.
Towards the end, when the bag runs dry, the own next play is counted too. Of the candidates the worse half is left out
again and again, so that most time is spent where it is close.
"""

from collections.abc import Sequence
from typing import Final

from engine.crossword.players.equity import Turn, left_by
from engine.crossword.players.sight import Search, Sight, Tiles, after, kept
from engine.crossword.search.question import Asked
from engine.crossword.tiles import points
from engine.levels import GoesOn
from engine.rng import Draws

_HALVINGS: Final = (30, 90, 220)
"""After so many deals the worse half of the candidates is left out."""
_MOST_DEALS: Final = 400
_TRUST: Final = 25.0
"""How many deals the mean of all candidates counts for: what few deals say of one is not believed at once."""
_BEHIND: Final = 15.0
"""Points of equity by which a candidate may be behind the best; replies seldom make up for more."""
_LATE: Final = 9
"""Tiles in the bag from which on down the own next play is counted."""


class _Candidate:
    """A turn on trial: the board and the tiles after it, and what its deals have brought."""

    def __init__(self, sight: Sight, turn: Turn) -> None:
        self.turn: Final = turn
        self.left: Final = left_by(sight, turn)
        self._late: Final = sight.bag <= _LATE
        # What the kept tiles are worth shows in the own next play where that is counted.
        scored = 0.0 if turn.play is None else float(turn.play.score)
        self._base: Final = scored if self._late else turn.equity
        question = sight.question
        self.asked: Final = question if turn.play is None else after(question, turn.play, ())
        self.total = 0.0
        self.deals = 0

    def trial(self, sight: Sight, search: Search, rival: Tiles, bag: Tiles) -> None:
        """One deal: the rival's best reply, and what comes of it."""
        rules, values = sight.rules, sight.rules.values
        # What is given back lies in the bag by then, and is not drawn.
        drawn = min(rules.rack - len(self.left), len(bag))
        rack, rest = (*self.left, *bag[:drawn]), bag[drawn:]
        replies = search.best(_holding(self.asked, rival), sight.words)
        self.deals += 1
        if not replies:
            return
        reply = replies[0].option
        self.total -= reply.score
        staying = kept(rival, reply)
        if not staying and not rest and not self.turn.given:
            self.total -= 2.0 * points(rack, values)
        elif self._late:
            mine = search.best(_holding(after(self.asked, reply, ()), rack), sight.words)
            if mine:
                self.total += mine[0].option.score
                goes_out = len(mine[0].option.tiles) == len(rack) and len(rest) <= len(rival) - len(staying)
                self.total += 2.0 * points(staying, values) if goes_out else 0.0

    def worth(self, mean: float) -> float:
        """Its equity with what follows, ``mean`` being that of all candidates."""
        return self._base + (self.total + _TRUST * mean) / (self.deals + _TRUST)


def simulated(sight: Sight, search: Search, turns: Sequence[Turn], draws: Draws, goes_on: GoesOn) -> Turn:
    """The best of some turns by what follows them.

    Args:
        sight: the position; somebody else still takes turns.
        search: finds the replies.
        turns: at least one, the best by equity first.
        draws: deals the rival's racks.
        goes_on: whether there is time for another deal.
    """
    least = turns[0].equity - _BEHIND
    candidates = [_Candidate(sight, turn) for turn in turns if turn.equity >= least]
    rival, unseen = sight.held(sight.rivals[0]), sight.unseen
    for deal in range(1, _MOST_DEALS + 1):
        if len(candidates) == 1 or not goes_on():
            break
        mixed, draws = draws.shuffled(unseen)
        for candidate in candidates:
            candidate.trial(sight, search, mixed[:rival], mixed[rival : rival + sight.bag])
        if deal in _HALVINGS:
            candidates = _ordered(candidates)[: -(-len(candidates) // 2)]
    return _ordered(candidates)[0].turn


def _ordered(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    mean = sum(each.total for each in candidates) / max(1, sum(each.deals for each in candidates))
    return sorted(candidates, key=lambda each: -each.worth(mean))


def _holding(asked: Asked, rack: Tiles) -> Asked:
    return Asked(asked.ruleset, asked.cells, rack, asked.bonus)
