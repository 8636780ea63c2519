"""The structures that lie in the kernel's memory, as ``kernel.h`` has them: little-endian, sizes in bytes."""

from struct import Struct
from typing import Final

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

PLACES: Final = Struct("<17I")
RULES: Final = Struct(f"<3I2iIQ{LETTERS}i{CELLS}s{CELLS}s{CELLS}s5x")
POSITION: Final = Struct(f"<i3I{LETTERS + 1}s3x{CELLS}s7x")
PLAY: Final = Struct(f"<2i4B{RACK}s")
ADDRESSES: Final = Struct("<4I")
LEAVE: Final = 4
