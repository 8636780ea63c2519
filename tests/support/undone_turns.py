"""English games in which turns are gone back by: taken back by their player, or undone."""

from collections import Counter

from engine.crossword.state import GameState
from engine.turns import Undo
from tests.support.games import USERS, after_actions, game, place_play

A, B, C, D = USERS
RACKS = ("LOFTYAE", "AEINSDL", "AEINSDL")


def table(racks: tuple[str, ...] = RACKS[:2], bag: str | None = "Q" * 20, **options: str) -> GameState:
    """An English table where plays can be taken back for twenty seconds."""
    chosen = {"challenge": "void", "clock": "none", "take-back": "20"}
    chosen |= {name.replace("_", "-"): value for name, value in options.items()}
    return game(racks=racks, bag=bag, options=chosen)


def laid(state: GameState | None = None, seconds: float = 0) -> GameState:
    """The same once the first player has laid LOFTY."""
    state = state or table()
    return after_actions(state, place_play(state, "8H LOFTY"), seconds=seconds)


def held(state: GameState) -> tuple[object, ...]:
    """What a turn that is gone back by must leave as it was."""
    racks = [Counter(player.rack) for player in state.players]
    return racks, [player.score for player in state.players], state.cells, state.bag, state.draws, state.turn


def undo(state: GameState, name: str = "") -> Undo:
    return Undo(D, state.number, name)


def waiting(seated: int = 2, clock: str = "none") -> GameState:
    """WordBox, in which draws are offered, once the first player has laid LOFTY and may take it back."""
    options = {"challenge": "void", "clock": clock, "take-back": "30"}
    start = game("wordbox-en", racks=(RACKS + RACKS[1:])[:seated], bag="Q" * 60, options=options)
    return after_actions(start, place_play(start, "8I LOFTY"))
