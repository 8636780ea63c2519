"""Games on clocks, and what a clock shows."""

from engine import clock
from engine import game as door
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from tests.support.games import NOW, at, changed, game


def rapid() -> GameState:
    """Kelimelik with two minutes a move."""
    return game("kelimelik", racks=["EVAAAAA", "EVAAAAA"], options={"clock": "2min"})


def timed(name: str, *racks: str, ruleset: str = "scrabble-en", **options: str) -> GameState:
    """A game on a named clock."""
    return game(ruleset, racks=racks or ("AEINSDL", "AEINSDL"), options={"clock": name, **options})


def with_clock(rule: clock.Clock, seated: int = 2) -> GameState:
    """English Scrabble on a clock of our own."""
    state = game(racks=["AEINSDL"] * seated)
    rules = changed(state.ruleset, clock="own", clocks={"own": rule})
    return changed(state, ruleset=rules, clocks=clock.start(clock.fresh(rule, seated), NOW))


def seen(state: GameState) -> GameView:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


def left(state: GameState, seat: int, seconds: float) -> float:
    """What a seat has, in seconds, at an instant."""
    shown = seen(state).clock
    assert shown is not None
    return clock.remaining(shown.rule, shown.state, seat, at(seconds), on_turn=seat == state.turn) / 1000


def reason(state: GameState) -> str:
    assert state.outcome is not None
    return state.outcome.reason
