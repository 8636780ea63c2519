"""The command line of ``harfiyen lexicon``: build and check."""

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from bot.lexicon.build import LEXICA_FOLDER, RECIPES, BuildReport, build_lexicon, find_recipe
from bot.lexicon.source_archives import fetch_archive
from bot.terminal import print_line
from engine.alphabet import load_alphabet
from engine.errors import Malformed
from engine.lexicon import load_lexicon, shipped_lexica

WordFinding = Literal["word", "unknown", "not_letters", "too_short"]


FINDING_SENTENCES: Final[dict[WordFinding, str]] = {
    "word": "yes",
    "unknown": "no",
    "not_letters": "no: has characters that are no letters of this language",
    "too_short": "no: a word has at least two letters",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give a parser the subcommands ``build`` and ``check``; :func:`run` carries them out."""
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
    """Carry out what :func:`add_arguments` parsed and return the exit status.

    Raises:
        DataError: see :func:`bot.lexicon.build.build_lexicon` and :func:`bot.lexicon.command_line.check_words`.
    """
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
    """What one lexicon says of one text: a ``word``, ``unknown``, or why it could never be one."""

    text: str
    lexicon: str
    word: str
    """The text in the lexicon's capitals, as far as it goes."""
    finding: WordFinding

    @property
    def is_valid(self) -> bool:
        """Whether the text may be played."""
        return self.finding == "word"


def check_words(texts: Iterable[str], names: Iterable[str] | None = None) -> list[WordVerdict]:
    """The verdict of each lexicon on each text, in order; all shipped lexica unless some are named.

    Raises:
        DataError: a lexicon is unknown, or its files are missing or damaged.
    """
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
