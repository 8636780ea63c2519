"""A command is a row at its handler and a line in each language; what does not belong together is refused."""

from pathlib import Path
from typing import Any

import pytest

from bot.families import registry
from bot.handlers.general import GENERAL_CLASSES, all_command_rows, rows_of_handled_commands
from bot.user_input.commands import (
    CommandError,
    CommandRow,
    collect_command_rows,
    command_handlers_of,
    command_menu,
    command_name,
    find_command,
    handles_command,
)
from tests.support.altered_data_files import Change, copied_languages
from tests.support.languages import LANGUAGES

FAMILIES = [family.chat.command_classes for family in registry.FAMILIES]


class WaveHandlers:
    """Answers a command that is no language's."""

    @handles_command("wave", "chat", "anybody")
    async def wave(self, request: Any, context: Any) -> None:
        """Wave."""


class SkipHandlers:
    """Answers a command that families have."""

    @handles_command("pass", "game", "mover", needs_person=True)
    async def let_by(self, request: Any, context: Any) -> None:
        """Let the turn go by."""


class SkipHandlersForAll:
    @handles_command("pass", "chat", "anybody")
    async def let_by(self, request: Any, context: Any) -> None:
        """Let the turn go by."""


@pytest.fixture
def change_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return copied_languages(tmp_path, monkeypatch)


def test_a_row_stands_at_its_handler() -> None:
    assert all_command_rows()["join"] == CommandRow("join", "group", "member", needs_person=True)
    assert all_command_rows()["rack"].allowed_users == "player", "a handler may answer two commands"
    assert command_handlers_of(SkipHandlers())["pass"].__name__ == "let_by"


@pytest.mark.parametrize(
    ("general", "families", "wrong"),
    [
        ((*GENERAL_CLASSES, WaveHandlers), FAMILIES, "has no line for the command wave"),
        (GENERAL_CLASSES[1:], FAMILIES, "no handler answers the command begin"),
        (GENERAL_CLASSES, [*FAMILIES, (SkipHandlers, SkipHandlers)], "two handlers answer the command pass"),
        (GENERAL_CLASSES, [*FAMILIES, (SkipHandlersForAll,)], "the rows of the command pass differ"),
    ],
)
def test_rows_that_do_not_belong_together_are_refused(general: Any, families: Any, wrong: str) -> None:
    with pytest.raises(CommandError, match=wrong):
        collect_command_rows(general, families)


def test_what_is_answered_is_what_is_named() -> None:
    keys = {*all_command_rows()}
    assert rows_of_handled_commands(keys) == all_command_rows()
    with pytest.raises(CommandError, match="nobody answers the command bag"):
        rows_of_handled_commands(keys - {"bag"})
    with pytest.raises(CommandError, match="nobody names the command wave"):
        rows_of_handled_commands(keys | {"wave"})


@pytest.mark.parametrize(
    ("language", "old", "new", "wrong"),
    [
        ("uk", "\nbag = { menu", "\nsack = { menu", "uk has other commands than tr, or in another order"),
        ("tr", "\nbag = { name", "\nwave = { name", "tr has no line for the command bag"),
    ],
)
def test_lines_that_do_not_belong_together_are_refused(
    change_language: Change, language: str, old: str, new: str, wrong: str
) -> None:
    change_language(language, old, new)
    with pytest.raises(CommandError, match=wrong):
        all_command_rows()


@pytest.mark.parametrize("language", LANGUAGES)
def test_menus_have_every_command_in_one_order(language: str) -> None:
    listed = [key for key in all_command_rows() if key != "start"]
    names = [name for name, told in command_menu(language) if told]
    assert names == [command_name(key, language) for key in listed]
    assert [find_command(name) for name in names] == listed
