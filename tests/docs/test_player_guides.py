"""The players' guides: in each language, tables have every command, option, price and setting, and no others."""

import re
from typing import Final, get_args

import pytest

from bot.handlers.chat_settings.setting_commands import find_theme
from bot.handlers.general import all_command_rows
from bot.judges.dictionary import DictionaryKind
from bot.languages import languages
from bot.texts import Texts
from bot.user_input.command_names import command_name
from bot.user_input.options import available_options, value_to_type
from bot.user_input.vocabulary import option_word
from engine.crossword.ruleset_parts import ChallengeMode
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import shipped_rulesets
from render.theme import THEMES
from tests.docs.generated_tables import OF_PAGES, heading
from tests.support.doc_pages import GUIDES, code_spans, page_section, page_text, table_rows
from tests.support.languages import LANGUAGES
from tests.support.typed_text import option_value_of_word

KINDS: Final[tuple[DictionaryKind, ...]] = get_args(DictionaryKind)
TIMES: Final = frozenset({"clock", "window", "skip-after"})
"""Options whose values are times."""
TIMES_OR_OFF: Final = frozenset({"take-back"})


OWN_WORDS: Final = [language for language in LANGUAGES if language != OF_PAGES]
"""Those whose guides tell of options; the English one leads to the page of options, whose words are tested there."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_guide_in_every_language(language: str) -> None:
    assert GUIDES[language].is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_written_in_private_is_told(language: str) -> None:
    below = page_section(GUIDES[language], heading("commands", language)).rpartition("|\n")[2]
    told = set(re.findall(r"`/(\w+)`", below)) - {command_name("rack", language)}
    assert told == {
        command_name(command, language) for command, row in all_command_rows().items() if row.where == "game"
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_random_cell_the_bags_and_the_least_bag_are_those_of_the_rulesets(language: str) -> None:
    said = Texts()
    text = " ".join(page_section(GUIDES[language], heading("games", language)).split())
    for ruleset in crossword_rulesets().values():
        assert said.plain(language, "guide-least-in-bag", count=ruleset.exchange.least_in_bag) in text
        assert all(f" {bag.tiles}" in text for bag in ruleset.bags.values())
        if ruleset.scoring.cell is not None:
            assert said.plain(language, "guide-cell", count=ruleset.scoring.cell.points) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_of_a_chat_have_every_language_and_theme(language: str) -> None:
    speech, themes, labels = (
        code_spans(row[2]) for row in table_rows(page_section(GUIDES[language], heading("settings", language)))
    )
    assert set(speech) == set(LANGUAGES)
    assert {find_theme(theme) for theme in themes} == set(THEMES)
    assert len(labels) == len(set(labels)) == 2


def options_told(language: str) -> dict[str, list[str]]:
    """The words of a guide's table of options: each option's with those of its values."""
    return {
        code_spans(row[0])[0]: code_spans(row[1])
        for row in table_rows(page_section(GUIDES[language], heading("options", language)))
    }


@pytest.mark.parametrize("language", OWN_WORDS)
def test_every_option_is_told_in_the_language_with_its_values(language: str) -> None:
    values: dict[str, set[str]] = {}
    typed: dict[str, set[str]] = {}
    for ruleset in shipped_rulesets().values():
        for name, option in available_options(ruleset, KINDS).items():
            choices = option.values if len(option.values) > 1 else ()
            values.setdefault(name, set()).update(choices)
            typed.setdefault(name, set()).update(value_to_type(name, value, ruleset, language) for value in choices)
    told = options_told(language)
    assert sorted(told) == sorted(option_word(name, language) for name in values)
    for name in values.keys() - TIMES:
        words = set(told[option_word(name, language)])
        times = {value for value in values[name] if value.isdecimal()} if name in TIMES_OR_OFF else set()
        assert values[name] - times <= {option_value_of_word(name, word) for word in words}
        assert typed[name] <= words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_short_name_of_a_game_in_several_languages_is_told_as_one_of_them(language: str) -> None:
    items = re.findall(r"^- .+(?:\n  .+)*", page_text(GUIDES[language]), re.MULTILINE)
    sentences = [code_spans(sentence) for item in items for sentence in re.split(r"[.;]\s", item)]
    told = [names for names in sentences if any(languages().find_meaning("variants", name) for name in names)]
    assert told
    assert not [names for names in told if shipped_rulesets().keys() & set(names)]


@pytest.mark.parametrize("language", OWN_WORDS)
def test_the_times_to_challenge_are_told(language: str) -> None:
    ruleset = crossword_rulesets()["scrabble-tr"]
    times = available_options(ruleset, KINDS)["window"].values
    assert options_told(language)[option_word("window", language)] == [
        value_to_type("window", time, ruleset, language) for time in times
    ]


@pytest.mark.parametrize("language", OWN_WORDS)
def test_every_way_to_challenge_has_its_price(language: str) -> None:
    told = [
        word
        for row in table_rows(page_section(GUIDES[language], heading("challenges", language)))
        for word in code_spans(row[0])
    ]
    assert {option_value_of_word("challenge", word) for word in told} == set(get_args(ChallengeMode)) - {"void"}
