"""Computer players of Duplicate, and the dealer: it searches each rack before anybody sees it (RULES §10.1.6)."""

from pathlib import Path
from typing import Final

from bot.families.chat_family import ComputerPlayers, ComputerTurn
from bot.families.crossword.search.kernel import INDEX_FOLDER
from bot.families.crossword.search.searcher import BoardSearcher, time_left_check
from engine.computer_ids import level_of
from engine.computer_players import computer_seed
from engine.crossword import secrecy
from engine.crossword.actions import Place
from engine.crossword.players import turn_choice
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.turn_choice import Strength
from engine.duplicate.actions import Answer, Deal, RackSearch
from engine.duplicate.dealing import begin_dealing, continue_dealing
from engine.duplicate.ruleset import DAY
from engine.duplicate.state import GameState
from engine.duplicate.timing import next_thinker
from engine.duplicate.tops import find_top
from engine.game import Action
from engine.rng import Draws


class DuplicateComputerPlayers(ComputerPlayers):
    """Opens rounds, and answers them."""

    def __init__(self, folder: Path) -> None:
        self._search: Final = BoardSearcher(folder / INDEX_FOLDER)

    def choose_action(self, turn: ComputerTurn) -> Action:
        """Between rounds the next rack; in a round the answer of the first computer player who has given none."""
        game = turn.game
        if not isinstance(game, GameState):
            raise TypeError("this is no game of Duplicate")
        return self._deal(game, turn) if game.round is None else self._answer(game, turn)

    def _deal(self, game: GameState, turn: ComputerTurn) -> Deal:
        dealing, searched = begin_dealing(game), list[RackSearch]()
        while not dealing.is_done:
            searched.append(find_top(game.ruleset.crossword, game.cells, dealing.rack, self._search, turn.words))
            dealing = continue_dealing(dealing, searched[-1])
        return Deal(tuple(searched), turn.day_ends if game.ruleset.round == DAY else None)

    def _answer(self, game: GameState, turn: ComputerTurn) -> Answer:
        if game.round is None:
            raise AssertionError("no round is open")
        due = next_thinker(game)
        if due is None or due[1] is None:
            raise LookupError("nobody is due")
        player = game.players[due[1]]
        view = ComputerView(secrecy.view_for(game.position, 0), game.ruleset.crossword, turn.words)
        draws = Draws(f"{computer_seed(game, player.user)}:{game.number}")
        level: Strength = level_of(player.user)
        # What is kept for later is nobody's here: the strongest takes what scores most.
        for strength in ("greedy" if level == "usta" else level, "greedy"):
            chosen = turn_choice.choose_action(strength, view, self._search, draws, time_left_check(turn.seconds))
            if isinstance(chosen, Place):
                return Answer(player.user, player.name, game.round.number, chosen.tiles, lock=True)
        raise LookupError("a rack without a play opens no round")
