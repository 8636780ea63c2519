"""Where tiles may lie and which words they form (RULES §1.5); knows neither racks nor dictionaries."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from engine.crossword.premiums import Direction, Geometry, PremiumBoard
from engine.crossword.tiles import letter_on
from engine.errors import Refusal


class Run(Struct, frozen=True):
    """A word on the board: its cells' indices in reading order, and its letters in upper case."""

    cells: tuple[int, ...]
    word: str


class Play(Struct, frozen=True):
    """A valid placement; ``tiles`` maps new cells to tiles in reading order, ``words`` has the main word first."""

    tiles: dict[int, str]
    direction: Direction
    words: tuple[Run, ...]


def run_through(
    cells: Sequence[str], new: Mapping[int, str], grid: Geometry, index: int, direction: Direction
) -> tuple[int, ...]:
    """The indices, in reading order, of the longest unbroken run of tiles, old and ``new``, through a cell."""
    line, place = grid.line(index, direction)
    first = place
    while first > 0 and (cells[line[first - 1]] or line[first - 1] in new):
        first -= 1
    last = place
    while last + 1 < len(line) and (cells[line[last + 1]] or line[last + 1] in new):
        last += 1
    return line[first : last + 1]


def anchors(cells: Sequence[str], board: PremiumBoard) -> frozenset[int]:
    """The empty cells of which every play covers at least one: those that touch a tile, or the centre at first."""
    if not any(cells):
        return frozenset({board.centre})
    near = board.grid.neighbours
    return frozenset(index for index, tile in enumerate(cells) if not tile and any(cells[n] for n in near[index]))


def is_touching(cells: Sequence[str], board: PremiumBoard, new: Collection[int]) -> bool:
    """Whether new tiles on these cells touch a tile or, on an empty board, cover the centre."""
    if not any(cells):
        return board.centre in new
    return any(cells[near] for index in new for near in board.grid.neighbours[index])


def place_tiles(cells: Sequence[str], board: PremiumBoard, tiles: Mapping[int, str], rack_size: int) -> Play:
    """Check where new tiles lie and find the words they form.

    ``cells``: the board, ``""`` where empty. ``tiles``: new tiles by cell index. ``rack_size``: the most tiles that one
    play may have.

    Raises:
        Refusal: ``no_tiles``, ``too_many_tiles``, ``cell_taken``, ``not_in_line``, ``gap``, ``off_centre``,
            ``one_letter``, ``not_touching``.
    """
    grid = board.grid
    _check_tiles(cells, tiles, grid, rack_size)
    new = dict(sorted(tiles.items()))
    direction = _play_direction(cells, new, grid)
    main = run_through(cells, new, grid, next(iter(new)), direction)
    if not new.keys() <= set(main):
        between = range(min(new), max(new), 1 if direction is Direction.ACROSS else grid.columns)
        missing = next(cell for cell in between if not cells[cell] and cell not in new)
        raise Refusal("gap", cell=grid.names[missing])
    _check_touching(cells, new, board)
    runs = [main] if len(main) > 1 else []
    for index in new:
        cross = run_through(cells, new, grid, index, direction.other)
        if len(cross) > 1:
            runs.append(cross)
    spelled = ("".join(letter_on(new.get(index) or cells[index]) for index in run) for run in runs)
    return Play(new, direction, tuple(Run(*both) for both in zip(runs, spelled, strict=True)))


def _check_tiles(cells: Sequence[str], tiles: Mapping[int, str], grid: Geometry, rack_size: int) -> None:
    if not tiles:
        raise Refusal("no_tiles")
    if len(tiles) > rack_size:
        raise Refusal("too_many_tiles", most=rack_size)
    for index in tiles:
        if cells[index]:
            raise Refusal("cell_taken", cell=grid.names[index], letter=letter_on(cells[index]))


def _check_touching(cells: Sequence[str], new: Mapping[int, str], board: PremiumBoard) -> None:
    """Check that a first play covers the centre with at least two tiles, and a later one touches an old tile."""
    first = not any(cells)
    if not is_touching(cells, board, new):
        raise Refusal("off_centre", centre=board.grid.names[board.centre]) if first else Refusal("not_touching")
    if first and len(new) == 1:
        raise Refusal("one_letter")


def _play_direction(cells: Sequence[str], new: Mapping[int, str], grid: Geometry) -> Direction:
    """The direction of a play; for a single tile that of its longer run, across if both are equal."""
    rows = {index // grid.columns for index in new}
    columns = {index % grid.columns for index in new}
    if len(rows) > 1 and len(columns) > 1:
        raise Refusal("not_in_line")
    if len(new) > 1:
        return Direction.ACROSS if len(rows) == 1 else Direction.DOWN
    index = next(iter(new))
    across = len(run_through(cells, new, grid, index, Direction.ACROSS))
    down = len(run_through(cells, new, grid, index, Direction.DOWN))
    return Direction.DOWN if down > across else Direction.ACROSS
