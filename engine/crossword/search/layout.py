"""The structures that lie in the kernel's memory, as ``kernel.h`` has them: little-endian, sizes in bytes."""

from struct import Struct
from typing import Final, NamedTuple, Self

SIDE: Final = 27
"""Cells of the longest line."""
CELLS: Final = SIDE * SIDE
LETTERS: Final = 36
"""Codes of letters; the last is for faces that no word has."""
RACK: Final = 12
"""Tiles of the largest rack."""
LEAVES: Final = 4096
"""Entries of the largest table of leaves."""
EMPTY: Final = 0xFF
BLANK_TILE: Final = 0x40
END: Final = 0xFF
"""Behind every word of a text."""
NOTHING: Final = 0xFFFFFFFF
"""The answer of a builder that had no room."""
NODE: Final = 64
EDGE: Final = 4
THOUSANDTHS: Final = 1000
"""What a point is, where values are counted."""

ANAGRAMS: Final = 1 << 20
"""The filter of letters that make a word, whatever their order."""

_PLACES: Final = Struct("<17I")
RULES: Final = Struct(f"<3I2iIQ{LETTERS}i{CELLS}s{CELLS}s{CELLS}s5x")
POSITION: Final = Struct(f"<i3I{LETTERS + 1}s3x{CELLS}s7x")
PLAY: Final = Struct(f"<2i4B{RACK}s")
ADDRESSES: Final = Struct("<4I")


class Places(NamedTuple):
    """Where things lie in the memory, in bytes, and how much room they have."""

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
    """How many there are; the first node is 1."""
    edges: int = 0
    root: int = 0
    """The node from which words are read; 0 for no words, here and below."""
    added: int = 0
    removed: int = 0
    found: int = 0
    """The answer: how many plays there are."""
    anagrams_at: int = 0

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Read them as they lie in the memory."""
        return cls(*_PLACES.unpack(data))

    def pack(self) -> bytes:
        """As they lie in the memory."""
        return _PLACES.pack(*self)


PLACES_SIZE: Final = _PLACES.size
