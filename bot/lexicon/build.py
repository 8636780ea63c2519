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
from bot.lexicon.common_words import common_words_recipe
from bot.lexicon.languages import (
    HUNSPELL,
    PYMORPHY,
    SCOWL,
    TRNLP,
    UWU,
    WUKRAINIAN,
    gather_english,
    gather_singular_nouns,
    gather_turkish,
    gather_ukrainian,
)
from bot.lexicon.recipe import GatheredWords, LexiconRecipe
from bot.lexicon.source_archives import PinnedArchive, SourceArchive
from engine.errors import DataError
from engine.lexicon import GRAPH_FILE, PROVENANCE_FILE, SCHEMA, Provenance, Source

LEXICA_FOLDER: Final = Path(engine.__file__).parent / "lexica"


_LONGEST_LINES: Final = (9, 15, 17)
"""The longest lines of the boards there are."""


class BuildReport(Struct, frozen=True):
    """What a build did: whether the compiled file now differs from the one before, and its account."""

    changed: bool
    size: int
    """Bytes of the compiled file."""
    provenance: Provenance


_FULL_RECIPES: Final = {
    "en": LexiconRecipe("en", (UWU, SCOWL), gather_english),
    "tr": LexiconRecipe("tr", (TRNLP,), gather_turkish),
    "uk": LexiconRecipe("uk", (HUNSPELL, WUKRAINIAN), gather_ukrainian),
}


RECIPES: Final = (
    _FULL_RECIPES
    | {f"{language}-common": common_words_recipe(recipe) for language, recipe in _FULL_RECIPES.items()}
    | {"uk-nouns": LexiconRecipe("uk", (HUNSPELL, WUKRAINIAN, PYMORPHY), gather_singular_nouns, is_shipped=False)}
)


def build_lexicon(
    name: str, sources: Path, target: Path = LEXICA_FOLDER, recipes: Mapping[str, LexiconRecipe] = RECIPES
) -> BuildReport:
    """Make one lexicon from the archives in the folder of sources and write it to the target.

    Raises:
        DataError: there is no such lexicon, an archive is missing, not the pinned one or not as expected, or the
            target cannot be written.
    """
    recipe = find_recipe(name, recipes)
    archives = [SourceArchive(pin, sources) for pin in recipe.pins]
    gathered = recipe.gather(archives)
    graph = compile_words(gathered.words)
    provenance = _make_provenance(name, recipe, gathered, graph)
    path = target / GRAPH_FILE.format(name=name)
    try:
        changed = not path.exists() or path.read_bytes() != graph
        path.write_bytes(graph)
        (target / PROVENANCE_FILE.format(name=name)).write_bytes(_to_indented_json(provenance))
        for archive in archives:
            (target / archive.pin.licence_file).write_text(archive.read_licence(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise DataError(f"{target}: cannot be written ({error}); choose another folder with --target") from error
    return BuildReport(changed=changed, size=len(graph), provenance=provenance)


def find_recipe(name: str, recipes: Mapping[str, LexiconRecipe] = RECIPES) -> LexiconRecipe:
    """The recipe of a lexicon.

    Raises:
        DataError: there is none; names the known ones.
    """
    if name not in recipes:
        raise DataError(f"lexicon {name!r}: there is no recipe; known are {', '.join(sorted(recipes))}")
    return recipes[name]


def compile_words(words: frozenset[str]) -> bytes:
    """The word graph of a set of words; equal sets give equal bytes."""
    return bytes(dawg.CompletionDAWG(sorted(words), input_is_sorted=True).tobytes())


def _make_provenance(name: str, recipe: LexiconRecipe, gathered: GatheredWords, graph: bytes) -> Provenance:
    return Provenance(
        schema=SCHEMA,
        name=name,
        language=recipe.language,
        words=len(gathered.words),
        sha256=hashlib.sha256(graph).hexdigest(),
        made_with=f"dawg2 {version('dawg2')}, CompletionDAWG",
        rebuild=f"harfiyen lexicon build {name}",
        sources=tuple(_to_source(pin, paths) for pin, paths in zip(recipe.pins, gathered.files, strict=True)),
        added=gathered.added,
        steps=gathered.steps,
        up_to_letters={str(most): sum(len(word) <= most for word in gathered.words) for most in _LONGEST_LINES},
    )


def _to_source(pin: PinnedArchive, paths: tuple[str, ...]) -> Source:
    return Source(pin.package, pin.version, pin.archive, pin.sha256, pin.licence, pin.licence_file, paths)


def _to_indented_json(provenance: Provenance) -> bytes:
    return msgspec.json.format(msgspec.json.encode(provenance), indent=2) + b"\n"
