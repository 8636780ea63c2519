"""A family of games is named in its own rooms alone: whoever else wants something of a game asks the registry."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import bot
from bot.families import family_list, registry
from bot.families.chat_family import ChatFamily
from bot.families.family_list import FAMILY_COMMANDS as TOOLS_OF_FAMILIES
from bot.telegram.keyboards import COMMON_BUTTONS
from engine import families
from engine.rulesets import shipped_rulesets

ROOT = Path(bot.__file__).parent
NAMES = {family.name for family in registry.FAMILIES} | set(shipped_rulesets())
ROOMS = tuple(ROOT / "families" / family.name for family in registry.FAMILIES)
TOOLS = {
    "families/family_list.py": "lists the families",
    "wording/game_result.py": "has a sign for each game that ships",
}
"""What may name a family, and why."""
PLAIN_WORDS = {"duplicate"}
"""Names that programs have for other things, such as an update that comes twice: imports alone tell of the family."""


def source_files() -> Iterator[Path]:
    for file in sorted(ROOT.rglob("*.py")):
        inside = file.relative_to(ROOT).as_posix()
        if not any(room in file.parents for room in ROOMS) and not any(inside.startswith(tool) for tool in TOOLS):
            yield file


def family_names_in(file: Path) -> Iterator[str]:
    """The families, and their games, that code names: in imports, in identifiers, in texts that are no prose."""
    text = file.read_text(encoding="utf-8")
    if not any(name in text.lower() for name in NAMES):
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module)):
                yield from NAMES & set(module.split("."))
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.alias(name=word):
                yield from (name for name in NAMES - PLAIN_WORDS if name in word.lower())
            case ast.Constant(value=str(word)):
                yield from (NAMES - PLAIN_WORDS) & {word}
            case _:
                pass


def test_no_other_module_names_a_family_or_its_games() -> None:
    found = {file.relative_to(ROOT).as_posix(): set(family_names_in(file)) for file in source_files()}
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize("tool", TOOLS)
def test_what_may_name_a_family_does(tool: str) -> None:
    place = ROOT / tool
    files = place.rglob("*.py") if place.is_dir() else [place]
    assert any(set(family_names_in(file)) for file in files)


def test_the_list_names_every_family() -> None:
    assert set(family_names_in(ROOT / "families" / "family_list.py")) == {family.name for family in registry.FAMILIES}


BUILT_ON = {"duplicate": {"crossword"}}
"""Which room another one builds on, as it is played on the same board."""


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_names_no_other_family(room: Path) -> None:
    others = {one.name for one in ROOMS if one != room} - BUILT_ON.get(room.name, set())
    found = {file.name: others & set(family_names_in(file)) for file in room.rglob("*.py")}
    assert found
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize("name", TOOLS_OF_FAMILIES)
def test_a_command_for_one_family_lies_in_a_room(name: str) -> None:
    module = find_spec(TOOLS_OF_FAMILIES[name].module)
    assert module is not None
    assert module.origin is not None
    assert any(room in Path(module.origin).parents for room in ROOMS)


def test_families_are_listed_alike_in_the_engine_and_in_the_bot() -> None:
    rulesets_of = [family.ruleset for family in families.FAMILIES]
    assert [family.engine_family.ruleset for family in registry.FAMILIES] == rulesets_of
    assert [family.ruleset_type for family in family_list.COMMAND_LINE_FAMILIES] == rulesets_of


@pytest.mark.parametrize("family", registry.FAMILIES, ids=lambda family: family.name)
def test_a_family_is_complete(family: ChatFamily) -> None:
    assert family.events.text_only
    assert not set(family.chat.button_kinds) & set(COMMON_BUTTONS)
