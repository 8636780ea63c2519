"""Analysis of a finished game: what each turn lost, with what certainty, and where the game turned.

Only what the player could see at that turn counts, never others' racks or later draws.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from math import exp, sqrt
from typing import Final, Literal

import msgspec
from msgspec import Struct

from engine.computer_ids import HasTime
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.endgame import compare_in_endgame
from engine.crossword.players.equity import (
    CandidateTurn,
    Leaves,
    leave_of_turn,
    leave_value_in,
    rank_turns,
    shipped_leaves,
)
from engine.crossword.players.simulation import Candidate, DealTrials
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from engine.errors import DataError
from engine.lexicon import Lexicon
from engine.rng import Draws

FILE: Final = "win_chances.toml"
_FARTHEST: Final = 40.0
"""The limit of log odds: beyond it nothing changes visibly, and exponentials would grow too large."""


class WinCurve(Struct, frozen=True, forbid_unknown_fields=True):
    """The two parameters of a game's curve of winning chances, and how they were learned."""

    slope: float
    """By how much a point over the root of the unseen tiles changes the log odds."""
    turn: float
    """What being on turn is worth, in points."""
    games: int
    """How many games were used: every other one to learn from, the rest to measure the prediction."""
    log_loss: float
    """The mean log loss on games not learned from; a coin's is 0.693."""
    error: float
    """The mean difference between predicted and true shares of wins in ten classes of the games not learned from."""
    half_width: float
    """Half the mean width of the 95 % interval of a true share of wins."""
    late_error: float
    """``error`` for positions near the end only, with at most seven tiles in the bag."""

    def chance(self, spread: float, unseen: int, *, on_turn: bool = False) -> float:
        """The chance to win, 0 to 1; a draw counts half.

        ``unseen``: tiles in the bag and on the other rack; if there are none, the spread decides. ``on_turn``: whether
        the player, not the opponent, moves next.
        """
        if not unseen:
            return outcome_of(spread)
        ahead = self.slope * (spread + (self.turn if on_turn else -self.turn)) / sqrt(unseen)
        return 1.0 / (1.0 + exp(-min(_FARTHEST, max(-_FARTHEST, ahead))))


def outcome_of(spread: float) -> float:
    """The result of a final lead: 1 for a win, 0 for a loss, 0.5 for a draw."""
    return 0.5 if not spread else float(spread > 0)


def win_curve_of(ruleset: Ruleset) -> WinCurve | None:
    """The curve of a ruleset, or of another one with the same tiles, values and bingo bonus.

    ``None`` if there is neither; losses are then stated only in points.

    Raises:
        DataError: the file is damaged.
    """
    curves = _read_curves()
    own = curves.get(ruleset.id)
    if own is not None:
        return own
    alike = (name for name, other in crossword_rulesets().items() if name in curves and _same_tiles(other, ruleset))
    return next((curves[name] for name in alike), None)


def _same_tiles(one: Ruleset, other: Ruleset) -> bool:
    return (one.counts, one.values, one.scoring.bingo) == (other.counts, other.values, other.scoring.bingo)


@lru_cache(maxsize=1)
def _read_curves() -> Mapping[str, WinCurve]:
    try:
        text = files("engine").joinpath("crossword", "analysis", FILE).read_text("utf-8")
        return msgspec.convert(tomllib.loads(text), dict[str, WinCurve])
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(f"{FILE}: {error}; restore it from the release") from error


_DECIDED: Final = 0.03
"""A game is decided if the chance to win is at most this, or at least 1 minus this."""


class Stake(Struct, frozen=True):
    """What a turn lost of the chance to win."""

    lost: float
    """The lost chance to win, 0 to 1."""
    decided: bool
    """Whether the game was decided before the turn and stayed so."""


