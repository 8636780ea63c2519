"""The pages about privacy name every kind of key that is looked through when somebody is forgotten."""

from pathlib import Path

import pytest

from bot.store.keys import KEYS
from bot.tables.forgetting import ERASED, KEPT

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("privacy.md", "privacy.tr.md", "privacy.uk.md")


def short_name(kind: str) -> str:
    """What the pages call a kind of key: the first fixed part of its name that is no mark of a shard."""
    parts = KEYS[kind].pattern.split(":")[1:]
    return next(part for part in parts if not part.startswith(("{", "<", "u<")))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_of_each_kind_of_key_what_becomes_of_it(page: str) -> None:
    told = (DOCS / page).read_text("utf-8").rpartition("\n## ")[2]
    missing = {name for kind in (*ERASED, *KEPT) if f"`{(name := short_name(kind))}`" not in told}
    assert missing == set()
