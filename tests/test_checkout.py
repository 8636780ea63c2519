"""What a fresh clone relies on: pinned versions, no package host, settings explained."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.config import SETTINGS
from tests.support.checkout import ROOT, every_requirement, pins, tracked

BINARY = {".dawg", ".otf", ".png", ".whl"}


def test_every_package_that_can_be_needed_has_its_version_pinned() -> None:
    assert every_requirement() - set(pins()) == set()


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the repository, and none that merely lies there."""
    for name in tracked(ROOT):
        path = ROOT / name
        if path.suffix not in BINARY and path != Path(__file__) and path.is_file():
            yield name, path.read_bytes().decode("utf-8", "replace")


@cache
def small_texts() -> list[tuple[str, str]]:
    return [(name, text.lower()) for name, text in texts()]


@pytest.mark.parametrize(
    "pattern", [r"pypi\.(org|python)", r"pythonhosted\.org", r"registry\.npmjs", r"index-url", r"find-links"]
)
def test_no_file_names_a_host_of_packages(pattern: str) -> None:
    # In small letters: whoever searches regardless of case looks at every single character.
    assert [name for name, text in small_texts() if re.search(pattern, text)] == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    pattern = re.compile(r"(?<![\w.*/])/(home|root|work|Users)/")
    assert [name for name, text in texts() if pattern.search(text)] == []


def test_the_example_explains_exactly_the_settings_there_are_and_sets_none() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [f"{name}=" for name in SETTINGS]
