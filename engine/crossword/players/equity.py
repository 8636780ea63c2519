"""Turns by equity: their score plus the value of their leave. The level ``iyi`` takes the best.

While tiles can be drawn, :class:`Leaves` gives a leave's value. Once the bag is empty, going out gains the others'
racks, and tiles kept cost their points and time.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations, combinations_with_replacement
from struct import Struct as Packed
from typing import Final

import msgspec
from msgspec import Struct

from engine.crossword import tiles
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView, PlaySearch, leave_after
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import LeaveValue
from engine.crossword.tiles import Tiles, remove_tiles
from engine.errors import DataError

MEASURED: Final = 3
"""The size, in tiles, of the longest leaves that are measured individually."""
ENDING: Final = ".leaves"
SCHEMA: Final = 1
_PAIR: Final = 2
_CACHED: Final = 1 << 16
LeaveTiles = tuple[str, ...]
Slopes = tuple[tuple[float, float], ...]


class LeavesHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a file of leaves."""

    schema: int
    ruleset: str
    """The game from which it was learned."""
    bag: str
    counts: dict[str, int]
    """Tiles per face: the table is for every game with these tiles and values."""
    values: dict[str, int]
    bingo: int
    """The bingo bonus, which may differ between games with the same tiles."""
    games: int
    """Self-played games in the last round."""
    rounds: int
    command: str
    """The command that made it."""
    slopes: Slopes
    """For leaves of 4, 5, ... tiles: the factors for the sum of the tiles' values, and for that of the pairs."""


class Leaves:
    """The value of every leave.

    ``small``: the values of leaves of up to three tiles, each sorted. ``slopes``: as in :class:`LeavesHeader`; leaves
    longer than these cover count as the longest.
    """

    def __init__(self, small: Mapping[LeaveTiles, float], slopes: Slopes) -> None:
        self._small: Final = small
        self._slopes: Final = slopes
        self._synergies: Final = {pair: pair_synergy(small, pair) for pair in small if len(pair) == _PAIR}
        self._known: Final[dict[LeaveTiles, float]] = {}

    def value_of(self, leave: LeaveTiles) -> float:
        """The value in points of keeping these faces, sorted; 0 for none and for unknown faces."""
        if len(leave) <= MEASURED:
            return self._small.get(leave, 0.0)
        found = self._known.get(leave)
        if found is None:
            if len(self._known) >= _CACHED:
                self._known.clear()
            found = self._known[leave] = self._fit_value(leave)
        return found

    def _fit_value(self, leave: LeaveTiles) -> float:
        singles = sum(self._small.get((tile,), 0.0) for tile in leave)
        if not self._slopes:
            return singles
        pairs = sum(self._synergies.get(pair, 0.0) for pair in combinations(leave, _PAIR))
        one, two = self._slopes[min(len(leave) - MEASURED, len(self._slopes)) - 1]
        return one * singles + two * pairs


def pair_synergy(small: Mapping[LeaveTiles, float], pair: LeaveTiles) -> float:
    """What two tiles are worth together beyond their separate values."""
    return small[pair] - small.get(pair[:1], 0.0) - small.get(pair[1:], 0.0)


def small_leaves(counts: Mapping[str, int]) -> Iterator[LeaveTiles]:
    """Every leave of one to three tiles of a set, sorted, in a fixed order."""
    for size in range(1, MEASURED + 1):
        for leave in combinations_with_replacement(sorted(counts), size):
            if all(counts[tile] >= count for tile, count in Counter(leave).items()):
                yield leave


def decode_leaves(name: str, content: bytes) -> tuple[LeavesHeader, Leaves]:
    """Decode a file; raises DataError, with the file and the remedy, if it is damaged."""
    head, _, body = content.partition(b"\n")
    try:
        header = msgspec.json.decode(head, type=LeavesHeader)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"leaves/{name}: {error}; restore it from the release") from error
    keys = list(small_leaves(header.counts))
    layout = Packed(f"<{len(keys)}e")
    if header.schema != SCHEMA or len(body) != layout.size:
        raise DataError(f"leaves/{name}: it is no table of schema {SCHEMA}; restore it from the release")
    return header, Leaves(dict(zip(keys, layout.unpack(body), strict=True)), header.slopes)


def leaves_file_name(ruleset: Ruleset) -> str:
    """The file name of the leaves for a game and its bag in use."""
    return f"{ruleset.id}-{ruleset.bag}{ENDING}"


