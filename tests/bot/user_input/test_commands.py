"""A command is a row at its handler and a line in each language; what does not belong together is refused."""

from pathlib import Path

import pytest

from bot.handlers.general import all_command_rows
from bot.user_input.commands import CommandError, command_menu, command_name, find_command
from tests.support.altered_data_files import Change, copied_languages
from tests.support.languages import LANGUAGES


@pytest.fixture
def change_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return copied_languages(tmp_path, monkeypatch)


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
