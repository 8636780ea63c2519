"""Undoing the last turn, by its player within the table's time for that, or by an administrator.

Only if nothing was drawn after it, so that no player has seen new tiles. The turn still counts as taken, with no score,
so that its number stays unique. What does not concern the turn leaves the right to undo as it is (RULES §7.5): seats
taken over, players who left or are out of time, offered draws, votes.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from engine import clock
from engine.clock import ClockState
from engine.computer_ids import is_computer
from engine.crossword.actions import Placement, TakeBack
from engine.crossword.events import TurnUndone
from engine.crossword.premiums import premium_board
from engine.crossword.state import GameState, Hint, Pending, Player, UndoSnapshot
from engine.crossword.turns import Result, add_points, is_waiting_for_window
from engine.crossword.view import LastTurn, TurnKind
from engine.errors import Refusal
from engine.turns import Undo, check_running, require_seat, seats_after

_DEPARTURES: Final = ("surrender", "forfeit")
"""The kinds of turn in which a player left the game; they can be undone as well."""


def remember_turn(
    after: GameState,
    before: GameState,
    now: datetime,
    *,
    seat: int,
    kind: TurnKind,
    tiles: Sequence[Placement] = (),
    timed_out: bool = False,
) -> GameState:
    """Keep a snapshot of the state before a turn that drew nothing, so that it can be undone.

    ``before``: the state in which the turn was taken, with the play before it settled. ``timed_out``: whether its time
    had run out, so that undoing gives it new time.
    """
    spent = 0 if timed_out else clock.elapsed(before.clocks, now)
    former = UndoSnapshot(
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
        hint=before.hint,
        former=before.former if kind in _DEPARTURES else None,
    )
    return replace(after, former=former)


def forget_stale_turn(before: GameState, after: GameState) -> GameState:
    """Drop the snapshot of the last turn if an action, other than undoing, made it impossible to restore."""
    former = after.former
    if former is None:
        return after
    if after.outcome is not None:
        return replace(after, former=None)
    untouched = _turn_facts(after) == _turn_facts(before)
    if former is before.former:
        return after if untouched else replace(after, former=None)
    earlier = former.former if untouched else None
    return replace(after, former=replace(former, left=after.clocks.left, former=earlier))


def _turn_facts(state: GameState) -> tuple[object, ...]:
    """All that turns change and undoing restores; anything else may change without affecting a snapshot."""
    players = tuple((one.rack, one.score, one.exchanges, one.skips, one.run) for one in state.players)
    return players, state.cells, state.bag, state.number, len(state.challenges)


def retractable_play(state: GameState) -> UndoSnapshot | None:
    """The snapshot of the play that its player may take back now; ``None`` if there is none.

    Used for both the view's button and the answer to it. Computer players take nothing back.
    """
    pending = state.pending
    if pending is None or state.ruleset.judging.has_challenges or state.clocks.paused is not None:
        return None
    if not state.players[pending.seat].active or is_computer(state.players[pending.seat].user):
        return None
    former = state.former
    while former is not None and former.kind in _DEPARTURES:
        former = former.former
    return former if former is not None and former.number + 1 == pending.play else None


def move_windows(former: UndoSnapshot | None, move: Callable[[Pending | None], Pending | None]) -> UndoSnapshot | None:
    """Move the ends of the open windows in a snapshot and in those before it."""
    if former is None:
        return None
    return replace(former, pending=move(former.pending), former=move_windows(former.former, move))


def can_take_back(state: GameState, seat: int) -> bool:
    """Whether a play that a seat makes now may be taken back: if the table allows it, once a turn."""
    again = state.last is not None and state.last.kind == "taken_back" and state.last.seat == seat
    return state.ruleset.take_back > 0 and not state.ruleset.judging.has_challenges and not again


def take_back_play(state: GameState, action: TakeBack, now: datetime, begins: datetime) -> Result:
    """Take back the user's own play within the table's time for it.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``no_take_back``, ``nothing_to_take_back``, ``play_of_another``,
            ``take_back_too_late``, ``paused``.
    """
    seat = require_seat(state, action.by)
    pending, former = state.pending, retractable_play(state)
    if not state.ruleset.take_back or state.ruleset.judging.has_challenges:
        raise Refusal("no_take_back")
    if pending is None or action.play not in (None, pending.play):
        own = state.last is not None and state.last.seat == seat and state.last.kind == "play"
        raise Refusal("take_back_too_late" if own or action.play is not None else "nothing_to_take_back")
    if pending.seat != seat:
        raise Refusal("play_of_another", name=state.players[pending.seat].name)
    check_running(state)
    if now >= pending.until or former is None:
        raise Refusal("take_back_too_late")
    cells = tuple(put.cell for put in pending.tiles)
    words = tuple(replace(word, score=0) for word in pending.words)
    last = LastTurn(seat, "taken_back", cells, words, play=pending.play)
    event = TurnUndone(seat, "play", pending.tiles, pending.words, pending.score)
    return _restore_turn(replace(state, pending=None), former, last, begins), (event,)


def undo_turn(state: GameState, action: Undo, begins: datetime) -> Result:
    """Undo the last turn of any player; raises ``nothing_to_undo``, or ``turn_is_over`` if another one followed."""
    former = state.former
    if former is None:
        raise Refusal("nothing_to_undo")
    if action.number != state.number:
        raise Refusal("turn_is_over")
    words = () if state.last is None or not former.tiles else state.last.words
    score = state.players[former.seat].score - former.players[former.seat].score
    own = state.seat_of(action.by) == former.seat
    event = TurnUndone(former.seat, former.kind, former.tiles, words, score, ruling=True, name=action.name, own=own)
    open_ = _reopened_play(state, former)
    # An open play stays the last turn, since it can still be answered.
    last = LastTurn(former.seat, "undone") if open_ is None else former.last
    return _restore_turn(replace(state, pending=open_), former, last, begins), (event,)


def _restore_turn(state: GameState, former: UndoSnapshot, last: LastTurn | None, begins: datetime) -> GameState:
    """Restore racks, scores, board and runs from before a turn; its time goes on, and so does a draw offer."""
    for seat, (player, was) in enumerate(zip(state.players, former.players, strict=True)):
        state = add_points(state, seat, was.score - player.score, since=former.number + 1)
    # True if a player left the game in another player's turn, which then continues.
    goes_on = (state.turn, state.number) == (former.turn, former.number)
    indices = premium_board(state.ruleset.board).grid.indices
    lifted = {indices[put.cell] for put in former.tiles}
    players = tuple(
        _restore_player(player, was, back=former.kind in _DEPARTURES and seat == former.seat, goes_on=goes_on)
        for seat, (player, was) in enumerate(zip(state.players, former.players, strict=True))
    )
    # If the player on turn has run out of time since, the next player is on turn.
    order = (former.turn, *seats_after(state, former.turn))
    state = replace(
        state,
        players=players,
        cells=tuple("" if index in lifted else cell for index, cell in enumerate(state.cells)),
        turn=next((seat for seat in order if players[seat].takes_turns), former.turn),
        last=last,
        bonus_taken=former.bonus_taken,
        highlights=former.highlights,
        hint=state.hint if goes_on else _restored_hint(former, players),
        petition=None if state.petition is not None and state.petition.about == "skip" else state.petition,
        removed=tuple((seat, why) for seat, why in state.removed if not players[seat].active),
        former=former.former,
    )
    paused = state.clocks.paused
    started = None if is_waiting_for_window(state) else paused or begins
    # Extra time given meanwhile is kept.
    held = zip(former.clocks.left, state.clocks.left, former.left, strict=True)
    left = tuple(was + now - then for was, now, then in held)
    # A player who acted meanwhile is not away.
    misses = tuple(map(min, former.clocks.misses, state.clocks.misses))
    clocks = replace(former.clocks, left=left, started=started, paused=paused, misses=misses)
    return replace(state, clocks=_with_given_time(clocks, state.clocks) if goes_on else clocks)


def _restored_hint(former: UndoSnapshot, players: tuple[Player, ...]) -> Hint | None:
    """The hint of the restored position, unless the seat has a new player (RULES §7.6)."""
    hint = former.hint
    return hint if hint is not None and players[hint.seat].user == former.players[hint.seat].user else None


def _restore_player(player: Player, was: Player, *, back: bool, goes_on: bool) -> Player:
    """The player as before the turn; one who left the game is ``back`` only if the leaving is undone.

    Unless the turn ``goes_on``, hints for a position that is gone are not charged (RULES §7.6). A substitute who took
    the seat since had none.
    """
    hints = was.hints if player.user == was.user else 0
    return replace(
        player,
        rack=was.rack,
        score=was.score,
        exchanges=was.exchanges,
        skips=was.skips,
        run=was.run,
        hints=player.hints if goes_on else hints,
        surrendered=was.surrendered if back else player.surrendered,
    )


def _with_given_time(clocks: ClockState, now: ClockState) -> ClockState:
    spent = clocks.spent - (now.given - clocks.given)
    return replace(clocks, spent=spent, given=now.given, reminded=now.reminded)


def _reopened_play(state: GameState, former: UndoSnapshot) -> Pending | None:
    """The play that was open before the undone turn and can still be answered, until its end as moved by pauses.

    Also one whose player has left, since nothing was drawn for it; it is settled next if its time is over.
    """
    was, now = former.pending, state.pending
    if was is None:
        return None
    if now is None:
        return was if was.seat == former.seat else None
    return now if was.play == now.play else None
