"""Players who know the rules: what may be done at a table now, as people would type it.

Only recording needs them; a script that is replayed holds what they typed.
"""

from random import Random
from typing import Final

from engine.alphabet import BLANK
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.movegen import ScoredPlay, legal_plays
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.errors import EngineError
from engine.klepka.actions import Form
from engine.klepka.deck import face_down_positions
from engine.klepka.simulate import random_move as random_klepka
from engine.klepka.state import GameState as KlepkaState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import shipped_rulesets
from engine.turns import Pass

__all__ = ["Exchange", "GameState", "Place", "face_down_positions", "shipped_rulesets"]

WAYS: Final = {
    "tr": {Direction.ACROSS: ("yatay", "y", "→", "h"), Direction.DOWN: ("dikey", "d", "↓", "v")},
    "en": {Direction.ACROSS: ("across", "h", "→", "yatay"), Direction.DOWN: ("down", "v", "↓", "dikey")},
    "uk": {
        Direction.ACROSS: ("горизонтально", "г", "→", "across"),
        Direction.DOWN: ("вертикально", "в", "↓", "down"),
    },
}


def random_legal_move(
    state: GameState,
    chance: Random,
    habits: Habits = Habits(exchanging=40),  # noqa: B008 - frozen
) -> Place | Exchange | Pass:
    """A legal turn of the player to move."""
    action, _ = random_move(
        state, Draws(f"{chance.random()}"), load_lexicon(state.ruleset.lexicon.partition(":")[0]), habits
    )
    if not isinstance(action, (Place, Exchange, Pass)):
        raise TypeError("these habits surrender nothing")
    return action


def typed_play(state: GameState, place: Place, language: str, style: int) -> str:
    """A play as somebody types it, in one of some manners."""
    seat = state.seat_of(place.by)
    if seat is None:
        raise ValueError("the player is not seated")
    main = lay_and_score(state, seat, place)[1].words[0]
    grid = premium_board(state.ruleset.board).grid
    tiles = {put.cell: put.tile for put in place.tiles}
    on_board = dict(zip(grid.names, state.cells, strict=True))
    first = main.cells[0]
    way = Direction.ACROSS if len({_row(cell) for cell in main.cells}) == 1 else Direction.DOWN
    word = ""
    for cell in main.cells:
        tile = tiles.get(cell)
        if tile is None:
            letter = on_board[cell].removeprefix(BLANK)
            word += (letter, ".", f"({letter})")[style % 3]
        else:
            word += f"[{tile[1:]}]" if tile.startswith(BLANK) else tile
    if style % 5 == 3:
        column, row = first[0], first[1:]
        return f"{row}{column} {word}" if way is Direction.ACROSS else f"{first} {word}"
    if style % 5 == 4 and BLANK not in "".join(tiles.values()):
        first = first.lower()
    return f"{first}  {WAYS[language][way][style % 4]} {word}"


def _row(cell: str) -> str:
    return cell[1:]


def to_phony(state: GameState, place: Place) -> Place | None:
    """The same cells with the tiles the other way round, where that can be laid."""
    turned = [put.tile for put in reversed(place.tiles)]
    bluff = Place(place.by, tuple(Placement(put.cell, tile) for put, tile in zip(place.tiles, turned, strict=True)))
    seat = state.seat_of(place.by)
    try:
        words = lay_and_score(state, seat or 0, bluff)[1].words
    except EngineError:
        return None
    known = load_lexicon(state.ruleset.lexicon.partition(":")[0])
    return bluff if any(word.word not in known for word in words) else None


def exchange_places(state: GameState, exchange: Exchange) -> list[int]:
    """The places of an exchange's tiles on the rack, from 1."""
    rack = list(next(player.rack for player in state.players if player.user == exchange.by))
    found = []
    for tile in exchange.tiles:
        place = rack.index(tile)
        rack[place] = ""
        found.append(place + 1)
    return found


def random_word(state: KlepkaState, chance: Random) -> str | None:
    """A word that the player on turn can form, if one is found."""
    known = load_lexicon(state.ruleset.lexicon)
    for number in range(6):
        action, _ = random_klepka(state, {}, Draws(f"{chance.random()}{number}"), known)
        if isinstance(action, Form):
            return action.word
    return None


def choose_cards(state: KlepkaState, count: int, chance: Random, *, lucky: bool) -> list[int]:
    """Positions to turn up: with luck two of one letter among them, else any."""
    lying = list(face_down_positions(state.table))
    chance.shuffle(lying)
    if lucky:
        for first in lying:
            for second in lying:
                same = state.table[first - 1][0] == state.table[second - 1][0]
                if first != second and same and len(state.table[first - 1]) == 2:
                    rest = [one for one in lying if one not in {first, second}]
                    return [first, second, *rest][:count]
    return lying[:count]


def cell_names(state: GameState) -> tuple[str, ...]:
    """The cells of a board by name, in the order of the state's cells."""
    return tuple(premium_board(state.ruleset.board).grid.names)


def cell_to_the_left(cell: str) -> str:
    """The cell to the left, or the same on the left edge."""
    return cell if cell.startswith("A") else chr(ord(cell[0]) - 1) + cell[1:]


def plays_lying_there(state: GameState) -> list[str]:
    """Plays that say what lies there already, and less or more of it than there is."""
    if state.last is None:
        return []
    words = [word for player in (state.last,) for word in getattr(player, "words", ())]
    found = []
    for word in words[:2]:
        way = "→" if len({cell[1:] for cell in word.cells}) == 1 else "↓"
        found += [f"{word.cells[0]} {way} {word.word}", f"{word.cells[1]} {way} {word.word[1:]}"]
    return found


def _ex_cells(state: GameState) -> frozenset[str]:
    grid = cell_names(state)
    signs = "".join(state.ruleset.board.rows)
    return frozenset(cell for cell, sign in zip(grid, signs, strict=True) if sign == "X")


def covers_ex_cell(state: GameState, place: Place) -> bool:
    """Whether a play covers an EX cell."""
    return any(put.cell in _ex_cells(state) for put in place.tiles)


def play_covering_ex_cell(state: GameState, chance: Random) -> Place | None:
    """A play of the player to move that covers an EX cell, else one that comes near; nothing without a play."""
    player = state.players[state.turn]
    if "?" in player.rack:
        action = random_legal_move(state, chance)
        return action if isinstance(action, Place) else None
    options = legal_plays(state, state.turn, load_lexicon(state.ruleset.lexicon))
    wanted = _ex_cells(state)

    def worth(option: ScoredPlay) -> tuple[int, int]:
        covered = sum(put.cell in wanted for put in option.tiles)
        near = min(
            (
                abs(ord(put.cell[0]) - ord(cell[0])) + abs(int(put.cell[1:]) - int(cell[1:]))
                for put in option.tiles
                for cell in wanted
            ),
            default=99,
        )
        return covered, -near

    best = max(options, key=worth, default=None)
    return None if best is None else Place(player.user, best.tiles)


def play_before_first_tile(state: GameState) -> str:
    """The first tile of the player to move, laid before the first tile of the board."""
    taken = next(cell for cell, tile in zip(cell_names(state), state.cells, strict=True) if tile)
    rack = [tile for tile in state.players[state.turn].rack if tile != BLANK]
    return f"{cell_to_the_left(taken)} → {rack[0] if rack else 'A'}."
