"""Computer players of Klepka: what they saw is read from the game's log, and forgotten by level."""

from bot.families.minds import Thinker, Turn
from engine.game import Action
from engine.hosting import luck
from engine.klepka import secrecy
from engine.klepka.players import Sight, choose, witnessed
from engine.klepka.state import GameState


class CardThinker(Thinker):
    """Turns up cards and forms words."""

    remembers = True

    def action(self, turn: Turn) -> Action:
        """Cards to turn up, a word or a pass."""
        game = turn.game
        if not isinstance(game, GameState):
            raise TypeError("this is no game of Klepka")
        seen = witnessed((event for entry in turn.log for event in entry.events), game.number)
        return choose(turn.level, Sight(secrecy.view(game, None), game.ruleset, turn.words, seen, luck(game)))
