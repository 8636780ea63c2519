"""The equity that a turn lost: what the best one was worth, less what the one that was taken was.

While tiles can be drawn that is score and leave (:mod:`engine.crossword.players.equity`); once the bag is empty the
rest of a game of two is played out, exactly where there is time for it.
"""

from typing import Final

from msgspec import Struct

from engine.computer_ids import HasTime
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.endgame import compare_in_endgame
from engine.crossword.players.equity import CandidateTurn, leave_of_turn, leave_value_in, rank_turns
from engine.crossword.players.leaves import Leaves

_TWO: Final = 2


class TurnLoss(Struct, frozen=True):
    """What a turn lost, in points of equity."""

    best: CandidateTurn
    """The best turn; of an end that was played out, its equity is the points that it still wins on the other."""
    played: CandidateTurn
    """The turn that was taken, likewise."""
    loss: float
    """0 or more: a play with words that do not count may be worth more than any that is allowed."""
    exact: bool
    """Whether the end was played out, with every turn that is possible."""


def find_turn_loss(
    position: ComputerView, turn: TakenTurn, search: PlaySearch, leaves: Leaves | None, has_time: HasTime
) -> TurnLoss:
    """What a turn lost, without trying what may follow.

    Args:
        position: what its player could see.
        turn: the turn.
        search: finds the plays.
        leaves: of the game's tiles; ``None`` where none are known, so that the score alone counts.
        has_time: whether there is time left to play the end out.
    """
    if is_played_out(position):
        played_out = _loss_in_endgame(position, turn, search, has_time)
        if played_out is not None:
            return played_out
    (found,) = rank_turns(position, search, leaves)
    best = CandidateTurn(_equity_of(position, found, leaves), found.play, found.given)
    played = CandidateTurn(static_equity(position, turn, leaves), None if turn.withdrawn else turn.play, turn.given)
    return TurnLoss(best, played, max(0.0, best.equity - played.equity), exact=False)


def is_played_out(position: ComputerView) -> bool:
    """Whether both racks of a game of two are known, and both will take every turn."""
    seats = position.view.seats
    both = len(seats) == 1 + len(position.rivals) == _TWO
    return both and not position.bag and bool(position.unseen) and not any(seat.skips for seat in seats)


def static_equity(position: ComputerView, turn: TakenTurn, leaves: Leaves | None) -> float:
    """What a turn was worth: its score, and the tiles that it kept. A withdrawn play kept all, and scored nothing."""
    leave = leave_value_in(position, leaves)
    return turn.score + (0.0 if leave is None else leave(turn.kept))


def _equity_of(position: ComputerView, turn: CandidateTurn, leaves: Leaves | None) -> float:
    """As :func:`static_equity`; the search rounds."""
    leave = leave_value_in(position, leaves)
    score = 0 if turn.play is None else turn.play.score
    return score + (0.0 if leave is None else leave(leave_of_turn(position, turn)))


def _loss_in_endgame(position: ComputerView, turn: TakenTurn, search: PlaySearch, has_time: HasTime) -> TurnLoss | None:
    """By playing the end out; ``None`` if there was no time for that."""
    done = None if turn.withdrawn else turn.play
    found = compare_in_endgame(position, done, search, has_time)
    if found is None:
        return None
    best, played = found
    return TurnLoss(
        CandidateTurn(best.spread, best.play),
        CandidateTurn(played.spread, done),
        max(0.0, best.spread - played.spread),
        best.exact,
    )
