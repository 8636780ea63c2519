"""The options of a table: which there are, what they may be, and what the rules are once they are chosen."""

import pytest
from msgspec.structs import replace

from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import resolve_ruleset


def test_the_options_of_a_table_have_their_values_and_the_one_in_use() -> None:
    options = crossword_rulesets()["wordbox-en"].options()
    assert options["challenge"].values == ("void", "single", "double", "five", "ten", "wordpoints")
    assert {name: option.default for name, option in options.items()} == {
        "bag": "standard",
        "challenge": "single",
        "challenge-per": "challenge",
        "challenge-to": "mover",
        "window": "60",
        "clock": "25min",
        "skip-after": "86400",
        "allowance": "on",
        "out": "transfer",
        "bingo": "seven",
        "four-word": "clockwise",
        "ex": "bag",
        "centre": "plain",
        "chat-words": "on",
        "places": "on",
        "preview": "off",
        "take-back": "off",
        "hints": "off",
        "start": "asked",
    }


def test_only_boards_with_such_cells_have_options_for_them() -> None:
    assert not {"four-word", "ex"} & set(crossword_rulesets()["scrabble-en"].options())


def test_the_bingo_is_known_by_the_number_of_tiles_that_a_full_rack_has() -> None:
    rules = crossword_rulesets()["scrabble-en"]
    assert rules.options()["bingo"].figures == {"seven": "7"}
    assert replace(rules, rack=9).options()["bingo"].figures == {"seven": "9"}


def test_chosen_options_are_what_the_rules_say() -> None:
    rules = resolve_ruleset(
        crossword_rulesets()["wordbox-en"],
        {"challenge": "five", "challenge-per": "word", "challenge-to": "challenger", "window": "30", "ex": "off"}
        | {"four-word": "any", "bingo": "whole-rack", "clock": "none", "centre": "double", "out": "double"},
    )
    judging = rules.judging
    assert (judging.mode, judging.per, judging.to, judging.window) == ("five", "word", "challenger", 30)
    assert (rules.scoring.ex, rules.scoring.four_word, rules.scoring.bingo_when) == ("off", "any", "whole-rack")
    assert (rules.clock_rule, rules.clocks, rules.board.centre_doubles, rules.ending.out) == (None, {}, True, "double")


@pytest.mark.parametrize(
    ("options", "tells"),
    [
        ({}, False),
        ({"preview": "on"}, True),
        ({"preview": "on", "challenge": "single"}, False),
        ({"preview": "off"}, False),
    ],
)
def test_a_preview_tells_of_words_only_where_it_was_chosen_and_plays_are_not_challenged(
    options: dict[str, str], *, tells: bool
) -> None:
    assert resolve_ruleset(crossword_rulesets()["scrabble-tr"], options).has_judged_preview is tells
