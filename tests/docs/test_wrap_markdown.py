"""Pages are wrapped so that they read well in a terminal, and as before in a browser."""

from pathlib import Path

import pytest

from tests.support.doc_pages import ROOT
from tools import wrap_markdown
from tools.wrap_markdown import WIDTH, displayed_length, long_lines, wrap_page

LONG = " ".join(["kelime"] * 40)


def test_prose_is_wrapped_and_wrapping_it_again_changes_nothing() -> None:
    page = f"# A heading\n\n{LONG}\n{LONG}\n\n- {LONG}\n  {LONG}\n  1. {LONG}\n\n> {LONG}\n> {LONG}\n"
    wrapped = wrap_page(page)
    assert max(map(displayed_length, wrapped.splitlines())) <= WIDTH
    assert wrap_page(wrapped) == wrapped
    assert [word for word in wrapped.split() if word != ">"] == [word for word in page.split() if word != ">"]
    assert len(wrapped.splitlines()) < len(page.split()) / 8


@pytest.mark.parametrize(
    "kept", [f"| {LONG} | b |", f"```text\n{LONG}\n\n{LONG}\n```", f"## {LONG}", f'<img alt="{LONG}">', f"`{LONG}`"]
)
def test_what_cannot_be_wrapped_stays(kept: str) -> None:
    assert wrap_page(f"before\n\n{kept}\n\nafter\n") == f"before\n\n{kept}\n\nafter\n"


@pytest.mark.parametrize(
    "line",
    [
        f"| {LONG} | b |",
        f"## {LONG}",
        f'<img alt="{LONG}">',
        f"`{LONG}`",
        f"```console\n$ {LONG}\n```",
        f"```python\n# {LONG}\n```",
        f"```text\na\n```\n\n| {LONG} |",
    ],
)
def test_what_cannot_be_wrapped_must_be_short(line: str) -> None:
    page = f"before\n\n{line}\n\nafter\n"
    (number,) = long_lines(page)
    assert LONG in page.splitlines()[number - 1]
    assert long_lines(page.replace(LONG, LONG[: WIDTH // 2])) == []


@pytest.mark.parametrize(
    "line",
    [f"```text\n{LONG}\n```", f"1. a\n\n   ```console\n   $ a\n   {LONG}\n   ```", f"[a]: https://{'a' * WIDTH}"],
)
def test_what_was_printed_and_where_a_link_leads_may_be_long(line: str) -> None:
    assert long_lines(f"before\n\n{line}\n\nafter\n") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"a\n\n| {LONG} | b |\n", ":3: more than 120 characters"),
        (f"{LONG}\n", ": its prose is not wrapped at 120 characters"),
        ("| a | b |\n", ""),
    ],
)
def test_a_check_says_which_line_is_too_long_and_changes_nothing(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, "utf-8")
    monkeypatch.setattr("sys.argv", ["wrap_markdown.py", "--check", str(page)])
    assert wrap_markdown.main() == bool(told)
    said = capsys.readouterr().err
    assert said.startswith(f"{page}{told}") if told else said == ""
    assert page.read_text("utf-8") == text


def test_no_line_begins_what_it_does_not_mean() -> None:
    words = "a" * (WIDTH - 1)
    assert wrap_page(f"{words} - {words} 1. {words}\n").splitlines() == [f"{words} -", f"{words} 1.", words]


def test_a_link_is_not_broken_where_it_fits_a_line() -> None:
    link = "[the rules of all games](rules.md)"
    assert link in wrap_page(f"{'a' * (WIDTH - 9)} {link}\n").splitlines()


def test_the_project_s_own_pages_are_wrapped() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert len(pages) > 20
    assert [page.name for page in pages if not _is_wrapped(page)] == []


def _is_wrapped(page: Path) -> bool:
    text = page.read_text(encoding="utf-8")
    return wrap_page(text) == text and not long_lines(text)
