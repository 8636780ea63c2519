"""The compiled search, run by wasmtime: its memory filled, its two functions called. One instance serves one thread.

Importing this module loads wasmtime: only a search that was asked for does.
"""

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import wasmtime

from engine.crossword.ruleset import Ruleset
from engine.crossword.search.answer import Plays
from engine.crossword.search.layout import ADDRESSES, ANAGRAMS, EDGE, NODE, NOTHING, PLACES, PLAY
from engine.crossword.search.letters import Letters
from engine.crossword.search.question import Asked, Leave, leaves_bytes, position_bytes, rules_bytes

_PAGE: Final = 65536
_ALIGNED: Final = 64
_MOST_BITS: Final = 24
"""Of the table of a builder: eight million nodes, more than fit the memory."""
_OVERLAY: Final = 1 << 14
"""Nodes, and edges, for which there is room beyond a list's own: for words that chats have added or removed."""
_OVERLAY_BITS: Final = 16
_FIRST_PLAYS: Final = 1 << 14


class NoRoomError(Exception):
    """The words that a chat has added or removed are more than there is room for."""


@dataclass(frozen=True, slots=True)
class Index:
    """A list as the kernel reads it.

    Its word graph: nodes, the first of them unused, edges and the root; and a filter of the letters of each word.
    """

    nodes: bytes
    edges: bytes
    anagrams: bytes
    root: int

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.nodes) + len(self.edges) + len(self.anagrams)


@lru_cache(maxsize=1)
def _module() -> tuple[wasmtime.Engine, wasmtime.Module]:
    engine = wasmtime.Engine()
    binary = files("engine").joinpath("crossword/search/kernel.wasm").read_bytes()
    return engine, wasmtime.Module(engine, binary)


