"""The auditor's own reading of what updates ask."""

from msgspec.structs import replace

from engine.crossword.shipped import crossword_rulesets
from engine.lobby_seats import Begin, Join
from engine.rulesets import resolve_ruleset
from tests.support.games import NOW, USERS, open_lobby_of
from tools.chaos.expected_actions import TakeSeat

ASKS = TakeSeat(USERS[1], name="Bora", message=7)
WAITS = open_lobby_of("kelimelik", 1)
FILLS = open_lobby_of(resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"}), 1)
BEGIN = Begin(USERS[1], 7, "ab", -100)


def test_who_sits_down_asks_for_no_more_where_the_table_waits() -> None:
    assert ASKS.matches(Join(USERS[1], "Bora"), WAITS, NOW)
    assert not ASKS.matches(Join(USERS[1], "Bora", BEGIN), WAITS, NOW)
    assert not ASKS.matches(Join(USERS[2], "Bora"), WAITS, NOW)


def test_whose_seat_is_the_last_asks_for_the_game_by_that_very_message() -> None:
    assert ASKS.matches(Join(USERS[1], "Bora", BEGIN), FILLS, NOW)
    assert not ASKS.matches(Join(USERS[1], "Bora"), FILLS, NOW)
    assert not ASKS.matches(Join(USERS[1], "Bora", replace(BEGIN, message=8)), FILLS, NOW)
    assert not ASKS.matches(Join(USERS[1], "Bora", replace(BEGIN, by=USERS[0])), FILLS, NOW)
    assert not ASKS.matches(Join(USERS[1], "Cem", BEGIN), FILLS, NOW)


def test_a_username_that_was_needed_a_moment_before_makes_no_other_ask_of_it() -> None:
    asks = TakeSeat(USERS[1], name="Bora", message=7, username="bora")
    assert asks.matches(Join(USERS[1], "Bora", username="bora"), WAITS, NOW)
    assert asks.matches(Join(USERS[1], "Bora"), WAITS, NOW)
    assert not asks.matches(Join(USERS[1], "Bora", username="cem"), WAITS, NOW)
