"""What time does to a game (RULES §7.2): windows and turns that run out.

What is due when, reminders and pauses are :mod:`engine.timekeeping`'s.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, assert_never

from msgspec.structs import replace

from engine import allowance, clock, timekeeping
from engine.absence import Why
from engine.clock import ClockAction, Pause, Remind, Resume, Timeout
from engine.computers import is_computer
from engine.crossword import runs, undoing
from engine.crossword.challenge import settle
from engine.crossword.draw_offers import conclude
from engine.crossword.events import PlayerForfeited, PlayerRetired, TurnPassed
from engine.crossword.state import GameState, Pending
from engine.crossword.turns import (
    Events,
    Result,
    close_turn,
    count_turn,
    end,
    ends_the_game,
    hand_on,
    stop_clock,
    window_open,
)
from engine.crossword.view import LastTurn
from engine.errors import Refusal
from engine.timekeeping import is_late, keep, remind
from engine.turns import are_alone, with_player

Overrun = Callable[[GameState, datetime], Result]


def apply(state: GameState, action: ClockAction, now: datetime, begins: datetime) -> Result:
    """Apply what the clock or its keeper asks; clocks that were stopped run again as of ``begins``.

    Raises:
        Refusal: ``not_due``, ``already_paused``, ``not_paused``.
    """
    match action:
        case Timeout():
            return _timeout(state, now)
        case Remind():
            return allowance.nudge(state, now) if state.timing is None else remind(state, now)
        case Pause() | Resume():
            return _keep(state, action, now, begins)
        case _:
            assert_never(action)


def deadline(state: GameState) -> datetime | None:
    """The next instant at which something is due: the window's end, a reminder, the end of the turn's time."""
    if state.outcome is not None or state.clocks.paused is not None:
        return None
    return timekeeping.deadline(state, None if state.pending is None else state.pending.until, allowance.due(state))


def yields(state: GameState) -> datetime | None:
    """Until when a computer player on turn lets others go first, as its move would end their time to say something.

    That is the mover's time to take a play back, and other people's time to challenge it.
    """
    if state.pending is None:
        return None
    others = (player for seat, player in enumerate(state.players) if seat not in {state.turn, state.pending.seat})
    doubters = any(player.active and not is_computer(player.user) for player in others)
    return state.pending.until if doubters or not state.ruleset.judging.challenges else None


def what_is_due(state: GameState, now: datetime) -> Timeout | Remind:
    """The action for the instant that :func:`deadline` named."""
    window = state.pending is not None and now >= state.pending.until
    if window:
        return Timeout()
    return allowance.what_is_due(state, now) if state.timing is None else timekeeping.what_is_due(state, now)


def _timeout(state: GameState, now: datetime) -> Result:
    """One thing at a time, the window first: what is still due shows in the next deadline."""
    running = state.clocks.paused is None
    if running and state.pending is not None and now >= state.pending.until:
        last = ends_the_game(state)
        state, events = settle(state, "time")
        return end(state, "out", now, events) if last else (state, events)
    rule = state.timing
    if rule is None and state.pending is None and allowance.is_over(state, now):
        return skip(state, "time", None, now, ())
    if rule is None or not is_late(state, now):
        raise Refusal("not_due")
    first, again = _OVERRUNS[rule.overrun]
    return (again if state.clocks.misses[state.turn] else first)(state, now)


def _pass(state: GameState, now: datetime) -> Result:
    """An automatic pass counts as a pass (RULES §2.8), and the turn being over, the play before it stands."""
    seat = state.turn
    state, events = settle(state, "time")
    found = state
    state = runs.counted(state, seat, "pass")
    state = count_turn(state, LastTurn(seat, "pass", automatic=True), now, acted=False)
    state = replace(state, clocks=clock.missed(state.clocks, seat))
    state = undoing.noted(state, found, now, seat=seat, kind="pass", timed_out=True)
    passed = TurnPassed(seat, state.players[seat].rack, automatic=True)
    return close_turn(state, now, (*events, passed))


def skip(state: GameState, why: Why, by: int | None, now: datetime, told: Events) -> Result:
    """Let the turn go by without its player: no pass, and no turn of a run (RULES §7.2).

    Raises:
        Refusal: ``window_open``, while the last play may be challenged.
    """
    if state.pending is not None:
        raise window_open(state.pending, state, now)
    seat, found = state.turn, state
    state = count_turn(state, LastTurn(seat, "skipped"), now, acted=False)
    state, event = allowance.skipped(state, seat, why, by)
    state = undoing.noted(state, found, now, seat=seat, kind="skipped", timed_out=True)
    return hand_on(state, now, (*told, event))


def _forfeit(state: GameState, now: datetime) -> Result:
    return leave(state, state.turn, "forfeit", now, (PlayerForfeited(state.turn),))


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
        "pass": (_pass, _pass),
        "pass-then-forfeit": (_pass, _forfeit),
        "forfeit": (_forfeit, _forfeit),
        "retire": (_retire, _retire),
    }
)
"""What an overrun leads to, by the rule of the clock (RULES §7.2)."""


def leave(state: GameState, seat: int, why: Literal["surrender", "forfeit"], now: datetime, events: Events) -> Result:
    """Take a player out of the game: the rack is set aside, the last one left wins (RULES §1.4).

    Where computer players alone are left, the game ends too: nobody would watch them.

    An open window stays open for those who are left, also that of the leaver's own play (RULES §7.1); it lapses when
    the game ends. Where only the leaver could have taken that play back, nobody waits for it any more.
    The leaver takes the own turns out of the run of turns, which may end the game now (RULES §7.3).
    """
    before, found = sum(not other.active for other in state.players), state
    on_turn = state.turn == seat
    if on_turn:
        state = stop_clock(state, now)
    state = with_player(state, seat, replace(state.players[seat], surrendered=before))
    if state.pending is not None and state.pending.seat == seat and not state.ruleset.judging.challenges:
        state, settled = settle(state, "time")
        events = (*events, *settled)
    alone = are_alone(state.players)
    if alone or state.pending is None:
        state = replace(state, last=LastTurn(seat, why))
    if alone:
        return end(state, why, now, events)
    state, events = conclude(state, now, events)
    if state.outcome is not None:
        return state, events
    state = undoing.noted(state, found, now, seat=seat, kind=why, timed_out=why == "forfeit")
    if on_turn or runs.is_over(state):
        return close_turn(state, now, events)
    return state, events


def _keep(state: GameState, action: Pause | Resume, now: datetime, begins: datetime) -> Result:
    """Stop and start the clocks; an open window moves with them."""
    kept, events = keep(state, action, now, begins)
    paused = state.clocks.paused
    if isinstance(action, Resume) and paused is not None:
        move = partial(_moved, paused=paused, begins=begins)
        # A window may open again that closed as its player left.
        kept = replace(kept, pending=move(kept.pending), former=undoing.with_windows(kept.former, move))
    return kept, events


def _moved(pending: Pending | None, paused: datetime, begins: datetime) -> Pending | None:
    """An open play with its end moved by a pause."""
    if pending is None:
        return None
    return replace(pending, until=pending.until + (begins - max(paused, pending.laid)))
