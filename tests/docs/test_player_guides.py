"""The players' guides and their further pages: in each language, every option, price and setting, and no others."""

import re
from typing import Final, get_args

import pytest

from bot.handlers.general import all_command_rows
from bot.judges.word_judge import DictionaryKind
from bot.user_input.commands import command_name, option_word
from bot.user_input.options import available_options, value_to_type
from engine.rulesets import shipped_rulesets
from tests.docs.generated_tables import OF_PAGES, heading
from tests.docs.sample_chats import shown_chat, state_before_worked_move, told_answer, written_play
from tests.support.checkout import COMMAND_PAGES, GUIDES, OPTION_PAGES, code_spans, page_section, page_text
from tests.support.languages import LANGUAGES, option_value_of_word
from tools.gallery.guide_positions import MOVES, worked_move

KINDS: Final[tuple[DictionaryKind, ...]] = get_args(DictionaryKind)
TIMES: Final = frozenset({"clock", "window", "skip-after"})
IN_SECONDS: Final = frozenset({"take-back", "round", "pause"})
"""Those whose values that are numbers are seconds, told in the words of the language."""
OWN_WORDS: Final = [language for language in LANGUAGES if language != OF_PAGES]
"""Those whose guides tell of options; the English one leads to the page of options, whose words are tested there."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_move_scores_what_the_game_gives_for_it(language: str) -> None:
    view, preview = worked_move(MOVES[language])
    assert view.rack is not None
    assert [*view.rack[: len(preview.tiles)]] == [*preview.tiles.values()]
    (section,) = (part for part in page_text(GUIDES[language]).split("\n## ") if f"guide-move-{language}" in part)
    items = re.findall(r"^- \*\*([^*]+)\*\*: (.+(?:\n  .+)*)", section, re.MULTILINE)
    totals = {word: int(re.findall(r"\*\*(\d+)\*\*", points)[-1]) for word, points in items}
    assert totals.pop(list(totals)[-1]) == preview.play.score
    assert totals == {word.word: word.score for word in preview.play.words}


@pytest.mark.parametrize("language", OWN_WORDS)
def test_the_sample_chat_is_of_the_worked_move_and_what_the_bot_says(language: str) -> None:
    chat, guide = shown_chat(GUIDES[language]), MOVES[language]
    assert (chat.player, chat.command) == (guide.names[1], command_name("play", language))
    assert written_play(chat.play, language) == written_play(guide.move, language)
    assert chat.answer == told_answer(state_before_worked_move(language), written_play(guide.move, language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_written_in_private_is_told(language: str) -> None:
    below = page_text(COMMAND_PAGES[language]).rpartition("\n## ")[2]
    told = set(re.findall(r"`/(\w+)`", below)) - {command_name("rack", language)}
    assert told == {
        command_name(command, language) for command, row in all_command_rows().items() if row.where == "game"
    }


def options_told(language: str) -> dict[str, list[str]]:
    """The words of a guide's list of options: each option's with those of its values."""
    listed = page_section(OPTION_PAGES[language], heading("options", language))
    return {
        name: code_spans(values)
        for name, values in re.findall(r"^- `([^`]+)` = (.+?): ", listed, re.MULTILINE | re.DOTALL)
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
        times = {value for value in values[name] if value.isdecimal()} if name in IN_SECONDS else set()
        assert values[name] - times <= {option_value_of_word(name, word) for word in words}
        assert typed[name] <= words
