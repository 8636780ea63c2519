"""Plays that the kernel has found, as options; read one by one, for there may be tens of thousands."""

from collections.abc import Iterator, Sequence
from typing import Final, overload

from msgspec import Struct

from engine.alphabet import BLANK
from engine.crossword.actions import Placement
from engine.crossword.geometry import Direction
from engine.crossword.movegen import ScoredPlay
from engine.crossword.premiums import premium_board
from engine.crossword.search.layout import BLANK_TILE, PLAY, THOUSANDTHS
from engine.crossword.search.letter_codes import LetterCodes
from engine.crossword.search.query import SearchQuery
from engine.crossword.tiles import letter_on

_DIRECTIONS: Final = (Direction.ACROSS, Direction.DOWN)


class RankedPlay(Struct, frozen=True):
    """A play and its value in points: its score, and what the tiles that are kept are worth."""

    play: ScoredPlay
    value: float


class FoundPlays(Sequence[ScoredPlay]):
    """Plays found in a position, each made when it is asked for."""

    def __init__(self, query: SearchQuery, letters: LetterCodes, data: bytes) -> None:
        self._cells: Final = query.cells
        self._grid: Final = premium_board(query.ruleset.board).grid
        self._signs: Final = letters.signs
        self._data: Final = data

    def __len__(self) -> int:
        return len(self._data) // PLAY.size

    def __iter__(self) -> Iterator[ScoredPlay]:
        return (self._decode_play(play).play for play in PLAY.iter_unpack(self._data))

    @overload
    def __getitem__(self, index: int) -> ScoredPlay: ...
    @overload
    def __getitem__(self, index: slice) -> list[ScoredPlay]: ...
    def __getitem__(self, index: int | slice) -> ScoredPlay | list[ScoredPlay]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        return self._decode_play(PLAY.unpack_from(self._data, at * PLAY.size)).play

    def rank_plays(self) -> list[RankedPlay]:
        """All of them with their values, best first; equal ones in the order of the board."""
        found = sorted(PLAY.iter_unpack(self._data), key=lambda play: (-play[0], *play[2:]))
        return [self._decode_play(play) for play in found]

    def _decode_play(self, play: Sequence[int | bytes]) -> RankedPlay:
        value, score, direction, line, start, count, tiles = play
        if not isinstance(tiles, bytes):
            raise TypeError("a play ends with its tiles")
        value, score, direction, line = int(value), int(score), int(direction), int(line)
        cells = self._grid.lines(_DIRECTIONS[direction])[line]
        place, used, word, placed = int(start), 0, [], []
        while place < len(cells):
            index = cells[place]
            if there := self._cells[index]:
                word.append(letter_on(there))
            elif used == count:
                break
            else:
                sign = self._signs[tiles[used] & (BLANK_TILE - 1)]
                word.append(sign)
                placed.append(Placement(self._grid.names[index], f"{BLANK if tiles[used] & BLANK_TILE else ''}{sign}"))
                used += 1
            place += 1
        return RankedPlay(ScoredPlay(tuple(placed), "".join(word), score), value / THOUSANDTHS)
