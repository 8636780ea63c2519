"""Compiling a lexicon: pinned archive → words → word graph, provenance, licence; always the same bytes."""

import hashlib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Final

import dawg
import msgspec
from msgspec import Struct

import engine
from bot.lexicon.archives import Archive, Pin
from bot.lexicon.gathering import Gathered, Recipe
from bot.lexicon.recipes import RECIPES
from engine.errors import DataError
from engine.lexicon import GRAPH, PROVENANCE, SCHEMA, Provenance, Source

LEXICA: Final = Path(engine.__file__).parent / "lexica"
_LINES: Final = (9, 15, 17)
"""The longest lines of the boards there are."""


class Report(Struct, frozen=True):
    """What a build did: whether the compiled file now differs from the one before, and its account."""

    changed: bool
    size: int
    """Bytes of the compiled file."""
    provenance: Provenance


def build(name: str, sources: Path, target: Path = LEXICA, recipes: Mapping[str, Recipe] = RECIPES) -> Report:
    """Make one lexicon from the archives in the folder of sources and write it to the target.

    Raises:
        DataError: there is no such lexicon, an archive is missing, not the pinned one or not as expected, or the
            target cannot be written.
    """
    recipe = find(name, recipes)
    archives = [Archive(pin, sources) for pin in recipe.pins]
    gathered = recipe.gather(archives)
    graph = compiled(gathered.words)
    provenance = _provenance(name, recipe, gathered, graph)
    path = target / GRAPH.format(name=name)
    try:
        changed = not path.exists() or path.read_bytes() != graph
        path.write_bytes(graph)
        (target / PROVENANCE.format(name=name)).write_bytes(_readable(provenance))
        for archive in archives:
            (target / archive.pin.licence_file).write_text(archive.licence(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise DataError(f"{target}: cannot be written ({error}); choose another folder with --target") from error
    return Report(changed=changed, size=len(graph), provenance=provenance)


def find(name: str, recipes: Mapping[str, Recipe] = RECIPES) -> Recipe:
    """The recipe of a lexicon.

    Raises:
        DataError: there is none; names the known ones.
    """
    if name not in recipes:
        raise DataError(f"lexicon {name!r}: there is no recipe; known are {', '.join(sorted(recipes))}")
    return recipes[name]


def compiled(words: frozenset[str]) -> bytes:
    """The word graph of a set of words; equal sets give equal bytes."""
    return bytes(dawg.CompletionDAWG(sorted(words), input_is_sorted=True).tobytes())


def _provenance(name: str, recipe: Recipe, gathered: Gathered, graph: bytes) -> Provenance:
    return Provenance(
        schema=SCHEMA,
        name=name,
        language=recipe.language,
        words=len(gathered.words),
        sha256=hashlib.sha256(graph).hexdigest(),
        made_with=f"dawg2 {version('dawg2')}, CompletionDAWG",
        rebuild=f"harfiyen lexicon build {name}",
        sources=tuple(_source(pin, paths) for pin, paths in zip(recipe.pins, gathered.files, strict=True)),
        added=gathered.added,
        steps=gathered.steps,
        up_to_letters={str(most): sum(len(word) <= most for word in gathered.words) for most in _LINES},
    )


def _source(pin: Pin, paths: tuple[str, ...]) -> Source:
    return Source(pin.package, pin.version, pin.archive, pin.sha256, pin.licence, pin.licence_file, paths)


def _readable(provenance: Provenance) -> bytes:
    return msgspec.json.format(msgspec.json.encode(provenance), indent=2) + b"\n"
