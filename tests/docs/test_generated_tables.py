"""The tables that are made are those that stand in the pages; ``python -m tests.docs`` writes them."""

import pytest

from tests.docs.generated_tables import Table, placed, tables
from tests.support.doc_pages import page_text


@pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.page.name}: {table.heading}")
def test_a_table_is_as_the_rulesets_have_it(table: Table) -> None:
    assert page_text(table.page) == placed(page_text(table.page), table), "python -m tests.docs writes it anew"
