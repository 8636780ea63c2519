"""Hints: the player on turn is told the best turn in steps, each at the table's price (RULES §7.6).

The caller searches; the first step's action carries the result, and the rules check that it is legal. :func:`hint_view`
shows what was told.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final, assert_never

from msgspec.structs import replace

from engine.crossword.actions import AskHint, Exchange, Place, TurnAction
from engine.crossword.events import HintTold, TilesPlaced
from engine.crossword.state import GameState, Hint
from engine.crossword.turns import Result, require_free_to_move
from engine.crossword.view import HintKind, HintView
from engine.errors import Refusal
from engine.turns import Pass, with_player

WHERE, LENGTH, FIRST, ALL = 1, 2, 3, 4
"""The steps of a hint: the line of the best turn, its length, its first letter, the whole turn."""
TakeTurn = Callable[[TurnAction], Result]
"""Applies a turn by the rules; the resulting state is discarded."""
_WHOLE_LINE: Final = 2


def steps_of(best: TurnAction) -> int:
    """How many steps there are; for a pass the first step tells all."""
    return WHERE if isinstance(best, Pass) else ALL


def tell_step(state: GameState, action: AskHint, now: datetime, take_turn: TakeTurn) -> Result:
    """Tell the player on turn the next step, which is charged at the end.

    Raises:
        Refusal: ``no_hints`` if the table has none; ``hint_is_stale`` if since it was asked for a turn was taken or the
            step was told; ``hint_is_whole`` after the last step; ``no_hint_found`` if the first step has no turn of
            that player; those of :func:`engine.crossword.turns.require_free_to_move` and of the hinted turn itself.
        Malformed: the turn names cells or tiles that do not exist.
    """
    if state.ruleset.hint_price is None:
        raise Refusal("no_hints")
    seat = require_free_to_move(state, action.by, now)
    told = own_hint(state, seat)
    if told is not None and told.steps == steps_of(told.best):
        raise Refusal("hint_is_whole")
    if action.number != state.number or action.step != (1 if told is None else told.steps + 1):
        raise Refusal("hint_is_stale")
    if told is None:
        if action.best is None or action.best.by != action.by:
            raise Refusal("no_hint_found")
        told = _begin_hint(seat, action.best, take_turn)
    player = state.players[seat]
    counted = with_player(state, seat, replace(player, hints=player.hints + 1))
    return replace(counted, hint=replace(told, steps=told.steps + 1)), (HintTold(seat, action.step),)


def own_hint(state: GameState, seat: int | None) -> Hint | None:
    """The hint told to the present player of a seat; ``None`` if another seat's or a former player's."""
    hint = state.hint
    if hint is None or hint.seat != seat or hint.best.by != state.players[hint.seat].user:
        return None
    return hint


def _begin_hint(seat: int, best: TurnAction, take_turn: TakeTurn) -> Hint:
    """A new hint with no step told; the turn is tried first, so that a hint is always legal."""
    _, events = take_turn(best)
    placed = next((event for event in events if isinstance(event, TilesPlaced)), None)
    return Hint(seat, best, 0) if placed is None else Hint(seat, best, 0, placed.words[0], placed.score)


def forget_stale_hint(before: GameState, after: GameState) -> GameState:
    """The state after an action, without a hint whose player or position has gone."""
    hint = after.hint
    if hint is None:
        return after
    same = (
        after.outcome is None
        and (after.turn, after.number) == (before.turn, before.number)
        and after.cells == before.cells
        and after.players[hint.seat].rack == before.players[hint.seat].rack
        and after.players[hint.seat].user == before.players[hint.seat].user
    )
    return after if same else replace(after, hint=None)


def hint_view(hint: Hint | None) -> HintView | None:
    """The part of a hint that was told, for the player who asked."""
    if hint is None:
        return None
    steps, best = hint.steps, hint.best
    told = HintView(_kind_of(best), steps, last=steps == steps_of(best))
    match best:
        case Place() if hint.word is not None:
            told = replace(told, line=line_of(hint.word.cells))
            length, first = len(hint.word.cells), hint.word.word[0]
        case Exchange():
            length, first = len(best.tiles), best.tiles[0]
        case _:
            return told
    if steps >= LENGTH:
        told = replace(told, length=length)
    if steps >= FIRST:
        told = replace(told, first=first)
    if steps < ALL:
        return told
    if isinstance(best, Place):
        return replace(told, word=hint.word, score=hint.score, tiles=best.tiles)
    return replace(told, given=best.tiles)


def line_of(cells: tuple[str, ...]) -> str:
    """The row (``8``) or column (``H``) of at least two cells."""
    first, second = cells[:_WHOLE_LINE]
    return first[1:] if first[1:] == second[1:] else first[0]


def _kind_of(best: TurnAction) -> HintKind:
    match best:
        case Place():
            return "play"
        case Exchange():
            return "exchange"
        case Pass():
            return "pass"
        case _:
            assert_never(best)
