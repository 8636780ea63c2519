"""A command is a row at its handler and a line in each language; what does not belong together is refused."""

import inspect
from pathlib import Path
from typing import Any

import pytest

from bot.families import registry
from bot.handlers import commands as gathering
from bot.handlers.commands import GENERAL, answered, commands
from bot.handlers.presence import PresenceHandlers
from bot.languages import LanguageError
from bot.typed.commands import CommandError, Row, bound, command, command_meant, command_name, gathered, menu
from tests.support.changed_languages import Change, changing
from tests.support.languages import LANGUAGES

FAMILIES = [family.handlers for family in registry.FAMILIES]
OWNERS = tuple(
    one for one in (*GENERAL, *(one for handlers in FAMILIES for one in handlers)) if one is not PresenceHandlers
)
"""All but who answers what Telegram says, and no command."""


class Waving:
    """Answers a command that is no language's."""

    @command("wave", "chat", "anybody")
    async def wave(self, request: Any, context: Any) -> None:
        """Wave."""


class Passing:
    """Answers a command that families have."""

    @command("pass", "game", "mover", person=True)
    async def let_by(self, request: Any, context: Any) -> None:
        """Let the turn go by."""


class PassingForAll:
    """The same with another row."""

    @command("pass", "chat", "anybody")
    async def let_by(self, request: Any, context: Any) -> None:
        """Let the turn go by."""


@pytest.fixture
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return changing(tmp_path, monkeypatch)


def test_a_row_stands_at_its_handler() -> None:
    assert commands()["join"] == Row("join", "group", "member", person=True)
    assert commands()["rack"].who == "player", "a handler may answer two commands"
    assert bound(Passing())["pass"].__name__ == "let_by"


@pytest.mark.parametrize("owner", OWNERS)
def test_every_method_that_takes_a_command_answers_one(owner: type) -> None:
    taking = [
        (name, method)
        for name, method in inspect.getmembers(owner, inspect.iscoroutinefunction)
        if not name.startswith("_") and "Command" in str(inspect.signature(method).parameters.get("request", ""))
    ]
    assert taking
    for name, method in taking:
        assert method.__dict__.get("commands"), f"{owner.__name__}.{name} answers nothing"


def test_every_class_with_rows_is_gathered() -> None:
    bot = Path(gathering.__file__).parents[1]
    rooms = (file for room in ("handlers", "families") for file in (bot / room).rglob("*.py"))
    found = {file for file in rooms if "    @command(" in file.read_text("utf-8")}
    assert found == {Path(inspect.getfile(owner)) for owner in OWNERS}


@pytest.mark.parametrize(
    ("general", "families", "wrong"),
    [
        ((*GENERAL, Waving), FAMILIES, "has no line for the command wave"),
        (GENERAL[1:], FAMILIES, "no handler answers the command begin"),
        ((*GENERAL, GENERAL[0]), FAMILIES, "two handlers answer the command new"),
        (GENERAL, [*FAMILIES, (Passing, Passing)], "two handlers answer the command pass"),
        (GENERAL, [*FAMILIES, (PassingForAll,)], "the rows of the command pass differ"),
    ],
)
def test_rows_that_do_not_belong_together_are_refused(general: Any, families: Any, wrong: str) -> None:
    with pytest.raises(CommandError, match=wrong):
        gathered(general, families)


def test_what_is_answered_is_what_is_named() -> None:
    keys = {*commands()}
    assert answered(keys) == commands()
    with pytest.raises(CommandError, match="nobody answers the command bag"):
        answered(keys - {"bag"})
    with pytest.raises(CommandError, match="nobody names the command wave"):
        answered(keys | {"wave"})


@pytest.mark.parametrize(
    ("language", "old", "new", "wrong"),
    [
        ("uk", "\nbag = { menu", "\nsack = { menu", "uk has other commands than tr, or in another order"),
        ("tr", "\nbag = { name", "\nwave = { name", "tr has no line for the command bag"),
        ("en", 'start = { name = "start" }', 'start = { name = "start", menu = "Start" }', "others have not"),
    ],
)
def test_lines_that_do_not_belong_together_are_refused(
    change: Change, language: str, old: str, new: str, wrong: str
) -> None:
    change(language, old, new)
    with pytest.raises(CommandError, match=wrong):
        commands()


@pytest.mark.parametrize(
    ("language", "old", "new", "wrong"),
    [
        ("tr", 'name = "torba"', 'name = "skor"', "tr/typed.toml: two commands are called skor"),
        ("tr", 'name = "torba"', 'name = "score"', "two commands are called score"),
        ("en", 'bag = { name = "bag", ', "bag = { ", "en/typed.toml: the command bag has no name"),
    ],
)
def test_names_are_each_of_one_command(change: Change, language: str, old: str, new: str, wrong: str) -> None:
    change(language, old, new)
    with pytest.raises(LanguageError, match=wrong):
        commands()


@pytest.mark.parametrize("language", LANGUAGES)
def test_menus_have_every_command_in_one_order(language: str) -> None:
    listed = [key for key in commands() if key != "start"]
    names = [name for name, told in menu(language) if told]
    assert names == [command_name(key, language) for key in listed]
    assert [command_meant(name) for name in names] == listed