def shipped_leaves(ruleset: Ruleset) -> Leaves | None:
    """The leaves that ship for a game, or one with the same tiles, values and bingo; DataError if damaged."""
    own = _read_shipped().get(leaves_file_name(ruleset))
    if own is not None:
        return own[1]
    alike = (table for header, table in _read_shipped().values() if _has_same_tiles(header, ruleset))
    return next(alike, None)


def _has_same_tiles(header: LeavesHeader, ruleset: Ruleset) -> bool:
    same = (dict(ruleset.counts), dict(ruleset.values), ruleset.scoring.bingo)
    return (header.counts, header.values, header.bingo) == same


@lru_cache(maxsize=1)
def _read_shipped() -> Mapping[str, tuple[LeavesHeader, Leaves]]:
    return dict(read_leaves(files("engine").joinpath("crossword", "players", "leaves")))


def read_leaves(folder: Traversable) -> Iterator[tuple[str, tuple[LeavesHeader, Leaves]]]:
    """The leaves in a folder by file name, in alphabetical order; none without the folder. DataError if damaged."""
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(ENDING):
                yield file.name, decode_leaves(file.name, file.read_bytes())


_STUCK: Final = 10.0
"""What not going out costs, in points, besides the remaining tiles."""


class CandidateTurn(Struct, frozen=True):
    """A possible turn and its equity in points: a play, or tiles to exchange (none is a pass)."""

    equity: float
    play: ScoredPlay | None
    given: Tiles = ()


def leave_value_in(own_view: ComputerView, leaves: Leaves | None) -> LeaveValue | None:
    """How kept tiles are valued in a position; ``None`` if that is unknown."""
    return leave_value(own_view.rules, leaves, own_view.bag, own_view.unseen)


def leave_value(rules: Ruleset, leaves: Leaves | None, bag: int, others: Tiles) -> LeaveValue | None:
    """How kept tiles are valued for the player on turn; ``None`` if that is unknown.

    ``leaves``: for the game's tiles, if any. ``others``: the rivals' tiles, if the bag is empty.
    """
    if not bag:
        values, gain = rules.values, 2.0 * tiles.sum_points(others, rules.values)
        return lambda left: -2.0 * tiles.sum_points(left, values) - _STUCK if left else gain
    if leaves is None:
        return None
    if bag >= rules.rack:
        return leaves.value_of
    # With less than a rack to draw from there are few turns in which a leave could show its value.
    share = bag / rules.rack
    return lambda left: share * leaves.value_of(left)


def rank_turns(own_view: ComputerView, search: PlaySearch, leaves: Leaves | None, most: int = 1) -> list[CandidateTurn]:
    """The turns of the highest equities, best first: at least one, since passing is always possible.

    ``leaves``: ``None`` if unknown; then tiles are exchanged only without a play. ``most``: how many, from 1.
    """
    leave = leave_value_in(own_view, leaves)
    plays = search.find_best_plays(own_view.query, own_view.words, most, leave)
    turns = [CandidateTurn(choice.value, choice.play) for choice in plays]
    if leave is not None and own_view.exchangeable:
        turns += list_exchanges(own_view, leave)
    if not turns:
        turns = [CandidateTurn(0.0, None, own_view.view.rack[: own_view.exchangeable])]
    return sorted(turns, key=lambda turn: (-turn.equity, turn.play is None, turn.given))[:most]


def list_exchanges(own_view: ComputerView, leave: LeaveValue) -> list[CandidateTurn]:
    """All possible exchanges, each once; ``leave`` values what is kept."""
    return [
        CandidateTurn(leave(tuple(sorted(remove_tiles(own_view.view.rack, given)))), None, given)
        for given in _possible_exchanges(own_view)
    ]


def leave_of_turn(own_view: ComputerView, turn: CandidateTurn) -> Tiles:
    """The tiles that a turn keeps, sorted."""
    rack = own_view.view.rack
    return leave_after(rack, turn.play) if turn.play else tuple(sorted(remove_tiles(rack, turn.given)))


def _possible_exchanges(own_view: ComputerView) -> Iterator[Tiles]:
    rack = sorted(own_view.view.rack)
    for count in range(1, own_view.exchangeable + 1):
        yield from dict.fromkeys(combinations(rack, count))
