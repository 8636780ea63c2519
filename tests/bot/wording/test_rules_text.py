"""What ``/kurallar`` says: complete under every option of every game, in every language."""

import re
from itertools import product

import pytest

from bot.families import registry
from bot.texts import Argument, Texts
from bot.wording.speaker import Speaker, localized_title
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets
from tests.support.klepka import klepka_rules as klepka
from tests.support.languages import LANGUAGES

TEXTS = Texts()
MESSAGE = 4096
"""The characters that a message of Telegram may have."""


def rules_text(ruleset: Ruleset, language: str) -> str:
    return registry.family_of_ruleset(ruleset).guide(ruleset).rules_text(Speaker(TEXTS, language))


def headings(text: str) -> list[str]:
    return re.findall(r"^<b>([^<]+)</b>$", text, re.MULTILINE)


@pytest.mark.parametrize("own", shipped_rulesets().values(), ids=shipped_rulesets())
def test_every_option_of_every_game_has_its_rules(own: Ruleset) -> None:
    values = [(name, value) for name, option in own.options().items() for value in option.values]
    for (name, value), language in product(values, LANGUAGES):
        text = rules_text(resolve_ruleset(own, {name: value}), language)
        head, *parts = text.split("\n\n")
        assert localized_title(own.title, language) in head
        assert len(text) < MESSAGE / 1.5, "it is read on a phone"
        assert len(headings(text)) == len(parts) == 5
        for part in parts:
            heading, *rules = part.splitlines()
            assert headings(heading)
            assert 1 <= len(rules) <= 6
            assert all(line.startswith("• ") for line in rules)


def ruleset_with(name: str, **options: str) -> CrosswordRuleset:
    own = shipped_rulesets()[name]
    assert isinstance(own, CrosswordRuleset)
    return resolve_ruleset(own, {option.replace("_", "-"): value for option, value in options.items()})


KELIMELIK = ruleset_with("kelimelik")
SCRABBLE = ruleset_with("scrabble-en")
TIMED = ruleset_with("scrabble-en", clock="25min")
TOURNAMENT = ruleset_with("tournament-tr")
FIVE = ruleset_with("scrabble-tr", challenge="five", challenge_to="challenger", challenge_per="word")
WORDBOX = ruleset_with("wordbox-uk")
SAID: list[tuple[str, Ruleset, str, dict[str, Argument]]] = [
    ("the premium cells", SCRABBLE, "rules-premiums", {}),
    ("the bonus cell", KELIMELIK, "rules-cell", {"points": 25}),
    ("who gives up of two", KELIMELIK, "rules-surrender-pair", {}),
    ("three passes", KELIMELIK, "rules-run-passes", {"turns": 3, "per_player": 1}),
    ("two rounds of passes", TOURNAMENT, "rules-run-passes-each", {"per_player": 2}),
    ("seven tiles for an exchange", TOURNAMENT, "rules-exchange", {"least": 7}),
    ("racks that count", TOURNAMENT, "rules-own-rack", {}),
    ("the price in points for each word", FIVE, "rules-judging-points-challenger-word", {"points": 5}),
    ("that the list alone counts", TOURNAMENT, "rules-list-alone", {}),
    ("overtime", TIMED, "rules-overtime", {"points": 10, "minutes": 10}),
    ("who is out of time plays no more", WORDBOX, "rules-overrun-retire", {}),
    ("the heading of challenges", WORDBOX, "rules-part-challenges", {}),
    ("three exchanges", WORDBOX, "rules-exchange-limit", {"most": 3}),
    ("the arrows", WORDBOX, "rules-four-clockwise", {}),
    ("EX cells", WORDBOX, "rules-ex-bag", {"least": 7}),
    ("a centre that doubles nothing", WORDBOX, "rules-centre-plain", {}),
    ("draws", WORDBOX, "rules-draws", {}),
    ("who gives up", klepka(), "rules-surrender", {}),
    ("one colour", klepka(), "rules-klepka-double-colour", {}),
    ("the host's button", klepka(double="host"), "rules-klepka-double-host", {}),
    ("nouns alone", klepka(words="nouns"), "rules-klepka-nouns", {}),
    ("time that runs out", klepka(clock="phases"), "rules-klepka-overrun", {}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell(language: str) -> None:
    for what, ruleset, message, figures in SAID:
        assert TEXTS.html(language, message, **figures) in rules_text(ruleset, language), what


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_checked_at_once_or_when_somebody_doubts_them_never_both(language: str) -> None:
    at_once = TEXTS.html(language, "rules-judging-void")
    if_challenged = TEXTS.html(language, "rules-challenge", time=Speaker(TEXTS, language).duration(60))
    for ruleset, said, unsaid in ((SCRABBLE, at_once, if_challenged), (WORDBOX, if_challenged, at_once)):
        assert said in rules_text(ruleset, language)
        assert unsaid not in rules_text(ruleset, language)


@pytest.mark.parametrize(
    ("language", "colours"),
    [
        ("tr", "sarı 1, yeşil 2, mavi 3, kırmızı 5"),
        ("en", "yellow 1, green 2, blue 3, red 5"),
        ("uk", "жовта 1, зелена 2, синя 3, червона 5"),
    ],
)
def test_coloured_tiles_are_explained_by_their_points(language: str, colours: str) -> None:
    assert colours in rules_text(WORDBOX, language)
    assert TEXTS.html(language, "rules-colour-yellow") not in rules_text(SCRABBLE, language)
