"""What is made, tables and what commands print, stands in the pages; ``python -m tests.docs`` writes it."""

from pathlib import Path

import pytest

from bot.cli import main
from bot.handlers.general import all_command_rows
from bot.user_input.commands import command_name
from tests.docs.generated_tables import Table, heading, placed, tables, told_commands, with_commands
from tests.docs.shown_commands import ELSEWHERE, OFFLINE, PAGE, RUN, SHOWN, arguments
from tests.support.checkout import COMMAND_PAGES, page_text
from tests.support.languages import LANGUAGES


@pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.page.name}: {table.heading}")
def test_a_table_is_as_the_rulesets_have_it(table: Table) -> None:
    assert page_text(table.page) == placed(page_text(table.page), table), "python -m tests.docs writes it anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_item_in_each_language(language: str) -> None:
    page = page_text(COMMAND_PAGES[language])
    assert page.startswith(f"# {heading('commands', language)}\n")
    assert page == with_commands(page, language), "python -m tests.docs writes it anew"
    assert sorted(told_commands(page)) == sorted(command_name(command, language) for command in all_command_rows())


def test_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runs = [(run["command"], run["output"]) for run in RUN.finditer(page_text(PAGE))]
    assert {command.split()[0] for command, _ in runs} == set(OFFLINE)
    for command, output in runs:
        main(arguments(command, tmp_path))
        assert capsys.readouterr().out == output


def test_of_every_command_shown_it_is_known_whether_it_runs_here() -> None:
    assert set(SHOWN.findall(page_text(PAGE))) == {*OFFLINE, *ELSEWHERE}, "tests/docs/shown_commands.py lists them"
