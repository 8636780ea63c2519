"""A move laid tile by tile with buttons: where it may begin, its tiles so far, and its encoding in a button.

No state, view or event holds a draft. The player's buttons carry it; it names tiles by their place on the rack, and is
checked against the game at each tap. Words are not judged.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Place, Placement
from engine.crossword.placement import is_touching, run_through
from engine.crossword.premiums import Direction, Geometry, PremiumBoard, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on as shown
from engine.errors import Refusal

_PLACES: Final = "0123456789abcdef"
_LETTERS: Final = "ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Digits for the letters of an alphabet, distinct from the digits for places on the rack."""
_TEXT: Final = re.compile(r"([1-9]\d{0,2})([A-Za-z])((?:[0-9a-f][g-zA-Z]?)*)")
_TILE: Final = re.compile("([0-9a-f])([g-zA-Z]?)")
MOST_PLACES: Final = len(_PLACES)
"""How many places of a rack a draft can name; later tiles of a larger rack cannot be laid with buttons."""


class RackTile(Struct, frozen=True):
    """A tile of a draft: its place on the rack, from 0, and the letter of a blank, else ``""``."""

    place: int
    letter: str = ""


class Draft(Struct, frozen=True):
    """A move being laid: the cell of its first new tile (``H8``), its direction, its tiles along the line.

    Each tile goes on the next empty cell of the line, skipping letters on the board.
    """

    cell: str
    direction: Direction
    tiles: tuple[RackTile, ...] = ()

    def with_tile(self, place: int, letter: str = "") -> "Draft":
        """The draft with one more tile: its place on the rack and, for a blank, its letter in upper case."""
        return replace(self, tiles=(*self.tiles, RackTile(place, letter)))

    def without_last_tile(self) -> "Draft":
        """The draft without its last tile, if it has one."""
        return replace(self, tiles=self.tiles[:-1])


class DraftResult(Struct, frozen=True):
    """What a draft has laid so far; words are not judged.

    ``place`` is the action that plays it. If that is legal already, ``score`` is what it scores and ``refusal`` is
    ``""``; else ``refusal`` is the code with which it would be refused (``no_tiles``, ``not_touching``, ``off_centre``,
    ``one_letter``).
    """

    place: Place
    word: str
    """The word in the draft's direction so far, including letters on the board; ``""`` before the first tile."""
    cell: str
    """Where that word begins, perhaps at a letter on the board."""
    score: Score | None
    refusal: str
    next: str | None
    """The cell of the next tile; ``None`` if the line or the rack ends."""
    left: tuple[int, ...]
    """The unused places of the rack, among the first :data:`MOST_PLACES`."""


def starting_cells(state: GameState, seat: int) -> Mapping[str, tuple[Direction, ...]]:
    """The empty cells where the first new tile of a play may go, each with the directions of such plays.

    From there some number of the rack's tiles, on successive empty cells of the line, makes a legal placement with a
    word of two letters or more. Cells are in board order, across before down; there are none if the rack is empty.

    ``seat``: the player's; only the number of tiles on the rack matters.
    """
    cells = premium_board(state.ruleset.board).grid.names
    return {cell: found for cell in cells if (found := starting_directions(state, seat, cell))}


def _usable_tiles(state: GameState, seat: int) -> int:
    return min(len(state.players[seat].rack), state.ruleset.rack, MOST_PLACES)


def _empty_cells_from(state: GameState, grid: Geometry, index: int, way: Direction) -> tuple[int, ...]:
    line, first = grid.line(index, way)
    return tuple(each for each in line[first:] if not state.cells[each])


def starting_rows(state: GameState, seat: int) -> tuple[int, ...]:
    """The rows, counted from 1 as players name them, in which a first new tile may go."""
    return tuple(dict.fromkeys(int(cell[1:]) for cell in starting_cells(state, seat)))


def starting_cells_in(state: GameState, seat: int, row: int) -> tuple[str, ...]:
    """The cells of a row, from the left, where a first new tile may go."""
    return tuple(cell for cell in starting_cells(state, seat) if int(cell[1:]) == row)


def starting_directions(state: GameState, seat: int, cell: str) -> tuple[Direction, ...]:
    """The directions in which a play may begin on a cell: both, one or none."""
    board, held = premium_board(state.ruleset.board), _usable_tiles(state, seat)
    index = board.grid.indices.get(cell)
    if index is None or state.cells[index] or not held:
        return ()
    return tuple(way for way in Direction if _can_start(state, board, index, way, held))


def _can_start(state: GameState, board: PremiumBoard, index: int, way: Direction, held: int) -> bool:
    """Whether the most tiles that fit from a cell touch a tile and form a word; if not, fewer cannot either."""
    new = dict.fromkeys(_empty_cells_from(state, board.grid, index, way)[:held], BLANK)
    if len(run_through(state.cells, new, board.grid, index, way)) == 1:
        return False
    return is_touching(state.cells, board, new)


