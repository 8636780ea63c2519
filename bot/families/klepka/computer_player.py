"""Computer players of Klepka. They know what the log shows, and forget part of it depending on their level."""

from bot.families.chat_family import ComputerPlayers, ComputerTurn
from engine.computer_players import computer_seed
from engine.game import Action
from engine.klepka import secrecy
from engine.klepka.players import ComputerView, choose_action, seen_in_game
from engine.klepka.state import GameState


class KlepkaComputerPlayers(ComputerPlayers):
    """Turns up cards and forms words."""

    needs_log = True

    def choose_action(self, turn: ComputerTurn) -> Action:
        """Cards to turn up, a word or a pass."""
        game = turn.game
        if not isinstance(game, GameState):
            raise TypeError("this is no game of Klepka")
        seen = seen_in_game((event for entry in turn.log for event in entry.events), game.number)
        mind = computer_seed(game, turn.user)
        return choose_action(
            turn.level, ComputerView(secrecy.view_for(game, None), game.ruleset, turn.words, seen, mind)
        )
