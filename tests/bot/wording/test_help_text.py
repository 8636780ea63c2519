"""What ``/yardim`` says: what works in the game at hand, short enough for a telephone, in every language."""

import re

import pytest

from bot.families import registry
from bot.handlers.general import all_command_rows as all_commands
from bot.texts import Texts
from bot.user_input.commands import command_name
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets
from tests.support.klepka import klepka_rules as klepka
from tests.support.languages import LANGUAGES, LINES, phone_line_count

BOT = "@harfiyen_bot"
TEXTS = Texts()
HELP = HelpTexts(BOT)


def game_help(ruleset: Ruleset, language: str) -> str:
    """The commands of a game."""
    return HELP.game_commands(ruleset, registry.help_contents(ruleset), Speaker(TEXTS, language))


SCREENS = 2
"""Of a game's commands, which somebody asked for."""


def help_pages(language: str) -> tuple[str, ...]:
    """The pages of help that are about no game, the first of them first."""
    speaker = Speaker(TEXTS, language)
    return (HELP.how_to_start(speaker), speaker.html("help-admins"), speaker.html("help-settings"))


def commands_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w<])/([a-z]+)", text))


def ruleset_with_challenges(name: str) -> Ruleset:
    return resolve_ruleset(crossword_rulesets()[name], {"challenge": "double", "clock": "25min"})


TEXTS_OF = [
    *(pytest.param(ruleset, id=name) for name, ruleset in shipped_rulesets().items()),
    pytest.param(ruleset_with_challenges("scrabble-tr"), id="challenged"),
    pytest.param(resolve_ruleset(crossword_rulesets()["kelimelik"], {"take-back": "30"}), id="taken back"),
    pytest.param(klepka(clock="phases"), id="timed"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_games_whose_pictures_bear_labels_offer_to_change_them(language: str) -> None:
    offers = {
        name: f"/{command_name('labels', language)}" in game_help(one, language)
        for name, one in shipped_rulesets().items()
    }
    assert {name for name, offered in offers.items() if not offered} == {"klepka"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", TEXTS_OF)
def test_a_games_commands_fit_on_two_screens(ruleset: Ruleset, language: str) -> None:
    assert phone_line_count(game_help(ruleset, language)) <= SCREENS * LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_page_fits_on_one_screen_and_the_first_has_twelve_lines(language: str) -> None:
    pages = help_pages(language)
    assert len(pages[0].splitlines()) <= 12
    for page in (*pages, HELP.list_games(Speaker(TEXTS, language))):
        assert phone_line_count(page) <= LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_tells_how_to_start_join_move_and_stop(language: str) -> None:
    first = commands_in(help_pages(language)[0])
    for name in ("new", "join", "begin", "play", "pass", "leave", "surrender", "cancel"):
        assert command_name(name, language) in first


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_told_somewhere_by_its_name_in_the_language(language: str) -> None:
    wordbox, home = shipped_rulesets()["wordbox-tr"], shipped_rulesets()["scrabble-tr"]
    keen = resolve_ruleset(crossword_rulesets()["kelimelik"], {"take-back": "30", "hints": "free"})
    texts = [game_help(game, language) for game in (wordbox, home, keen, klepka(clock="phases"))]
    told = commands_in("\n".join((*help_pages(language), *texts)))
    assert told == {command_name(name, language) for name in all_commands() if name != "start"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_listed_those_in_the_language_first(language: str) -> None:
    listed = re.findall(r"<code>(?:/\w+ )?([\w-]+)</code>", HELP.list_games(Speaker(TEXTS, language)))
    assert sorted(set(listed)) == sorted(shipped_rulesets())
    own = [shipped_rulesets()[name].language == language for name in listed]
    assert own == sorted(own, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_member_is_told_how_its_name_follows_a_command(language: str) -> None:
    for text in (HELP.how_to_start(Speaker(TEXTS, language)), game_help(shipped_rulesets()["klepka"], language)):
        assert f"/{command_name('pass', language)}{BOT}" in text


@pytest.mark.parametrize(
    ("ruleset", "there", "elsewhere"),
    [
        (shipped_rulesets()["wordbox-tr"], {"itiraz", "berabere", "sure", "dene", "ayarlar"}, {"sozluk", "soz"}),
        (shipped_rulesets()["kelimelik"], {"sozluk", "sure", "dene", "ayarlar"}, {"itiraz", "berabere", "soz"}),
        (shipped_rulesets()["scrabble-tr"], {"sozluk", "oyna"}, {"itiraz", "berabere", "sure", "soz"}),
        (ruleset_with_challenges("scrabble-tr"), {"itiraz", "sure"}, {"berabere", "sozluk"}),
        (shipped_rulesets()["klepka"], {"soz", "ac", "takas", "kaos", "pas"}, {"oyna", "dene", "degistir", "sure"}),
    ],
    ids=["wordbox", "kelimelik", "scrabble", "challenged", "klepka"],
)
def test_a_game_is_told_the_commands_that_work_in_it(ruleset: Ruleset, there: set[str], elsewhere: set[str]) -> None:
    told = commands_in(game_help(ruleset, "tr"))
    assert there <= told
    assert not elsewhere & told


@pytest.mark.parametrize(
    ("language", "answers"),
    [
        ("tr", ("/berabere evet", "/berabere hayır", "/itiraz WORDS")),
        ("en", ("/draw yes", "/draw no", "/challenge WORDS")),
        ("uk", ("/draw так", "/draw ні", "/challenge WORDS")),
    ],
)
def test_the_answers_to_a_draw_and_the_doubt_of_one_word_are_told(language: str, answers: tuple[str, ...]) -> None:
    text = game_help(shipped_rulesets()["wordbox-en"], language)
    for answer in answers:
        assert answer in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruleset", "other"), [("klepka", "duplicate-en"), ("kelimelik", "klepka")])
def test_the_example_of_another_game_is_another_game(language: str, ruleset: str, other: str) -> None:
    command = f"/{command_name('help', language)}"
    assert f"{command} {other}" in game_help(shipped_rulesets()[ruleset], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_promised_only_where_the_game_has_one(language: str) -> None:
    assert "GCG" not in game_help(shipped_rulesets()["klepka"], language)
    assert "GCG" in Texts().plain("en", "help-proof")


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_in_the_letters_of_the_tiles(language: str) -> None:
    told = game_help(shipped_rulesets()["wordbox-en"], language)
    assert "8I WORDS" in told
    assert "WO[R]DS" in told