def stake_of(
    position: ComputerView, curve: WinCurve | None, best: float, played: float, *, exact: bool
) -> Stake | None:
    """What a turn lost of the chance to win; ``None`` if no chance is known, or no opponent plays on.

    ``position``: before the turn, in a game of two. ``best``, ``played``: equities of the best turn and of the one
    taken. ``exact``: whether the endgame was solved, so that equities are the final gain on the opponent.
    """
    if curve is None or not position.rivals:
        return None
    spread, unseen = spread_of(position.view, position.seat), len(position.unseen)
    if exact:
        before = outcome_of(spread + best)
        lost = before - outcome_of(spread + played)
    else:
        before = curve.chance(spread, unseen, on_turn=True)
        lost = curve.chance(spread + best, unseen) - curve.chance(spread + played, unseen)
    lost = max(0.0, lost)
    return Stake(lost, not _DECIDED < before < 1 - _DECIDED and lost <= _DECIDED)


def spread_of(view: GameView, seat: int) -> int:
    """A player's lead over the opponent, in points, in a game of two."""
    return view.seats[seat].score - view.seats[1 - seat].score


_FIRST: Final = 0


def draws_luck(turns: Sequence[TakenTurn], leaves: Leaves | None) -> float | None:
    """By how many points the tiles that a player drew were worth more than the mean of those that could be drawn.

    A tile's worth is that of a leave of it alone. The first rack counts as drawn from all tiles. Draws across missing
    turns are unknown and not counted; ``None`` if none can be counted.

    ``turns``: of one player, in order. ``leaves``: the values of leaves of the game's tiles; ``None`` gives ``None``.
    """
    if leaves is None or not turns:
        return None
    known, first = list[float](), turns[0].view
    if turns[0].number < len(first.seats):
        whole = Counter(first.unseen) + Counter(first.rack) + Counter(tile[:1] for tile in first.cells if tile)
        known.append(_beyond_mean(Counter(first.rack), whole, leaves))
    for before, after in pairwise(turns):
        if after.number - before.number <= len(first.seats):
            drawn = Counter(after.view.rack) - Counter(before.kept)
            known += [_beyond_mean(drawn, before.view.unseen, leaves)] if drawn else []
    return sum(known) if known else None


def _beyond_mean(drawn: Counter[str], pool: Mapping[str, int], leaves: Leaves) -> float:
    tiles = sum(pool.values())
    if not tiles:
        return 0.0
    mean = sum(count * leaves.value_of((tile,)) for tile, count in pool.items()) / tiles
    return sum(leaves.value_of((tile,)) - mean for tile in drawn.elements())


def find_turning_point(game: TakenGame, curve: WinCurve | None) -> int | None:
    """The index of the turn during which the chance to win changed most; the result is the chance after the last turn.

    ``None`` if no chance is known, or no two turns are consecutive.
    """
    if curve is None:
        return None
    chances = [(turn.number, _first_players_chance(turn, curve)) for turn in game.turns]
    if game.first_won is not None and chances:
        chances.append((chances[-1][0] + 1, game.first_won))
    changes = [
        (abs(after - before), -place)
        for place, ((number, before), (following, after)) in enumerate(pairwise(chances))
        if following == number + 1
    ]
    return -max(changes)[1] if changes else None


def _first_players_chance(turn: TakenTurn, curve: WinCurve) -> float:
    spread, unseen = spread_of(turn.view, turn.seat), sum(turn.view.unseen.values())
    chance = curve.chance(spread, unseen, on_turn=True)
    return chance if turn.seat == _FIRST else 1.0 - chance


class TurnLoss(Struct, frozen=True):
    """What a turn lost, in points of equity."""

    best: CandidateTurn
    """The best turn; in a solved endgame its equity is the final gain on the opponent."""
    played: CandidateTurn
    """The turn taken; in a solved endgame its equity is the final gain on the opponent."""
    loss: float
    """Never negative, although a phony (an invalid play) may be worth more than any legal play."""
    exact: bool
    """Whether the endgame was solved with every possible turn."""


