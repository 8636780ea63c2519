"""Word graphs for the compiled search, made from the lists that ship and kept in DATA_DIR.

A file's name says what it was made of, so a list that has changed gets another; what is damaged is made again.
"""

import contextlib
import hashlib
import os
import tempfile
from itertools import accumulate, pairwise
from pathlib import Path
from struct import Struct, error
from typing import Final

from bot.families.crossword.kernels import Index, build
from engine.crossword.search.letters import Letters
from engine.lexicon import Lexicon

FOLDER: Final = "indices"
_FORMAT: Final = "harfiyen index 2"
_HEAD: Final = Struct("<4I32s")
"""Sizes of nodes, edges and filter in bytes, the root, and the hash of them all."""


def index_of(lexicon: Lexicon, letters: Letters, folder: Path | None) -> Index:
    """The index of a list: read from its file, or made, and kept there if that is possible.

    Args:
        lexicon: without a chat's changes.
        letters: of its language.
        folder: the folder of indices, made if it is missing; ``None`` to keep nothing.
    """
    file = None if folder is None else folder / f"{lexicon.name}-{_name(lexicon, letters)}.index"
    found = None if file is None else _read(file)
    if found is None:
        found = build(letters.text(lexicon.words()))
        if file is not None:
            _keep(file, found, lexicon.name)
    return found


def _name(lexicon: Lexicon, letters: Letters) -> str:
    made_of = f"{_FORMAT} {lexicon.hash} {''.join(letters.signs)}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]


def _read(file: Path) -> Index | None:
    try:
        data = file.read_bytes()
        nodes, edges, anagrams, root, digest = _HEAD.unpack_from(data)
    except (OSError, error):
        return None
    ends = tuple(accumulate((_HEAD.size, nodes, edges, anagrams)))
    parts = [data[one:other] for one, other in pairwise(ends)]
    found = Index(parts[0], parts[1], parts[2], root)
    sound = len(data) == ends[-1] and _digest(found) == digest
    return found if sound else None


def _keep(file: Path, index: Index, name: str) -> None:
    """Write a file at once or not at all, and take away those of earlier lists; without a place to write, nothing."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, new = tempfile.mkstemp(dir=file.parent, prefix=f".{name}-")
        try:
            with os.fdopen(descriptor, "wb") as target:
                parts = (index.nodes, index.edges, index.anagrams)
                target.write(_HEAD.pack(*map(len, parts), index.root, _digest(index)))
                target.writelines(parts)
                target.flush()
                os.fsync(target.fileno())
            Path(new).replace(file)
        except BaseException:
            Path(new).unlink(missing_ok=True)
            raise
        for other in file.parent.glob(f"{name}-*.index"):
            # Names of lists may begin alike, as en and en-common do.
            if other != file and other.name.rpartition("-")[0] == name:
                other.unlink(missing_ok=True)


def _digest(index: Index) -> bytes:
    found = hashlib.blake2b(index.nodes, digest_size=32)
    found.update(index.edges)
    found.update(index.anagrams)
    found.update(index.root.to_bytes(4, "little"))
    return found.digest()
