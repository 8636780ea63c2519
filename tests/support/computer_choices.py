"""Positions that computer players choose in, and their choices with time for a number of thoughts."""

from collections import Counter
from itertools import count

from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import HasTime
from engine.crossword import secrecy
from engine.crossword.actions import Action
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.turn_choice import Strength, choose_action
from engine.crossword.rules import apply
from engine.crossword.ruleset import Bag, Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.lexicon import Lexicon, load_lexicon
from engine.rng import Draws
from tests.support.games import NOW, game, started_game

TURKISH = load_lexicon("tr-common")


def always() -> bool:
    return True


def think_for_steps(number: int) -> HasTime:
    """Time for so many steps of thought."""
    left = count(number, -1)
    return lambda: next(left) > 0


def computer_view_of(state: GameState, words: Lexicon = TURKISH) -> ComputerView:
    return ComputerView(secrecy.view_for(state, state.turn), state.ruleset, words)


def pick_action(level: Strength, state: GameState, searcher: BoardSearcher, words: Lexicon = TURKISH) -> Action:
    return choose_action(level, computer_view_of(state, words), searcher, Draws("chosen"), think_for_steps(40))


def midgame(rules: Ruleset, words: Lexicon, searcher: BoardSearcher, turns: int) -> GameState:
    """A game after some good turns."""
    state, _ = started_game(rules, rules.players.most)
    for _ in range(turns):
        state, _ = apply(state, pick_action("greedy", state, searcher, words), NOW, words.__contains__)
    return state


def late(rack: str, rival: str, bag: str = "", *, laid: str = "KALEM", ruleset: str = "scrabble-tr") -> GameState:
    """A game of which these are all the tiles."""
    counts = dict(Counter(f"{laid}{rack}{rival}{bag}"))
    few = replace(crossword_rulesets()[ruleset], bag="few", bags={"few": Bag(sum(counts.values()), counts)})
    return game(few, laid=(f"8G {laid}",), racks=(rack, rival), bag=bag)
