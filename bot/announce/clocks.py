"""How clocks stand, in words: in captions as they stood when the turn began, on request as they stand now."""

from datetime import datetime

from bot.announce.terms import Terms
from bot.people import shown
from bot.texts import Texts
from engine import clock
from engine.clock import Clock, ClockState, GameClock, MoveClock
from engine.crossword.state import GameState, Player
from engine.crossword.view import GameView
from engine.game import Game
from engine.klepka.state import Player as KlepkaPlayer
from engine.klepka.turns import running
from engine.klepka.view import GameView as KlepkaView

_SECOND = 1000
_MINUTE = 60
_DAY = 24 * 60 * 60


def left(milliseconds: int, texts: Texts, language: str) -> str:
    """A time left, or in overtime how far beyond it."""
    terms = Terms(texts, language)
    if milliseconds < 0:
        return texts.plain(language, "clock-over", time=terms.duration(-milliseconds // _SECOND))
    return terms.duration(milliseconds // _SECOND)


def caption(view: GameView | KlepkaView, texts: Texts, language: str) -> str:
    """The clocks of a game below its picture, in one line; empty without a clock and after the end."""
    if view.clock is None or view.turn is None:
        return ""
    if view.clock.state.paused is not None:
        return texts.html(language, "clocks-paused")
    parts = (f"{shown(view.seats[seat].name)} {left(time, texts, language)}" for seat, time in _stood(view).items())
    return f"⏱ {' · '.join(parts)}"


def panel(view: GameView | KlepkaView, texts: Texts, language: str) -> tuple[str, ...]:
    """The clocks in a picture, as short as they can be, by seat; empty where nothing is timed.

    Empty for a seat whose time does not matter now: where turns alone are timed, all but the one on turn.
    """
    stood = {seat: _short(time, texts, language) for seat, time in _stood(view).items()}
    return tuple(stood.get(seat, "") for seat in range(len(view.seats))) if stood else ()


def paused(view: GameView | KlepkaView, texts: Texts, language: str) -> str:
    """What stands in a picture while the clocks are stopped; empty while they run."""
    stopped = view.clock is not None and view.turn is not None and view.clock.state.paused is not None
    return texts.plain(language, "panel-paused") if stopped else ""


def _short(milliseconds: int, texts: Texts, language: str) -> str:
    """``2:05``, ``1:02:05``, from a day on in words; with a minus in overtime."""
    seconds = abs(milliseconds) // _SECOND
    if seconds >= _DAY:
        text = Terms(texts, language).duration(seconds)
    else:
        minutes, seconds = divmod(seconds, _MINUTE)
        hours, minutes = divmod(minutes, _MINUTE)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"\N{MINUS SIGN}{text}" if milliseconds < 0 else text


def _stood(view: GameView | KlepkaView) -> dict[int, int]:
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


def game_clocks(game: Game, now: datetime, texts: Texts, language: str) -> list[str]:
    """Everybody's time at an instant, a line each; nothing where nothing is timed."""
    rule = game.ruleset.timing if isinstance(game, GameState) else running(game)
    challenges = isinstance(game, GameState) and game.ruleset.judging.challenges
    if game.ruleset.timing is None and not challenges:
        return []
    if game.outcome is not None:
        return [texts.html(language, "turn-none")]
    lines = []
    if rule is not None:
        players: tuple[Player | KlepkaPlayer, ...] = game.players
        for seat, player in enumerate(players):
            on_turn = seat == game.turn
            if player.active and (on_turn or not isinstance(rule, MoveClock)):
                time = clock.remaining(rule, game.clocks, seat, now, on_turn=on_turn)
                line = f"{'▶️' if on_turn else '▫️'} {shown(player.name)} <b>{left(time, texts, language)}</b>"
                lines.append(line)
    if isinstance(game, GameState) and game.pending is not None:
        ends = game.clocks.paused or now
        seconds = max(0, int((game.pending.until - ends).total_seconds()))
        lines.append(texts.html(language, "window-left", time=Terms(texts, language).duration(seconds)))
    if game.clocks.paused is not None:
        lines.append(texts.html(language, "clocks-paused"))
    return lines
