"""What stands in a ``typed.toml`` is read strictly: a mistake names the file, the key and what to write."""

from pathlib import Path

import pytest

from bot.cli import main
from bot.languages import LanguageError, languages
from tests.support.altered_data_files import Change, copied_languages
from tools.check_texts import main as check

NAME = 'name = "torba"'
MENU = 'menu = "Torbada kalanları gösterir"'
LONG = "x" * 33


@pytest.fixture
def change_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return copied_languages(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("old", "new", "place", "remedy"),
    [
        ("[directions]", "[ways]", "ways: there is no such section", "call it one of commands, signs"),
        (NAME, 'nmae = "torba"', "commands.bag: Object contains unknown field `nmae`", "write { name ="),
        (NAME, 'name = "Torba"', "commands.bag: .*name", "1 to 32 of the characters a–z, 0–9 and _"),
        (NAME, 'name = "torbayı"', "commands.bag: .*name", "a–z"),
        (NAME, 'name = "tor-ba"', "commands.bag: .*name", "a–z"),
        (NAME, 'name = "torba\\n"', "commands.bag: .*name", "a–z"),
        (NAME, 'name = ""', "commands.bag: .*name", "a–z"),
        (NAME, f'{NAME}, also = ["Çuval"]', "commands.bag: .*also", "also"),
        (NAME, f'{NAME}, also = ["sure"]', "two commands are called sure", "otherwise"),
        (NAME, f'name = "{LONG}"', "commands.bag: .*name", "1 to 32"),
        (MENU, 'menu = ""', "commands.bag: .*menu", "1 to 256 characters"),
        (MENU, f'menu = "{LONG * 8}"', "commands.bag: .*menu", "1 to 256 characters"),
        (MENU, "menu = 3", "commands.bag: Expected `str", "1 to 256 characters"),
        ('official = ["resmî"', 'official = "resmî" #', "values.bag.official: Expected `array`", "a list of words"),
        ('yes = ["evet"', 'yes = ["evet yes"', "draw.yes: Expected `str` matching", "without spaces"),
        ("[values.bag]", "[values]\nx = 1\n[values.bag]", "values.x: it is no section", r"write it as \[values.x\]"),
        ("order = 1", 'order = "first"', "order: Expected `int`", "as order = 4"),
        ("order = 1", "", "order is missing", "as order = 4"),
        ("[grammar]", '[grammar]\nform = ["one"]', "grammar: Object contains unknown field `form`", "write forms"),
        ("[commands]", "[commands", "not valid TOML", "line"),
        ("double-letter = [", 'double-letter = ["x", ', "signs.double-letter: Expected `array` of length 2", "raised"),
    ],
)
def test_a_mistake_stops_the_start_and_the_check(  # noqa: PLR0917 - two fixtures and what is said
    change_language: Change, capsys: pytest.CaptureFixture[str], old: str, new: str, place: str, remedy: str
) -> None:
    change_language("tr", old, new)
    with pytest.raises(LanguageError, match=f"tr/typed.toml: {place}.*{remedy}") as caught:
        languages()
    assert check() == 1
    assert capsys.readouterr().err == f"{caught.value}\n"


@pytest.mark.parametrize("name", ["torba_2", "x", "x" * 32])
def test_a_name_that_telegram_takes_is_one(change_language: Change, name: str) -> None:
    change_language("tr", NAME, f'name = "{name}"')
    assert languages().command_name("bag", "tr") == name


def test_the_command_line_says_it_in_one_sentence(change_language: Change, capsys: pytest.CaptureFixture[str]) -> None:
    change_language("tr", NAME, 'name = "Torba"')
    assert main(["simulate", "--ruleset", "scrabble-tr", "--option", "torba=91"]) == 2
    assert "tr/typed.toml: commands.bag: " in capsys.readouterr().err
