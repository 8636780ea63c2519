"""What the check of names finds besides the names of a module."""

from pathlib import Path

import pytest

from tools.check_names import find_misnamed, read_glossary

WORDS = {"desk": "owner", "wish": "option"}


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("desk.ftl", "", "1: desk: not “desk” but owner"),
        ("desk_rows.lua", "", "1: desk_rows: not “desk” but owner"),
        ("owner.ftl", "banned = Banned\ndesk-well = Well\n", "2: desk-well: not “desk” but owner"),
        ("typed.toml", "[desk] # the owners' commands\n", "1: desk: not “desk” but owner"),
        ("typed.toml", 'desk = ["a"]\n', "1: desk: not “desk” but owner"),
        ("owner.py", 'start_task(work(), name="wishes of a table")\n', '1: "wishes of a table": not “wish” but option'),
        ("owner.py", 'start_task(work(), name=f"desk {number}")\n', '1: "desk": not “desk” but owner'),
        ("owner.py", 'speaker.html("desk-well")\n', '1: "desk-well": not “desk” but owner'),
        ("owner.py", "def open(desks: int) -> None: ...\n", "1: desks: not “desk” but owner"),
    ],
)
def test_a_planted_name_is_found(tmp_path: Path, file: str, text: str, found: str) -> None:
    (tmp_path / file).write_text(text, "utf-8")
    assert list(find_misnamed(tmp_path / file, WORDS, set())) == [found]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("owner.ftl", "well = The desk is well\n"),
        ("owner.py", '"""The desk."""\n\nBUTTON = "desk"\nraise ValueError("No desk, no owner.")\n'),
    ],
)
def test_sentences_and_kept_strings_are_no_names(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).write_text(text, "utf-8")
    assert not list(find_misnamed(tmp_path / file, WORDS, {'"desk"'}))


def test_the_glossary_names_words_and_exceptions() -> None:
    words, kept = read_glossary()
    assert words["desk"] == "owner"
    assert '"desk"' in kept
