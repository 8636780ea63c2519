"""A language of the interface is a folder of texts, with what people type in it."""

import ast
from collections.abc import Collection
from pathlib import Path

import pytest

from bot.handlers.commands import commands
from bot.handlers.typedgame import called
from bot.languages import languages
from bot.pictures.sketches import LABELS
from bot.texts.__main__ import typed_problems
from bot.typed.optionwords import value_meant
from bot.typed.vocabulary import vocabulary
from engine.alphabet import alphabet
from engine.crossword import reading
from engine.crossword.geometry import Direction
from engine.klepka.deck import REWARDS
from engine.rulesets import rulesets
from engine.vocabulary import folded
from render.theme import THEMES
from tests.support.changed_languages import Change, changing
from tests.support.languages import LANGUAGES
from tests.support.pages import ROOT

OPTIONS = {option for ruleset in rulesets().values() for option in ruleset.options()} | {"dictionary"}
MEANT: dict[str, Collection[str]] = {
    "themes": THEMES,
    "labels": LABELS,
    "games": rulesets(),
    "variants": {"scrabble", "tournament", "wordbox"},
    "languages": LANGUAGES,
    "synonyms": commands(),
    "answers": {"list", "text", "all"},
    "turns": {"play", "pass", "exchange"},
    "directions": {direction.value for direction in Direction},
    "draw": {"yes", "no"},
    "colours": {"yellow", "blue"},
    "rewards": REWARDS,
    "options": OPTIONS,
    "clocks": {"move", "game"},
    "units": {"day", "hour", "minute", "second"},
}
"""What words may mean, by the section that has them."""


def test_every_folder_of_texts_is_a_language() -> None:
    assert set(LANGUAGES) == {file.parent.name for file in (ROOT / "bot" / "texts").glob("*/*.ftl")}


@pytest.mark.parametrize("section", MEANT)
def test_what_people_type_means_something(section: str) -> None:
    words = languages().words(section)
    assert words
    assert set(words.values()) <= set(MEANT[section])
    assert all(word == folded(word) for word in words)


@pytest.fixture
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return changing(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("language", "old", "new", "found"),
    [
        ("uk", 'yellow = ["жовта", "жовтий", "жовте", "ж"]', "", "uk has no yellow among its colours"),
        (
            "en",
            'minute = ["min", "m"]',
            'minute = ["min", "m"]\nfortnight = ["f"]',
            "tr has no fortnight among its units",
        ),
        ("uk", 'four-word = ["С", "4"]', "", "uk has no four-word among its signs"),
        ("tr", "\nbag = { name", "\nsack = { name", "en has no sack among its commands"),
        ("uk", "\nstart = {}", '\nstart = { menu = "Почати" }', "start: in the menus of uk or of tr alone"),
        (
            "en",
            'down = ["down", "v", ',
            'down = ["down", "Y", ',
            "'Y' among the directions means down, and across before",
        ),
        ("uk", 'no = ["ні"', 'no = ["kabul"', "'kabul' among the draw means no, and yes before"),
        ("uk", 'fast = ["швидко"]', 'fast = ["YAVAS"]', "'YAVAS' among the values.clock means fast, and slow before"),
        ("uk", 'host = ["господар"]', 'host = ["colour"]', "'colour' among the values.double means host, and colour"),
        ("en", 'scrabble-en = ["english"', 'scrabble-en = ["Türkçe"', "'Türkçe' among the games means scrabble-en"),
        ("en", 'centre = ["centre"', 'centre = ["words"', "'words' among the options means centre, and words before"),
        ("tr", 'fast = ["hızlı"]', 'fast = ["hızlı", "HIZLI"]', "tr: 'HIZLI' stands twice among the values.clock"),
    ],
)
def test_the_check_finds_what_cannot_be_typed_or_means_two_things(
    change: Change, language: str, old: str, new: str, found: str
) -> None:
    change(language, old, new)
    assert any(found in problem for problem in typed_problems())


def test_a_word_of_two_meanings_means_what_the_first_language_says_in_every_section(change: Change) -> None:
    change("uk", 'no = ["ні"', 'no = ["kabul"')
    change("uk", 'fast = ["швидко"]', 'fast = ["yavaş"]')
    assert languages().meant("draw", "kabul") == "yes"
    assert value_meant("clock", "yavaş") == "slow"


def test_no_module_holds_what_is_typed_in_a_language() -> None:
    words = {word for section in MEANT for _, _, word in languages().typed(section) if not word.isascii()}
    assert {"başına", "світла"} <= words
    for room in ("bot", "engine", "render"):
        for file in (ROOT / room).rglob("*.py"):
            constants = (
                node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)
            )
            assert not words & {one.value for one in constants if isinstance(one.value, str)}, file


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sağa", "across"),
        ("sağ", "across"),
        ("aşağıya", "down"),
        ("aşağı", "down"),
        ("ASAGI", "down"),
        ("right", "across"),
        ("Horizontal", "across"),
        ("vertical", "down"),
        ("праворуч", "across"),
        ("вправо", "across"),
        ("вниз", "down"),
        ("донизу", "down"),
    ],
)
def test_directions_are_named_as_people_say_them(typed: str, meant: str) -> None:
    assert languages().meant("directions", typed) == meant


@pytest.mark.parametrize(
    ("typed", "direction", "word"),
    [
        ("H8 right WATER", Direction.ACROSS, "WATER"),
        ("H8 WATER vertical", Direction.DOWN, "WATER"),
        ("8H RIGHT", None, "RIGHT"),
        ("H8 RIGHT", None, "RIGHT"),
        ("H8 RIGHT down", Direction.DOWN, "RIGHT"),
        ("H8 down RIGHT", Direction.DOWN, "RIGHT"),
        ("H8 right RIGHT", Direction.ACROSS, "RIGHT"),
        ("RIGHT 8", Direction.ACROSS, "RIGHT"),
    ],
)
def test_a_direction_that_is_a_word_to_lay_is_laid_where_a_word_is_lacking(
    typed: str, direction: Direction | None, word: str
) -> None:
    read = reading.read(typed, alphabet("en"), vocabulary())
    assert "".join(sign.letter or "." for sign in read.signs) == word
    assert read.direction is (Direction.ACROSS if typed.startswith("8H") else direction)


@pytest.mark.parametrize(("language", "found"), [("uk", "scrabble-en"), ("xx", "scrabble-en"), ("tr", "scrabble-tr")])
def test_english_stands_in_for_a_language_without_the_game(language: str, found: str) -> None:
    assert called("scrabble", language).id == found
