"""The pages about privacy name every kind of key that is looked through when somebody is forgotten."""

import re
from pathlib import Path

import pytest

from bot.store.keys import KEYS
from bot.tables.forgetting import ERASED, KEPT
from tests.support.checkout import code_spans, list_items

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


def counted_code(page: str) -> list[list[int]]:
    """For both lists at a page's end, how many code spans stand before the colon of each of its items."""
    sections = (DOCS / page).read_text("utf-8").split("\n## ")[-2:]
    return [[len(code_spans(_head_of(item))) for item in list_items(section)] for section in sections]


def _head_of(item: str) -> str:
    """What an item is about: in bold, or up to its first colon."""
    found = re.match(r"\*\*(.+?)\*\*: |(.+?): ", item)
    assert found is not None, item
    return found[0]


def test_the_pages_have_the_same_items() -> None:
    first, *others = map(counted_code, PAGES)
    kept, forgotten = first
    assert len(kept) > 15
    assert sum(forgotten) > 20
    assert others == [first] * len(others)
