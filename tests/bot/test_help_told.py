"""What ``/yardim`` says: what works in the game at hand, short enough for a telephone, in every language."""

import re

import pytest

from bot.announce.help import Help
from bot.inbound import COMMANDS, command_name
from bot.texts import LANGUAGES, Texts
from engine.rulesets import Ruleset, crosswords, resolve, rulesets
from tests.support.klepka import rules as klepka

BOT = "@harfiyen_bot"
HELP = Help(Texts(), BOT)
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
    pytest.param(klepka(clock="phases"), id="timed"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", TEXTS_OF)
def test_help_fits_on_two_screens(ruleset: Ruleset, language: str) -> None:
    assert lines(HELP.commands(ruleset, language)) <= SCREENS * LINES
    assert lines(HELP.start(language)) <= SCREENS * LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_told_somewhere_by_its_name_in_the_language(language: str) -> None:
    wordbox, home = rulesets()["wordbox-tr"], rulesets()["scrabble-tr"]
    texts = [HELP.commands(game, language) for game in (wordbox, home, klepka(clock="phases"))]
    told = commands("\n".join((HELP.start(language), *texts)))
    assert told == {command_name(name, language) for name in COMMANDS if name != "start"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_listed_those_in_the_language_first(language: str) -> None:
    listed = re.findall(r"<code>/\w+ ([\w-]+)</code>", HELP.start(language))
    assert sorted(listed) == sorted(rulesets())
    own = [rulesets()[name].language == language for name in listed]
    assert own == sorted(own, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_member_is_told_how_its_name_follows_a_command(language: str) -> None:
    for text in (HELP.start(language), HELP.commands(rulesets()["klepka"], language)):
        assert f"/{command_name('pass', language)}{BOT}" in text


@pytest.mark.parametrize(
    ("ruleset", "there", "elsewhere"),
    [
        (rulesets()["wordbox-tr"], {"itiraz", "berabere", "sure", "dene", "tema"}, {"sozluk", "soz"}),
        (rulesets()["kelimelik"], {"sozluk", "sure", "dene", "tema"}, {"itiraz", "berabere", "soz"}),
        (rulesets()["scrabble-tr"], {"sozluk", "oyna"}, {"itiraz", "berabere", "sure", "soz"}),
        (challenged("scrabble-tr"), {"itiraz", "sure"}, {"berabere", "sozluk"}),
        (rulesets()["klepka"], {"soz", "ac", "takas", "kaos", "pas"}, {"oyna", "dene", "degistir", "sure"}),
    ],
    ids=["wordbox", "kelimelik", "scrabble", "challenged", "klepka"],
)
def test_a_game_is_told_the_commands_that_work_in_it(ruleset: Ruleset, there: set[str], elsewhere: set[str]) -> None:
    told = commands(HELP.commands(ruleset, "tr"))
    assert there <= told
    assert not elsewhere & told


@pytest.mark.parametrize(
    ("language", "answers"),
    [
        ("tr", ("/berabere evet", "/berabere hayır", "/itiraz KELİME")),
        ("en", ("/draw yes", "/draw no", "/challenge WORD")),
        ("uk", ("/draw так", "/draw ні", "/challenge СЛОВО")),
    ],
)
def test_the_answers_to_a_draw_and_the_doubt_of_one_word_are_told(language: str, answers: tuple[str, ...]) -> None:
    text = HELP.commands(rulesets()["wordbox-en"], language)
    for answer in answers:
        assert answer in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruleset", "other"), [("klepka", "kelimelik"), ("kelimelik", "klepka")])
def test_the_example_of_another_game_is_another_game(language: str, ruleset: str, other: str) -> None:
    command = f"/{command_name('help', language)}"
    assert f"{command} {other}" in HELP.commands(rulesets()[ruleset], language)
