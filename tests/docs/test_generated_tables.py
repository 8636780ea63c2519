"""The tables that are made are those that stand in the pages; ``python -m tests.docs`` writes them."""

import pytest

from bot.handlers.general import all_command_rows
from bot.user_input.commands import command_name
from tests.docs.command_lists import told_commands, with_commands
from tests.docs.generated_tables import Table, heading, placed, tables
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
