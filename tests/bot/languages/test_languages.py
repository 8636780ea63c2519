"""A language of the interface is a folder of texts, with what people type in it."""

import ast
import re
from collections.abc import Collection
from pathlib import Path

import pytest

from bot.handlers.game_options import find_game
from bot.handlers.general import all_command_rows
from bot.languages import languages
from bot.pictures import LABEL_CHOICES
from bot.user_input.commands import find_option_value, load_vocabulary
from engine.alphabet import load_alphabet
from engine.crossword import notation
from engine.crossword.premiums import Direction
from engine.klepka.deck import REWARDS
from engine.rulesets import shipped_rulesets
from engine.vocabulary import fold_word
from render.theme import THEMES
from tests.support.altered_data_files import Change, copied_languages
from tests.support.checkout import ROOT
from tests.support.languages import LANGUAGES
from tools.check_texts import find_typed_word_problems

OPTIONS = {option for ruleset in shipped_rulesets().values() for option in ruleset.options()} | {"dictionary"}
MEANT: dict[str, Collection[str]] = {
    "themes": THEMES,
    "labels": LABEL_CHOICES,
    "games": shipped_rulesets(),
    "variants": {id_.rpartition("-")[0] for id_ in shipped_rulesets()},
    "languages": LANGUAGES,
    "synonyms": all_command_rows(),
    "answers": {"list", "text", "all", "off", "group"},
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
    words = languages().meanings_by_word(section)
    assert words
    assert set(words.values()) <= set(MEANT[section])
    assert all(word == fold_word(word) for word in words)


@pytest.fixture
def change_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return copied_languages(tmp_path, monkeypatch)


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
    change_language: Change, language: str, old: str, new: str, found: str
) -> None:
    change_language(language, old, new)
    assert any(found in problem for problem in find_typed_word_problems())


def test_a_word_of_two_meanings_means_what_the_first_language_says_in_every_section(change_language: Change) -> None:
    change_language("uk", 'no = ["ні"', 'no = ["kabul"')
    change_language("uk", 'fast = ["швидко"]', 'fast = ["yavaş"]')
    assert languages().find_meaning("draw", "kabul") == "yes"
    assert find_option_value("clock", "yavaş") == "slow"


FOREIGN = re.compile(r"[^\x00-\x7f]|\\[NUux0-7]")
"""A letter of another alphabet, written out or by its code."""


def test_no_module_holds_what_is_typed_in_a_language() -> None:
    words = {word for section in MEANT for _, _, word in languages().iter_typed_words(section) if not word.isascii()}
    assert {"başına", "світла"} <= words
    for room in ("bot", "engine", "render"):
        for file in (ROOT / room).rglob("*.py"):
            if not FOREIGN.search(text := file.read_text("utf-8")):
                continue
            constants = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
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
    assert languages().find_meaning("directions", typed) == meant


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
    read = notation.read_partial_move(typed, load_alphabet("en"), load_vocabulary())
    assert "".join(sign.letter or "." for sign in read.signs) == word
    assert read.direction is (Direction.ACROSS if typed.startswith("8H") else direction)


@pytest.mark.parametrize(("language", "found"), [("uk", "scrabble-en"), ("xx", "scrabble-en"), ("tr", "scrabble-tr")])
def test_english_stands_in_for_a_language_without_the_game(language: str, found: str) -> None:
    assert find_game("scrabble", language).id == found
