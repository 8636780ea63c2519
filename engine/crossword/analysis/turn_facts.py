"""Computed facts that compare a turn with the best one; the bot puts them into words.

They derive from the player's own view, so they contain nothing that the player could not know.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from engine.alphabet import BLANK
from engine.crossword import placement
from engine.crossword.analysis.game_analysis import WIN_SIZES, AnalysedTurn, Size, is_same_turn, spread_of
from engine.crossword.movegen import PlayFinder, ScoredPlay, WordSet
from engine.crossword.placement import Run
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import CandidateTurn, leave_of_turn, leave_value_in, shipped_leaves
from engine.crossword.premiums import Direction, PremiumBoard, premium_board
from engine.crossword.ruleset import PREMIUMS, Ruleset
from engine.crossword.scoring import bingo_points, tile_points
from engine.crossword.tiles import Tiles
from engine.crossword.view import GameView
from engine.lexicon import Lexicon

_STRONG: Final = 3
"""The least word multiplier of free cells that are mentioned."""


class UsedPremium(Struct, frozen=True):
    """A premium cell that a play covers."""

    cell: str
    sign: str
    """The premium's sign (RULES §1.1)."""
    gain: int
    """How many points fewer the play would score if the cell were plain."""


class OpenPremium(Struct, frozen=True):
    """A free premium cell."""

    cell: str
    sign: str
    """The premium's sign (RULES §1.1)."""


def used_premiums(rules: Ruleset, cells: Sequence[str], play: ScoredPlay) -> tuple[UsedPremium, ...]:
    """The premium cells that multiply something in a play, most gainful first."""
    board = premium_board(rules.board)
    new = {board.grid.indices[put.cell]: put.tile for put in play.tiles}
    runs = placement.place_tiles(cells, board, new, rules.rack).words
    signs = "".join(rules.board.rows)
    whole = _sum_words(rules, board, cells, new, runs)
    found = [
        UsedPremium(
            board.grid.names[index], signs[index], whole - _sum_words(rules, board, cells, new, runs, plain=index)
        )
        for index in new
    ]
    return tuple(sorted((one for one in found if one.gain), key=lambda one: -one.gain))


def _sum_words(  # noqa: PLR0917 - a board, a play on it, and the cell to ignore
    rules: Ruleset,
    board: PremiumBoard,
    cells: Sequence[str],
    new: Mapping[int, str],
    runs: Sequence[Run],
    plain: int | None = None,
) -> int:
    """The points of words; the premium of one new tile's cell may be ignored."""
    total = 0
    for run in runs:
        points, times = 0, 1
        way = Direction.ACROSS if run.cells[-1] - run.cells[0] < board.grid.columns else Direction.DOWN
        for index in run.cells:
            tile = new.get(index, cells[index])
            if index not in new or index == plain:
                points += tile_points(tile, rules.values)
                continue
            points += tile_points(tile, rules.values) * board.letter_multipliers[index]
            first, last = index == run.cells[0], index == run.cells[-1]
            times *= board.word_multipliers[index]
            times *= board.four_word_multiplier(index, way, rules.scoring.four_word, first=first, last=last)
        total += points * times
    return total


def open_premiums(
    rules: Ruleset, cells: Sequence[str], words: WordSet, unseen: Collection[str]
) -> frozenset[OpenPremium]:
    """Free cells that at least triple words and can be hooked onto.

    They touch a tile, and some unseen tile there makes a word with the tiles that it touches.

    ``unseen``: faces that opponents may hold; a blank is any letter.
    """
    board = premium_board(rules.board)
    signs = "".join(rules.board.rows)
    finder = PlayFinder(rules, cells, words)
    touching: Collection[int] = placement.anchors(cells, board) if any(cells) else ()
    return frozenset(
        OpenPremium(board.grid.names[index], signs[index])
        for index in touching
        if PREMIUMS[signs[index]].word >= _STRONG and _can_hook(finder, index, unseen)
    )


def _can_hook(finder: PlayFinder, index: int, unseen: Collection[str]) -> bool:
    crosses = (finder.cross_check(index, way) for way in Direction)
    letters = {letter for cross in crosses if cross is not None for letter in cross.letters}
    return bool(letters) and (BLANK in unseen or not letters.isdisjoint(unseen))


def cells_after(rules: Ruleset, cells: Sequence[str], play: ScoredPlay | None) -> Tiles:
    """The board after a play, or unchanged without one."""
    indices, after = premium_board(rules.board).grid.indices, list(cells)
    for put in () if play is None else play.tiles:
        after[indices[put.cell]] = put.tile
    return tuple(after)


class TurnLost(Struct, frozen=True, tag="turn_lost"):
    """The play was challenged off and scored nothing."""


class EndResult(Struct, frozen=True, tag="end_result"):
    """The endgame was solved: the final lead, negative if behind, after each turn with best play by both."""

    best: int
    played: int


class BingoMissed(Struct, frozen=True, tag="bingo_missed"):
    """The best turn is a bingo, the one taken is not."""

    points: int
    """The bonus."""


class BonusMissed(Struct, frozen=True, tag="bonus_missed"):
    """The best turn covers the random bonus cell, the one taken does not."""

    points: int


class PremiumMissed(Struct, frozen=True, tag="premium_missed"):
    """The best turn gains more by one word premium than the turn taken does by any."""

    premium: UsedPremium


class MorePoints(Struct, frozen=True, tag="more_points"):
    """The best turn scores more."""

    points: int


