"""Challenge windows and turns that run out (RULES §7.2); :mod:`engine.timekeeping` has reminders and pauses."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, assert_never

from msgspec.structs import replace

from engine import allowance, clock, timekeeping, voting
from engine.absence import AbsenceAction, DecidedBy, PlayerRemoved, PlayerReplaced
from engine.clock import ClockAction, Pause, Remind, Resume, Timeout
from engine.computer_ids import is_computer
from engine.crossword import endings, undoing
from engine.crossword.challenge import close_window
from engine.crossword.events import PlayerForfeited, PlayerRetired, TurnPassed
from engine.crossword.state import GameState, Pending
from engine.crossword.turns import (
    Events,
    Result,
    advance_turn,
    close_turn,
    conclude_draw,
    count_turn,
    end_game,
    is_last_play_open,
    stop_clock,
    window_open_refusal,
)
from engine.crossword.view import LastTurn
from engine.errors import Refusal
from engine.timekeeping import (
    LengthenWindow,
    WindowLengthened,
    extra_window_time,
    is_out_of_time,
    pause_or_resume,
    remind_player,
)
from engine.turns import is_game_deserted, with_player


def apply_absence(state: GameState, action: AbsenceAction, now: datetime, begins: datetime) -> Result:
    """Apply a vote or a ruling; raises as :func:`engine.voting.apply_vote_or_ruling`, or ``window_open``."""
    state, events, ruled = voting.apply_vote_or_ruling(state, action, now, begins)
    if ruled is None:
        for event in events:
            if isinstance(event, PlayerReplaced):
                # Hints are personal: a substitute neither sees what was told before nor pays for it.
                state = with_player(state, event.seat, replace(state.players[event.seat], hints=0))
        return state, events
    match ruled.about:
        case "skip":
            return skip_turn(state, ruled.why, ruled.by, now, events)
        case "remove":
            removed = PlayerRemoved(ruled.seat, state.players[ruled.seat].name, ruled.why, ruled.by)
            return leave_game(state, ruled.seat, "surrender", now, (*events, removed))
        case _:
            assert_never(ruled.about)


def skip_turn(state: GameState, decided_by: DecidedBy, by: int | None, now: datetime, events: Events) -> Result:
    """Skip an absent player's turn, which is no pass and in no run (RULES §7.2); raises ``window_open``."""
    if state.pending is not None:
        raise window_open_refusal(state.pending, state, now)
    seat, found = state.turn, state
    state = count_turn(state, LastTurn(seat, "skipped"), now, acted=False)
    state, event = allowance.count_skip(state, seat, decided_by, by)
    state = undoing.remember_turn(state, found, now, seat=seat, kind="skipped", timed_out=True)
    return advance_turn(state, now, (*events, event))


def leave_game(
    state: GameState, seat: int, why: Literal["surrender", "forfeit"], now: datetime, events: Events
) -> Result:
    """Take a player out of the game: the rack is set aside, and a last remaining player wins (RULES §1.4).

    The game also ends if only computer players are left.

    An open window stays open for the others, even for the leaver's own play (RULES §7.1), until the game ends; but not
    if only the leaver could have taken that play back. The leaver's turns leave the run of turns, which may end the
    game now (RULES §7.3).
    """
    before, found = sum(not other.active for other in state.players), state
    on_turn = state.turn == seat
    if on_turn:
        state = stop_clock(state, now)
    state = with_player(state, seat, replace(state.players[seat], surrendered=before))
    if state.pending is not None and state.pending.seat == seat and not state.ruleset.judging.has_challenges:
        state, settled = close_window(state, "time")
        events = (*events, *settled)
    alone = is_game_deserted(state.players)
    if alone or state.pending is None:
        state = replace(state, last=LastTurn(seat, why))
    if alone:
        return end_game(state, why, now, events)
    state, events = conclude_draw(state, now, events)
    if state.outcome is not None:
        return state, events
    state = undoing.remember_turn(state, found, now, seat=seat, kind=why, timed_out=why == "forfeit")
    if on_turn or endings.is_run_over(state):
        return close_turn(state, now, events)
    return state, events


Overrun = Callable[[GameState, datetime], Result]


def apply_clock_action(
    state: GameState, action: ClockAction | LengthenWindow, now: datetime, begins: datetime
) -> Result:
    """Apply a clock action from ``begins``; raises ``not_due``, ``already_paused``, ``not_paused``."""
    match action:
        case Timeout():
            return _apply_timeout(state, now)
        case Remind():
            return allowance.nudge_player(state, now) if state.clock_rule is None else remind_player(state, now)
        case Pause() | Resume():
            return _pause_or_resume(state, action, now, begins)
        case LengthenWindow():
            return _lengthen_window(state, action)
        case _:
            assert_never(action)


def deadline(state: GameState) -> datetime | None:
    """The next deadline: the end of the window, a reminder, or the end of the turn's time."""
    if state.outcome is not None or state.clocks.paused is not None:
        return None
    return timekeeping.deadline(
        state, None if state.pending is None else _stands_at(state, state.pending), allowance.absence_deadline(state)
    )