def find_turn_loss(
    position: ComputerView, turn: TakenTurn, search: PlaySearch, leaves: Leaves | None, has_time: HasTime
) -> TurnLoss:
    """What a turn lost, without simulation.

    ``leaves``: the values of leaves of the game's tiles; with ``None`` only the score counts. ``has_time``: whether
    there is time left to solve the endgame.
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
    """Whether the position is an endgame of two in which the bag is empty and neither player's turns are skipped."""
    seats = position.view.seats
    both = len(seats) == 1 + len(position.rivals) == _TWO
    return both and not position.bag and bool(position.unseen) and not any(seat.skips for seat in seats)


def static_equity(position: ComputerView, turn: TakenTurn, leaves: Leaves | None) -> float:
    """What a turn was worth: its score and its leave. A withdrawn play kept all tiles and scored nothing."""
    leave = leave_value_in(position, leaves)
    return turn.score + (0.0 if leave is None else leave(turn.kept))


def _equity_of(position: ComputerView, turn: CandidateTurn, leaves: Leaves | None) -> float:
    """As :func:`static_equity`, but rounded as the search rounds."""
    leave = leave_value_in(position, leaves)
    score = 0 if turn.play is None else turn.play.score
    return score + (0.0 if leave is None else leave(leave_of_turn(position, turn)))


def _loss_in_endgame(position: ComputerView, turn: TakenTurn, search: PlaySearch, has_time: HasTime) -> TurnLoss | None:
    """What a turn lost according to the endgame solver; ``None`` without time for it."""
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


_LOOKS: Final = (24, 48, 96, 192, 384, 600)
"""The numbers of deals after which the intervals are compared; comparing after each would find chance differences."""
_HALF_WIDTH: Final = 2.64
"""Half an interval in standard errors, so that with 95 % all comparisons together hold the true value."""


class ComparedTurn(Struct, frozen=True):
    """A turn, and by how much it is worse than the best of those compared."""

    turn: CandidateTurn
    behind: float
    """In points of equity, 0 or more; 0 for the best."""
    half_width: float
    """Half the 95 % interval around ``behind``; 0 for the best."""

    @property
    def is_parted(self) -> bool:
        """Whether the turn is certainly worse than the best one."""
        return self.behind > self.half_width


class _Tally:
    def __init__(self, own_view: ComputerView, turn: CandidateTurn) -> None:
        self.candidate: Final = Candidate(own_view, turn)
        self.worths: Final[list[float]] = []

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths)


def compare_turns(
    own_view: ComputerView,
    search: PlaySearch,
    turns: Sequence[CandidateTurn],
    draws: Draws,
    has_time: HasTime,
    *,
    leaves: Leaves | None,
) -> list[ComparedTurn] | None:
    """Compare turns on the same random deals, best first; ``None`` without time for two dozen deals.

    ``own_view``: the position; an opponent still takes turns, and the bag is not empty. ``turns``: at least one, with
    equities; the comparison stops once the best one is certainly better than the first, or the first than all others.
    ``leaves``: the values of leaves, ``None`` if unknown.
    """
    trials = DealTrials(own_view, search, leaves)
    tallies = [_Tally(own_view, turn) for turn in turns]
    rival, unseen = own_view.rack_size_of(own_view.rivals[0]), own_view.unseen
    for deal in range(1, _LOOKS[-1] + 1):
        if not has_time():
            if deal <= _LOOKS[0]:
                return None
            break
        mixed, draws = draws.shuffle(unseen)
        for tally in tallies:
            reply, rest = trials.play_deal(tally.candidate, mixed[:rival], mixed[rival : rival + own_view.bag])
            tally.worths.append(tally.candidate.turn.equity + reply + rest)
        if deal in _LOOKS and _is_decided(tallies):
            break
    best = max(tallies, key=lambda tally: tally.mean)
    compared = [ComparedTurn(tally.candidate.turn, *_difference(best, tally)) for tally in tallies]
    return sorted(compared, key=lambda one: one.behind)


def _is_decided(tallies: Sequence[_Tally]) -> bool:
    """Whether the first turn is certainly behind the best one, or certainly ahead of all others."""
    best = max(tallies, key=lambda tally: tally.mean)
    others = [tallies[0]] if best is not tallies[0] else [one for one in tallies if one is not best]
    return all(behind > half_width for behind, half_width in (_difference(best, other) for other in others))


