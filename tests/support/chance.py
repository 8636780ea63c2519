"""Random games for laws: numbers become actions, mostly legal, so that Hypothesis can shorten a failing game."""

from collections.abc import Iterable
from functools import cache
from random import Random

from msgspec.structs import replace

from engine import game as door
from engine.alphabet import alphabet
from engine.crossword.actions import Cancel, Exchange, Pass, Place, Placement, Surrender
from engine.crossword.premiums import premium_board
from engine.crossword.state import GameState
from engine.errors import EngineError
from engine.rulesets import Bag, Board, Ruleset, rulesets
from tests.support.games import NOW, OUTSIDER, any_word

SMALL = ("T..d..T", ".D...t.", "..d.d..", "d..*..d", "..d.d..", ".t...D.", "T..d..T")
_IDLE = 4
"""Of sixteen tables so many seldom play a word, so that runs of passes end games too."""
FEW = {"A": 8, "E": 8, "K": 5, "L": 5, "M": 3, "R": 4, "Z": 1, "?": 2}


@cache
def small(ruleset: str) -> Ruleset:
    """A ruleset on a board and with a bag so small that short random games reach their end."""
    rules = rulesets()[ruleset]
    return replace(
        rules,
        board=Board(SMALL, centre_doubles=True),
        bag="few",
        bags={"few": Bag(sum(FEW.values()), FEW)},
    )


def placing(state: GameState, chance: Random) -> Place:
    """Some tiles of the rack on free cells in one line, from a cell that is likely to touch."""
    player = state.players[state.turn]
    grid = premium_board(state.ruleset.board).grid
    filled = [index for index, cell in enumerate(state.cells) if cell]
    near = [index for old in filled for index in grid.neighbours[old] if not state.cells[index]]
    start = chance.choice(near or [premium_board(state.ruleset.board).centre])
    step = chance.choice((1, grid.columns))
    rack = list(player.rack)
    chance.shuffle(rack)
    letters = alphabet(state.ruleset.language).letters
    tiles = []
    index = start
    for tile in rack[: chance.randint(1, len(rack)) if rack else 0]:
        while index < grid.size and state.cells[index]:
            index += step
        if index >= grid.size:
            break
        chosen = f"?{chance.choice(letters)}" if tile == "?" else tile
        tiles.append(Placement(grid.names[index], chosen))
        index += step
    return Place(player.user, tuple(tiles))


def garbage(state: GameState, chance: Random) -> Place:
    """Any tiles anywhere."""
    names = (*premium_board(state.ruleset.board).grid.names, "Z99")
    faces = (*state.ruleset.values, "?A", "??", "", "Q")
    count = chance.randint(0, 8)
    tiles = (Placement(chance.choice(names), chance.choice(faces)) for _ in range(count))
    return Place(chance.choice((*(player.user for player in state.players), OUTSIDER)), tuple(tiles))


def action(state: GameState, number: int) -> door.Action:
    """The action that a number stands for in this state."""
    chance = Random(number)
    player = state.players[state.turn]
    eager = int(state.secret[-1], 16) >= _IDLE
    match chance.choices(
        ("place", "exchange", "pass", "garbage", "surrender", "cancel"),
        (80 if eager else 8, 8, 12, 5, 0.7, 0.3),
    )[0]:
        case "place":
            return placing(state, chance)
        case "exchange":
            count = chance.randint(0, len(player.rack))
            return Exchange(player.user, tuple(chance.sample(player.rack, count)))
        case "pass":
            return Pass(player.user)
        case "garbage":
            return garbage(state, chance)
        case "surrender":
            return Surrender(chance.choice(state.players).user)
        case _:
            return Cancel(player.user)


def course(
    state: GameState, numbers: Iterable[int]
) -> Iterable[tuple[GameState, door.Action, GameState, tuple[door.Event, ...]]]:
    """Play numbers as actions until the game ends: the state before, the action, the state after, the events.

    A refused action leads nowhere: the state after is the one before, without events.
    """
    for number in numbers:
        asked = action(state, number)
        try:
            done = door.apply(state, asked, NOW, any_word)
        except EngineError:
            yield state, asked, state, ()
            continue
        if not isinstance(done.table, GameState):
            raise TypeError("the game became something else")
        yield state, asked, done.table, done.events
        state = done.table
        if state.outcome is not None:
            return
