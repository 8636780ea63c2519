"""Clocks in words: captions show the time at the start of the turn, replies the time now."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.wording.speaker import Speaker
from engine import clock
from engine.clock import ClockState, GameClock, MoveClock, Paused, Reminded, Resumed
from engine.game_base import Game, GameView, TurnGame, TurnGameView

_SECOND = 1000
_MINUTE = 60
_DAY = 24 * 60 * 60
_SHOW_DATE_FROM_MS: Final = 60 * _MINUTE * _SECOND  # with at least this time left, the deadline is shown
_MIN_TOLD_DOWNTIME: Final = timedelta(minutes=1)  # shorter downtimes, such as a restart, are not mentioned


def time_left(milliseconds: int, speaker: Speaker) -> str:
    """The time left, rounded up so that a clock which has just started shows its full time; in overtime, the excess."""
    if milliseconds < 0:
        return speaker.plain("clock-over", time=speaker.duration(-milliseconds // _SECOND))
    return speaker.duration(milliseconds // _SECOND, round_up=True)


def clock_event_line(event: object, view: GameView, speaker: Speaker) -> str:
    """The line about an event of the clocks; empty for other events."""
    match event:
        case Reminded(seat=seat, left=milliseconds):
            who = view.seats[seat]
            name = "reminded" if milliseconds >= 0 else "reminded-over"
            return speaker.html(name, name=speaker.mention(who.user, who.name), time=time_left(milliseconds, speaker))
        case Paused(name=name):
            return speaker.html("clocks-stopped", name=speaker.actor_name(name))
        case Resumed(by=clock.NOBODY):
            return speaker.html("clocks-back")
        case Resumed(name=name):
            return speaker.html("clocks-run", name=speaker.actor_name(name))
        case _:
            return ""


def downtime_lines(downtime: timedelta, speaker: Speaker) -> list[str]:
    """A line saying that clocks stood still during a downtime; none for a short one."""
    time = speaker.duration(downtime // timedelta(seconds=1))
    return [speaker.html("clocks-shifted", time=time)] if downtime >= _MIN_TOLD_DOWNTIME else []


def pause_line(view: GameView, speaker: Speaker) -> str:
    """A line saying that the game is paused; empty while it runs."""
    return speaker.html("clocks-paused") if _is_paused(view) else ""


def clocks_caption(view: GameView, speaker: Speaker) -> str:
    """The clocks in one line below a picture; empty without a clock and after the end."""
    times = times_by_seat(view, speaker)
    parts = (f"{speaker.seat_name(view, seat)} {time}" for seat, time in times.items())
    return f"⏱ {' · '.join(parts)}" if times else pause_line(view, speaker)


def times_by_seat(view: GameView, speaker: Speaker) -> dict[int, str]:
    """The time left of each timed seat, or its deadline if hours away, as HTML; empty without a clock."""
    if not isinstance(view, TurnGameView) or view.clock is None or view.clock.state.paused is not None:
        return {}
    due = view.clock.due
    return {
        seat: speaker.instant_html(due, time_left(time, speaker))
        if due is not None and seat == view.turn and time >= _SHOW_DATE_FROM_MS
        else time_left(time, speaker)
        for seat, time in _times_at_turn_start(view).items()
    }


def shows_deadline(view: GameView) -> bool:
    """Whether a turn shows its deadline rather than its time left, as a round of Duplicate does."""
    if view.round_ends_at is not None:
        return True
    if not isinstance(view, TurnGameView) or view.clock is None or view.turn is None:
        return False
    return clock.turn_time_limit(view.clock.rule, view.clock.state, view.turn) >= _SHOW_DATE_FROM_MS


def picture_clocks(view: GameView, speaker: Speaker) -> tuple[str, ...]:
    """The clocks in a picture, by seat; empty without a clock, and for seats whose clock is irrelevant then."""
    stood = {seat: _short_time(time, speaker) for seat, time in _times_at_turn_start(view).items()}
    return tuple(stood.get(seat, "") for seat in range(len(view.seats))) if stood else ()


def picture_pause(view: GameView, speaker: Speaker) -> str:
    """The text on a picture while the game is paused, else empty."""
    return speaker.plain("panel-paused") if _is_paused(view) else ""


def _is_paused(view: GameView) -> bool:
    return view.outcome is None and view.paused


def _short_time(milliseconds: int, speaker: Speaker) -> str:
    """``2:05``, ``1:02:05``, from a day on in words; in overtime with a minus."""
    seconds = abs(milliseconds) // _SECOND
    if seconds >= _DAY:
        text = speaker.duration(seconds)
    else:
        minutes, seconds = divmod(seconds, _MINUTE)
        hours, minutes = divmod(minutes, _MINUTE)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"\N{MINUS SIGN}{text}" if milliseconds < 0 else text


def _times_at_turn_start(view: GameView) -> dict[int, int]:
    """Milliseconds left by seat, as at the start of the turn or its phase, so that captions remain true."""
    if not isinstance(view, TurnGameView) or view.clock is None or view.turn is None:
        return {}
    rule, state = view.clock.rule, view.clock.state
    whole_game = isinstance(rule, GameClock)
    times = {}
    for seat in range(len(view.seats)) if whole_game else (view.turn,):
        if not view.seats[seat].active:
            continue
        if state.started is None:
            times[seat] = state.left[seat] if whole_game else clock.turn_time_limit(rule, state, seat)
        else:
            times[seat] = clock.remaining_time(rule, state, seat, state.started, on_turn=seat == view.turn)
    return times


def current_clock_lines(game: Game, now: datetime, speaker: Speaker) -> Iterator[str]:
    """A line for each player's clock at an instant; empty without clocks."""
    rule = game.clock_rule
    if rule is None or not isinstance(game, TurnGame):
        return
    for seat, player in enumerate(game.players):
        on_turn = seat == game.turn
        if player.active and (on_turn or not isinstance(rule, MoveClock)):
            time = clock.remaining_time(rule, game.clocks, seat, now, on_turn=on_turn)
            mark = "▶️" if on_turn and game.clocks.paused is None else "▫️"
            yield f"{mark} {speaker.player_name(player.name)} <b>{time_left(time, speaker)}</b>"


def stopped_clocks_lines(state: ClockState, speaker: Speaker) -> list[str]:
    """A line saying that the clocks are stopped; none while they run."""
    return [] if state.paused is None else [speaker.html("clocks-paused")]
