"""Clock arithmetic on instants passed in; knows seats by number, and no game.

Instants are aware UTC datetimes, durations whole milliseconds. Each game family asks :func:`seat_timeout_at` and
applies the rule's ``overrun`` itself (RULES §7.2).
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import MOST_POINTS, MOST_SECONDS, range_problems
from engine.messages import Action, Event

MINUTE: Final = 60_000
NO_CLOCK: Final = "none"
"""The option value for no clock, known to every ruleset."""
NOBODY: Final = 0
"""The user id with which the bot pauses and resumes games when players cannot be reached; no user has it."""
_SHORTEST_REMINDED: Final = MINUTE
"""The shortest time allowed for which there is a reminder."""
_MOST_AHEAD: Final = 60 * MINUTE
_SHARE_AHEAD: Final = 4


class MoveClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """``seconds`` for every turn; ``overrun`` passes it, ends the player's game, or does so only the second time."""

    seconds: int
    overrun: Literal["pass", "forfeit", "pass-then-forfeit"]


class GameClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="game"):
    """``seconds`` per player for the whole game, plus ``increment`` after each of their turns.

    Overtime costs ``penalty`` points per started minute, for ``limit`` minutes; then ``overrun`` decides whether the
    player has lost or plays no more (RULES §5.7).
    """

    seconds: int
    overrun: Literal["forfeit", "retire"]
    increment: int = 0
    penalty: int = 0
    limit: int = 0


class BankClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bank"):
    """``seconds`` for every turn, and per player a bank of seconds for turns that take longer."""

    seconds: int
    bank: int
    overrun: Literal["pass", "forfeit", "pass-then-forfeit"]


Clock = MoveClock | GameClock | BankClock


class Timeout(Action, Struct, frozen=True, tag="timeout"):
    """End the challenge window or the turn whose time is up; only the bot sends it."""


class Remind(Action, Struct, frozen=True, tag="remind"):
    """Remind the player on turn; only the bot sends it."""


class Pause(Action, Struct, frozen=True, tag="pause"):
    """Stop the clocks and all waiting periods; ``by`` is :data:`NOBODY` if no person asked."""

    by: int
    name: str = ""
    """Who did it, as shown to the group; empty for the bot, and for an administrator who posts as the group."""


class Resume(Action, Struct, frozen=True, tag="resume"):
    """Continue after a pause."""

    by: int
    name: str = ""


class Reminded(Event, Struct, frozen=True, tag="reminded"):
    """The player on turn has ``left`` milliseconds."""

    seat: int
    left: int


class Paused(Event, Struct, frozen=True, tag="paused"):
    """The game was paused."""

    by: int
    name: str = ""


class Resumed(Event, Struct, frozen=True, tag="resumed"):
    """The game continues after a pause."""

    by: int
    name: str = ""


ClockAction = Timeout | Remind | Pause | Resume
ClockEvent = Reminded | Paused | Resumed


class ClockState(Struct, frozen=True):
    """The state of a game's clocks."""

    left: tuple[int, ...] = ()
    """Per seat, milliseconds: game time, negative in overtime, or the bank; empty if only turns are timed."""
    started: datetime | None = None
    """Since when the turn's time runs; ``None`` while it is stopped."""
    spent: int = 0
    """Milliseconds of this turn used before ``started``, less extra time."""
    given: int = 0
    """Milliseconds by which this turn was extended."""
    paused: datetime | None = None
    """When the game was paused."""
    reminded: bool = False
    misses: tuple[int, ...] = ()
    """Per seat, turns in a row lost by overrun."""


class ClockView(Struct, frozen=True):
    """The clock in use and its state, both public; :func:`remaining_time` gives each seat's time at an instant."""

    name: str
    rule: Clock
    state: ClockState
    due: datetime | None
    """When the running turn, or its phase, is out of time; ``None`` while it is stopped."""


