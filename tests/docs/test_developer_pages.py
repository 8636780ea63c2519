"""What the pages for developers say of the tree: the files that they name exist, the rooms are the contract's."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from bot.handlers.general import all_command_rows
from bot.user_input.commands import CommandRow, handles_command
from tests.support.doc_pages import DOCS, ROOT, code_spans, list_items, page_section, page_text, table_rows
from tests.support.languages import LANGUAGES

ARCHITECTURE, CONTRIBUTING, DECISIONS = DOCS / "architecture.md", DOCS / "contributing.md", DOCS / "decisions"
TREE = [
    file.relative_to(ROOT).as_posix()
    for folder in ("bot", "engine", "render", "tests", "tools", "docs")
    for file in (ROOT / folder).rglob("*")
    if "__pycache__" not in file.parts
]
MOST_WORDS = 2_500
"""Of the architecture, and"""
MOST_WORDS_OF_A_DECISION = 300
HEADS_OF_A_DECISION = ["Question", "Choice", "Alternatives", "Price"]


@pytest.mark.parametrize("page", [ARCHITECTURE, CONTRIBUTING], ids=lambda page: page.name)
def test_every_file_and_folder_named_exists(page: Path) -> None:
    named = set(re.findall(r"`([\w./]+\.(?:py|lua|toml|ftl)|[a-z_]+/(?:[\w]+/)*)`", page_text(page)))
    for name in sorted(named):
        ending = f"/{name.rstrip('/')}"
        assert (ROOT / name).exists() or any(f"/{path}".endswith(ending) for path in TREE), name


@pytest.mark.parametrize("page", [ARCHITECTURE, CONTRIBUTING], ids=lambda page: page.name)
def test_every_name_of_several_words_stands_in_the_source(page: Path) -> None:
    told = set(re.findall(r"`(?:\w+\.)*([a-z]+(?:_[a-z]+)+)`", page_text(page)))
    sources = [
        ROOT / name for name in TREE if name.endswith((".py", ".lua", ".toml")) and not name.startswith("tests/")
    ]
    said = {name for source in sources for name in re.findall(r"[a-z_]+", source.read_text("utf-8"))}
    assert told - said - {path.stem for path in map(Path, TREE)} == set()


@pytest.mark.parametrize("page", [CONTRIBUTING, ROOT / "bot/user_input/__init__.py"], ids=lambda page: page.name)
def test_a_row_of_a_command_is_shown_as_it_stands_at_its_handler(page: Path) -> None:
    shown = re.findall(r"@([a-z_]+)(\([^)]*\))", page_text(page))
    assert {name for name, _ in shown} == {handles_command.__name__}
    for _, arguments in shown:
        call = ast.parse(f"row{arguments}", mode="eval").body
        assert isinstance(call, ast.Call)
        places = [ast.literal_eval(one) for one in call.args]
        row = CommandRow(*places, **{str(one.arg): ast.literal_eval(one.value) for one in call.keywords})
        assert all_command_rows()[row.key] == row


def test_the_rooms_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract.get("containers") == ["bot"])
    told = [code_spans(row[0]) for row in table_rows(page_section(ARCHITECTURE, "Rooms"))]
    assert told == [layer.split(" | ") for layer in layers]


def test_every_room_can_be_found() -> None:
    told = " ".join(re.findall(r"^- (.+?): ", page_section(CONTRIBUTING, "Where things are"), re.MULTILINE))
    rooms = {folder.name for folder in (ROOT / "bot").iterdir() if (folder / "__init__.py").exists()}
    assert {room for room in rooms if f"`bot/{room}/`" not in told} == set()


def test_the_architecture_is_read_in_ten_minutes_and_without_its_diagrams() -> None:
    diagrams = re.findall(r"^```mermaid\n(\w+)", page_text(ARCHITECTURE), re.MULTILINE)
    assert len(diagrams) == 4
    assert len(page_text(ARCHITECTURE).split()) <= MOST_WORDS


def test_decisions_are_short_and_listed_in_their_order() -> None:
    pages = sorted(DECISIONS.glob("0*.md"))
    assert {page.name for page in pages if len(page_text(page).split()) > MOST_WORDS_OF_A_DECISION} == set()
    assert [page_text(page).split(". ")[0] for page in pages] == [f"# {int(page.name[:4])}" for page in pages]
    listed = re.findall(r"\]\((0[^)]+)\)", page_text(DECISIONS / "README.md"))
    assert listed == [page.name for page in pages]


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("0*.md")), ids=lambda page: str(page.name[:4]))
def test_a_decision_has_question_choice_alternatives_and_price(page: Path) -> None:
    heads = re.findall(r"^\*\*(\w+)\.\*\*", page_text(page), re.MULTILINE)
    assert [head for head in heads if head in HEADS_OF_A_DECISION] == HEADS_OF_A_DECISION


def files_told() -> dict[str, str]:
    """How many files are told for each thing to add."""
    items = list_items(page_section(CONTRIBUTING, "What is edited to add one more"))
    told = [re.match(r"\*\*(.+?)\*\* \((.+?)\): ", item) for item in items]
    assert None not in told
    return {found[1]: found[2] for found in told if found}


def test_a_language_and_a_command_are_as_many_files_as_is_told() -> None:
    counted = files_told()
    folders = [ROOT / "bot" / "texts" / language for language in LANGUAGES]
    guide = commands = options = strengths = handler = test = 1
    typed = texts_of_help = len(folders)
    pages = guide + commands + options + strengths
    assert {len([*folder.iterdir()]) + pages for folder in folders} == {int(counted["an interface language"])}
    assert handler + typed + texts_of_help + test == int(counted["a command"])


PLAY = ("bench",)
"""Rooms that measure the games that ship."""


def test_a_family_is_as_many_edits_as_is_told() -> None:
    counted = files_told()
    own = {ROOT / "engine" / "klepka", ROOT / "bot" / "families" / "klepka", *(ROOT / "bot" / room for room in PLAY)}
    files = (file for folder in ("engine", "bot") for file in (ROOT / folder).rglob("*.py"))
    edited = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if not own & set(file.parents) and re.search(r"import .*klepka|from \S*klepka", file.read_text("utf-8"))
    }
    assert edited == {"engine/families.py", "bot/families/family_list.py"}
    assert counted["a family"] == f"{len(edited)} edited"
