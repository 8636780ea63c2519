"""The pages about privacy name every kind of key that is looked through when somebody is forgotten."""

from pathlib import Path

import pytest

from bot.store.keys import KEYS
from bot.tables.forgetting.eraser import ERASED, KEPT

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("privacy.md", "privacy.tr.md", "privacy.uk.md")


def short_name(kind: str) -> str:
    """What the pages call a kind of key: the first fixed part of its name that is no mark of a shard."""
    parts = KEYS[kind].pattern.split(":")[1:]
    return next(part for part in parts if not part.startswith(("{", "<", "u<")))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_of_each_kind_of_key_what_becomes_of_it(page: str) -> None:
    table = (DOCS / page).read_text("utf-8").rpartition("\n## ")[2]
    missing = {name for kind in (*ERASED, *KEPT) if f"`{(name := short_name(kind))}`" not in table}
    assert missing == set()


def test_the_pages_have_the_same_rows() -> None:
    first, *others = ((DOCS / page).read_text("utf-8").splitlines() for page in PAGES)
    rows = [line.split("|")[1].count("`") for line in first if line.startswith("|")]
    for other in others:
        assert [line.split("|")[1].count("`") for line in other if line.startswith("|")] == rows
