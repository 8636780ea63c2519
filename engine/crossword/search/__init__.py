"""The bytes passed to the kernel, the search for plays in WebAssembly: a table's rules, a position and a rack."""

import codecs
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from struct import Struct as BinaryStruct
from struct import pack
from typing import Final, NamedTuple, Self, overload

from msgspec import Struct

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Placement
from engine.crossword.movegen import ScoredPlay
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import letter_on

SIDE: Final = 27
"""The cells of the longest line."""
CELLS: Final = SIDE * SIDE
LETTERS: Final = 36
"""The number of letter codes; the last is for faces that no word has."""
RACK: Final = 12
"""The tiles of the largest rack."""
LEAVES: Final = 4096
"""The entries of the largest table of leaves."""
EMPTY: Final = 0xFF
BLANK_TILE: Final = 0x40
END: Final = 0xFF
"""The byte that follows each word of an encoded list."""
NOTHING: Final = 0xFFFFFFFF
"""What the kernel returns if it runs out of room while it builds a list."""
NODE: Final = 64
EDGE: Final = 4
THOUSANDTHS: Final = 1000
"""How many units of the kernel's values make a point."""
ANAGRAMS: Final = 1 << 20
"""The bytes of the filter for sets of letters that form a word in any order."""
_PLACES: Final = BinaryStruct("<17I")
RULES: Final = BinaryStruct(f"<3I2iIQ{LETTERS}i{CELLS}s{CELLS}s{CELLS}s5x")
POSITION: Final = BinaryStruct(f"<i3I{LETTERS + 1}s3x{CELLS}s7x")
PLAY: Final = BinaryStruct(f"<2i4B{RACK}s")
ADDRESSES: Final = BinaryStruct("<4I")


class Places(NamedTuple):
    """The addresses and sizes of regions in the kernel's memory, in bytes."""

    nodes_at: int
    nodes_room: int
    edges_at: int
    edges_room: int
    table_at: int
    table_bits: int
    text_at: int
    text_size: int
    out_at: int = 0
    out_room: int = 0
    nodes: int = 0
    """The number of nodes; the first is 1."""
    edges: int = 0
    root: int = 0
    """The node from which words are read; 0 for no words, as in ``added`` and ``removed``."""
    added: int = 0
    removed: int = 0
    found: int = 0
    """The kernel's answer: the number of plays."""
    anagrams_at: int = 0

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Read the addresses and sizes from the kernel's memory."""
        return cls(*_PLACES.unpack(data))

    def pack(self) -> bytes:
        """Return the addresses and sizes as the kernel stores them."""
        return _PLACES.pack(*self)


PLACES_SIZE: Final = _PLACES.size
_AT_ONCE: Final = 2048
"""Words per call; some milliseconds' work."""
_UNKNOWN: Final = "\ufffe"
"""The entry of a codec's table for an unused byte."""


class LetterCodes:
    """The codes of one alphabet's letters; ValueError if there are more than 35."""

    def __init__(self, letters: Iterable[str]) -> None:
        self.signs: Final = tuple(sorted(letters))
        if len(self.signs) >= LETTERS:
            raise ValueError(f"the kernel knows {LETTERS - 1} letters at most, not {len(self.signs)}")
        self.codes: Final = {sign: code for code, sign in enumerate(self.signs)}
        self._tile_codes: Final = {"": EMPTY}
        # A codec is fast only with tables that begin with NUL, so a byte is one more than its code at first.
        self._table: Final = codecs.charmap_build("\0" + "".join((*self.signs, " ")).ljust(255, _UNKNOWN))
        self._bytes: Final = bytes.maketrans(bytes(range(1, len(self.signs) + 2)), bytes((*self.codes.values(), END)))

    def code(self, face: str) -> int:
        """The code of a face; the last code for a face that no word has."""
        return self.codes.get(face, LETTERS - 1)

    def board_codes(self, cells: tuple[str, ...]) -> bytes:
        """The codes of the tiles on a board's cells."""
        for tile in set(cells) - self._tile_codes.keys():
            self._tile_codes[tile] = self.code(letter_on(tile)) | (BLANK_TILE if tile.startswith(BLANK) else 0)
        return bytes(map(self._tile_codes.__getitem__, cells))

    def encode_words(self, words: Iterable[str]) -> bytes:
        """Encode words, sorted by code point, for the kernel; words with other characters are left out."""
        rest, parts = iter(words), []
        # A whole list at once would be one long call, during which no other thread runs.
        while some := list(islice(rest, _AT_ONCE)):
            parts.append(self._encode_chunk(" ".join(some)))
        return b"".join(parts)

    def _encode_chunk(self, joined: str) -> bytes:
        if "\0" not in joined:  # the codec's one other character
            with suppress(UnicodeEncodeError):
                return self._encode_text(f"{joined} ")
        spelled = (word for word in joined.split(" ") if word and self.codes.keys() >= set(word))
        return self._encode_text("".join(f"{word} " for word in spelled))

    def _encode_text(self, text: str) -> bytes:
        return codecs.charmap_encode(text, "strict", self._table)[0].translate(self._bytes)


