"""Tables on which plays may be challenged, said in one call."""

from collections.abc import Mapping, Sequence

from engine import game as door
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from tests.support.games import after, game, only, play, put

NO_WORD = only()
"""A judge who knows no word."""


def table(
    mode: str = "single",
    racks: Sequence[str] = ("LOFTYAE", "AEINSDL"),
    *,
    laid: Sequence[str] = (),
    bag: str | None = None,
    scores: Sequence[int] = (),
    run: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
) -> GameState:
    """An English table that challenges, without a clock."""
    return game(
        laid=laid,
        racks=racks,
        bag=bag,
        scores=scores,
        run=run,
        options={"challenge": mode, "clock": "none", **(options or {})},
    )


def lofty(mode: str = "single", *, seated: int = 2, bag: str | None = "QQQQQQQQ", **options: str) -> GameState:
    """A table where the first player has just laid LOFTY for 30 points."""
    racks = ("LOFTYAE", "AEINSDL", "AEINSDL", "AEINSDL")[:seated]
    state = table(mode, racks, bag=bag, options={name.replace("_", "-"): value for name, value in options.items()})
    return after(state, play(state, "8H LOFTY"), judge=NO_WORD)


def last_play(mode: str = "single", *, seated: int = 2, **options: str) -> GameState:
    """A table where the first player has just laid the last tile: 20 points before, 4 for the play."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    racks = ("E", "QD", "Z", "A")[:seated]
    state = table(mode, racks, laid=["8H ON"], bag="", scores=(20,) * seated, options=chosen)
    return after(state, put(state, J8="E"), judge=NO_WORD)


def view(state: GameState) -> GameView:
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    return shown
