"""Wrap the prose of Markdown pages at 120 characters: ``python tools/wrap_markdown.py [--check] [PAGE ...]``.

Paragraphs, list items and quotations are filled anew. Tables, headings, code, HTML and front matter keep their lines,
which cannot be wrapped. Code spans, links and emphasis are not broken if they fit in a line. ``--check`` also refuses
other lines that are too long, such as a table's row; only printed output in a block of code and a link's target may be
longer.
"""

import argparse
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

WIDTH: Final = 120
_ITEM: Final = re.compile(r"(?P<mark>\s*(?:[-*+]|\d+[.)])\s+)(?P<text>.*)")
_KEPT: Final = re.compile(r"\s*(?:\||#|<|!\[|\[[^\]]+\]:|-{3,}\s*$|={3,}\s*$)")
_FENCE: Final = re.compile(r"\s*(?P<mark>`{3,}|~{3,})(?P<language>\w*)")
_PRINTED: Final = frozenset({"console", "text", "json"})
"""The languages of code blocks that show printed output."""
_DEFINED_LINK: Final = re.compile(r"\s*\[[^\]]+\]: \S+$")
_WORD: Final = re.compile(r"(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|\*[^* ][^*]*\*|[^\s`\[*]|[`\[*])+")
_STARTS_A_BLOCK: Final = re.compile(r"(?:[-+*>|]|#{1,6}|\d+[.)])$")


def displayed_length(text: str) -> int:
    """Count the characters that a text displays, without combining marks."""
    return sum(not unicodedata.combining(char) for char in text)


def fill(text: str, first: str, rest: str) -> list[str]:
    """Break a paragraph into lines of at most :data:`WIDTH` characters, each after its indent."""
    lines, line = [], first
    words = _split_words(text)
    for word in words:
        gap = "" if line in (first, rest) else " "
        # A word that would begin a list or a heading must not begin a line.
        if gap and displayed_length(line + gap + word) > WIDTH and not _STARTS_A_BLOCK.match(word):
            lines.append(line)
            line, gap = rest, ""
        line += gap + word
    return [*lines, line]


def _split_words(text: str) -> list[str]:
    """Split at blanks, but keep code, and links and emphasis of up to half a line, in one piece."""
    words: list[str] = []
    for match in _WORD.finditer(text):
        word = match[0]
        if displayed_length(word) <= WIDTH // 2 or word.startswith("`"):
            words.append(word)
        else:
            words.extend(word.split())
    return words


class _Code:
    def __init__(self) -> None:
        self.language = ""
        self._mark = ""  # ends the open block; empty outside of one

    def take_line(self, line: str) -> bool:
        stripped = line.strip()
        if self._mark:
            if stripped.startswith(self._mark) and not stripped.strip(self._mark[0]):
                self._mark = ""
            return True
        if fence := _FENCE.match(line):
            self._mark, self.language = fence["mark"], fence["language"]
        return bool(fence)


class _Page:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._paragraph: list[str] = []
        self._first = self._rest = ""  # the indents of the paragraph's lines
        self._code = _Code()

    def take_line(self, line: str) -> None:
        stripped = line.strip()
        if self._code.take_line(line) or not stripped or _KEPT.match(line) or line.endswith(("  ", "\\")):
            self._keep(line)
        else:
            self._take_prose(line, stripped)

    def end_paragraph(self) -> None:
        if self._paragraph:
            self.lines.extend(fill(" ".join(self._paragraph), self._first, self._rest))
            self._paragraph.clear()

    def _keep(self, line: str) -> None:
        self.end_paragraph()
        self.lines.append(line)

    def _take_prose(self, line: str, stripped: str) -> None:
        if item := _ITEM.fullmatch(line):
            self._begin(item["mark"], " " * len(item["mark"]))
            stripped = item["text"].strip()
        elif stripped.startswith("> "):
            if self._first != "> ":
                self._begin("> ", "> ")
            stripped = stripped[2:]
        elif not self._paragraph:
            indent = line[: len(line) - len(line.lstrip())]
            self._begin(indent, indent)
        self._paragraph.append(stripped)

    def _begin(self, first: str, rest: str) -> None:
        self.end_paragraph()
        self._first, self._rest = first, rest


def wrap_page(text: str) -> str:
    page = _Page()
    for line in text.splitlines():
        page.take_line(line)
    page.end_paragraph()
    return "\n".join(page.lines) + "\n"


def long_lines(text: str) -> list[int]:
    code = _Code()
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        in_code = code.take_line(line)
        printed = in_code and code.language in _PRINTED and not line.lstrip().startswith("$ ")
        if displayed_length(line) > WIDTH and not printed and (in_code or not _DEFINED_LINK.match(line)):
            found.append(number)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; status 1 if a page would change")
    parser.add_argument("pages", nargs="*", type=Path, help="default: every page that git knows")
    arguments = parser.parse_args()
    pages = arguments.pages or _known_pages()
    status = 0
    for page in pages:
        before = page.read_text(encoding="utf-8")
        after = wrap_page(before)
        if not arguments.check:
            if after != before:
                page.write_text(after, encoding="utf-8")
            continue
        for complaint in _complaints(before, after):
            sys.stderr.write(f"{page}{complaint}\n")
            status = 1
    return status


def _complaints(before: str, after: str) -> Iterator[str]:
    if after != before:
        yield f": its prose is not wrapped at {WIDTH} characters; run `make format`"
    else:
        for number in long_lines(before):
            yield f":{number}: more than {WIDTH} characters, and `make format` cannot wrap them; write a list?"


def _known_pages() -> list[Path]:
    found = subprocess.run(["git", "ls-files", "-z", "*.md"], capture_output=True, check=True, text=True).stdout  # noqa: S607 - the developer's git
    return [Path(name) for name in found.split("\0") if name]


if __name__ == "__main__":
    sys.exit(main())
