"""What holds for every page: links lead somewhere; commands, moves, tables and buttons that are told exist."""

import re
import unicodedata
from pathlib import Path
from typing import get_args

import pytest

from bot.cli import COMMANDS as SUBCOMMANDS
from bot.handlers.game_options import find_game
from bot.judges.word_judge import DictionaryKind
from bot.languages import languages
from bot.texts import read_language_source
from bot.user_input.commands import load_vocabulary
from bot.user_input.options import parse_options
from engine.alphabet import load_alphabet
from engine.crossword import notation
from tests.support.checkout import (
    DOCS,
    READER_PAGES,
    ROOT,
    heading_anchors,
    language_of,
    link_targets,
    page_text,
    tracked,
)
from tests.support.languages import LANGUAGES

LINKED = [
    *READER_PAGES,
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *sorted((DOCS / "decisions").glob("*.md")),
    DOCS / "gallery" / "README.md",
]
OF_BOTFATHER = {"newapp", "newbot", "setinline", "setinlinefeedback", "setprivacy"}


def told(pattern: str) -> list[tuple[Path, str]]:
    """Whatever the pages tell that fits a pattern, once a page."""
    return [(page, found) for page in READER_PAGES for found in sorted(set(re.findall(pattern, page_text(page))))]


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_or_a_heading(page: Path) -> None:
    for target in link_targets(page):
        if re.match(r"https?://", target):
            continue
        path, _, fragment = target.partition("#")
        aim = page.parent / path if path else page
        assert aim.exists(), target
        assert not fragment or fragment in heading_anchors(aim), target


@pytest.mark.parametrize("page", [DOCS / "architecture.md", DOCS / "contributing.md"], ids=lambda page: page.name)
def test_every_file_and_folder_named_exists(page: Path) -> None:
    tree = [f"/{path}" for path in tracked(ROOT)]
    for name in set(re.findall(r"`([\w./]+\.(?:py|lua|toml|ftl)|[a-z_]+/(?:[\w]+/)*)`", page_text(page))):
        assert any(f"{path}/".endswith(f"/{name}/") or f"/{name}" in path for path in tree), name


def test_no_command_is_told_that_does_not_exist() -> None:
    known = {*languages().commands_by_name, *languages().owner_commands_by_name} | OF_BOTFATHER
    others = {name for _, name in told(r"`/([a-z]+)(?=[`@ ])")} - known
    assert {name for name in others if languages().find_meaning("synonyms", name) is None} == set()


def test_every_subcommand_is_told_and_none_besides() -> None:
    assert {name for _, name in told(r"(?:bin/|`)harfiyen ([a-z]+)")} == set(SUBCOMMANDS)


def test_every_table_told_can_be_opened() -> None:
    for page, table in told(r"`/(?:yeni|new) ([^`]+)`"):
        if languages().find_meaning("answers", table) == "list":
            continue
        name, _, options = table.partition(" ")
        assert bool(parse_options(options, find_game(name, language_of(page)), get_args(DictionaryKind))) == bool(
            options
        ), (page.name, table)


def test_every_move_told_can_be_read() -> None:
    for page, move in told(r"`/(?:oyna|play|dene|try)(?:@\w+)? (?:#\d+ )?([^`…]+)`"):
        assert notation.read_partial_move(move, load_alphabet(language_of(page)), load_vocabulary()).signs, (
            page.name,
            move,
        )


def test_every_button_told_says_that() -> None:
    sentences = "\n".join(read_language_source(language) for language in LANGUAGES)
    buttons = set(re.findall(r"^(?:button|own-board|settings-name)-[a-z-]+ = (.+)$", sentences, re.MULTILINE))
    bold = {name for _, name in told(r"\*\*([^*\n]+)\*\*")}
    assert {name for name in bold if unicodedata.category(name[0]) == "So"} <= buttons