class FewerPoints(Struct, frozen=True, tag="fewer_points"):
    """The best turn scores less, but is better."""

    points: int


class BetterLeave(Struct, frozen=True, tag="better_leave"):
    """The best turn has the better leave."""

    points: int
    """The difference, rounded: 1 or more."""


class BlankSpent(Struct, frozen=True, tag="blank_spent"):
    """The turn used a blank that the best turn keeps, and gained less by it than a blank is worth."""

    points: int
    """How many points more the turn taken scored, perhaps negative."""


class PremiumOpened(Struct, frozen=True, tag="premium_opened"):
    """Others can hook onto a premium cell after the turn taken; not before it, and not after the best one."""

    premium: OpenPremium


class PremiumBlocked(Struct, frozen=True, tag="premium_blocked"):
    """Others can still hook onto a free premium cell after the turn taken; not after the best one."""

    premium: OpenPremium


class BetterExchange(Struct, frozen=True, tag="better_exchange"):
    """The best turn is an exchange."""


class TriedOut(Struct, frozen=True, tag="tried_out"):
    """The best turn came out ahead in simulated deals."""

    points: int
    """The mean difference, rounded: 1 or more."""


Reason = (
    TurnLost
    | EndResult
    | BingoMissed
    | BonusMissed
    | PremiumMissed
    | MorePoints
    | FewerPoints
    | BetterLeave
    | BlankSpent
    | PremiumOpened
    | PremiumBlocked
    | BetterExchange
    | TriedOut
)


class TurnOption(Struct, frozen=True):
    """A possible turn and what it brings."""

    kind: Literal["play", "exchange", "pass"]
    score: int
    """The play's score; 0 for other turns, and for a play challenged off."""
    kept: Tiles
    """The tiles that stay on the rack, sorted."""
    leave: float | None
    """The value of the kept tiles for later turns, in points; ``None`` if unknown, or if nothing is left to draw."""
    play: ScoredPlay | None = None
    given: Tiles = ()
    bingo: int = 0
    bonus: int = 0
    """The points of the random bonus cell within the score (RULES §2.5)."""
    premiums: tuple[UsedPremium, ...] = ()
    """The covered premium cells that multiply something, most gainful first."""
    withdrawn: bool = False

    @property
    def blanks(self) -> int:
        """How many blanks it plays."""
        return 0 if self.play is None else sum(put.tile.startswith(BLANK) for put in self.play.tiles)

    @property
    def word(self) -> str:
        """The main word of the play, or an empty string."""
        return "" if self.play is None else self.play.word


class TurnFacts(Struct, frozen=True):
    """How a turn compares with the best one."""

    verdict: Literal["best", "equal", "worse"]
    """Whether the turn taken was the best, indistinguishable from it, or certainly worse."""
    played: TurnOption
    best: TurnOption
    loss: float
    """Points of equity, 0 or more."""
    loss_win: float | None
    """The lost chance to win, 0 to 1, if known."""
    size: Size | None
    """How large the loss is; ``None`` unless the turn was worse."""
    reasons: tuple[Reason, ...] = ()
    """The differences between the two turns."""

    @property
    def is_sized_by_win(self) -> bool:
        """Whether ``size`` measures the lost chance to win; in a decided game it measures points."""
        if self.loss_win is None:
            return False
        return self.size == next((size for most, size in WIN_SIZES if self.loss_win <= most), "large")


def turn_facts(turn: AnalysedTurn, rules: Ruleset, words: Lexicon) -> TurnFacts:
    """The facts of an analysed turn. ``rules``: the game's, resolved with the table's options."""
    position = ComputerView(turn.turn.view, rules, words)
    played = played_option(position, turn)
    best = turn_option(position, turn.best)
    same = not turn.turn.withdrawn and is_same_turn(turn.played, turn.best)
    verdict: Literal["best", "equal", "worse"] = "best" if same else "equal" if turn.is_equal else "worse"
    reasons = () if same else tuple(_reasons(position, turn, played, best))
    return TurnFacts(verdict, played, best, turn.loss, turn.loss_win, turn.size, reasons)


def facts_beside(position: ComputerView, best: CandidateTurn, other: CandidateTurn) -> TurnFacts:
    """How another turn compares with the best one, if neither was taken and no deals were simulated."""
    option, best_option = turn_option(position, other), turn_option(position, best)
    reasons = (
        *_score_reasons(option, best_option),
        *_leave_reasons(position, option, best_option),
        *_premium_reasons(position, option, best_option),
    )
    return TurnFacts("worse", option, best_option, max(0.0, best.equity - other.equity), None, None, reasons)


def played_option(position: ComputerView, turn: AnalysedTurn) -> TurnOption:
    """The turn that was taken; a play that was challenged off still counts as a play, with no score."""
    return turn_option(position, turn.played, laid=turn.turn.play if turn.turn.withdrawn else None)


def turn_option(position: ComputerView, turn: CandidateTurn, laid: ScoredPlay | None = None) -> TurnOption:
    """What a turn brings in a position. ``laid``: the play that was challenged off, if any; ``turn`` is then a pass."""
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


def _reasons(position: ComputerView, turn: AnalysedTurn, played: TurnOption, best: TurnOption) -> Iterator[Reason]:
    if played.withdrawn:
        yield TurnLost()
    if turn.exact:
        spread = spread_of(position.view, position.seat)
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