def _difference(best: _Tally, other: _Tally) -> tuple[float, float]:
    """By how much a turn is behind the best on the same deals, and half the width of the confidence interval."""
    if other is best:
        return 0.0, 0.0
    differences = [one - two for one, two in zip(best.worths, other.worths, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((one - mean) ** 2 for one in differences) / (count - 1)
    return mean, _HALF_WIDTH * sqrt(variance / count)


Size = Literal["small", "medium", "large"]
SIMULATED_FROM: Final = 3.0
"""The loss of equity, in points, from which a turn is simulated; smaller ones are negligible."""
CANDIDATES: Final = 8
WIN_SIZES: Final[tuple[tuple[float, Size], ...]] = ((0.03, "small"), (0.07, "medium"))
"""The greatest loss of the chance to win for each size; beyond them it is large."""
_POINT_SIZES: Final[tuple[tuple[float, Size], ...]] = ((7.0, "small"), (15.0, "medium"))
_COSTLIEST: Final = 3
_TWO: Final = 2


class AnalysedTurn(Struct, frozen=True):
    """A turn, the best one, and the difference."""

    turn: TakenTurn
    best: CandidateTurn
    played: CandidateTurn
    loss: float
    """Points of equity, 0 or more."""
    half_width: float
    """Half the 95 % interval around the loss; 0 in a solved endgame, or without simulation."""
    loss_win: float | None
    """The lost chance to win, 0 to 1; ``None`` with more than two players, and without a learned curve."""
    size: Size | None
    """How large the loss is; ``None`` if it was too small to simulate, or the turns' intervals overlap."""
    exact: bool
    """Whether the endgame was solved with every possible turn."""

    @property
    def is_equal(self) -> bool:
        """Whether the two turns cannot be told apart."""
        return self.size is None


class SeatAnalysis(Struct, frozen=True):
    """The analysis of one player's turns."""

    costliest: tuple[AnalysedTurn, ...]
    """Up to three turns that lost most, costliest first; none that equals the best."""
    share: float | None
    """The equity of the turns taken as a share of the best turns', 0 to 1, while tiles could be drawn."""
    judged: int
    """How many turns ``share`` counts; 0 if it is ``None``."""
    luck: float | None
    """How many points the drawn tiles were worth above expectation, if known."""


class GameAnalysis(Struct, frozen=True):
    """The analysis of a whole game."""

    turns: tuple[AnalysedTurn, ...]
    seats: tuple[SeatAnalysis, ...]
    turning_point: int | None
    """The index in ``turns`` of the turn that changed the chance to win most, if known."""

    @property
    def costly(self) -> list[AnalysedTurn]:
        """All players' turns that lost something, costliest first."""
        return _sort_costly(self.turns)


Budget = Callable[[int], HasTime]
"""Given how many turns remain, returns what tells whether there is time left for the present one."""


class GameAnalyser:
    """Analyses finished games. ``report``: called after each turn with the numbers of turns done and of all turns."""

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
        """Analyse all turns of a game."""
        curve = win_curve_of(game.ruleset) if game.seats == _TWO else None
        values, found = _Values(game.ruleset, shipped_leaves(game.ruleset), curve), list[AnalysedTurn]()
        for place, turn in enumerate(game.turns):
            found.append(self._analyse_turn(turn, values, self._budget(len(game.turns) - place)))
            self._report(place + 1, len(game.turns))
        seats = tuple(self._summarize_seat(seat, found, values) for seat in range(game.seats))
        return GameAnalysis(tuple(found), seats, find_turning_point(game, curve))

    def analyse_turn(self, turn: TakenTurn, rules: Ruleset) -> AnalysedTurn:
        """Analyse one turn, of a running or finished game."""
        curve = win_curve_of(rules) if len(turn.view.seats) == _TWO else None
        return self._analyse_turn(turn, _Values(rules, shipped_leaves(rules), curve), self._budget(1))

    def _analyse_turn(self, turn: TakenTurn, values: "_Values", has_time: HasTime) -> AnalysedTurn:
        position = ComputerView(turn.view, values.ruleset, self._words)
        static = find_turn_loss(position, turn, self._search, values.leaves, has_time)
        loss, half_width, best, is_sure = static.loss, 0.0, static.best, static.exact and static.loss > 0
        if static.loss >= SIMULATED_FROM and position.rivals and position.bag and has_time():
            compared = self._simulate(position, static, values.leaves, has_time)
            if compared is not None:
                best, played = compared[0].turn, next(one for one in compared if is_same_turn(one.turn, static.played))
                loss, half_width, is_sure = played.behind, played.half_width, played.is_parted
        stake = stake_of(position, values.curve, best.equity, best.equity - loss, exact=static.exact)
        size = size_of(loss, stake) if is_sure else None
        return AnalysedTurn(
            turn, best, static.played, loss, half_width, None if stake is None else stake.lost, size, static.exact
        )

    def _simulate(
        self, position: ComputerView, static: TurnLoss, leaves: Leaves | None, has_time: HasTime
    ) -> list[ComparedTurn] | None:
        ranked = rank_turns(position, self._search, leaves, CANDIDATES)
        others = [one for one in ranked if not is_same_turn(one, static.played)][: CANDIDATES - 1]
        turns = (static.played, *others)
        return compare_turns(position, self._search, turns, _draws_for(position), has_time, leaves=leaves)

    def _summarize_seat(self, seat: int, turns: Sequence[AnalysedTurn], values: "_Values") -> SeatAnalysis:
        own = [turn for turn in turns if turn.turn.seat == seat]
        early = [turn for turn in own if ComputerView(turn.turn.view, values.ruleset, self._words).bag]
        luck = draws_luck([turn.turn for turn in own], values.leaves)
        return SeatAnalysis(tuple(_sort_costly(own)[:_COSTLIEST]), share_of_possible(early), len(early), luck)


class _Values(Struct, frozen=True):
    ruleset: Ruleset
    leaves: Leaves | None
    curve: WinCurve | None


def _draws_for(position: ComputerView) -> Draws:
    """Random numbers for deals that depend only on what the player saw."""
    view = position.view
    return Draws(f"analysis:{view.number}:{','.join(view.cells)}:{','.join(sorted(view.rack))}")


def is_same_turn(one: CandidateTurn, other: CandidateTurn) -> bool:
    """Whether two turns are equal: the same tiles on the same cells, or the same tiles exchanged.

    Two plays that differ in which of two equal letters is the blank are not equal, since they score differently.
    """
    if one.play is None or other.play is None:
        return one.play is other.play and sorted(one.given) == sorted(other.given)
    return set(one.play.tiles) == set(other.play.tiles)


def size_of(loss: float, stake: Stake | None) -> Size:
    """How much a turn lost: of the chance to win or, if that is unknown or the game decided, in points.

    ``loss``: points of equity, 0 or more. ``stake``: what was at stake, in a game of two.
    """
    sizes, amount = (_POINT_SIZES, loss) if stake is None or stake.decided else (WIN_SIZES, stake.lost)
    return next((size for most, size in sizes if amount <= most), "large")


def share_of_possible(turns: Sequence[AnalysedTurn]) -> float | None:
    """The turns' equity as a share of the best turns', 0 to 1; ``None`` without turns."""
    if not turns:
        return None
    possible = sum(turn.best.equity for turn in turns)
    gone = sum(turn.loss for turn in turns)
    if not gone:
        return 1.0
    return max(0.0, 1.0 - gone / possible) if possible > 0 else 0.0


def _sort_costly(turns: Sequence[AnalysedTurn]) -> list[AnalysedTurn]:
    costly = [turn for turn in turns if not turn.is_equal]
    return sorted(costly, key=lambda one: (one.loss if one.loss_win is None else one.loss_win, one.loss), reverse=True)
