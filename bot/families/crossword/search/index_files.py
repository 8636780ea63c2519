"""Files with word indices for the compiled search, made from the lists that ship, kept in ``DATA_DIR``.

A file's name has its list's hash, so a changed list gets a new file. A damaged file is made again.
"""

import contextlib
import hashlib
import os
import tempfile
from itertools import accumulate, pairwise
from pathlib import Path
from struct import Struct, error
from typing import Final

from bot.families.crossword.search.kernel import WordIndex, build_index
from engine.crossword.search import LetterCodes
from engine.lexicon import Lexicon

INDEX_FOLDER: Final = "indices"
_FORMAT: Final = "harfiyen index 2"
_HEAD: Final = Struct("<4I32s")
"""Sizes of nodes, edges and filter in bytes, the root, and the hash of them all."""


def load_or_build_index(lexicon: Lexicon, letters: LetterCodes, folder: Path | None) -> WordIndex:
    """The index of a list, read from its file, or built and stored there if possible.

    Args:
        lexicon: without a chat's changes.
        letters: those of its language.
        folder: where indices are kept, created if missing; ``None`` to keep none.
    """
    file = None if folder is None else folder / f"{lexicon.name}-{_index_hash(lexicon, letters)}.index"
    found = None if file is None else _read_index_file(file)
    if found is None:
        found = build_index(letters.encode_words(lexicon.words()))
        if file is not None:
            _write_index_file(file, found, lexicon.name)
    return found


def _index_hash(lexicon: Lexicon, letters: LetterCodes) -> str:
    made_of = f"{_FORMAT} {lexicon.hash} {''.join(letters.signs)}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]


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
    """Write a file atomically and delete those of earlier lists; do nothing if the folder cannot be written."""
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
            # Names of lists may begin alike, as en and en-common do.
            if other != file and other.name.rpartition("-")[0] == name:
                other.unlink(missing_ok=True)


def _index_digest(index: WordIndex) -> bytes:
    found = hashlib.blake2b(index.nodes, digest_size=32)
    found.update(index.edges)
    found.update(index.anagrams)
    found.update(index.root.to_bytes(4, "little"))
    return found.digest()
