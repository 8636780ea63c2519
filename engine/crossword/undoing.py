"""Undoing the last turn: by its player, where the table gives seconds for that, or by whoever keeps order.

Only where nothing was drawn after it: nobody has seen anything that stays seen. The turn counts as taken all the same,
so that its number is nobody else's, and in the history nothing was scored in it.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from engine import clock
from engine.clock import ClockState
from engine.crossword.actions import Placement, TakeBack
from engine.crossword.events import TurnUndone
from engine.crossword.premiums import premium_board
from engine.crossword.state import Former, GameState, Pending
from engine.crossword.turns import Result, add_points, waits
from engine.crossword.view import LastTurn, TurnKind
from engine.errors import Refusal
from engine.turns import Undo, check_running, seated


def noted(
    after: GameState,
    before: GameState,
    now: datetime,
    *,
    seat: int,
    kind: TurnKind,
    tiles: Sequence[Placement] = (),
    timed_out: bool = False,
) -> GameState:
    """The state after a turn that drew nothing, with what the turn found.

    Args:
        after: the state after the turn.
        before: the state in which it was taken, the play before it being settled.
        now: when it was taken.
        seat: who took it, or left the game.
        kind: what it was.
        tiles: what it laid.
        timed_out: whether its time had run out: if it is undone, it is given its time anew.
    """
    spent = 0 if timed_out else clock.elapsed(before.clocks, now)
    former = Former(
        seat,
        kind,
        before.turn,
        before.number,
        before.players,
        before.last,
        replace(before.clocks, started=None, spent=spent, paused=None),
        before.bonus_taken,
        before.highlights,
        before.pending,
        tuple(tiles),
    )
    return replace(after, former=former)


def kept(before: GameState, after: GameState) -> GameState:
    """The state after an action, without what the last turn found where that cannot be gone back to any more."""
    former = after.former
    if former is None:
        return after
    if after.outcome is None:
        if former is not before.former:
            return replace(after, former=replace(former, left=after.clocks.left))
        same = (after.players, after.cells, after.bag) == (before.players, before.cells, before.bag)
        if same and after.number == before.number and len(after.challenges) == len(before.challenges):
            return after
    return replace(after, former=None)


def may_take_back(state: GameState, seat: int) -> bool:
    """Whether a play that a seat makes now may be taken back: where the table has it so, and once in a turn."""
    again = state.last is not None and state.last.kind == "taken_back" and state.last.seat == seat
    return state.ruleset.take_back > 0 and not state.ruleset.judging.challenges and not again


def apply(state: GameState, action: TakeBack | Undo, now: datetime, begins: datetime) -> Result:
    """Go back by a turn; raises what :func:`take_back` and :func:`undo` do."""
    return take_back(state, action, now, begins) if isinstance(action, TakeBack) else undo(state, action, begins)


def take_back(state: GameState, action: TakeBack, now: datetime, begins: datetime) -> Result:
    """Take the own play back while its seconds run.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``no_take_back``, ``nothing_to_take_back``, ``play_of_another``,
            ``take_back_too_late``, ``paused``.
    """
    seat = seated(state, action.by)
    pending, former = state.pending, state.former
    if not state.ruleset.take_back or state.ruleset.judging.challenges:
        raise Refusal("no_take_back")
    if pending is None or action.play not in (None, pending.play):
        own = state.last is not None and state.last.seat == seat and state.last.kind == "play"
        raise Refusal("take_back_too_late" if own or action.play is not None else "nothing_to_take_back")
    if pending.seat != seat:
        raise Refusal("play_of_another", name=state.players[pending.seat].name)
    check_running(state)
    if now >= pending.until or former is None or former.number + 1 != pending.play:
        raise Refusal("take_back_too_late")
    cells = tuple(put.cell for put in pending.tiles)
    words = tuple(replace(word, score=0) for word in pending.words)
    last = LastTurn(seat, "taken_back", cells, words, play=pending.play)
    told = TurnUndone(seat, "play", pending.tiles, pending.words, pending.score)
    return _as_before(state, former, last, begins), (told,)


def undo(state: GameState, action: Undo, begins: datetime) -> Result:
    """Undo the last turn, whoever took it.

    Raises:
        Refusal: ``nothing_to_undo``, or ``turn_is_over`` where another turn was taken since it was asked.
    """
    former = state.former
    if former is None:
        raise Refusal("nothing_to_undo")
    if action.number != state.number:
        raise Refusal("turn_is_over")
    words = () if state.last is None or not former.tiles else state.last.words
    score = state.players[former.seat].score - former.players[former.seat].score
    told = TurnUndone(former.seat, former.kind, former.tiles, words, score, ruling=True, name=action.name)
    return _as_before(state, former, LastTurn(former.seat, "undone"), begins), (told,)


def _as_before(state: GameState, former: Former, last: LastTurn, begins: datetime) -> GameState:
    """The game with a turn undone: racks, scores, board and runs as the turn found them, its time going on."""
    for seat, (player, was) in enumerate(zip(state.players, former.players, strict=True)):
        state = add_points(state, seat, was.score - player.score, since=former.number + 1)
    # Somebody left the game in another's turn.
    goes_on = (state.turn, state.number) == (former.turn, former.number)
    indices = premium_board(state.ruleset.board).grid.indices
    lifted = {indices[put.cell] for put in former.tiles}
    state = replace(
        state,
        players=former.players,
        cells=tuple("" if index in lifted else cell for index, cell in enumerate(state.cells)),
        turn=former.turn,
        last=last,
        bonus_taken=former.bonus_taken,
        highlights=former.highlights,
        pending=_open_again(state, former),
        offer=None,
        petition=None,
        former=None,
    )
    paused = state.clocks.paused
    started = None if waits(state) else paused or begins
    # Whoever was given more time meanwhile keeps it.
    held = zip(former.clocks.left, state.clocks.left, former.left, strict=True)
    left = tuple(was + now - then for was, now, then in held)
    clocks = replace(former.clocks, left=left, started=started, paused=paused)
    return replace(state, clocks=_longer(clocks, state.clocks) if goes_on else clocks)


def _longer(clocks: ClockState, now: ClockState) -> ClockState:
    """The clocks of a turn that went on meanwhile, with what it was given by now."""
    spent = clocks.spent - (now.given - clocks.given)
    return replace(clocks, spent=spent, given=now.given, reminded=now.reminded)


def _open_again(state: GameState, former: Former) -> Pending | None:
    """The play that was open before the turn and still is, until the instant that pauses have moved its end to."""
    was, now = former.pending, state.pending
    return now if was is not None and now is not None and was.play == now.play else None
