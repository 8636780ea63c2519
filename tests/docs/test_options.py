"""The page of options and clocks: every option, value, word, price and clock, in the words of all languages."""

import re
from typing import Final, NamedTuple, get_args

import pytest

from bot.judges.word_judge import DictionaryKind
from bot.user_input.commands import find_option, value_word
from bot.user_input.options import available_options, parse_options, value_to_type
from engine.errors import Refusal
from engine.rulesets import shipped_rulesets
from tests.support.checkout import DOCS, code_spans, list_items, page_section
from tests.support.languages import LANGUAGES, option_value_of_word

PAGE: Final = DOCS / "options.md"
OPTION: Final = re.compile(r"`(?P<name>[\w-]+)` \(also (?P<others>`[^()]+`)\): (?P<values>.+)")
KINDS: Final[tuple[DictionaryKind, ...]] = get_args(DictionaryKind)


class OptionItem(NamedTuple):
    """An item of the list of options: ``- `name` (also `others`): values``."""

    name: str
    others: list[str]
    values: str


def options_told() -> list[OptionItem]:
    """The list of options, all of whose items have that form."""
    told = []
    for item in list_items(page_section(PAGE, "Options of a table")):
        parts = OPTION.fullmatch(item)
        assert parts is not None, item
        told.append(OptionItem(parts["name"], code_spans(parts["others"]), parts["values"]))
    return told


def values_told() -> dict[str, str]:
    return {option.name: option.values for option in options_told()}


def words_told(cell: str) -> dict[str, set[str]]:
    """The words that people type, in parentheses behind each value: ``void`` (``yok``, ``немає``)."""
    return {value: set(code_spans(words)) for value, words in re.findall(r"`([^`]+)` \((`[^)]+)\)", cell)}


def test_every_option_is_told_and_its_names_are_understood() -> None:
    assert set(values_told()) == {
        name for ruleset in shipped_rulesets().values() for name in available_options(ruleset, KINDS)
    }
    for option in options_told():
        able = [ruleset for ruleset in shipped_rulesets().values() if option.name in available_options(ruleset, KINDS)]
        for name in option.others:
            with pytest.raises(Refusal) as caught:
                parse_options(f"{name}=x", able[0], KINDS)
            assert find_option(name) == option.name
            assert caught.value.fields["option"] == name


def test_every_value_of_an_option_is_told() -> None:
    told = values_told()
    for ruleset in shipped_rulesets().values():
        for name, option in available_options(ruleset, KINDS).items():
            if name == "clock" or len(option.values) == 1:
                continue
            words = [value_to_type(name, value, ruleset, "en") for value in option.values]
            assert [word for word in words if f"`{word}`" not in told[name]] == [], name


def test_the_words_told_for_a_value_are_understood() -> None:
    for option in options_told():
        for value, words in words_told(option.values).items():
            assert {option_value_of_word(option.name, word) for word in words} == {value}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_value_with_a_word_in_a_language_is_told_with_it(language: str) -> None:
    told = {option: words_told(values) for option, values in values_told().items()}
    for ruleset in shipped_rulesets().values():
        for option, choice in available_options(ruleset, KINDS).items():
            for value in choice.values:
                word = value_word(option, value, language)
                assert word in {None, value} or len(choice.values) == 1 or word in told[option][value], (option, value)


def test_the_words_told_for_a_clock_are_understood() -> None:
    told = [words_told(item) for item in list_items(page_section(PAGE, "Clocks"))]
    assert any(told)
    for clock, words in (pair for item in told for pair in item.items()):
        assert {option_value_of_word("clock", word) for word in words} == {clock}
