"""A finished game looked at again: what each turn lost, how much of that is sure, and where the game turned.

What a player could see when taking the turn is all that counts; what others held, and what was drawn later, never does.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from engine.computer_ids import HasTime
from engine.crossword.analysis.deal_comparison import ComparedTurn, compare_turns
from engine.crossword.analysis.game_course import draws_luck, find_turning_point
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.analysis.turn_loss import TurnLoss, find_turn_loss
from engine.crossword.analysis.turn_stake import Stake, stake_of
from engine.crossword.analysis.win_chance import WinCurve, win_curve_of
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.equity import CandidateTurn, rank_turns
from engine.crossword.players.leaves import Leaves, shipped_leaves
from engine.crossword.ruleset import Ruleset
from engine.lexicon import Lexicon
from engine.rng import Draws

Size = Literal["small", "medium", "large"]
SIMULATED_FROM: Final = 3.0
"""Points of equity from which on what a turn lost is tried by simulation; less is no loss worth a word."""
CANDIDATES: Final = 8
WIN_SIZES: Final[tuple[tuple[float, Size], ...]] = ((0.03, "small"), (0.07, "medium"))
"""Up to which loss of the chance to win a turn's loss has which size; beyond it is large."""
_POINT_SIZES: Final[tuple[tuple[float, Size], ...]] = ((7.0, "small"), (15.0, "medium"))
_COSTLIEST: Final = 3
_TWO: Final = 2


class AnalysedTurn(Struct, frozen=True):
    """A turn, with the best one and what lies between them."""

    turn: TakenTurn
    best: CandidateTurn
    played: CandidateTurn
    loss: float
    """Points of equity, 0 or more."""
    half_width: float
    """Half of the interval around the loss, 19 times of 20; 0 where the end was played out, or nothing was tried."""
    loss_win: float | None
    """What it lost of the chance to win, 0 to 1; ``None`` with more than two players, and where nothing is learned."""
    size: Size | None
    """``None`` for a turn as good as the best, for all that is sure: its loss was not worth a try, or the intervals
    overlap."""
    exact: bool
    """Whether the end was played out, with every turn that is possible."""

    @property
    def is_equal(self) -> bool:
        """Whether two turns are as good as equal, for all that can be told."""
        return self.size is None


class SeatAnalysis(Struct, frozen=True):
    """One player's turns together."""

    costliest: tuple[AnalysedTurn, ...]
    """The turns that lost most, up to three, the costliest first; none that is as good as the best."""
    share: float | None
    """Equity of the turns taken while tiles could be drawn as a share of that of the best ones, 0 to 1."""
    judged: int
    """How many turns the share is of; 0 where there is none."""
    luck: float | None
    """By how many points the tiles drawn were worth more than what could be expected of the unseen ones, if known."""


class GameAnalysis(Struct, frozen=True):
    """A whole game."""

    turns: tuple[AnalysedTurn, ...]
    seats: tuple[SeatAnalysis, ...]
    turning_point: int | None
    """The place in ``turns`` of the turn that changed the chance to win most; ``None`` where that is unknown."""


Budget = Callable[[int], HasTime]
"""Given how many turns are still to be looked at: whether there is time left for the present one."""


