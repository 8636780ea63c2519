"""The players' guides and their further pages: in each language, every option, price and setting, and no others."""

import re
from pathlib import Path
from typing import Final, get_args

import pytest

from bot.families.crossword.guide_gallery import BOARDS, MOVES, played_position, worked_move
from bot.families.crossword.placement_question import MOST_OFFERED
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
from tests.docs.sample_chats import shown_chat, state_before_worked_move, told_answer, written_play
from tests.support.doc_pages import (
    COMMAND_PAGES,
    DOCS,
    GUIDES,
    OPTION_PAGES,
    code_spans,
    page_section,
    page_text,
    table_rows,
)
from tests.support.languages import LANGUAGES
from tests.support.typed_text import option_value_of_word
from tools.wrap_markdown import WIDTH

KINDS: Final[tuple[DictionaryKind, ...]] = get_args(DictionaryKind)
TIMES: Final = frozenset({"clock", "window", "skip-after"})
"""Options whose values are times."""
TIMES_OR_OFF: Final = frozenset({"take-back"})


PAGES: Final = [*GUIDES.values(), *COMMAND_PAGES.values(), *OPTION_PAGES.values(), *sorted(DOCS.glob("strength.*.md"))]
"""The guides, and the pages that they lead to in each language."""
OWN_WORDS: Final = [language for language in LANGUAGES if language != OF_PAGES]
"""Those whose guides tell of options; the English one leads to the page of options, whose words are tested there."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_guide_in_every_language(language: str) -> None:
    assert GUIDES[language].is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contents_name_every_section(language: str) -> None:
    contents, *sections = page_text(GUIDES[language]).split("\n## ")
    named = re.findall(r"\[([^\]]+)\]\(#[^)]+\)", " ".join(contents.split()))
    assert named == [section.partition("\n")[0] for section in sections]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_no_line_is_too_long_not_even_a_row_of_a_table(page: Path) -> None:
    assert [line for line in page_text(page).splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_shows_each_kind_of_picture_in_its_language(language: str) -> None:
    shown = re.findall(r'src="gallery/guide-(\w+)-(\w+)-light\.png"', page_text(GUIDES[language]))
    assert sorted(shown) == [(kind, language) for kind in ("board", "cell", "klepka", "lobby", "move")]


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
def test_what_is_said_of_the_board_is_what_it_shows(language: str) -> None:
    alt = re.search(rf'guide-board-{language}-light\.png" width="\d+"\s+alt="([^"]+)"', page_text(GUIDES[language]))
    _, view = played_position(BOARDS[language])
    assert alt is not None
    assert view.last is not None
    told = set(re.findall(r"\d+", alt[1]))
    assert told == {str(number) for number in (*(seat.score for seat in view.seats), view.last.score, view.bag)}
    assert {re.sub(r"^[A-Q]\d+.|[\[\]]", "", play) for play in BOARDS[language].plays} <= set(
        re.findall(r"\w+", alt[1])
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_written_in_private_is_told(language: str) -> None:
    below = page_text(COMMAND_PAGES[language]).rpartition("\n## ")[2]
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
def test_the_guide_tells_how_many_places_are_shown_at_once(language: str) -> None:
    places = Texts().plain(language, "own-board-places")
    (step,) = re.findall(rf"^3\. \*\*{re.escape(places)}\*\*.+(?:\n   .+)*", page_text(GUIDES[language]), re.MULTILINE)
    assert re.findall(r"\d+", step.removeprefix("3.")) == [str(MOST_OFFERED)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_tell_what_a_table_without_places_lacks(language: str) -> None:
    button = Texts().plain(language, "own-board-word")
    page = page_text(OPTION_PAGES.get(language, DOCS / "options.md"))
    (told,) = re.findall(rf"^(?:\| |- )`{option_word('places', language)}`.+(?:\n  .+)*", page, re.MULTILINE)
    assert f"**{button}**" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_of_a_chat_have_every_language_and_theme(language: str) -> None:
    speech, themes, labels = (
        code_spans(row[2]) for row in table_rows(page_section(GUIDES[language], heading("settings", language)))
    )
    assert set(speech) == set(LANGUAGES)
    assert {find_theme(theme) for theme in themes} == set(THEMES)
    assert len(labels) == len(set(labels)) == 2


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
        for row in table_rows(page_section(OPTION_PAGES[language], heading("challenges", language)))
        for word in code_spans(row[0])
    ]
    assert {option_value_of_word("challenge", word) for word in told} == set(get_args(ChallengeMode)) - {"void"}