class _Memory:
    """An instance of the kernel: its functions, and its memory by address."""

    def __init__(self) -> None:
        engine, module = _module()
        self._store: Final = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory, base = exports["memory"], exports["__heap_base"]
        if not isinstance(memory, wasmtime.Memory) or not isinstance(base, wasmtime.Global):
            raise TypeError("kernel.wasm exports neither its memory nor where that is free")
        self._memory: Final = memory
        self._functions: Final = {name: exports[name] for name in ("build", "search", "addresses")}
        self.free: Final = _aligned(int(base.value(self._store)))
        self._origin = self._begins()
        at = self.call("addresses")
        self.places, self.rules, self.position, self.leaves = ADDRESSES.unpack(self.read(at, ADDRESSES.size))

    def call(self, name: str) -> int:
        """What a function answers."""
        function = self._functions[name]
        if not isinstance(function, wasmtime.Func):
            raise TypeError(f"kernel.wasm has no function {name}")
        return int(function(self._store)) & NOTHING

    def reach(self, end: int) -> None:
        """Let the memory be so large, in bytes, at least."""
        missing = -(-end // _PAGE) - self._memory.size(self._store)
        if missing > 0:
            self._memory.grow(self._store, missing)
            self._origin = self._begins()

    def write(self, at: int, data: bytes) -> None:
        """Put bytes at an address; the memory must reach there."""
        ctypes.memmove(self._origin + at, data, len(data))

    def read(self, at: int, size: int) -> bytes:
        """The bytes at an address."""
        return ctypes.string_at(self._origin + at, size)

    def _begins(self) -> int:
        return ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value or 0


def build(text: bytes) -> Index:
    """Make the index of words, as :meth:`engine.crossword.search.letters.Letters.text` gives them.

    Raises:
        NoRoomError: they do not fit the memory.
    """
    bits = max(10, min(len(text) // 8, 1 << 19).bit_length() + 1)
    while bits <= _MOST_BITS:
        memory, nodes, edges = _Memory(), 1 << bits - 1, 1 << bits
        nodes_at = memory.free
        edges_at = nodes_at + nodes * NODE
        table_at = edges_at + edges * EDGE
        anagrams_at = table_at + (EDGE << bits)
        text_at = anagrams_at + ANAGRAMS
        memory.reach(text_at + len(text))
        memory.write(text_at, text)
        told = (
            nodes_at,
            nodes,
            edges_at,
            edges,
            table_at,
            bits,
            text_at,
            len(text),
            0,
            0,
            1,
            0,
            0,
            0,
            0,
            0,
            anagrams_at,
        )
        memory.write(memory.places, PLACES.pack(*told))
        root = memory.call("build")
        if root != NOTHING:
            found = PLACES.unpack(memory.read(memory.places, PLACES.size))
            return Index(
                memory.read(nodes_at, found[10] * NODE),
                memory.read(edges_at, found[11] * EDGE),
                memory.read(anagrams_at, ANAGRAMS),
                root,
            )
        bits += 1
    raise NoRoomError(f"{len(text)} bytes of words")


class Kernel:
    """The search over one index. Not to be called by two threads at once."""

    def __init__(self, index: Index, letters: Letters) -> None:
        self._index: Final = index
        self._letters: Final = letters
        self._memory: Final = _Memory()
        self._rules: Ruleset | None = None
        self._words: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self._counts: Final = (len(index.nodes) // NODE, len(index.edges) // EDGE)
        memory = self._memory
        self._nodes_at: Final = memory.free
        self._edges_at: Final = self._nodes_at + len(index.nodes) + _OVERLAY * NODE
        self._anagrams_at: Final = _aligned(self._edges_at + len(index.edges) + _OVERLAY * EDGE)
        self._out_at: Final = self._anagrams_at + ANAGRAMS
        self._room = _FIRST_PLAYS
        memory.reach(self._out_at + self._room * PLAY.size)
        memory.write(self._nodes_at, index.nodes)
        memory.write(self._edges_at, index.edges)
        memory.write(self._anagrams_at, index.anagrams)
        self._tell(index.root if self._counts[0] > 1 else 0)

    def choose(self, added: frozenset[str], removed: frozenset[str]) -> None:
        """Search from now on with some words more, which the index has not, and without some that it has.

        Raises:
            NoRoomError: there are too many; the search is then without any of them.
        """
        if (added, removed) == self._words:
            return
        self._words = (frozenset(), frozenset())
        self._tell(self._index.root)
        roots = [self._overlay(words) for words in (added, removed)]
        self._root(*roots)
        self._words = (added, removed)

    def plays(self, question: Asked) -> Plays:
        """Every legal play, in a fixed order."""
        self._ask(question, 0, None)
        found = self._memory.call("search")
        if found > self._room:
            self._room = found
            self._memory.reach(self._out_at + found * PLAY.size)
            self._root(*self._roots)
            self._memory.call("search")
        return self._found(question, found)

    def best(self, question: Asked, most: int, leave: Leave | None) -> Plays:
        """The plays of the highest values, in no order; of those with equal values some, always the same.

        Args:
            question: the position.
            most: how many are wanted, from 1 on.
            leave: what the tiles that are kept are worth; nothing if ``None``.
        """
        self._ask(question, min(most, self._room), leave)
        return self._found(question, self._memory.call("search"))

    def _found(self, question: Asked, found: int) -> Plays:
        return Plays(question, self._letters, self._memory.read(self._out_at, found * PLAY.size))

    def _ask(self, question: Asked, most: int, leave: Leave | None) -> None:
        memory = self._memory
        if question.ruleset is not self._rules:
            memory.write(memory.rules, rules_bytes(question.ruleset, self._letters))
            self._rules = question.ruleset
        if leave is not None:
            worth = leaves_bytes(question.rack, self._letters, leave)
            memory.write(memory.leaves, worth)
        memory.write(memory.position, position_bytes(question, self._letters, most, with_leaves=leave is not None))

    def _tell(self, root: int) -> None:
        """Where everything lies, with nothing beyond the index."""
        nodes, edges = self._counts
        table = _aligned(self._out_at)
        told = (
            *(self._nodes_at, nodes + _OVERLAY, self._edges_at, edges + _OVERLAY),
            *(table, _OVERLAY_BITS, table + (EDGE << _OVERLAY_BITS), 0),
            *(self._out_at, self._room, nodes, edges),
            *(root, 0, 0, 0, self._anagrams_at),
        )
        self._roots = (0, 0)
        self._memory.write(self._memory.places, PLACES.pack(*told))

    def _root(self, added: int, removed: int) -> None:
        """Search from further roots on."""
        told = list(PLACES.unpack(self._memory.read(self._memory.places, PLACES.size)))
        told[9], told[13], told[14] = self._room, added, removed
        self._roots = (added, removed)
        self._memory.write(self._memory.places, PLACES.pack(*told))

    def _overlay(self, words: Iterable[str]) -> int:
        text = self._letters.text(sorted(words))
        if not text:
            return 0
        memory = self._memory
        told = list(PLACES.unpack(memory.read(memory.places, PLACES.size)))
        memory.reach(told[6] + len(text))
        memory.write(told[4], bytes(EDGE << _OVERLAY_BITS))
        memory.write(told[6], text)
        told[7] = len(text)
        memory.write(memory.places, PLACES.pack(*told))
        root = memory.call("build")
        if root == NOTHING:
            self._tell(self._index.root)
            raise NoRoomError(f"{len(text)} bytes of words beside the list's")
        return root


def _aligned(address: int) -> int:
    return -(-address // _ALIGNED) * _ALIGNED