def _stands_at(state: GameState, pending: Pending) -> datetime:
    """When the window of an open play ends; for a computer's play that cannot be challenged, the play's own instant."""
    at_once = is_computer(state.players[pending.seat].user) and not state.ruleset.judging.has_challenges
    return pending.laid if at_once else pending.until


def computer_waits_until(state: GameState) -> datetime | None:
    """Until when a computer player on turn waits, since its move would cut others' time short.

    That is the mover's time to take a play back, and other people's time to challenge it.
    """
    if state.pending is None:
        return None
    others = (player for seat, player in enumerate(state.players) if seat not in {state.turn, state.pending.seat})
    doubters = any(player.active and not is_computer(player.user) for player in others)
    waits = doubters or not state.ruleset.judging.has_challenges
    return _stands_at(state, state.pending) if waits else None


def due_action(state: GameState, now: datetime) -> Timeout | Remind:
    """The action to apply at the instant of :func:`deadline`."""
    if state.pending is not None and now >= _stands_at(state, state.pending):
        return Timeout()
    return allowance.due_action(state, now) if state.clock_rule is None else timekeeping.due_action(state, now)


def _apply_timeout(state: GameState, now: datetime) -> Result:
    """Apply one timeout, a window's before a turn's; the next deadline leads to the other."""
    running = state.clocks.paused is None
    if running and state.pending is not None and now >= state.pending.until:
        return _settle_play(state, now)
    rule = state.clock_rule
    if rule is None and state.pending is None and allowance.is_allowance_over(state, now):
        return skip_turn(state, "time", None, now, ())
    if rule is not None and is_out_of_time(state, now):
        first, again = _OVERRUNS[rule.overrun]
        return (again if state.clocks.misses[state.turn] else first)(state, now)
    # Checked last, so that logs of earlier versions, in which a computer's play waited, replay.
    if running and state.pending is not None and now >= _stands_at(state, state.pending):
        return _settle_play(state, now)
    raise Refusal("not_due")


def _settle_play(state: GameState, now: datetime) -> Result:
    last = is_last_play_open(state)
    state, events = close_window(state, "time")
    return end_game(state, "out", now, events) if last else (state, events)


def _pass_automatically(state: GameState, now: datetime) -> Result:
    """Pass automatically, which counts as a pass (RULES §2.8); the play before it then stands."""
    seat = state.turn
    state, events = close_window(state, "time")
    found = state
    state = endings.count_in_run(state, seat, "pass")
    state = count_turn(state, LastTurn(seat, "pass", automatic=True), now, acted=False)
    state = replace(state, clocks=clock.count_miss(state.clocks, seat))
    state = undoing.remember_turn(state, found, now, seat=seat, kind="pass", timed_out=True)
    passed = TurnPassed(seat, state.players[seat].rack, automatic=True)
    return close_turn(state, now, (*events, passed))


def _forfeit(state: GameState, now: datetime) -> Result:
    return leave_game(state, state.turn, "forfeit", now, (PlayerForfeited(state.turn),))


def _retire(state: GameState, now: datetime) -> Result:
    seat = state.turn
    player = replace(state.players[seat], retired=True)
    state = replace(
        stop_clock(with_player(state, seat, player), now),
        last=state.last if state.pending is not None else LastTurn(seat, "retired"),
    )
    return close_turn(state, now, (PlayerRetired(seat),))


_OVERRUNS: Final[Mapping[str, tuple[Overrun, Overrun]]] = MappingProxyType(
    {
        # overrun            first turn lost, the next in a row
        "pass": (_pass_automatically, _pass_automatically),
        "pass-then-forfeit": (_pass_automatically, _forfeit),
        "forfeit": (_forfeit, _forfeit),
        "retire": (_retire, _retire),
    }
)
"""The effect of an overrun, by the clock's rule (RULES §7.2)."""


def _pause_or_resume(state: GameState, action: Pause | Resume, now: datetime, begins: datetime) -> Result:
    kept, events = pause_or_resume(state, action, now, begins)
    paused = state.clocks.paused
    if isinstance(action, Resume) and paused is not None:
        move = partial(_move_window, paused=paused, begins=begins)
        # The snapshot's window too: if the player's leaving is undone, it opens again.
        kept = replace(kept, pending=move(kept.pending), former=undoing.move_windows(kept.former, move))
    return kept, events


def _lengthen_window(state: GameState, action: LengthenWindow) -> Result:
    """Extend the open window, once, because the chat was told of the play late.

    Raises:
        Refusal: ``not_due`` if the window is another play's or was extended already, or the chat was told in time.
    """
    pending, more = state.pending, extra_window_time(action)
    if pending is None or pending.play != action.play or pending.late:
        raise Refusal("not_due")

    longer = replace(pending, until=pending.until + more, late=more // timedelta(milliseconds=1))

    def lengthen(found: Pending | None) -> Pending | None:
        return longer if found == pending else found

    # The snapshot's window too: if a player has left and that is undone, the play is open as it was.
    after = replace(state, pending=longer, former=undoing.move_windows(state.former, lengthen))
    return after, (WindowLengthened(action.play, longer.until),)


def _move_window(pending: Pending | None, paused: datetime, begins: datetime) -> Pending | None:
    """An open play with its end moved by a pause."""
    if pending is None:
        return None
    return replace(pending, until=pending.until + (begins - max(paused, pending.laid)))
