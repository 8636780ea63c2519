"""Computer players of games on a board, lent a search."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.families.crossword.indices import FOLDER
from bot.families.crossword.searches import Searcher
from bot.families.minds import Thinker, Turn
from engine.crossword import secrecy
from engine.crossword.players.choosing import choose
from engine.crossword.players.sight import Sight
from engine.crossword.state import GameState
from engine.game import Action
from engine.hosting import luck
from engine.rng import Draws


class BoardThinker(Thinker):
    """Plays on boards.

    Args:
        folder: of the bot's data, where word graphs are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._search: Final = Searcher(folder / FOLDER)

    def action(self, turn: Turn) -> Action:
        """A play, an exchange, a challenge or a pass."""
        game = turn.game
        if not isinstance(game, GameState):
            raise TypeError("this is no game on a board")
        sight = Sight(secrecy.view(game, game.turn), game.ruleset, turn.words)
        return choose(turn.level, sight, self._search, Draws(f"{luck(game)}:{game.number}"), _until(turn.seconds))


def _until(seconds: float) -> Callable[[], bool]:
    """Whether this thread has not yet been on the processor for so long."""
    ends = time.thread_time() + seconds
    return lambda: time.thread_time() < ends
