"""A chat's table as a game on a board."""

from bot.tables.held import in_game
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.game import Table, view


def seated(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running game and the user's seat.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over``, ``not_seated`` or ``another_game``.
    """
    state, seat = in_game(table, user)
    if not isinstance(state, GameState):
        raise Refusal("another_game")
    return state, seat


def seen(state: GameState, user: int | None) -> GameView:
    """What a user, or the group (``None``), may see of a game."""
    found = view(state, user)
    if not isinstance(found, GameView):
        raise TypeError("a game on a board has a view of a board")
    return found
