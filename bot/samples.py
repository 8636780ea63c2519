"""Positions to show and to measure: games that the engine plays with itself, the same in every run."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from engine import game
from engine.crossword import simulate as crossword
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.klepka import simulate as klepka
from engine.klepka.events import CardsRevealed, Event
from engine.klepka.state import GameState as KlepkaState
from engine.klepka.view import GameView as KlepkaView
from engine.klepka.view import with_revealed
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.rulesets import resolve, rulesets
from engine.seats import Join, Lobby, Seat, join, open_lobby

_BEGUN: Final = datetime(2000, 1, 1, tzinfo=UTC)
_PACE: Final = timedelta(seconds=37)
"""How long every turn takes, so that clocks have something to show."""
_FIRST_USER: Final = 1001


def lobby(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Lobby:
    """A lobby in which these people sit, at a table with these options.

    Args:
        ruleset: its id.
        names: one a seat; the first opened the table.
        number: which game; another number is another game.
        options: by name, as :func:`engine.rulesets.resolve` takes them.

    Raises:
        Refusal: ``table_full``, or an option that the ruleset does not know.
    """
    rules = resolve(rulesets()[ruleset], options)
    seats = [Seat(user, name) for user, name in enumerate(names, start=_FIRST_USER)]
    opened = open_lobby(rules, seats[0], hashlib.sha256(f"sample:{number}".encode()).hexdigest())
    for seat in seats[1:]:
        opened, _ = join(opened, Join(seat.user, seat.name))
    return opened


def turns(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Iterator[GameState]:
    """A crossword game with its words judged at once: every state after a turn, in the last one it is over."""
    table = lobby(ruleset, names, number, **options | {"challenge": "void"})
    words = lexicon(table.ruleset.lexicon)
    now, draws = _BEGUN, Draws(f"sample:{number}")
    state = game.apply(table, game.Begin(table.host, number, words.hash), now, words.__contains__).table
    while isinstance(state, GameState) and state.outcome is None:
        now += _PACE
        action, draws = crossword.random_move(state, draws, words, crossword.Habits())
        state = game.apply(state, action, now, words.__contains__).table
        if isinstance(state, GameState):
            yield state


def board(states: Iterator[GameState], tiles: int) -> GameState:
    """The first state with so many tiles on the board, just played to.

    Raises:
        LookupError: the game ended with fewer.
    """
    for state in states:
        played = state.last is not None and state.last.kind == "play"
        if played and state.outcome is None and sum(map(bool, state.cells)) >= tiles:
            return state
    raise LookupError(f"the game ended with fewer than {tiles} tiles on the board")


def cards(names: Sequence[str], number: int = 1, **options: str) -> Iterator[KlepkaView]:
    """A game of Klepka to its end: the public view after every action, with the cards that were turned up."""
    table = lobby("klepka", names, number, **{"clock": "none"} | options)
    words = lexicon(table.ruleset.lexicon)
    draws, seen = Draws(f"sample:{number}"), dict[int, str]()
    state = game.apply(table, game.Begin(table.host, number, words.hash), _BEGUN, words.__contains__).table
    while isinstance(state, KlepkaState) and state.outcome is None:
        action, draws = klepka.random_move(state, seen, draws, words)
        step = game.apply(state, action, _BEGUN, words.__contains__)
        state, told = step.table, tuple(event for event in step.events if isinstance(event, CardsRevealed))
        seen = klepka.remember(seen, tuple(event for event in step.events if isinstance(event, Event)))
        view = game.view(step.table, None) if isinstance(step.table, KlepkaState) else None
        if isinstance(view, KlepkaView):
            yield with_revealed(view, told[-1]) if told else view


def last(states: Iterator[GameState]) -> GameState:
    """The state in which a game ended."""
    *_, state = states
    return state


def seen(state: GameState, seat: int | None = None) -> GameView:
    """What the group, or a seat, may see of a state."""
    view = game.view(state, None if seat is None else state.players[seat].user)
    if not isinstance(view, GameView):
        raise TypeError("a crossword game has a crossword view")
    return view
