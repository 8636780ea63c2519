"""Keeping the clock of a game, whatever its family: what is due when, reminders, pauses (RULES §7.2).

The arithmetic is that of :mod:`engine.clock`; what an overrun leads to is the family's to say. A play's window that
was told late is longer by what passed before anybody was told of it (RULES §7.1): a family with windows lists the
action and the event among its own, and applies the one.
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
    """When the turn, or its present phase, is out of time."""
    return clock.seat_timeout_at(state.clock_rule, state.clocks, state.turn)


def clock_view(state: TurnGame) -> ClockView | None:
    """The clock in use and how it stands; ``None`` where turns are not timed."""
    rule = state.clock_rule
    return None if rule is None else ClockView(state.ruleset.clock, rule, state.clocks, turn_deadline(state))


def is_out_of_time(state: TurnGame, now: datetime) -> bool:
    """Whether the time of the turn, or of its present phase, is out."""
    due = turn_deadline(state)
    return due is not None and now >= due


def reminder_time(state: TurnGame) -> datetime | None:
    """When the player on turn is to be reminded."""
    return clock.seat_reminder_at(state.clock_rule, state.clocks, state.turn)


def deadline(state: TurnGame, *others: datetime | None) -> datetime | None:
    """The next of what is due by itself: the end of the time, a reminder, and what else the family waits for."""
    due = (turn_deadline(state), reminder_time(state), *others)
    return min((instant for instant in due if instant is not None), default=None)


def due_action(state: TurnGame, now: datetime) -> Timeout | Remind:
    """The action for the instant that :func:`deadline` named."""
    at = reminder_time(state)
    return Timeout() if at is None or now < at or is_out_of_time(state, now) else Remind()


def remind_player(state: T, now: datetime) -> tuple[T, tuple[Reminded]]:
    """Remind the player on turn.

    Raises:
        Refusal: ``not_due``.
    """
    rule, at = state.clock_rule, reminder_time(state)
    if rule is None or at is None or now < at or is_out_of_time(state, now):
        raise Refusal("not_due")
    left = clock.remaining_time(rule, state.clocks, state.turn, now, on_turn=True)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (Reminded(state.turn, left),)


def continue_same_turn(before: TurnGame, after: T, user: int | None, now: datetime, begins: datetime) -> T:
    """The game after an action; where it leaves whose turn it is on turn, what it waited is not charged to that turn.

    Others' actions leave that player free to act, so they cost and give no time.

    ``user``: who asked for it; ``None`` where nobody did. ``begins``: when it is applied, and what it leads to begins.
    """
    clocks = after.clocks
    if begins <= now or user is None or before.seat_of(user) != before.turn or after.turn != before.turn:
        return after
    if clocks.started is None or clocks.paused is not None or clocks.started != before.clocks.started:
        return after
    return replace(after, clocks=clock.continue_turn(clocks, now, begins))


def pause_or_resume(
    state: G, action: Pause | Resume, now: datetime, begins: datetime
) -> tuple[G, tuple[Paused | Resumed]]:
    """Stop the clocks ``now``, or start them as of ``begins``.

    Raises:
        Refusal: ``already_paused`` or ``not_paused``.
    """
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
"""A window that is told within this time of its beginning stays as it is."""
_MS: Final = timedelta(milliseconds=1)
_LONGEST: Final = timedelta(seconds=MOST_SECONDS)


class LengthenWindow(Action, Struct, frozen=True, tag="lengthen_window"):
    """Make the window of the play of that number longer by the ``late`` milliseconds after which it was told.

    The bot's own action; nobody asks for it.
    """

    play: int
    late: int


class WindowLengthened(Event, Struct, frozen=True, tag="window_lengthened"):
    """The window of a play was told late, and ends at ``until`` now."""

    play: int
    until: datetime

    @property
    def is_silent(self) -> bool:
        """What was told says how long the window is, not when it ends."""
        return True


def extra_window_time(action: LengthenWindow) -> timedelta:
    """How much longer a window becomes.

    Raises:
        Refusal: ``not_due`` where it was told in time.
    """
    late = action.late * _MS
    if late <= PROMPT_WITHIN:
        raise Refusal("not_due")
    return min(late, _LONGEST)
