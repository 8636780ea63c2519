"""Options that leave no choice, or would change nothing, are not offered; which those are, their games say."""

import ast

import pytest

from bot.judges.word_judge import DictionaryKind
from bot.user_input import options
from engine.errors import Refusal
from engine.rulesets import Ruleset, shipped_rulesets
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.checkout import ROOT

KINDS: tuple[DictionaryKind, ...] = ("builtin", "common", "live")
ALL = list(shipped_rulesets().values())


@pytest.mark.parametrize("text", ["words", "words=", "слова=усе"])
def test_an_option_with_one_value_is_no_choice(text: str) -> None:
    ruleset = shipped_rulesets()["klepka"]
    assert len(options.available_options(ruleset, KINDS)["words"].values) == 1
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, ruleset, KINDS)
    assert caught.value.code == "unknown_option"
    assert caught.value.fields["options"] == (
        "deck",
        "repeats",
        "double",
        "clock",
        "skip-after",
        "allowance",
        "chat-words",
        "start",
    )
    assert options.parse_options("words=forms", ruleset, KINDS) == {"words": "forms"}


@pytest.mark.parametrize("ruleset", ALL, ids=lambda rules: rules.id)
def test_whatever_is_listed_or_has_a_button_leaves_a_choice(ruleset: Ruleset) -> None:
    there = options.available_options(ruleset, KINDS)
    with pytest.raises(Refusal) as caught:
        options.parse_options("renk=mavi", ruleset, KINDS)
    listed = caught.value.fields["options"]
    assert isinstance(listed, tuple)
    assert listed
    assert all(len(there[name].values) > 1 for name in (*listed, *options.button_options(ruleset, KINDS)))


IDLE = [
    ("tr", "scrabble-tr başına=kelime", ("başına", "itiraz", "beş, on")),
    ("tr", "scrabble-tr itiraz=çift başına=kelime", ("başına", "itiraz", "beş, on")),
    ("en", "tournament-en challenge-to=challenger", ("challenge-to", "challenge", "five, ten")),
    ("tr", "kelimelik itiraz=çift ipucu=ücretsiz", ("ipucu", "itiraz", "kapalı")),
    ("en", "wordbox-en hints=free", ("hints", "challenge", "void")),
    ("uk", "wordbox-uk оскарження=немає вікно=2хв", ("вікно", "оскарження", "вільне, хід, п’ять, десять, слово")),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("language", "text", "said"), IDLE)
async def test_an_option_that_would_change_nothing_is_refused_with_what_it_needs(
    harness: BotHarness, language: str, text: str, said: tuple[str, str, str]
) -> None:
    talk = await harness.new_group(language)
    answer = await talk.say_and_wait(KIRAZ, f"/new {text}")
    assert answer.html == talk.text_html("refusal-option-idle", option=said[0], needed=said[1], values=said[2])


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("scrabble-tr", "itiraz=beş başına=kelime kime=itirazcı pencere=2dk"),
        ("wordbox-uk", "вікно=2хв"),
        ("klepka", "deste=kısa"),
    ],
)
def test_an_option_is_taken_with_what_it_needs(game: str, text: str) -> None:
    ruleset = shipped_rulesets()[game]
    options.check_options_matter(options.parse_options(text, ruleset, KINDS), ruleset, KINDS)


def test_no_shared_module_names_a_familys_options() -> None:
    shared = set[str].intersection(*(set(ruleset.options()) for ruleset in ALL if ruleset.clocks))
    own = {name for ruleset in ALL for name in ruleset.options()} - shared
    assert {"window", "challenge", "deck"} <= own
    for file in (file for room in ("typed", "wording") for file in (ROOT / "bot" / room).rglob("*.py")):
        constants = {one.value for one in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(one, ast.Constant)}
        assert own & constants == set(), file
