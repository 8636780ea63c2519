"""Deadlines, reminders and pauses of a game with a clock, for all families (RULES §7.2).

:mod:`engine.clock` does the arithmetic; the family decides what an overrun leads to. If the chat is told of a play
late, the play's challenge window is extended by the delay (RULES §7.1): a family with windows lists that action and
event among its own, and applies the action.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import clock
from engine.clock import ClockView, Pause, Paused, Remind, Reminded, Resume, Resumed, Timeout
from engine.errors import MOST_SECONDS, Refusal
from engine.game_base import Game, TurnGame
from engine.messages import Action, Event

G = TypeVar("G", bound=Game)
T = TypeVar("T", bound=TurnGame)


def turn_deadline(state: TurnGame) -> datetime | None:
    """When the time of the turn, or of its present phase, runs out."""
    return clock.seat_timeout_at(state.clock_rule, state.clocks, state.turn)


def clock_view(state: TurnGame) -> ClockView | None:
    """The clock in use and its state; ``None`` if turns are not timed."""
    rule = state.clock_rule
    return None if rule is None else ClockView(state.ruleset.clock, rule, state.clocks, turn_deadline(state))


def is_out_of_time(state: TurnGame, now: datetime) -> bool:
    """Whether the time of the turn, or of its present phase, has run out."""
    due = turn_deadline(state)
    return due is not None and now >= due


def reminder_time(state: TurnGame) -> datetime | None:
    """When to remind the player on turn."""
    return clock.seat_reminder_at(state.clock_rule, state.clocks, state.turn)


def deadline(state: TurnGame, *others: datetime | None) -> datetime | None:
    """The next deadline: the end of the turn's time, a reminder, or one of ``others``."""
    due = (turn_deadline(state), reminder_time(state), *others)
    return min((instant for instant in due if instant is not None), default=None)


def due_action(state: TurnGame, now: datetime) -> Timeout | Remind:
    """The action to apply at the instant of :func:`deadline`."""
    at = reminder_time(state)
    return Timeout() if at is None or now < at or is_out_of_time(state, now) else Remind()


def remind_player(state: T, now: datetime) -> tuple[T, tuple[Reminded]]:
    """Remind the player on turn; raises the refusal ``not_due`` too early."""
    rule, at = state.clock_rule, reminder_time(state)
    if rule is None or at is None or now < at or is_out_of_time(state, now):
        raise Refusal("not_due")
    left = clock.remaining_time(rule, state.clocks, state.turn, now, on_turn=True)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (Reminded(state.turn, left),)


def continue_same_turn(before: TurnGame, after: T, user: int | None, now: datetime, begins: datetime) -> T:
    """The game after an action; if the same turn goes on, it is not charged the time for which the action waited.

    Other users' actions leave the player on turn free to act, so they neither cost nor give time.

    ``user``: who asked for the action, or ``None``. ``begins``: when it is applied, and what follows begins.
    """
    clocks = after.clocks
    if begins <= now or user is None or before.seat_of(user) != before.turn or after.turn != before.turn:
        return after
    if clocks.started is None or clocks.paused is not None or clocks.started != before.clocks.started:
        return after
    return replace(after, clocks=replace(clocks, spent=clock.elapsed(clocks, now), started=begins))


def pause_or_resume(
    state: G, action: Pause | Resume, now: datetime, begins: datetime
) -> tuple[G, tuple[Paused | Resumed]]:
    """Stop the clocks ``now``, or start them from ``begins``; raises ``already_paused`` or ``not_paused``."""
    paused = state.clocks.paused
    match action:
        case Pause(by=by, name=name):
            if paused is not None:
                raise Refusal("already_paused")
            return replace(state, clocks=clock.pause_clocks(state.clocks, now)), (Paused(by, name),)
        case Resume(by=by, name=name):
            if paused is None:
                raise Refusal("not_paused")
            return replace(state, clocks=clock.resume_clocks(state.clocks, begins)), (Resumed(by, name),)
        case _:
            assert_never(action)


PROMPT_WITHIN: Final = timedelta(seconds=5)
"""A window is not extended if the chat was told of its play within this time."""
_MS: Final = timedelta(milliseconds=1)
_LONGEST: Final = timedelta(seconds=MOST_SECONDS)


class LengthenWindow(Action, Struct, frozen=True, tag="lengthen_window"):
    """Extend the window of play number ``play`` by ``late`` milliseconds, its message's delay; only the bot asks."""

    play: int
    late: int


class WindowLengthened(Event, Struct, frozen=True, tag="window_lengthened"):
    """The chat was told of a play late; its challenge window now ends at ``until``."""

    play: int
    until: datetime

    @property
    def is_silent(self) -> bool:
        """True: messages give a window's length, not its end."""
        return True


def extra_window_time(action: LengthenWindow) -> timedelta:
    """By how much a window is extended; raises the refusal ``not_due`` if the play was told in time."""
    late = action.late * _MS
    if late <= PROMPT_WITHIN:
        raise Refusal("not_due")
    return min(late, _LONGEST)
