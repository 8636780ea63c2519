"""Games on a board that the engine plays with itself, the same in every run."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from bot.families import samples
from bot.families.crossword import tables
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Table, apply
from engine.lexicon import lexicon
from engine.rng import Draws

_PACE: Final = timedelta(seconds=37)
"""How long every turn takes, so that clocks have something to show."""


def turns(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Iterator[GameState]:
    """A crossword game with its words judged at once: every state after a turn, in the last one it is over."""
    table = samples.lobby(ruleset, names, number, **options | {"challenge": "void"})
    words = lexicon(table.ruleset.lexicon)
    now, draws = samples.BEGUN, Draws(f"sample:{number}")
    state: Table | None = samples.begun(table, number, words)
    while isinstance(state, GameState) and state.outcome is None:
        now += _PACE
        action, draws = random_move(state, draws, words, Habits())
        state = apply(state, action, now, words.__contains__).table
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


def last(states: Iterator[GameState]) -> GameState:
    """The state in which a game ended."""
    *_, state = states
    return state


def seen(state: GameState, seat: int | None = None) -> GameView:
    """What the group, or a seat, may see of a state."""
    return tables.seen(state, None if seat is None else state.players[seat].user)
