"""The page of rules: whatever code, rulesets and tests name by ``RULES §`` stands there."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.support.checkout import DOCS, ROOT, list_items, page_section, page_text

PAGE: Final = DOCS / "rules.md"
HEADINGS: Final = re.compile(r"^##+ (\d+(?:\.\d+)?)\.? ", re.MULTILINE)
NAMED: Final = re.compile(r"RULES ([^)\"`|:;]*)")
"""What follows the name of the page, up to where something else begins."""
PLACE: Final = re.compile(r"§(\d+(?:\.\d+)?)(?:–(\d+(?:\.\d+)?))?")
READINGS: Final = re.compile(r"§8,? (?:nos?\.|row) ((?:\d+[a-z]?(?:–|, | and )?)+)")
READING: Final = re.compile(r"\*\*(\d+[a-z]?)\*\* .+: .+ \*Reading:\* .+ \*Why:\* ")
"""How an item of the readings begins: its number, which texts are unclear, where, and how they are read."""
FILES: Final = [
    file
    for room in ("bot", "engine", "render", "tests")
    for file in sorted((ROOT / room).rglob("*"))
    if file.suffix in {".py", ".toml", ".ftl"} or file.parent.name == "playthroughs"
]


def cited() -> Iterator[tuple[str, str]]:
    """Every place that is named, each with the file: ``5.5``, ``8``, and readings as ``no. 40``."""
    for file in FILES:
        for found in NAMED.finditer(file.read_text("utf-8")):
            for place in PLACE.finditer(found[1]):
                yield from ((str(file.relative_to(ROOT)), end) for end in place.groups() if end)
            for listed in READINGS.finditer(found[1]):
                numbers = re.findall(r"\d+[a-z]?", listed[1])
                yield from ((str(file.relative_to(ROOT)), f"no. {number}") for number in numbers)


@pytest.fixture(scope="module")
def there() -> set[str]:
    readings = page_section(PAGE, "8. Where the texts are unclear, and how they are read")
    numbers = [READING.match(item) for item in list_items(readings)]
    assert None not in numbers
    return {*HEADINGS.findall(page_text(PAGE)), *(f"no. {number[1]}" for number in numbers if number)}


def test_every_section_and_reading_that_is_named_is_there(there: set[str]) -> None:
    named = set(cited())
    assert len(named) > 100
    assert {place for _, place in named} >= {"1.4", "5.5", "7.1", "8", "no. 40", "no. 32b", "no. 38"}
    assert sorted((file, place) for file, place in named if place not in there) == []


def test_the_page_names_only_its_own_sections(there: set[str]) -> None:
    places = {end for place in PLACE.finditer(page_text(PAGE)) for end in place.groups() if end}
    assert places - there == set()
