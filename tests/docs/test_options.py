"""The page of options and clocks: every option, value, word, price and clock, in the words of all languages."""

import re
from typing import Final, get_args

import pytest

from bot.judges.dictionaries import Kind
from bot.typed.options import known, read, typable
from bot.typed.optionwords import option_meant, value_word
from engine.crossword.games import crosswords
from engine.crossword.ruleset import ChallengeMode
from engine.errors import Refusal
from engine.rulesets import rulesets
from tests.support.languages import LANGUAGES
from tests.support.pages import DOCS, quoted, rows, section
from tests.support.typed import value_meant

PAGE: Final = DOCS / "options.md"
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def options_told() -> list[list[str]]:
    """The rows of the table of options: names, other names, values."""
    return list(rows(section(PAGE, "Options of a table")))


def values_told() -> dict[str, str]:
    """What is told of each option's values."""
    return {name: row[2] for row in options_told() for name in quoted(row[0])}


def words_told(cell: str) -> dict[str, set[str]]:
    """The words that people type, in parentheses behind each value: ``void`` (``yok``, ``немає``)."""
    return {value: set(quoted(words)) for value, words in re.findall(r"`([^`]+)` \((`[^)]+)\)", cell)}


def test_every_option_is_told_and_its_names_are_understood() -> None:
    assert set(values_told()) == {name for ruleset in rulesets().values() for name in known(ruleset, KINDS)}
    for row in options_told():
        names = quoted(row[0])
        for name in quoted(row[1]):
            able = [ruleset for ruleset in rulesets().values() if set(names) <= known(ruleset, KINDS).keys()]
            with pytest.raises(Refusal) as caught:
                read(f"{name}=x", able[0], KINDS)
            assert option_meant(name) in names
            assert caught.value.fields["option"] == name


def test_every_value_of_an_option_is_told() -> None:
    told = values_told()
    for ruleset in rulesets().values():
        for name, option in known(ruleset, KINDS).items():
            if name == "clock" or len(option.values) == 1:
                continue
            words = [typable(name, value, ruleset, "en") for value in option.values]
            assert [word for word in words if f"`{word}`" not in told[name]] == [], name


def test_the_words_told_for_a_value_are_understood() -> None:
    for row in options_told():
        (option,) = quoted(row[0])
        for value, words in words_told(row[2]).items():
            assert {value_meant(option, word) for word in words} == {value}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_value_with_a_word_in_a_language_is_told_with_it(language: str) -> None:
    told = {option: words_told(row[2]) for row in options_told() for option in quoted(row[0])}
    for ruleset in rulesets().values():
        for option, choice in known(ruleset, KINDS).items():
            for value in choice.values:
                word = value_word(option, value, language)
                assert word in {None, value} or len(choice.values) == 1 or word in told[option][value], (option, value)


def test_the_times_to_challenge_are_told() -> None:
    (told,) = (quoted(row[2]) for row in options_told() if row[0] == "`window`")
    ruleset = crosswords()["scrabble-en"]
    times = known(ruleset, KINDS)["window"].values
    assert told[: len(times)] == [typable("window", time, ruleset, "en") for time in times]
    for word in told:
        assert read(f"window={word}", ruleset, KINDS)["window"] in times


def test_every_way_to_challenge_has_its_price() -> None:
    told = {name for row in rows(section(PAGE, "Challenges")) for name in quoted(re.sub(r"\(.+?\)", "", row[0]))}
    assert told == set(get_args(ChallengeMode)) - {"void"}


def test_the_words_told_for_a_clock_are_understood() -> None:
    for row in rows(section(PAGE, "Clocks")):
        for clock, words in words_told(row[1]).items():
            assert {value_meant("clock", word) for word in words} == {clock}
