"""Tiles: every tile that moves between bag, racks and board moves through here.

A bag and a rack are tuples of faces (``A``, ``?``); a board is a tuple of cells, ``""`` where empty. Bag, racks and
board together always hold the ruleset's counts.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from engine.alphabet import BLANK
from engine.crossword.events import Event, TileExchanged
from engine.crossword.premiums import premium_board
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.rng import Draws

Tiles = tuple[str, ...]


def face_of(tile: str) -> str:
    """The bag face of a tile on the board: ``?`` for a played blank (``?A``)."""
    return BLANK if tile.startswith(BLANK) else tile


def letter_on(tile: str) -> str:
    """The letter that a tile on the board shows."""
    return tile.removeprefix(BLANK)


def full_bag(counts: Mapping[str, int]) -> Tiles:
    """All tiles of a set, in a fixed order; drawing is what is random."""
    return tuple(face for face, count in counts.items() for _ in range(count))


def draw_tiles(bag: Tiles, count: int, draws: Draws) -> tuple[Tiles, Tiles, Draws]:
    """Take ``count`` random tiles, or all that are left; the tiles, the rest of the bag and the next draws."""
    rest = list(bag)
    drawn = []
    for _ in range(min(count, len(rest))):
        place, draws = draws.random_below(len(rest))
        drawn.append(rest.pop(place))
    return tuple(drawn), tuple(rest), draws


def return_to_bag(bag: Tiles, returned: Iterable[str]) -> Tiles:
    """The bag with tiles returned to it; no shuffle is needed, since drawing is random."""
    return (*bag, *returned)


def remove_tiles(rack: Iterable[str], unwanted: Iterable[str]) -> Tiles:
    """The rack without these faces, all of which it holds."""
    left = list(rack)
    for tile in unwanted:
        left.remove(tile)
    return tuple(left)


def remove_from_rack(rack: Tiles, wanted: Iterable[str]) -> Tiles:
    """The rack without the faces that a player names.

    Raises:
        Refusal: ``not_on_rack`` if a letter, ``blanks_not_held`` if a blank is missing; neither names a letter.
    """
    left = list(rack)
    for tile in wanted:
        if tile not in left:
            raise Refusal("blanks_not_held" if tile == BLANK else "not_on_rack")
        left.remove(tile)
    return tuple(left)


def sum_points(tiles: Iterable[str], values: Mapping[str, int]) -> int:
    """The sum of the faces' points."""
    return sum(values[tile] for tile in tiles)


def trigger_ex_cells(state: GameState, seat: int, cells: Sequence[int]) -> tuple[GameState, tuple[Event, ...]]:
    """Apply the EX cells among newly covered cells, once each.

    A random opponent who plays on and holds tiles loses a random tile and gets another: from the bag, drawn before the
    old tile returns, or by the table's option from the mover's rack. Nothing happens while the bag holds fewer tiles
    than an exchange needs. It does not count as an exchange of the victim's.

    ``cells``: indices of the cells that the play covered, in reading order.
    """
    board = premium_board(state.ruleset.board)
    events: list[Event] = []
    for index in cells:
        if index in board.ex_cells:
            state, exchanged = _exchange_tile(state, seat, board.grid.names[index])
            events.extend(exchanged)
    return state, tuple(events)


def _exchange_tile(state: GameState, seat: int, cell: str) -> tuple[GameState, tuple[TileExchanged, ...]]:
    mode, players = state.ruleset.scoring.ex, state.players
    opponents = [other for other, player in enumerate(players) if other != seat and player.active and player.rack]
    few = len(state.bag) < state.ruleset.exchange.least_in_bag
    if mode == "off" or few or not opponents or (mode == "swap" and not players[seat].rack):
        return state, ()
    chosen, draws = state.draws.random_below(len(opponents))
    victim = opponents[chosen]
    (lost,), left, draws = draw_tiles(players[victim].rack, 1, draws)
    racks = {victim: left}
    bag = state.bag
    if mode == "swap":
        (gained,), rest, draws = draw_tiles(players[seat].rack, 1, draws)
        racks[seat] = (*rest, lost)
    else:
        (gained,), rest, draws = draw_tiles(bag, 1, draws)
        bag = return_to_bag(rest, (lost,))
    racks[victim] = (*left, gained)
    changed = tuple(replace(player, rack=racks.get(other, player.rack)) for other, player in enumerate(players))
    event = TileExchanged(seat, victim, cell, mode == "swap", lost, gained)
    return replace(state, players=changed, bag=bag, draws=draws), (event,)
