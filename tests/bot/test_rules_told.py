"""What ``/kurallar`` says: complete under every option of every game, in every language."""

import pytest

from bot.announce.klepka import klepka_rules
from bot.announce.rules import rules_text
from bot.texts import LANGUAGES, Argument, Texts
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.rulesets import Ruleset, resolve, rulesets

TEXTS = Texts()
MESSAGE = 4096
"""The characters that a message of Telegram may have."""


def told(ruleset: Ruleset, language: str) -> str:
    if isinstance(ruleset, KlepkaRuleset):
        return klepka_rules(ruleset, TEXTS, language)
    return rules_text(ruleset, TEXTS, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("own", rulesets().values(), ids=rulesets())
def test_every_option_of_every_game_has_its_rules(own: Ruleset, language: str) -> None:
    for name, option in own.options().items():
        for value in option.values:
            head, *rules = told(resolve(own, {name: value}), language).splitlines()
            assert own.title[language] in head
            assert all(line.startswith("• ") for line in rules)
            assert len("\n".join((head, *rules))) < MESSAGE / 1.5, "it is read on a phone"


def game(name: str, **options: str) -> CrosswordRuleset:
    own = rulesets()[name]
    assert isinstance(own, CrosswordRuleset)
    return resolve(own, {option.replace("_", "-"): value for option, value in options.items()})


KELIMELIK = game("kelimelik")
SCRABBLE = game("scrabble-en")
TIMED = game("scrabble-en", clock="25min")
TOURNAMENT = game("tournament-tr")
FIVE = game("scrabble-tr", challenge="five", challenge_to="challenger", challenge_per="word")
WORDBOX = game("wordbox-uk")
QUIET = game("wordbox-tr", ex="off", four_word="any", centre="double")
Said = tuple[str, CrosswordRuleset, str, dict[str, Argument]]
SAID: list[Said] = [
    ("the premium cells", SCRABBLE, "rules-premiums", {}),
    ("the bonus cell", KELIMELIK, "rules-cell", {"points": 25}),
    ("the winner", KELIMELIK, "rules-winner", {}),
    ("who gives up of two", KELIMELIK, "rules-surrender-pair", {}),
    ("who gives up of several", SCRABBLE, "rules-surrender", {}),
    ("three passes", KELIMELIK, "rules-run-passes", {"turns": 3, "per_player": 0}),
    ("six scoreless turns", SCRABBLE, "rules-run-scoreless", {"turns": 6, "per_player": 2}),
    ("two rounds of passes", TOURNAMENT, "rules-run-passes-each", {"per_player": 2}),
    ("racks that do not count", KELIMELIK, "rules-no-rack", {}),
    ("racks that count", TOURNAMENT, "rules-own-rack", {}),
    ("the price in points of the words", TOURNAMENT, "rules-judging-wordpoints", {}),
    ("the price in points for each word", FIVE, "rules-judging-points-challenger-word", {"points": 5}),
    ("the free challenge", WORDBOX, "rules-judging-single", {}),
    ("overtime", TIMED, "rules-overtime", {"points": 10, "minutes": 10}),
    ("who is out of time plays no more", WORDBOX, "rules-overrun-retire", {}),
    ("racks when time ends the game", WORDBOX, "rules-time-own-rack", {}),
    ("three exchanges", WORDBOX, "rules-exchange-limit", {"most": 3}),
    ("the arrows", WORDBOX, "rules-four-clockwise", {}),
    ("4W cells for every word", QUIET, "rules-four-any", {}),
    ("EX cells", WORDBOX, "rules-ex-bag", {"least": 7}),
    ("EX cells that are off", QUIET, "rules-ex-off", {}),
    ("a centre that doubles nothing", WORDBOX, "rules-centre-plain", {}),
    ("a centre that doubles", QUIET, "rules-centre-double", {}),
    ("draws", WORDBOX, "rules-draws", {}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", SAID, ids=lambda said: said[0])
def test_the_rules_tell(said: Said, language: str) -> None:
    _, ruleset, message, figures = said
    assert TEXTS.html(language, message, **figures) in told(ruleset, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_overtime_the_game_is_not_lost_as_soon_as_time_is_out(language: str) -> None:
    assert TEXTS.html(language, "rules-overrun-forfeit") not in told(TIMED, language)
    assert TEXTS.html(language, "rules-overrun-forfeit") in told(KELIMELIK, language)
