"""Computer players of Duplicate, and the dealer, which searches each rack before players see it (RULES §10.1.6)."""

from pathlib import Path
from typing import Final

from bot.families.chat_family import ComputerPlayers, ComputerTurn
from bot.families.crossword.search.searcher import INDEX_FOLDER, BoardSearcher
from engine.computer_ids import level_of
from engine.computer_players import computer_seed
from engine.duplicate.actions import Answer, Deal
from engine.duplicate.players import choose_answer
from engine.duplicate.ruleset import DAY
from engine.duplicate.secrecy import view_for
from engine.duplicate.state import GameState
from engine.duplicate.timing import next_thinker
from engine.duplicate.tops import search_racks
from engine.game import Action
from engine.rng import Draws


class DuplicateComputerPlayers(ComputerPlayers):
    """Opens rounds (as the dealer), and answers them."""

    def __init__(self, folder: Path) -> None:
        self._search: Final = BoardSearcher(folder / INDEX_FOLDER)

    def choose_action(self, turn: ComputerTurn) -> Action:
        """Between rounds, open the next one; in a round, answer for the first computer player that has not answered."""
        game = turn.game
        if not isinstance(game, GameState):
            raise TypeError("this is no game of Duplicate")
        if game.round is not None:
            return self._answer(game, turn)
        searched = search_racks(game, self._search, turn.words)
        return Deal(searched, turn.day_ends if game.ruleset.round == DAY else None)

    def _answer(self, game: GameState, turn: ComputerTurn) -> Answer:
        due = next_thinker(game)
        if due is None or due[1] is None or game.round is None:
            raise LookupError("nobody is due")
        player = game.players[due[1]]
        draws = Draws(f"{computer_seed(game, player.user)}:{game.number}")
        view = view_for(game, due[1])
        tiles = choose_answer(level_of(player.user), view, game.ruleset, turn.words, self._search, draws)
        if not tiles:
            raise LookupError("a rack without a play opens no round")
        return Answer(player.user, player.name, game.round.number, tiles, lock=True)
