"""Time in a game of Klepka (RULES §7.2); :mod:`engine.timekeeping` has the deadlines.

When the time for words is over, cards are turned up; when the time for that is over, the turn ends.
"""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import allowance, clock, timekeeping, voting
from engine.absence import AbsenceAction, DecidedBy, PlayerRemoved
from engine.clock import ClockAction, Pause, Remind, Resume, Timeout
from engine.errors import Refusal
from engine.klepka import endings
from engine.klepka.events import Event, GameEnded, TurnPassed, WordsTimedOut
from engine.klepka.state import GameState
from engine.klepka.view import EndReason, Phase
from engine.timekeeping import is_out_of_time, pause_or_resume, remind_player
from engine.turns import add_turn, check_running, is_game_deserted, require_seat, seats_after, with_player

Result = tuple[GameState, tuple[Event, ...]]


def require_free_to_use_rewards(state: GameState, user: int) -> int:
    """The seat of a user who may play a reward card now, at any player's turn (RULES §6.7), whatever cards it holds.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered`` or ``paused``.
    """
    seat = require_seat(state, user)
    check_running(state)
    return seat


def reset_passes(state: GameState) -> GameState:
    """Clear the passes, as collections have changed: those who passed on an empty table may now form a word."""
    return replace(state, players=tuple(replace(player, passed=False) for player in state.players))


def enter_phase(state: GameState, phase: Phase, begins: datetime) -> GameState:
    """Begin a phase of the turn, and its time."""
    return replace(state, phase=phase, clocks=clock.start_turn(state.clocks, begins))


def end_turn(state: GameState, events: tuple[Event, ...], begins: datetime) -> Result:
    """Begin the next turn, or end the game if no player can or does go on."""
    after = add_turn(state)
    if endings.is_table_cleared(after):
        return end_game(after, "cleared", events)
    if endings.is_abandoned(after):
        return end_game(after, "time", events)
    seat = next(seat for seat in seats_after(after, after.turn) if after.players[seat].active)
    return enter_phase(replace(after, turn=seat), "words", begins), events


def end_game(state: GameState, reason: EndReason, events: tuple[Event, ...], winner: int | None = None) -> Result:
    """End the game; ``winner`` is the seat of an instant win."""
    outcome = endings.final_outcome(state, reason, winner)
    players = tuple(
        replace(player, score=next(final.score for final in outcome.finals if final.seat == seat))
        for seat, player in enumerate(state.players)
    )
    stopped = replace(state.clocks, started=None)
    after = replace(state, players=players, clocks=stopped, outcome=outcome)
    return after, (*events, GameEnded(outcome, state.secret))


def skip_turn(
    state: GameState, decided_by: DecidedBy, by: int | None, events: tuple[Event, ...], begins: datetime
) -> Result:
    """Skip the turn of an absent player: neither a pass nor a timed-out turn (RULES §7.2)."""
    state, event = allowance.count_skip(state, state.turn, decided_by, by)
    return end_turn(state, (*events, event), begins)


def apply_absence(state: GameState, action: AbsenceAction, now: datetime, begins: datetime) -> Result:
    """Apply a vote or a ruling; raises as :func:`engine.voting.apply_vote_or_ruling`."""
    state, events, ruled = voting.apply_vote_or_ruling(state, action, now, begins)
    if ruled is None:
        return state, events
    match ruled.about:
        case "skip":
            return skip_turn(state, ruled.why, ruled.by, events, begins)
        case "remove":
            removed = PlayerRemoved(ruled.seat, state.players[ruled.seat].name, ruled.why, ruled.by)
            return leave_game(state, ruled.seat, (*events, removed), begins)
        case _:
            assert_never(ruled.about)


def leave_game(state: GameState, seat: int, events: tuple[Event, ...], begins: datetime) -> Result:
    """Take a player out: with two the other wins; with more the cards are set aside (RULES §1.4).

    The game also ends if only computer players are left.
    """
    before = sum(not other.active for other in state.players)
    after = with_player(state, seat, replace(state.players[seat], surrendered=before))
    after = replace(after, idle=0)
    active = [player for player in after.players if player.active]
    if is_game_deserted(after.players):
        return end_game(after, "surrender", events)
    if state.turn == seat:
        return end_turn(after, events, begins)
    if not any(after.table) and all(player.passed for player in active):
        return end_game(after, "cleared", events)
    return after, events


def apply_clock_action(state: GameState, action: ClockAction, now: datetime, begins: datetime) -> Result:
    """Apply a clock action from ``begins``; raises ``not_due``, ``already_paused`` or ``not_paused``."""
    match action:
        case Timeout():
            if state.clock_rule is None and allowance.is_allowance_over(state, now):
                return skip_turn(state, "time", None, (), begins)
            if not is_out_of_time(state, now):
                raise Refusal("not_due")
            return _apply_timeout(state, begins)
        case Remind():
            return allowance.nudge_player(state, now) if state.clock_rule is None else remind_player(state, now)
        case Pause() | Resume():
            return pause_or_resume(state, action, now, begins)
        case _:
            assert_never(action)


def deadline(state: GameState) -> datetime | None:
    """The next deadline: a reminder, the end of an action, or one for an absent player."""
    return timekeeping.deadline(state, allowance.absence_deadline(state))


def due_action(state: GameState, now: datetime) -> Timeout | Remind:
    """The action to apply at the instant of :func:`deadline`."""
    return allowance.due_action(state, now) if state.clock_rule is None else timekeeping.due_action(state, now)


def _apply_timeout(state: GameState, begins: datetime) -> Result:
    seat = state.turn
    if state.phase == "words" and state.flips:
        return enter_phase(state, "flips", begins), (WordsTimedOut(seat, state.flips),)
    if not state.flips:
        state = with_player(state, seat, replace(state.players[seat], passed=True))
    if state.phase == "flips" and not state.words_this_turn:
        state = replace(state, idle=state.idle + 1)
    return end_turn(state, (TurnPassed(seat, state.phase, automatic=True),), begins)
