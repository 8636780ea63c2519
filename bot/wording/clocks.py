"""How clocks stand, in words: in captions as they stood when the turn began, on request as they stand now."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.wording.speaker import Speaker
from engine import clock
from engine.clock import (
    Clock,
    ClockState,
    GameClock,
    MoveClock,
    Paused,
    Reminded,
    Resumed,
)
from engine.extending import Extended
from engine.family import Game, GameView

_SECOND = 1000
_MINUTE = 60
_DAY = 24 * 60 * 60
_DATED_MS: Final = 60 * _MINUTE * _SECOND
"""From how much time on it is told when it ends: of less it is plainer how long it is."""
_UNSAID: Final = timedelta(minutes=1)
"""Less is not worth a message: a restart takes some seconds."""


def left(milliseconds: int, speaker: Speaker) -> str:
    """A time left, rounded up so that a clock which has just begun shows all it has; in overtime how far beyond it."""
    if milliseconds < 0:
        return speaker.plain("clock-over", time=speaker.duration(-milliseconds // _SECOND))
    return speaker.duration(milliseconds // _SECOND, upwards=True)


def line(event: object, view: GameView, speaker: Speaker) -> str:
    """What happened to the clocks; empty for what is no event of theirs."""
    match event:
        case Reminded(seat=seat, left=milliseconds):
            who = view.seats[seat]
            name = "reminded" if milliseconds >= 0 else "reminded-over"
            return speaker.html(name, name=speaker.mention(who.user, who.name), time=left(milliseconds, speaker))
        case Paused(name=name):
            return speaker.html("clocks-stopped", name=speaker.actor(name))
        case Resumed(by=clock.NOBODY):
            return speaker.html("clocks-back")
        case Resumed(name=name):
            return speaker.html("clocks-run", name=speaker.actor(name))
        case _:
            return ""


def extended(event: Extended, view: GameView, speaker: Speaker) -> str:
    """Who gave whom how much more time."""
    player, time = speaker.named(view.seats[event.seat].name), speaker.duration(event.seconds)
    return speaker.html("extended", name=speaker.actor(event.name), player=player, time=time)


def stood_still(away: timedelta, speaker: Speaker) -> list[str]:
    """That nobody's clock ran while nobody could play; nothing where that was no time to speak of."""
    if away < _UNSAID:
        return []
    return [speaker.html("clocks-shifted", time=speaker.duration(away // timedelta(seconds=1)))]


def pause(view: GameView, speaker: Speaker) -> str:
    """That the game is paused, in a line of its own; empty while it runs."""
    return speaker.html("clocks-paused") if _stopped(view) else ""


def caption(view: GameView, speaker: Speaker) -> str:
    """The clocks of a game below its picture, in one line; empty without a clock and after the end."""
    times = by_seat(view, speaker)
    parts = (f"{speaker.named(view.seats[seat].name)} {time}" for seat, time in times.items())
    return f"⏱ {' · '.join(parts)}" if times else pause(view, speaker)


def by_seat(view: GameView, speaker: Speaker) -> dict[int, str]:
    """The time left of every seat that is timed now, as HTML; empty without a clock, after the end and in a pause.

    In words; of a turn that has hours or days until when it has them.
    """
    if view.clock is None or view.clock.state.paused is not None:
        return {}
    due = view.clock.due
    return {
        seat: speaker.until(due, left(time, speaker))
        if due is not None and seat == view.turn and time >= _DATED_MS
        else left(time, speaker)
        for seat, time in _stood(view).items()
    }


def is_dated(view: GameView) -> bool:
    """Whether a turn of the game is told until when it has time, unless its clock stands still."""
    if view.clock is None or view.turn is None:
        return False
    return clock.allowance(view.clock.rule, view.clock.state, view.turn) >= _DATED_MS


def panel(view: GameView, speaker: Speaker) -> tuple[str, ...]:
    """The clocks in a picture, as short as they can be, by seat; empty where nothing is timed.

    Empty for a seat whose time does not matter now: where turns alone are timed, all but the one on turn.
    """
    stood = {seat: _short(time, speaker) for seat, time in _stood(view).items()}
    return tuple(stood.get(seat, "") for seat in range(len(view.seats))) if stood else ()


def paused(view: GameView, speaker: Speaker) -> str:
    """What stands in a picture while the game is paused; empty while it runs."""
    return speaker.plain("panel-paused") if _stopped(view) else ""


def _stopped(view: GameView) -> bool:
    return view.turn is not None and view.paused


def _short(milliseconds: int, speaker: Speaker) -> str:
    """``2:05``, ``1:02:05``, from a day on in words; with a minus in overtime."""
    seconds = abs(milliseconds) // _SECOND
    if seconds >= _DAY:
        text = speaker.duration(seconds)
    else:
        minutes, seconds = divmod(seconds, _MINUTE)
        hours, minutes = divmod(minutes, _MINUTE)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"\N{MINUS SIGN}{text}" if milliseconds < 0 else text


def _stood(view: GameView) -> dict[int, int]:
    """Milliseconds by seat as they were when the turn, or its phase, began: so captions and pictures stay true."""
    if view.clock is None or view.turn is None:
        return {}
    rule, state = view.clock.rule, view.clock.state
    seats = range(len(view.seats)) if isinstance(rule, GameClock) else (view.turn,)
    return {seat: _stands(rule, state, seat, view.turn, state.started) for seat in seats if view.seats[seat].active}


def _stands(rule: Clock, state: ClockState, seat: int, turn: int, begun: datetime | None) -> int:
    if begun is None:
        return clock.allowance(rule, state, seat) if not isinstance(rule, GameClock) else state.left[seat]
    return clock.remaining(rule, state, seat, begun, on_turn=seat == turn)


def stand(game: Game, now: datetime, speaker: Speaker) -> Iterator[str]:
    """Everybody's time at an instant, a line each; nothing where nothing is timed."""
    rule = game.timing
    if rule is None:
        return
    for seat, player in enumerate(game.players):
        on_turn = seat == game.turn
        if player.active and (on_turn or not isinstance(rule, MoveClock)):
            time = clock.remaining(rule, game.clocks, seat, now, on_turn=on_turn)
            mark = "▶️" if on_turn and game.clocks.paused is None else "▫️"
            yield f"{mark} {speaker.named(player.name)} <b>{left(time, speaker)}</b>"


def halted(state: ClockState, speaker: Speaker) -> list[str]:
    """That the clocks are stopped; nothing while they run."""
    return [] if state.paused is None else [speaker.html("clocks-paused")]
