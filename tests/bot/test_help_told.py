"""What ``/yardim`` says: what works in the game at hand, short enough for a telephone, in every language."""

import re

import pytest

from bot.families import registry
from bot.handlers.commands import commands as all_commands
from bot.texts import Texts
from bot.typed.commands import command_name
from bot.wording.help import Help
from bot.wording.speaker import Speaker
from engine.crossword.games import crosswords
from engine.rulesets import Ruleset, resolve, rulesets
from tests.support.klepka import rules as klepka
from tests.support.languages import LANGUAGES

BOT = "@harfiyen_bot"
TEXTS = Texts()
HELP = Help(BOT)


def helped(ruleset: Ruleset, language: str) -> str:
    """The commands of a game."""
    return HELP.commands(ruleset, registry.helped(ruleset), Speaker(TEXTS, language))


SCREENS = 2
LINES, COLUMNS = 25, 38
"""Of a telephone's screen."""


def commands(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w<])/([a-z]+)", text))


def lines(text: str) -> int:
    """How many lines a telephone makes of a text."""
    read = re.sub(r"</?\w+>", "", text)
    return sum(max(1, -(-len(line) // COLUMNS)) for line in read.split("\n"))


def challenged(name: str) -> Ruleset:
    return resolve(crosswords()[name], {"challenge": "double", "clock": "25min"})


TEXTS_OF = [
    *(pytest.param(ruleset, id=name) for name, ruleset in rulesets().items()),
    pytest.param(challenged("scrabble-tr"), id="challenged"),
    pytest.param(resolve(crosswords()["kelimelik"], {"take-back": "30"}), id="taken back"),
    pytest.param(klepka(clock="phases"), id="timed"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_games_whose_pictures_bear_labels_offer_to_change_them(language: str) -> None:
    offers = {name: f"/{command_name('labels', language)}" in helped(one, language) for name, one in rulesets().items()}
    assert {name for name, offered in offers.items() if not offered} == {"klepka"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", TEXTS_OF)
def test_help_fits_on_two_screens(ruleset: Ruleset, language: str) -> None:
    assert lines(helped(ruleset, language)) <= SCREENS * LINES
    assert lines(HELP.start(Speaker(TEXTS, language))) <= SCREENS * LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_told_somewhere_by_its_name_in_the_language(language: str) -> None:
    wordbox, home = rulesets()["wordbox-tr"], rulesets()["scrabble-tr"]
    keen = resolve(crosswords()["kelimelik"], {"take-back": "30"})
    texts = [helped(game, language) for game in (wordbox, home, keen, klepka(clock="phases"))]
    told = commands("\n".join((HELP.start(Speaker(TEXTS, language)), *texts)))
    assert told == {command_name(name, language) for name in all_commands() if name != "start"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_listed_those_in_the_language_first(language: str) -> None:
    listed = re.findall(r"<code>/\w+ ([\w-]+)</code>", HELP.start(Speaker(TEXTS, language)))
    assert sorted(listed) == sorted(rulesets())
    own = [rulesets()[name].language == language for name in listed]
    assert own == sorted(own, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_member_is_told_how_its_name_follows_a_command(language: str) -> None:
    for text in (HELP.start(Speaker(TEXTS, language)), helped(rulesets()["klepka"], language)):
        assert f"/{command_name('pass', language)}{BOT}" in text


@pytest.mark.parametrize(
    ("ruleset", "there", "elsewhere"),
    [
        (rulesets()["wordbox-tr"], {"itiraz", "berabere", "sure", "dene", "ayarlar"}, {"sozluk", "soz"}),
        (rulesets()["kelimelik"], {"sozluk", "sure", "dene", "ayarlar"}, {"itiraz", "berabere", "soz"}),
        (rulesets()["scrabble-tr"], {"sozluk", "oyna"}, {"itiraz", "berabere", "sure", "soz"}),
        (challenged("scrabble-tr"), {"itiraz", "sure"}, {"berabere", "sozluk"}),
        (rulesets()["klepka"], {"soz", "ac", "takas", "kaos", "pas"}, {"oyna", "dene", "degistir", "sure"}),
    ],
    ids=["wordbox", "kelimelik", "scrabble", "challenged", "klepka"],
)
def test_a_game_is_told_the_commands_that_work_in_it(ruleset: Ruleset, there: set[str], elsewhere: set[str]) -> None:
    told = commands(helped(ruleset, "tr"))
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
    text = helped(rulesets()["wordbox-en"], language)
    for answer in answers:
        assert answer in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruleset", "other"), [("klepka", "kelimelik"), ("kelimelik", "klepka")])
def test_the_example_of_another_game_is_another_game(language: str, ruleset: str, other: str) -> None:
    command = f"/{command_name('help', language)}"
    assert f"{command} {other}" in helped(rulesets()[ruleset], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_promised_only_where_the_game_has_one(language: str) -> None:
    assert "GCG" not in helped(rulesets()["klepka"], language)
    assert "GCG" in Texts().plain("en", "help-proof")


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_in_the_letters_of_the_tiles(language: str) -> None:
    told = helped(rulesets()["wordbox-en"], language)
    assert "8I WORDS" in told
    assert "WO[R]DS" in told
