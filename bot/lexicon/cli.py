"""The command line of ``harfiyen lexicon``: build and check."""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from bot.lexicon.build import LEXICA, Report, build, find
from bot.lexicon.check import Finding, check
from bot.lexicon.fetch import fetch
from bot.lexicon.recipes import RECIPES
from bot.terminal import complain, say
from engine.errors import DataError
from engine.lexicon import shipped

FINDINGS: Final[dict[Finding, str]] = {
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
    building.add_argument("--target", type=Path, default=LEXICA, metavar="DIR", help="where to write (%(default)s)")
    checking = commands.add_parser("check", help="ask the word lists about words; status 1 if some are in none")
    checking.add_argument("words", nargs="+", metavar="WORD")
    checking.add_argument("--lexicon", action="append", choices=shipped(), help="ask this list only; repeatable")
    for command in (building, checking):
        command.add_argument("--json", action="store_true", help="answer with one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Carry out what :func:`add_arguments` parsed and return the exit status.

    Raises:
        DataError: see :func:`bot.lexicon.build.build` and :func:`bot.lexicon.check.check`.
    """
    if arguments.lexicon_command == "build":
        names = arguments.lexica or [name for name, recipe in RECIPES.items() if recipe.ships]
        return _build(names, arguments.sources, arguments.target, json=arguments.json)
    return _check(arguments.words, arguments.lexicon, json=arguments.json)


def _build(names: Sequence[str], sources: Path | None, target: Path, *, json: bool) -> int:
    reports = [_built(name, sources, target) for name in names]
    if json:
        say(msgspec.json.encode(reports).decode())
        return 0
    for report in reports:
        made = report.provenance
        news = "changed" if report.changed else "as before"
        say(f"{made.name}: {made.words:,} words, {report.size:,} bytes, {news}, SHA-256 {made.sha256}")
        for step, count in (made.steps | made.added).items():
            say(f"    {count:>9,}  {step}")
    return 0


def _built(name: str, sources: Path | None, target: Path) -> Report:
    if sources is not None:
        return build(name, sources, target)
    with tempfile.TemporaryDirectory() as folder:
        for pin in find(name).pins:
            if not pin.kept:
                fetch(pin, Path(folder))
        return build(name, Path(folder), target)


def _check(words: Sequence[str], names: Sequence[str] | None, *, json: bool) -> int:
    verdicts = check(words, names)
    if json:
        say(msgspec.json.encode([msgspec.structs.asdict(each) | {"valid": each.valid} for each in verdicts]).decode())
    else:
        for each in verdicts:
            say(f"{each.word}\t{each.lexicon}\t{FINDINGS[each.finding]}")
    found = {each.text for each in verdicts if each.valid}
    return 0 if found.issuperset(words) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``python -m bot.lexicon`` and return the exit status: 2 when a file is missing or wrong."""
    parser = argparse.ArgumentParser(prog="python -m bot.lexicon", description="The word lists of Harfiyen.")
    add_arguments(parser)
    try:
        return run(parser.parse_args(arguments))
    except DataError as error:
        complain(str(error))
        return 2
