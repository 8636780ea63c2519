"""Computed facts of a turn beside the best one: all that is ever said of it, each of them true by its computation.

The wording is the bot's. What nobody could know then is in none of them: facts come from the player's own view.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from engine.alphabet import BLANK
from engine.crossword.analysis.game_analysis import WIN_SIZES, AnalysedTurn, Size
from engine.crossword.analysis.premium_use import (
    OpenPremium,
    UsedPremium,
    cells_after,
    open_premiums,
    used_premiums,
)
from engine.crossword.analysis.turn_reasons import (
    BetterExchange,
    BetterLeave,
    BingoMissed,
    BlankSpent,
    BonusMissed,
    EndResult,
    FewerPoints,
    MorePoints,
    PremiumBlocked,
    PremiumMissed,
    PremiumOpened,
    Reason,
    TriedOut,
    TurnLost,
)
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import CandidateTurn, leave_of_turn, leave_value_in
from engine.crossword.players.leaves import shipped_leaves
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import bingo_points
from engine.crossword.tiles import Tiles
from engine.crossword.view import GameView
from engine.lexicon import Lexicon

_TWO: Final = 2


class TurnOption(Struct, frozen=True):
    """What could be done in a turn, and what that brings."""

    kind: Literal["play", "exchange", "pass"]
    score: int
    """Of the play; 0 for the others, and for a play that was challenged off."""
    kept: Tiles
    """The tiles that stay on the rack, sorted."""
    leave: float | None
    """What these are worth for the turns to come, in points.

    ``None`` where that is not known, or nothing is left to draw.
    """
    play: ScoredPlay | None = None
    given: Tiles = ()
    """The tiles given back."""
    bingo: int = 0
    """Its bonus within the score."""
    bonus: int = 0
    """What the random bonus cell brings within the score (RULES §2.5)."""
    premiums: tuple[UsedPremium, ...] = ()
    """Those that multiply something, the most gainful first."""
    withdrawn: bool = False
    """Whether the play was challenged off."""

    @property
    def blanks(self) -> int:
        """How many blanks it lays."""
        return 0 if self.play is None else sum(put.tile.startswith(BLANK) for put in self.play.tiles)

    @property
    def word(self) -> str:
        """The main word of the play; empty without one."""
        return "" if self.play is None else self.play.word


class TurnFacts(Struct, frozen=True):
    """What is known of a turn beside the best one."""

    verdict: Literal["best", "equal", "worse"]
    """Whether it was the best itself, as good as that for all that can be told, or surely worse."""
    played: TurnOption
    best: TurnOption
    loss: float
    """Points of equity, 0 or more."""
    loss_win: float | None
    """Of the chance to win, 0 to 1; ``None`` where that is not known."""
    size: Size | None
    """``None`` unless it was worse."""
    reasons: tuple[Reason, ...] = ()
    """All that tells the two apart."""

    @property
    def is_sized_by_win(self) -> bool:
        """Whether the size is that of what was lost of the chance to win; in a decided game it is that of points."""
        if self.loss_win is None:
            return False
        return self.size == next((size for most, size in WIN_SIZES if self.loss_win <= most), "large")


def turn_facts(turn: AnalysedTurn, rules: Ruleset, words: Lexicon) -> TurnFacts:
    """The facts of an analysed turn.

    Args:
        turn: with its player's view.
        rules: the game's, resolved with the table's options.
        words: those that counted at the table.
    """
    position = ComputerView(turn.turn.view, rules, words)
    played = played_option(position, turn)
    best = turn_option(position, turn.best)
    same = not turn.turn.withdrawn and _is_same(played, best)
    verdict: Literal["best", "equal", "worse"] = "best" if same else "equal" if turn.is_equal else "worse"
    reasons = () if same else tuple(_reasons(position, turn, played, best))
    return TurnFacts(verdict, played, best, turn.loss, turn.loss_win, turn.size, reasons)


def facts_beside(position: ComputerView, best: CandidateTurn, other: CandidateTurn) -> TurnFacts:
    """The facts of another turn of a position beside the best one, where no deals were played and neither was taken."""
    option, best_option = turn_option(position, other), turn_option(position, best)
    reasons = (
        *_score_reasons(option, best_option),
        *_leave_reasons(position, option, best_option),
        *_premium_reasons(position, option, best_option),
    )
    return TurnFacts("worse", option, best_option, max(0.0, best.equity - other.equity), None, None, reasons)


def played_option(position: ComputerView, turn: AnalysedTurn) -> TurnOption:
    """What was done in a turn; a play that was challenged off is told as the play that it was."""
    return turn_option(position, turn.played, laid=turn.turn.play if turn.turn.withdrawn else None)


def turn_option(position: ComputerView, turn: CandidateTurn, laid: ScoredPlay | None = None) -> TurnOption:
    """What a turn brings in a position.

    Args:
        position: its player's.
        turn: the turn; of a play that was challenged off, a pass.
        laid: the play that was challenged off.
    """
    leave = leave_value_in(position, shipped_leaves(position.rules)) if position.bag else None
    kept = leave_of_turn(position, turn)
    worth = None if leave is None else leave(kept)
    if turn.play is None:
        kind: Literal["play", "exchange", "pass"] = "exchange" if turn.given else "pass"
        if laid is not None:
            return TurnOption("play", 0, kept, worth, laid, withdrawn=True)
        return TurnOption(kind, 0, kept, worth, given=turn.given)
    rules, view = position.rules, position.view
    return TurnOption(
        "play",
        turn.play.score,
        kept,
        worth,
        turn.play,
        bingo=bingo_points(rules, len(turn.play.tiles), len(view.rack)),
        bonus=_bonus_of(rules, view, turn.play),
        premiums=used_premiums(rules, view.cells, turn.play),
    )


def _bonus_of(rules: Ruleset, view: GameView, play: ScoredPlay) -> int:
    bonus, rule = view.bonus, rules.scoring.cell
    if rule is None or bonus is None or bonus.taken:
        return 0
    return rule.points if any(put.cell == bonus.cell for put in play.tiles) else 0


def _is_same(one: TurnOption, other: TurnOption) -> bool:
    """Whether two turns lay the same tiles on the same cells, or give the same ones back."""
    if one.play is None or other.play is None:
        return one.play is other.play and Counter(one.given) == Counter(other.given)
    return set(one.play.tiles) == set(other.play.tiles)


def _reasons(position: ComputerView, turn: AnalysedTurn, played: TurnOption, best: TurnOption) -> Iterator[Reason]:
    if played.withdrawn:
        yield TurnLost()
    if turn.exact:
        spread = _spread_of(position.view)
        yield EndResult(spread + round(turn.best.equity), spread + round(turn.played.equity))
    yield from _score_reasons(played, best)
    yield from _leave_reasons(position, played, best)
    yield from _premium_reasons(position, played, best)
    if turn.size is not None and not turn.exact and round(turn.loss) > 0:
        yield TriedOut(round(turn.loss))


def _score_reasons(played: TurnOption, best: TurnOption) -> Iterator[Reason]:
    if best.kind == "exchange" and played.kind != "exchange":
        yield BetterExchange()
    if best.bingo and not played.bingo:
        yield BingoMissed(best.bingo)
    if best.bonus and not played.bonus:
        yield BonusMissed(best.bonus)
    strong = next((one for one in best.premiums if _multiplies_words(one)), None)
    other = next((one.gain for one in played.premiums if _multiplies_words(one)), 0)
    if strong is not None and strong.gain > other:
        yield PremiumMissed(strong)
    if best.score > played.score:
        yield MorePoints(best.score - played.score)
    elif best.score < played.score:
        yield FewerPoints(played.score - best.score)


def _multiplies_words(premium: UsedPremium) -> bool:
    return premium.sign in "DTQ*"


def _leave_reasons(position: ComputerView, played: TurnOption, best: TurnOption) -> Iterator[Reason]:
    if best.leave is None or played.leave is None:
        return
    leave = leave_value_in(position, shipped_leaves(position.rules))
    more = played.score - best.score
    if leave is not None and BLANK in best.kept and played.blanks > best.blanks and more < leave((BLANK,)):
        yield BlankSpent(more)
    if round(best.leave - played.leave) > 0:
        yield BetterLeave(round(best.leave - played.leave))


def _premium_reasons(position: ComputerView, played: TurnOption, best: TurnOption) -> Iterator[Reason]:
    if not position.bag and not position.unseen:
        return
    rules, cells, unseen = position.rules, position.view.cells, set(position.unseen)
    laid = None if played.withdrawn else played.play

    def opened(play: ScoredPlay | None) -> frozenset[OpenPremium]:
        return open_premiums(rules, cells_after(rules, cells, play), position.words, unseen)

    before, after_played, after_best = opened(None), opened(laid), opened(best.play)
    for premium in sorted(after_played - after_best, key=lambda one: one.cell):
        if premium not in before:
            yield PremiumOpened(premium)
        elif best.play is not None and all(put.cell != premium.cell for put in best.play.tiles):
            yield PremiumBlocked(premium)


def _spread_of(view: GameView) -> int:
    """The points of the viewer less those of the other, in a game of two."""
    seat = view.viewer
    if seat is None or len(view.seats) != _TWO:
        raise ValueError("only the end of a game of two is played out")
    return view.seats[seat].score - view.seats[1 - seat].score
