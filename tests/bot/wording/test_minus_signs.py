"""Figures below zero have a minus sign wherever people read them, and no hyphen."""

import ast
from pathlib import Path

import pytest

import bot
import render
from bot.handlers.game_pages import button_label, result_line
from bot.texts import Texts
from bot.wording.speaker import Speaker
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.languages import LANGUAGES
from tests.support.records import game_by_results

NEVER_BELOW_ZERO = {"word", "last"}
"""A word's points and a turn's, by the names that they go by."""
FOR_PROGRAMS = {"offline", "subcommands", "tools"}
"""Rooms that word nothing for players."""


def hyphenated_scores(text: str) -> list[str]:
    """The scores that f-strings write as Python does."""
    if ".score" not in text:
        return []
    shown = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FormattedValue))
    scores = (one for one in shown if isinstance(one, ast.Attribute) and one.attr == "score")
    return [
        ast.unparse(one) for one in scores if not (isinstance(one.value, ast.Name) and one.value.id in NEVER_BELOW_ZERO)
    ]


def test_every_score_is_written_by_one_function() -> None:
    found = {}
    for package in (bot, render):
        root = Path(package.__path__[0])
        for file in root.rglob("*.py"):
            if FOR_PROGRAMS.isdisjoint(file.relative_to(root).parts):
                found[str(file)] = hyphenated_scores(file.read_text("utf-8"))
    assert {file: each for file, each in found.items() if each} == {}


def test_a_score_that_python_writes_is_found() -> None:
    assert hyphenated_scores('f"{player.score} {word.score} {format_points(player.score)}"') == ["player.score"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_in_a_message_has_a_minus_sign_and_its_plural_form(language: str) -> None:
    texts = Texts()
    below, above = (texts.plain(language, "puzzle-points", points=points) for points in (-1, 1))
    assert below == above.replace("1", "−1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_the_history_has_one(language: str) -> None:
    record, speaker = game_by_results(0, (KIRAZ, "Kiraz", 5), (LIMON, "Limon", -3)), Speaker(Texts(), language)
    for line in (button_label(record, speaker), result_line(record, speaker)):
        assert "−3" in line
        assert "-3" not in line
