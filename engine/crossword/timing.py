"""What time does to a game (RULES §7.2): windows and turns that run out, reminders, pauses.

The arithmetic is that of :mod:`engine.clock`.
"""

from datetime import datetime, timedelta
from typing import Literal, assert_never

from msgspec.structs import replace

from engine import clock
from engine.clock import ClockAction, ClocksShifted, Downtime, Pause, Paused, Remind, Reminded, Resume, Resumed, Timeout
from engine.crossword.agreement import conclude
from engine.crossword.challenge import settle
from engine.crossword.events import PlayerForfeited, PlayerRetired, TurnPassed
from engine.crossword.state import GameState
from engine.crossword.turns import (
    Events,
    Result,
    close_turn,
    count_turn,
    end,
    ends_the_game,
    hand_on,
    is_late,
    stop_clock,
    with_player,
)
from engine.crossword.view import LastTurn
from engine.errors import Refusal

_SECOND = timedelta(seconds=1)


def apply(state: GameState, action: ClockAction, now: datetime) -> Result:
    """Apply what the clock or its keeper asks.

    Raises:
        Refusal: ``not_due``, ``no_clock``, ``already_paused``, ``not_paused``.
    """
    match action:
        case Timeout():
            return _timeout(state, now)
        case Remind():
            return _remind(state, now)
        case Pause() | Resume() | Downtime():
            if state.ruleset.timing is None and not state.ruleset.judging.challenges:
                raise Refusal("no_clock")
            return _keep(state, action, now)
        case _:
            assert_never(action)


def deadline(state: GameState) -> datetime | None:
    """The next instant at which something is due: the window's end, a reminder, the end of the turn's time."""
    if state.outcome is not None or state.clocks.paused is not None:
        return None
    rule, clocks, seat = state.ruleset.timing, state.clocks, state.turn
    instants = (
        None if state.pending is None else state.pending.until,
        clock.reminder(rule, clocks, seat),
        clock.due(rule, clocks, seat),
    )
    return min((instant for instant in instants if instant is not None), default=None)


def what_is_due(state: GameState, now: datetime) -> Timeout | Remind:
    """The action for the instant that :func:`deadline` named."""
    reminder = clock.reminder(state.ruleset.timing, state.clocks, state.turn)
    window = state.pending is not None and now >= state.pending.until
    return Timeout() if window or is_late(state, now) or reminder is None or now < reminder else Remind()


def _timeout(state: GameState, now: datetime) -> Result:
    """One thing at a time, the window first: what is still due shows in the next deadline."""
    running = state.clocks.paused is None
    if running and state.pending is not None and now >= state.pending.until:
        last = ends_the_game(state)
        state, events = settle(state, "time")
        return end(state, "out", now, events) if last else (state, events)
    if not is_late(state, now):
        raise Refusal("not_due")
    return _overrun(state, now)


def _overrun(state: GameState, now: datetime) -> Result:
    rule, seat = state.ruleset.timing, state.turn
    if rule is None:
        raise Refusal("not_due")
    match rule.overrun:
        case "pass":
            return _pass(state, seat, now)
        case "pass-then-forfeit" if not state.clocks.misses[seat]:
            return _pass(state, seat, now)
        case "forfeit" | "pass-then-forfeit":
            return leave(state, seat, "forfeit", now, (PlayerForfeited(seat),))
        case "retire":
            player = replace(state.players[seat], retired=True)
            state = replace(
                stop_clock(with_player(state, seat, player), now),
                last=state.last if state.pending is not None else LastTurn(seat, "retired"),
            )
            return hand_on(state, now, (PlayerRetired(seat),))
        case _:
            assert_never(rule.overrun)


def _pass(state: GameState, seat: int, now: datetime) -> Result:
    """An automatic pass counts as a pass (RULES §2.8), and the turn being over, the play before it stands."""
    state, events = settle(state, "time")
    state = replace(
        state,
        passes=state.passes + 1,
        scoreless=state.scoreless + 1,
    )
    state = count_turn(state, LastTurn(seat, "pass", automatic=True), now, acted=False)
    state = replace(state, clocks=clock.missed(state.clocks, seat))
    passed = TurnPassed(seat, state.players[seat].rack, automatic=True)
    return close_turn(state, now, (*events, passed))


def leave(state: GameState, seat: int, why: Literal["surrender", "forfeit"], now: datetime, events: Events) -> Result:
    """Take a player out of the game: the rack is set aside, the last one left wins (RULES §1.4).

    An open window stays open for those who are left, also that of the leaver's own play (RULES §7.1); it lapses when
    the game ends.
    """
    before = sum(not other.active for other in state.players)
    on_turn = state.turn == seat
    if on_turn:
        state = stop_clock(state, now)
    state = with_player(state, seat, replace(state.players[seat], surrendered=before))
    alone = sum(other.active for other in state.players) == 1
    if alone or state.pending is None:
        state = replace(state, last=LastTurn(seat, why))
    if alone:
        return end(state, why, now, events)
    state, events = conclude(state, now, events)
    return hand_on(state, now, events) if on_turn and state.outcome is None else (state, events)


def _remind(state: GameState, now: datetime) -> Result:
    rule, seat = state.ruleset.timing, state.turn
    due = clock.reminder(rule, state.clocks, seat)
    if rule is None or due is None or now < due or is_late(state, now):
        raise Refusal("not_due")
    left = clock.remaining(rule, state.clocks, seat, now, on_turn=True)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (Reminded(seat, left),)


def _keep(state: GameState, action: Pause | Resume | Downtime, now: datetime) -> Result:
    """Stop and start the clocks, and give time back; an open window moves with them."""
    paused = state.clocks.paused
    match action:
        case Pause(by=by):
            if paused is not None:
                raise Refusal("already_paused")
            return replace(state, clocks=clock.pause(state.clocks, now)), (Paused(by),)
        case Resume(by=by):
            if paused is None:
                raise Refusal("not_paused")
            state = _window_later(state, now - paused)
            return replace(state, clocks=clock.resume(state.clocks, now)), (Resumed(by),)
        case Downtime(seconds=seconds):
            if seconds < 1 or paused is not None:
                raise Refusal("not_due")
            state = _window_later(state, seconds * _SECOND, latest=now + state.ruleset.judging.window * _SECOND)
            return replace(state, clocks=clock.shift(state.clocks, seconds, now)), (ClocksShifted(seconds),)
        case _:
            assert_never(action)


def _window_later(state: GameState, by: timedelta, latest: datetime | None = None) -> GameState:
    if state.pending is None:
        return state
    until = state.pending.until + by
    return replace(state, pending=replace(state.pending, until=until if latest is None else min(until, latest)))
