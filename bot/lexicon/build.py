"""Compiles a lexicon reproducibly: pinned archive → words → word graph, provenance, licence."""

import argparse
import hashlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal

import dawg
import msgspec
from msgspec import Struct

import engine
from bot.lexicon.languages import (
    HUNSPELL,
    PYMORPHY,
    SCOWL,
    TRNLP,
    UWU,
    WUKRAINIAN,
    GatheredWords,
    LexiconRecipe,
    SourceArchive,
    common_words_recipe,
    fetch_archive,
    gather_english,
    gather_singular_nouns,
    gather_turkish,
    gather_ukrainian,
)
from bot.terminal import print_line
from engine.alphabet import load_alphabet
from engine.errors import DataError, Malformed
from engine.lexicon import GRAPH_FILE, PROVENANCE_FILE, SCHEMA, Provenance, Source, load_lexicon, shipped_lexica

LEXICA_FOLDER: Final = Path(engine.__file__).parent / "lexica"
_LONGEST_LINES: Final = (9, 15, 17)  # the longest lines of the boards that the bot has


class BuildReport(Struct, frozen=True):
    """The result of building a lexicon: whether the compiled file changed, and where its words come from."""

    changed: bool
    size: int  # bytes of the compiled file
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
    """Build a lexicon into ``target`` from the archives in the folder ``sources``; raises DataError."""
    recipe = find_recipe(name, recipes)
    archives = [SourceArchive(pin, sources) for pin in recipe.pins]
    gathered = recipe.gather(archives)
    graph = compile_words(gathered.words)
    provenance = _make_provenance(name, recipe, gathered, graph)
    path = target / GRAPH_FILE.format(name=name)
    try:
        changed = not path.exists() or path.read_bytes() != graph
        path.write_bytes(graph)
        described = msgspec.json.format(msgspec.json.encode(provenance), indent=2) + b"\n"
        (target / PROVENANCE_FILE.format(name=name)).write_bytes(described)
        for archive in archives:
            (target / archive.pin.licence_file).write_text(archive.read_licence(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise DataError(f"{target}: cannot be written ({error}); choose another folder with --target") from error
    return BuildReport(changed=changed, size=len(graph), provenance=provenance)


def find_recipe(name: str, recipes: Mapping[str, LexiconRecipe] = RECIPES) -> LexiconRecipe:
    """The recipe of a lexicon; raises DataError, with the names of all recipes."""
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
        sources=tuple(
            Source(pin.package, pin.version, pin.archive, pin.sha256, pin.licence, pin.licence_file, paths)
            for pin, paths in zip(recipe.pins, gathered.files, strict=True)
        ),
        added=gathered.added,
        steps=gathered.steps,
        up_to_letters={str(most): sum(len(word) <= most for word in gathered.words) for most in _LONGEST_LINES},
    )


WordFinding = Literal["word", "unknown", "not_letters", "too_short"]

FINDING_SENTENCES: Final[dict[WordFinding, str]] = {
    "word": "yes",
    "unknown": "no",
    "not_letters": "no: has characters that are no letters of this language",
    "too_short": "no: a word has at least two letters",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands ``build`` and ``check`` to a parser, for :func:`run`."""
    commands = parser.add_subparsers(dest="lexicon_command", required=True)
    building = commands.add_parser("build", help="compile the word lists from their pinned source packages")
    building.add_argument(
        "lexica", nargs="*", metavar="NAME", help=f"of {', '.join(RECIPES)}; if none, all that ship with Harfiyen"
    )
    building.add_argument("--sources", type=Path, metavar="DIR", help="holds the archives; downloaded if not given")
    building.add_argument(
        "--target", type=Path, default=LEXICA_FOLDER, metavar="DIR", help="where to write (%(default)s)"
    )
    checking = commands.add_parser("check", help="ask the word lists about words; status 1 if some are in none")
    checking.add_argument("words", nargs="+", metavar="WORD")
    checking.add_argument("--lexicon", action="append", choices=shipped_lexica(), help="ask this list only; repeatable")
    for command in (building, checking):
        command.add_argument("--json", action="store_true", help="answer with one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Run the parsed subcommand and return the exit status; raises DataError."""
    if arguments.lexicon_command == "build":
        names = arguments.lexica or [name for name, recipe in RECIPES.items() if recipe.is_shipped]
        return _build_and_print(names, arguments.sources, arguments.target, json=arguments.json)
    return _check_and_print(arguments.words, arguments.lexicon, json=arguments.json)


def _build_and_print(names: Sequence[str], sources: Path | None, target: Path, *, json: bool) -> int:
    reports = [_fetch_and_build(name, sources, target) for name in names]
    if json:
        print_line(msgspec.json.encode(reports).decode())
        return 0
    for report in reports:
        made = report.provenance
        news = "changed" if report.changed else "as before"
        print_line(f"{made.name}: {made.words:,} words, {report.size:,} bytes, {news}, SHA-256 {made.sha256}")
        for step, count in (made.steps | made.added).items():
            print_line(f"    {count:>9,}  {step}")
    return 0


def _fetch_and_build(name: str, sources: Path | None, target: Path) -> BuildReport:
    if sources is not None:
        return build_lexicon(name, sources, target)
    with tempfile.TemporaryDirectory() as folder:
        for pin in find_recipe(name).pins:
            if not pin.is_bundled:
                fetch_archive(pin, Path(folder))
        return build_lexicon(name, Path(folder), target)


def _check_and_print(words: Sequence[str], names: Sequence[str] | None, *, json: bool) -> int:
    verdicts = check_words(words, names)
    if json:
        print_line(
            msgspec.json.encode([msgspec.structs.asdict(each) | {"valid": each.is_valid} for each in verdicts]).decode()
        )
    else:
        for each in verdicts:
            print_line(f"{each.word}\t{each.lexicon}\t{FINDING_SENTENCES[each.finding]}")
    found = {each.text for each in verdicts if each.is_valid}
    return 0 if found.issuperset(words) else 1


class WordVerdict(Struct, frozen=True):
    """One lexicon's verdict on a text: a ``word``, ``unknown``, or why it cannot be a word."""

    text: str
    lexicon: str
    word: str  # the text in the lexicon's capitals, as far as it is readable
    finding: WordFinding

    @property
    def is_valid(self) -> bool:
        """Whether the text may be played as a word."""
        return self.finding == "word"


def check_words(texts: Iterable[str], names: Iterable[str] | None = None) -> list[WordVerdict]:
    """Each lexicon's verdict (by default all of the bot's) on each text, in order; raises DataError."""
    asked = tuple(shipped_lexica() if names is None else names)
    return [_check_word(text, name) for text in texts for name in asked]


def _check_word(text: str, name: str) -> WordVerdict:
    words = load_lexicon(name)
    letters = load_alphabet(words.provenance.language)
    try:
        word = letters.normalise_word(text)
    except Malformed as problem:
        finding: WordFinding = "too_short" if problem.code == "too_short" else "not_letters"
        return WordVerdict(text, name, letters.normalise(text), finding)
    return WordVerdict(text, name, word, "word" if word in words else "unknown")
