"""What holds for every page: links lead somewhere; commands, moves, tables and buttons that are told exist."""

import re
import unicodedata
from pathlib import Path
from typing import get_args

import pytest

from bot.cli import COMMANDS as SUBCOMMANDS
from bot.handlers.typedgame import called
from bot.judges.dictionaries import Kind
from bot.languages import languages
from bot.texts import source
from bot.typed.options import read
from bot.typed.vocabulary import vocabulary
from engine.alphabet import alphabet
from engine.crossword import reading
from tests.support.languages import LANGUAGES
from tests.support.pages import DOCS, FOR_READERS, ROOT, anchors, language_of, targets, text

LINKED = [
    *FOR_READERS,
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *sorted((DOCS / "decisions").glob("*.md")),
    DOCS / "gallery" / "README.md",
]
OF_BOTFATHER = {"newbot", "setprivacy"}


def told(pattern: str) -> list[tuple[Path, str]]:
    """Whatever the pages tell that fits a pattern, once a page."""
    return [(page, found) for page in FOR_READERS for found in sorted(set(re.findall(pattern, text(page))))]


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_or_a_heading(page: Path) -> None:
    for target in targets(page):
        if re.match(r"https?://", target):
            continue
        path, _, fragment = target.partition("#")
        aim = page.parent / path if path else page
        assert aim.exists(), target
        assert not fragment or fragment in anchors(aim), target


def test_no_command_is_told_that_does_not_exist() -> None:
    known = {*languages().commands} | OF_BOTFATHER
    others = {name for _, name in told(r"`/([a-z]+)(?=[`@ ])")} - known
    assert {name for name in others if languages().meant("synonyms", name) is None} == set()


def test_every_subcommand_is_told_and_none_besides() -> None:
    assert {name for _, name in told(r"(?:bin/|`)harfiyen ([a-z]+)")} == set(SUBCOMMANDS)


def test_every_table_told_can_be_opened() -> None:
    for page, table in told(r"`/(?:yeni|new) ([^`]+)`"):
        if languages().meant("answers", table) == "list":
            continue
        name, _, options = table.partition(" ")
        assert bool(read(options, called(name, language_of(page)), get_args(Kind))) == bool(options), (page.name, table)


def test_every_move_told_can_be_read() -> None:
    for page, move in told(r"`/(?:oyna|play|dene|try)(?:@\w+)? ([^`…]+)`"):
        assert reading.read(move, alphabet(language_of(page)), vocabulary()).signs, (page.name, move)


def test_every_button_told_says_that() -> None:
    sentences = "\n".join(source(language) for language in LANGUAGES)
    buttons = set(re.findall(r"^(?:button|mine|settings-name)-[a-z-]+ = (.+)$", sentences, re.MULTILINE))
    bold = {name for _, name in told(r"\*\*([^*\n]+)\*\*")}
    assert {name for name in bold if unicodedata.category(name[0]) == "So"} <= buttons
