"""The check of names finds what the glossary rules out, and nothing else."""

import pytest

from tests.support.doc_pages import DOCS, page_text
from tools.check_names import Glossary, check_source, read_glossary

GLOSSARY = Glossary({"burial": "dead letter", "bell": "table alert", "party": "member"}, frozenset({"bell_kept"}))
PAGE = """# Glossary

## Words that names do not use

| not | but |
|---|---|
| burial, bury | dead letter |
| patience (in the program) | retry policy |

## Names that keep them

| name | why |
|---|---|
| `PATIENCE`, `bury_it` | both are the tests' |
"""


def found(source: str, file: str = "bot/games.py") -> list[str]:
    return [f"{one.line} {one.name}" for one in check_source(source, file, GLOSSARY)]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("class ShownBell: ...", "ShownBell"),
        ("def ring_bell(): ...", "ring_bell"),
        ("async def _ring_bell(): ...", "_ring_bell"),
        ("class Chat:\n\tdef bell(self): ...", "bell"),
        ("def ring(*, bell_rows): ...", "bell_rows"),
        ("class Chat:\n\tbell: int = 0", "bell"),
        ("def ring(chat):\n\tchat.bell = 1", "bell"),
        ("_BELLS: int = 3", "_BELLS"),
        ("BURIAL = 1", "BURIAL"),
        ("class HTTPBurial: ...", "HTTPBurial"),
        ("def parties(): ...", "parties"),
    ],
)
def test_a_name_with_a_ruled_out_word_is_found(source: str, name: str) -> None:
    assert [one.split()[1] for one in found(source)] == [name]


@pytest.mark.parametrize("file", ["bot/burial.py", "bot/shown_bells.py", "bot/burial/__init__.py"])
def test_so_is_such_a_module_or_package(file: str) -> None:
    assert len(found("", file)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "def label(): ...",
        "class Labelled: ...",
        "def bell_kept(): ...",
        "def ring():\n\tbell = 1",
        "x = 'bell'",
        "y = call(bell=1)",
    ],
)
def test_a_part_of_a_word_an_exception_a_local_variable_and_what_others_named_are_none(source: str) -> None:
    assert found(source) == []


def test_a_finding_says_where_and_what_to_use() -> None:
    (one,) = check_source("\ndef ring_bell(): ...", "bot/games.py", GLOSSARY)
    assert str(one) == "bot/games.py:2: ring_bell: not “bell” but table alert"


def test_words_and_exceptions_are_those_of_the_page() -> None:
    words = {"burial": "dead letter", "bury": "dead letter", "patience": "retry policy"}
    assert read_glossary(PAGE) == Glossary(words, frozenset({"PATIENCE", "bury_it"}))


def test_a_page_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match=r"glossary\.md has no table"):
        read_glossary("# Glossary\n")


def test_the_glossary_rules_words_out() -> None:
    assert {"burial", "haste", "tongue", "whisper"} <= read_glossary(page_text(DOCS / "glossary.md")).words.keys()
