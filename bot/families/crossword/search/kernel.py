"""The compiled search kernel, run by wasmtime; one instance for each thread.

Importing this module loads wasmtime, so only a search imports it.
"""

import contextlib
import ctypes
import hashlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate, pairwise
from pathlib import Path
from struct import Struct, error
from typing import Final

import wasmtime

from engine.crossword.ruleset import Ruleset
from engine.crossword.search import (
    ADDRESSES,
    ANAGRAMS,
    EDGE,
    NODE,
    NOTHING,
    PLACES_SIZE,
    PLAY,
    FoundPlays,
    LeaveValue,
    LetterCodes,
    Places,
    SearchQuery,
    encode_leave_values,
    encode_query,
    encode_rules,
)
from engine.lexicon import Lexicon

_PAGE: Final = 65536
_ALIGNMENT: Final = 64
_MOST_BITS: Final = 24  # bits of the index builder's table: eight million nodes, more than fit into the memory
_OVERLAY_ENTRIES: Final = 1 << 14  # free nodes and edges for words that chats have added or removed
_OVERLAY_BITS: Final = 16
_FIRST_PLAY_ROOM: Final = 1 << 14


class NoRoomError(Exception):
    """The words that a chat has added or removed do not fit into the kernel's memory."""


@dataclass(frozen=True, slots=True)
class WordIndex:
    """A word list for the kernel: nodes (the first is unused), edges, the root, and a filter by each word's letters."""

    nodes: bytes
    edges: bytes
    anagrams: bytes
    root: int

    @property
    def size_in_bytes(self) -> int:
        """The size of nodes, edges and filter together."""
        return len(self.nodes) + len(self.edges) + len(self.anagrams)


@lru_cache(maxsize=1)
def _load_wasm_module() -> tuple[wasmtime.Engine, wasmtime.Module]:
    engine = wasmtime.Engine()
    binary = files("engine").joinpath("crossword/search/kernel.wasm").read_bytes()
    return engine, wasmtime.Module(engine, binary)