def evaluate_draft(state: GameState, seat: int, draft: Draft) -> DraftResult:
    """What a draft has laid on the board so far.

    ``seat``: the player's, who need not be on turn. ``draft``: from :func:`decode_draft` for this state and seat, or
    extended from there.

    Raises:
        Refusal: ``stale_button`` if it does not fit the board or the rack (:func:`decode_draft`).
    """
    _check_draft(state, seat, draft)
    board, player = premium_board(state.ruleset.board), state.players[seat]
    grid = board.grid
    first = grid.indices[draft.cell]
    empty = _empty_cells_from(state, grid, first, draft.direction)
    new = {
        index: f"{BLANK}{tile.letter}" if tile.letter else player.rack[tile.place]
        for index, tile in zip(empty, draft.tiles, strict=False)
    }
    place = Place(player.user, tuple(Placement(grid.names[index], tile) for index, tile in new.items()))
    run = run_through(state.cells, new, grid, first, draft.direction) if new else (first,)
    score, refusal = _try_preview(state, seat, place)
    used = {tile.place for tile in draft.tiles}
    left = tuple(each for each in range(min(len(player.rack), MOST_PLACES)) if each not in used)
    more = len(new) < min(len(empty), _usable_tiles(state, seat))
    return DraftResult(
        place,
        "".join(shown(new.get(index) or state.cells[index]) for index in run),
        grid.names[run[0]],
        score,
        refusal,
        grid.names[empty[len(new)]] if more else None,
        left,
    )


def _try_preview(state: GameState, seat: int, place: Place) -> tuple[Score | None, str]:
    try:
        return lay_and_score(state, seat, place)[1], ""
    except Refusal as refusal:
        return None, refusal.code


def encode_draft(state: GameState, draft: Draft) -> str:
    """A draft in ASCII, for a button: ``8H`` across, ``8h`` down, then the tiles, ``8H03ak``.

    A tile is its place on the rack as one hexadecimal digit; for a blank one letter follows, ``g`` to ``z`` and ``A``
    to ``Z``, for the number of its letter in the alphabet. Seven tiles with two blanks take at most 12 characters.

    ``state``: a game whose alphabet has at most 46 letters.
    """
    letters = load_alphabet(state.ruleset.language).letters
    column = draft.cell[:1] if draft.direction is Direction.ACROSS else draft.cell[:1].lower()
    tiles = (
        _PLACES[tile.place] + (_LETTERS[letters.index(tile.letter)] if tile.letter else "") for tile in draft.tiles
    )
    return f"{draft.cell[1:]}{column}{''.join(tiles)}"


def decode_draft(state: GameState, seat: int, text: str) -> Draft:
    """The draft that :func:`encode_draft` wrote, if it fits the present board and the seat's rack.

    The caller checks that the button is of the present turn and rack; here only a text that was never a draft is
    refused.

    Raises:
        Refusal: ``stale_button``: it is no such text, its play cannot begin there, a place is not on the rack or is
            there twice, a blank has no letter or another tile has one, or the line has no room for its tiles.
    """
    found = _TEXT.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    number, column, tiles = found.groups()
    letters = load_alphabet(state.ruleset.language).letters
    signs = dict(zip(_LETTERS, letters, strict=False)) | {"": ""}
    laid_so_far = _TILE.findall(tiles)
    if any(sign not in signs for _, sign in laid_so_far):
        raise Refusal("stale_button")
    way = Direction.ACROSS if column.isupper() else Direction.DOWN
    draft = Draft(
        f"{column.upper()}{number}", way, tuple(RackTile(int(place, 16), signs[sign]) for place, sign in laid_so_far)
    )
    _check_draft(state, seat, draft)
    return draft


def _check_draft(state: GameState, seat: int, draft: Draft) -> None:
    grid, rack = premium_board(state.ruleset.board).grid, state.players[seat].rack
    index = grid.indices.get(draft.cell)
    places = [tile.place for tile in draft.tiles]
    if (
        index is None
        or draft.direction not in starting_directions(state, seat, draft.cell)
        or len(set(places)) < len(places)
        or any(not 0 <= place < min(len(rack), MOST_PLACES) for place in places)
        or len(places) > min(_usable_tiles(state, seat), len(_empty_cells_from(state, grid, index, draft.direction)))
        or any((rack[tile.place] == BLANK) is not bool(tile.letter) for tile in draft.tiles)
        or any(tile.letter not in state.ruleset.values for tile in draft.tiles if tile.letter)
    ):
        raise Refusal("stale_button")