class GameAnalyser:
    """Looks at every turn of finished games.

    Args:
        budget: how long a turn may take.
        report: is told after each turn how many are done, and of how many.
    """

    def __init__(
        self,
        words: Lexicon,
        search: PlaySearch,
        budget: Budget,
        report: Callable[[int, int], None] = lambda *_: None,
    ) -> None:
        self._words: Final = words
        self._search: Final = search
        self._budget: Final = budget
        self._report: Final = report

    def analyse_turns(self, game: TakenGame) -> GameAnalysis:
        """Look at every turn of a game."""
        curve = win_curve_of(game.ruleset) if game.seats == _TWO else None
        values, found = _Values(game.ruleset, shipped_leaves(game.ruleset), curve), list[AnalysedTurn]()
        for place, turn in enumerate(game.turns):
            found.append(self._analyse_turn(turn, values, self._budget(len(game.turns) - place)))
            self._report(place + 1, len(game.turns))
        seats = tuple(self._summarize_seat(seat, found, values) for seat in range(game.seats))
        return GameAnalysis(tuple(found), seats, find_turning_point(game, curve))

    def analyse_turn(self, turn: TakenTurn, rules: Ruleset) -> AnalysedTurn:
        """Look at one turn alone, be its game over or not."""
        curve = win_curve_of(rules) if len(turn.view.seats) == _TWO else None
        return self._analyse_turn(turn, _Values(rules, shipped_leaves(rules), curve), self._budget(1))

    def _analyse_turn(self, turn: TakenTurn, values: "_Values", has_time: HasTime) -> AnalysedTurn:
        position = ComputerView(turn.view, values.ruleset, self._words)
        static = find_turn_loss(position, turn, self._search, values.leaves, has_time)
        loss, half_width, best, is_sure = static.loss, 0.0, static.best, static.exact and static.loss > 0
        if static.loss >= SIMULATED_FROM and position.rivals and position.bag and has_time():
            compared = self._simulate(position, static, values.leaves, has_time)
            if compared is not None:
                best, played = compared[0].turn, next(one for one in compared if _is_same(one.turn, static.played))
                loss, half_width, is_sure = played.behind, played.half_width, played.is_parted
        stake = stake_of(position, values.curve, best.equity, best.equity - loss, exact=static.exact)
        size = size_of(loss, stake) if is_sure else None
        return AnalysedTurn(
            turn, best, static.played, loss, half_width, None if stake is None else stake.lost, size, static.exact
        )

    def _simulate(
        self, position: ComputerView, static: TurnLoss, leaves: Leaves | None, has_time: HasTime
    ) -> list[ComparedTurn] | None:
        """The best turns by equity and the one that was taken, compared on common deals."""
        ranked = rank_turns(position, self._search, leaves, CANDIDATES)
        others = [one for one in ranked if not _is_same(one, static.played)][: CANDIDATES - 1]
        turns = (static.played, *others)
        return compare_turns(position, self._search, turns, _draws_for(position), has_time, leaves=leaves)

    def _summarize_seat(self, seat: int, turns: Sequence[AnalysedTurn], values: "_Values") -> SeatAnalysis:
        own = [turn for turn in turns if turn.turn.seat == seat]
        lost = sorted((turn for turn in own if not turn.is_equal), key=_costs, reverse=True)
        early = [turn for turn in own if ComputerView(turn.turn.view, values.ruleset, self._words).bag]
        luck = draws_luck([turn.turn for turn in own], values.leaves)
        return SeatAnalysis(tuple(lost[:_COSTLIEST]), share_of_possible(early), len(early), luck)


class _Values(Struct, frozen=True):
    """What is known of a game's tiles and leads."""

    ruleset: Ruleset
    leaves: Leaves | None
    curve: WinCurve | None


def _draws_for(position: ComputerView) -> Draws:
    """Deals that follow from what the player saw, and from nothing else."""
    view = position.view
    return Draws(f"analysis:{view.number}:{','.join(view.cells)}:{','.join(sorted(view.rack))}")


def _is_same(one: CandidateTurn, other: CandidateTurn) -> bool:
    """Whether two turns are the same one: the same tiles on the same cells, or the same tiles given back.

    With a blank on another of two equal letters a play is another one: it scores otherwise.
    """
    if one.play is None or other.play is None:
        return one.play is other.play and sorted(one.given) == sorted(other.given)
    return set(one.play.tiles) == set(other.play.tiles)


def size_of(loss: float, stake: Stake | None) -> Size:
    """How much a turn lost: of the chance to win, or in points where no chance is known or the game is decided.

    Args:
        loss: points of equity, 0 or more.
        stake: what was at stake, in a game of two.
    """
    sizes, amount = (_POINT_SIZES, loss) if stake is None or stake.decided else (WIN_SIZES, stake.lost)
    return next((size for most, size in sizes if amount <= most), "large")


def share_of_possible(turns: Sequence[AnalysedTurn]) -> float | None:
    """Equity of turns as a share of that of the best ones, 0 to 1; ``None`` of no turns."""
    if not turns:
        return None
    possible = sum(turn.best.equity for turn in turns)
    gone = sum(turn.loss for turn in turns)
    if not gone:
        return 1.0
    return max(0.0, 1.0 - gone / possible) if possible > 0 else 0.0


def _costs(turn: AnalysedTurn) -> tuple[float, float]:
    return (turn.loss if turn.loss_win is None else turn.loss_win, turn.loss)