class _KernelMemory:
    def __init__(self) -> None:
        engine, module = _load_wasm_module()
        self._store: Final = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory, base = exports["memory"], exports["__heap_base"]
        if not isinstance(memory, wasmtime.Memory) or not isinstance(base, wasmtime.Global):
            raise TypeError("kernel.wasm exports neither its memory nor where that is free")
        self._memory: Final = memory
        self._functions: Final = {name: exports[name] for name in ("build", "search", "addresses")}
        self.free: Final = _align_address(int(base.value(self._store)))
        self._origin = self._memory_address()
        at = self.call_function("addresses")
        self._places_at, self.rules, self.position, self.leaves = ADDRESSES.unpack(self.read_bytes(at, ADDRESSES.size))

    def call_function(self, name: str) -> int:
        function = self._functions[name]
        if not isinstance(function, wasmtime.Func):
            raise TypeError(f"kernel.wasm has no function {name}")
        return int(function(self._store)) & NOTHING

    def grow_to(self, end: int) -> None:
        missing = -(-end // _PAGE) - self._memory.size(self._store)
        if missing > 0:
            self._memory.grow(self._store, missing)
            self._origin = self._memory_address()

    def write_bytes(self, at: int, data: bytes) -> None:
        ctypes.memmove(self._origin + at, data, len(data))

    def read_bytes(self, at: int, size: int) -> bytes:
        return ctypes.string_at(self._origin + at, size)

    def write_places(self, places: Places) -> None:
        self.write_bytes(self._places_at, places.pack())

    def read_places(self) -> Places:
        return Places.unpack(self.read_bytes(self._places_at, PLACES_SIZE))

    def _memory_address(self) -> int:
        return ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value or 0


def build_index(text: bytes) -> WordIndex:
    """Build the index of encoded words. Raises NoRoomError if they do not fit into the memory."""
    bits = max(10, min(len(text) // 8, 1 << 19).bit_length() + 1)
    while bits <= _MOST_BITS:
        memory, nodes, edges = _KernelMemory(), 1 << bits - 1, 1 << bits
        nodes_at = memory.free
        edges_at = nodes_at + nodes * NODE
        table_at = edges_at + edges * EDGE
        anagrams_at = table_at + (EDGE << bits)
        text_at = anagrams_at + ANAGRAMS
        memory.grow_to(text_at + len(text))
        memory.write_bytes(text_at, text)
        places = Places(
            nodes_at=nodes_at,
            nodes_room=nodes,
            edges_at=edges_at,
            edges_room=edges,
            table_at=table_at,
            table_bits=bits,
            text_at=text_at,
            text_size=len(text),
            nodes=1,
            anagrams_at=anagrams_at,
        )
        memory.write_places(places)
        root = memory.call_function("build")
        if root != NOTHING:
            built = memory.read_places()
            return WordIndex(
                memory.read_bytes(nodes_at, built.nodes * NODE),
                memory.read_bytes(edges_at, built.edges * EDGE),
                memory.read_bytes(anagrams_at, ANAGRAMS),
                root,
            )
        bits += 1
    raise NoRoomError(f"{len(text)} bytes of words")


class SearchKernel:
    """The search in one word index, used by one thread at a time."""

    def __init__(self, index: WordIndex, letters: LetterCodes) -> None:
        self._index: Final = index
        self._letters: Final = letters
        self._memory: Final = _KernelMemory()
        self._rules: Ruleset | None = None
        self._overlay_words: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self._index_counts: Final = (len(index.nodes) // NODE, len(index.edges) // EDGE)
        memory = self._memory
        self._nodes_at: Final = memory.free
        self._edges_at: Final = self._nodes_at + len(index.nodes) + _OVERLAY_ENTRIES * NODE
        self._anagrams_at: Final = _align_address(self._edges_at + len(index.edges) + _OVERLAY_ENTRIES * EDGE)
        self._out_at: Final = self._anagrams_at + ANAGRAMS
        self._play_room = _FIRST_PLAY_ROOM
        memory.grow_to(self._out_at + self._play_room * PLAY.size)
        memory.write_bytes(self._nodes_at, index.nodes)
        memory.write_bytes(self._edges_at, index.edges)
        memory.write_bytes(self._anagrams_at, index.anagrams)
        self._write_addresses(index.root if self._index_counts[0] > 1 else 0)

    def set_word_changes(self, added: frozenset[str], removed: frozenset[str]) -> None:
        """Search with these words added and removed from now on. Raises NoRoomError, changing nothing."""
        if (added, removed) == self._overlay_words:
            return
        self._overlay_words = (frozenset(), frozenset())
        self._write_addresses(self._index.root)
        roots = [self._build_overlay(words) for words in (added, removed)]
        self._write_roots(*roots)
        self._overlay_words = (added, removed)

    def find_plays(self, query: SearchQuery) -> FoundPlays:
        """Every legal play, in a fixed order."""
        self._write_question(query, 0, None)
        found = self._memory.call_function("search")
        if found > self._play_room:
            self._play_room = found
            self._memory.grow_to(self._out_at + found * PLAY.size)
            self._write_roots(*self._roots)
            self._memory.call_function("search")
        return self._read_plays(query, found)

    def find_best_plays(self, query: SearchQuery, most: int, leave: LeaveValue | None) -> FoundPlays:
        """The ``most`` plays with the highest values, in no order; of equal plays always the same ones."""
        self._write_question(query, min(most, self._play_room), leave)
        return self._read_plays(query, self._memory.call_function("search"))

    def _read_plays(self, query: SearchQuery, count: int) -> FoundPlays:
        return FoundPlays(query, self._letters, self._memory.read_bytes(self._out_at, count * PLAY.size))

    def _write_question(self, query: SearchQuery, most: int, leave: LeaveValue | None) -> None:
        memory = self._memory
        if query.ruleset is not self._rules:
            memory.write_bytes(memory.rules, encode_rules(query.ruleset, self._letters))
            self._rules = query.ruleset
        if leave is not None:
            worth = encode_leave_values(query.rack, self._letters, leave)
            memory.write_bytes(memory.leaves, worth)
        memory.write_bytes(memory.position, encode_query(query, self._letters, most, with_leaves=leave is not None))

    def _write_addresses(self, root: int) -> None:
        nodes, edges = self._index_counts
        table = _align_address(self._out_at)
        places = Places(
            nodes_at=self._nodes_at,
            nodes_room=nodes + _OVERLAY_ENTRIES,
            edges_at=self._edges_at,
            edges_room=edges + _OVERLAY_ENTRIES,
            table_at=table,
            table_bits=_OVERLAY_BITS,
            text_at=table + (EDGE << _OVERLAY_BITS),
            text_size=0,
            out_at=self._out_at,
            out_room=self._play_room,
            nodes=nodes,
            edges=edges,
            root=root,
            anagrams_at=self._anagrams_at,
        )
        self._roots = (0, 0)
        self._memory.write_places(places)

    def _write_roots(self, added: int, removed: int) -> None:
        places = self._memory.read_places()
        self._roots = (added, removed)
        self._memory.write_places(places._replace(out_room=self._play_room, added=added, removed=removed))

    def _build_overlay(self, words: Iterable[str]) -> int:
        text = self._letters.encode_words(sorted(words))
        if not text:
            return 0
        memory = self._memory
        places = memory.read_places()
        memory.grow_to(places.text_at + len(text))
        memory.write_bytes(places.table_at, bytes(EDGE << _OVERLAY_BITS))
        memory.write_bytes(places.text_at, text)
        memory.write_places(places._replace(text_size=len(text)))
        root = memory.call_function("build")
        if root == NOTHING:
            self._write_addresses(self._index.root)
            raise NoRoomError(f"{len(text)} bytes of words beside the list's")
        return root


def _align_address(address: int) -> int:
    return -(-address // _ALIGNMENT) * _ALIGNMENT


_FORMAT: Final = "harfiyen index 2"
_HEAD: Final = Struct("<4I32s")  # the sizes of nodes, edges and filter in bytes, the root, and a hash of all


def load_or_build_index(lexicon: Lexicon, letters: LetterCodes, folder: Path | None) -> WordIndex:
    """Load a list's index, without a chat's changes, from its file; or build it, and store it if possible."""
    made_of = f"{_FORMAT} {lexicon.hash} {''.join(letters.signs)}"
    digest = hashlib.sha256(made_of.encode()).hexdigest()[:16]
    file = None if folder is None else folder / f"{lexicon.name}-{digest}.index"
    found = None if file is None else _read_index_file(file)
    if found is None:
        found = build_index(letters.encode_words(lexicon.words()))
        if file is not None:
            _write_index_file(file, found, lexicon.name)
    return found


def _read_index_file(file: Path) -> WordIndex | None:
    try:
        data = file.read_bytes()
        nodes, edges, anagrams, root, digest = _HEAD.unpack_from(data)
    except (OSError, error):
        return None
    ends = tuple(accumulate((_HEAD.size, nodes, edges, anagrams)))
    parts = [data[one:other] for one, other in pairwise(ends)]
    found = WordIndex(parts[0], parts[1], parts[2], root)
    sound = len(data) == ends[-1] and _index_digest(found) == digest
    return found if sound else None


def _write_index_file(file: Path, index: WordIndex, name: str) -> None:
    """Write an index atomically and delete those of earlier lists; do nothing if the folder is read-only."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, new = tempfile.mkstemp(dir=file.parent, prefix=f".{name}-")
        try:
            with os.fdopen(descriptor, "wb") as target:
                parts = (index.nodes, index.edges, index.anagrams)
                target.write(_HEAD.pack(*map(len, parts), index.root, _index_digest(index)))
                target.writelines(parts)
                target.flush()
                os.fsync(target.fileno())
            Path(new).replace(file)
        except BaseException:
            Path(new).unlink(missing_ok=True)
            raise
        for other in file.parent.glob(f"{name}-*.index"):
            # The names of lists may share a prefix, like en and en-common.
            if other != file and other.name.rpartition("-")[0] == name:
                other.unlink(missing_ok=True)


def _index_digest(index: WordIndex) -> bytes:
    found = hashlib.blake2b(index.nodes, digest_size=32)
    found.update(index.edges)
    found.update(index.anagrams)
    found.update(index.root.to_bytes(4, "little"))
    return found.digest()
