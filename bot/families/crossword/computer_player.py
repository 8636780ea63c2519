"""Computer players of crossword games, with a move search of their own."""

from pathlib import Path
from typing import Final

from bot.families.chat_family import ComputerPlayers, ComputerTurn
from bot.families.crossword.search.searcher import INDEX_FOLDER, BoardSearcher, time_left_check
from engine.computer_players import computer_seed
from engine.crossword import secrecy
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.turn_choice import choose_action, find_hinted_turn
from engine.crossword.state import GameState
from engine.game import Action
from engine.rng import Draws


class CrosswordComputerPlayers(ComputerPlayers):
    """Plays crossword games."""

    def __init__(self, folder: Path) -> None:
        self._search: Final = BoardSearcher(folder / INDEX_FOLDER)

    def choose_action(self, turn: ComputerTurn) -> Action:
        """Choose a play, an exchange, a challenge or a pass."""
        return choose_action(
            turn.level,
            _own_view(turn),
            self._search,
            Draws(f"{computer_seed(turn.game, turn.user)}:{turn.game.number}"),
            time_left_check(turn.seconds),
        )

    def find_hinted_turn(self, turn: ComputerTurn) -> Action:
        """Find the best play, exchange or pass, using nothing that is hidden from the seat."""
        return find_hinted_turn(_own_view(turn), self._search, time_left_check(turn.seconds))


def _own_view(turn: ComputerTurn) -> ComputerView:
    game = turn.game
    if not isinstance(game, GameState):
        raise TypeError("this is no game on a board")
    return ComputerView(secrecy.view_for(game, game.turn), game.ruleset, turn.words)