def clock_problems(clocks: dict[str, Clock]) -> Iterator[str]:
    """The errors in the settings of a ruleset's clocks, given by name, as sentences."""
    for name, clock in clocks.items():
        if name == NO_CLOCK:
            yield f"clocks.{NO_CLOCK}: the name is kept for no clock"
        yield from range_problems(f"clocks.{name}: seconds", clock.seconds, 1, MOST_SECONDS)
        if isinstance(clock, BankClock):
            yield from range_problems(f"clocks.{name}: bank", clock.bank, 0, MOST_SECONDS)
        if isinstance(clock, GameClock):
            yield from range_problems(f"clocks.{name}: increment", clock.increment, 0, MOST_SECONDS)
            yield from range_problems(f"clocks.{name}: penalty", clock.penalty, 0, MOST_POINTS)
            yield from range_problems(f"clocks.{name}: limit", clock.limit, 0, MOST_SECONDS // 60)


def initial_clocks(clock: Clock | None, seats: int) -> ClockState:
    """The clocks before the first turn."""
    match clock:
        case GameClock(seconds=seconds) | BankClock(bank=seconds):
            left = (seconds * 1000,) * seats
        case MoveClock() | None:
            left = ()
        case _:
            assert_never(clock)
    return ClockState(left, misses=(0,) * seats)


def start_turn(state: ClockState, begins: datetime) -> ClockState:
    """Begin a turn; during a pause it begins when play continues."""
    return replace(state, started=state.paused or begins, spent=0, given=0, reminded=False)


def elapsed(state: ClockState, now: datetime) -> int:
    """The milliseconds that the turn has taken so far."""
    if state.started is None:
        return state.spent
    return state.spent + max(0, ((state.paused or now) - state.started) // timedelta(milliseconds=1))


def stop_turn(clock: Clock | None, state: ClockState, seat: int, now: datetime, *, acted: bool = False) -> ClockState:
    """End a turn and charge its time to the seat, at most what it had left, however late the end is noticed.

    ``acted``: the player did something, which earns the increment and clears earlier overruns.
    """
    used = elapsed(state, now)
    if clock is not None:
        used = min(used, turn_time_limit(clock, state, seat))
    left = list(state.left)
    match clock:
        case GameClock(increment=increment):
            left[seat] += (increment * 1000 if acted else 0) - used
        case BankClock(seconds=seconds):
            left[seat] -= max(0, min(left[seat], used - seconds * 1000))
        case MoveClock() | None:
            pass
        case _:
            assert_never(clock)
    stopped = replace(state, left=tuple(left), started=None, spent=0, given=0, reminded=False)
    return forgive_misses(stopped, seat) if acted else stopped


def count_miss(state: ClockState, seat: int) -> ClockState:
    """Count a turn lost by overrun."""
    return replace(state, misses=(*state.misses[:seat], state.misses[seat] + 1, *state.misses[seat + 1 :]))


def forgive_misses(state: ClockState, seat: int) -> ClockState:
    """Reset the count of turns lost by overrun."""
    return replace(state, misses=(*state.misses[:seat], 0, *state.misses[seat + 1 :]))


def turn_time_limit(clock: Clock, state: ClockState, seat: int) -> int:
    """The milliseconds that a seat's turn may take in all, overtime included."""
    match clock:
        case MoveClock(seconds=seconds):
            return seconds * 1000
        case BankClock(seconds=seconds):
            return seconds * 1000 + state.left[seat]
        case GameClock(limit=limit):
            return state.left[seat] + limit * MINUTE
        case _:
            assert_never(clock)


def seat_timeout_at(clock: Clock | None, state: ClockState, seat: int) -> datetime | None:
    """When the time of the seat on turn runs out; ``None`` without a clock and during a pause."""
    if clock is None or state.started is None or state.paused is not None:
        return None
    return state.started + timedelta(milliseconds=turn_time_limit(clock, state, seat) - state.spent)


def seat_reminder_at(clock: Clock | None, state: ClockState, seat: int) -> datetime | None:
    """When to remind the player, once a turn: a quarter of the allowance before its end, at most an hour.

    A game clock reminds in the turn in which its last quarter begins, not counting overtime. There is no reminder for
    allowances under a minute.
    """
    if clock is None or state.started is None or state.paused is not None or state.reminded:
        return None
    whole = turn_time_limit(clock, state, seat)
    ahead = min(whole // _SHARE_AHEAD, _MOST_AHEAD)
    if isinstance(clock, GameClock):
        whole = state.left[seat]
        ahead = min(clock.seconds * 1000 // _SHARE_AHEAD, _MOST_AHEAD)
        if clock.seconds * 1000 < _SHORTEST_REMINDED:
            return None
    if whole < _SHORTEST_REMINDED or whole <= ahead:
        return None
    return state.started + timedelta(milliseconds=whole - ahead - state.spent)


def remaining_time(clock: Clock, state: ClockState, seat: int, now: datetime, *, on_turn: bool) -> int:
    """The milliseconds that a seat has left for the turn or the game; negative in overtime."""
    used = elapsed(state, now) if on_turn else 0
    match clock:
        case MoveClock(seconds=seconds):
            return seconds * 1000 - used
        case BankClock(seconds=seconds):
            return seconds * 1000 + state.left[seat] - used
        case GameClock():
            return state.left[seat] - used
        case _:
            assert_never(clock)


def overtime_penalty(clock: Clock | None, state: ClockState, seat: int) -> int:
    """The points that overtime costs a seat at the end, 0 or below: a price per started minute (RULES §7.2)."""
    if not isinstance(clock, GameClock):
        return 0
    over = max(0, -state.left[seat])
    return -clock.penalty * ((over + MINUTE - 1) // MINUTE)


def pause_clocks(state: ClockState, now: datetime) -> ClockState:
    """Stop the clocks; a turn that would begin later stops at its beginning."""
    if state.started is None:
        return replace(state, paused=now)
    at = max(now, state.started)
    return replace(state, spent=elapsed(state, at), started=at, paused=at)


def resume_clocks(state: ClockState, begins: datetime) -> ClockState:
    """Start the clocks again where they stopped."""
    return replace(state, started=None if state.started is None else begins, paused=None)