def letter_codes_of(language: str) -> LetterCodes:
    """The codes of a language's letters; DataError for an unknown one, ValueError for one with too many letters."""
    return LetterCodes(load_alphabet(language).letters)


LeaveValue = Callable[[tuple[str, ...]], float]
"""The value of keeping these faces, in points; they are sorted, and the result must be deterministic."""
_ANY: Final = 1
_ENDPOINT: Final = 2

_CLOCKWISE: Final = {
    (Direction.ACROSS, True): 3,
    (Direction.ACROSS, False): 4,
    (Direction.DOWN, True): 5,
    (Direction.DOWN, False): 6,
}

_LARGEST_FIGURE: Final = 255


class SearchQuery(Struct, frozen=True):
    """A board and the rack for which plays are searched: the search knows nothing else of a game.

    ``bonus`` is the name of the random bonus cell while it is free.
    """

    ruleset: Ruleset
    cells: tuple[str, ...]
    rack: tuple[str, ...]
    bonus: str | None = None


def is_within_limits(query: SearchQuery) -> bool:
    """Whether the kernel takes this board and rack: lines of at most 27 cells, 12 tiles, 4,096 different leaves."""
    rules, rack = query.ruleset, query.rack
    board = premium_board(rules.board)
    if max(board.grid.columns, board.grid.rows) > SIDE or len(rack) > RACK:
        return False
    kinds = 1
    for count in Counter(rack).values():
        kinds *= count + 1
    return kinds <= LEAVES and max(board.word_multipliers + board.letter_multipliers) <= _LARGEST_FIGURE


def encode_rules(rules: Ruleset, letters: LetterCodes) -> bytes:
    """A table's rules as the kernel reads them."""
    board = premium_board(rules.board)
    values = [0] * LETTERS
    for face, points in rules.values.items():
        if face != BLANK:
            values[letters.code(face)] = points
    alphabet = sum({1 << letters.code(face) for face in rules.values if face != BLANK})
    four = bytearray(CELLS)
    for index, arrow in board.arrows.items():
        match rules.scoring.four_word:
            case "any":
                four[index] = _ANY
            case "endpoint":
                four[index] = _ENDPOINT
            case "clockwise":
                four[index] = 0 if arrow is None else _CLOCKWISE[arrow.direction, arrow.starts]
    return RULES.pack(
        board.grid.columns,
        board.grid.rows,
        board.centre,
        rules.scoring.bingo,
        0 if rules.scoring.cell is None else rules.scoring.cell.points,
        0,
        alphabet,
        *values,
        bytes(board.letter_multipliers),
        bytes(board.word_multipliers),
        bytes(four),
    )


def encode_query(query: SearchQuery, letters: LetterCodes, most: int, *, with_leaves: bool) -> bytes:
    """A position as the kernel reads it; ``most`` is how many of the best plays to find, 0 for all."""
    rules = query.ruleset
    rack = bytearray(LETTERS + 1)
    for face in query.rack:
        rack[LETTERS if face == BLANK else letters.code(face)] += 1
    bonus = -1 if query.bonus is None else premium_board(rules.board).grid.indices[query.bonus]
    return POSITION.pack(
        bonus, rules.bingo_tiles(len(query.rack)), most, with_leaves, bytes(rack), letters.board_codes(query.cells)
    )


@lru_cache(maxsize=64)
def encode_leave_values(rack: tuple[str, ...], letters: LetterCodes, leave: LeaveValue) -> bytes:
    """The value of each part of a rack, in the kernel's order: the first letter's count varies fastest.

    Cached, since one rack is often searched on many boards in turn.
    """
    held = Counter(rack)
    parts: list[tuple[str, ...]] = [()]
    for face in sorted(held, key=lambda face: LETTERS if face == BLANK else letters.code(face)):
        parts = [(*part, *(face,) * count) for count in range(held[face] + 1) for part in parts]
    worth = [round(THOUSANDTHS * leave(tuple(sorted(part)))) for part in parts]
    return pack(f"<{len(worth)}i", *worth)


_DIRECTIONS: Final = (Direction.ACROSS, Direction.DOWN)


class RankedPlay(Struct, frozen=True):
    """A play and its value in points: its score and its leave's value."""

    play: ScoredPlay
    value: float


class FoundPlays(Sequence[ScoredPlay]):
    """The plays of a position, each decoded on access."""

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
        """All plays with their values, best first; ties in board order."""
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
