"""The pages that people read, and how tests find tables, headings and quotations in them."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.languages import LANGUAGES

ROOT: Final = Path(__file__).resolve().parent.parent.parent
README: Final = ROOT / "README.md"
DOCS: Final = ROOT / "docs"
GUIDES: Final = {language: DOCS / f"players.{language}.md" for language in LANGUAGES}
COMMAND_PAGES: Final = {language: DOCS / f"commands.{language}.md" for language in LANGUAGES}
OPTION_PAGES: Final = {language: DOCS / f"options.{language}.md" for language in LANGUAGES if language != "en"}
"""Those of the guides; the English guide leads to the page with the words of all languages."""
READER_PAGES: Final = [README, *sorted(DOCS.glob("*.md"))]
"""What is read by people who play, run or change Harfiyen; decisions and the changelog tell of the past."""

_ITEM: Final = re.compile(r"^(?:[-*]|\d+\.) (.+(?:\n +\S.*)*)", re.MULTILINE)
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def page_text(page: Path) -> str:
    """A page as it is written."""
    return page.read_text("utf-8")


def page_section(page: Path, title: str) -> str:
    """What stands below a heading of the second level, up to the next one."""
    return page_text(page).split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def table_rows(part: str) -> Iterator[list[str]]:
    """The rows of every table, without headings and rules; a ``|`` in a cell is not foreseen."""
    table = False
    for line in part.splitlines():
        if not line.startswith("|"):
            table = False
        elif set(line) <= set("|-: "):
            table = True
        elif table:
            yield [cell.strip() for cell in line.strip("|").split("|")]


def list_items(part: str) -> list[str]:
    """The items of every list of the first level, each in one line and without its mark."""
    return [" ".join(item.split()) for item in _ITEM.findall(_FENCE.sub("", part))]


def code_spans(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`(.+?)`", cell)


def language_of(page: Path) -> str:
    """The language that a page is written in."""
    return next((language for language in LANGUAGES if page.name.endswith(f".{language}.md")), "en")


def heading_anchors(page: Path) -> set[str]:
    """The fragments that lead to a page's headings, as the usual viewers of Markdown make them."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page_text(page)), re.MULTILINE)
    return {_anchor_of_heading(heading) for heading in headings}


def link_targets(page: Path) -> list[str]:
    """Where a page's links and pictures lead."""
    body = _FENCE.sub("", page_text(page))
    return re.findall(r"\]\(([^)\s]+)\)", body) + re.findall(r'src="([^"]+)"', body)


def _anchor_of_heading(heading: str) -> str:
    kept = (sign for sign in heading.lower() if sign in "_- " or unicodedata.category(sign)[0] in "LMN")
    return "".join(kept).replace(" ", "-")
