"""Racks of Duplicate: what is asked of them, what goes back, and the endings before a round (RULES §10.1 and §10.2)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.duplicate.actions import RackSearch
from engine.duplicate.dealing import Dealing, begin_dealing, continue_dealing, count_kinds
from engine.duplicate.state import GameState
from engine.rng import Draws
from tests.support.duplicate import started

NOTHING = RackSearch()


def before(
    kept: str = "", bag: str = "", number: int = 0, ruleset: str = "duplicate-en", rounds: str = "10"
) -> GameState:
    """A game before its next round, with these tiles left."""
    return replace(started(ruleset=ruleset, rounds=rounds), kept=tuple(kept), bag=tuple(bag), number=number)


def fates(dealing: Dealing) -> list[tuple[str, str]]:
    return [("".join(event.rack), event.fate) for event in dealing.events]


def dealt(state: GameState, seeds: int = 60) -> list[Dealing]:
    """What is drawn by one seed after another."""
    return [begin_dealing(replace(state, draws=Draws(f"{seed:02x}"))) for seed in range(seeds)]


@pytest.mark.parametrize(
    ("tiles", "language", "counts"),
    [("AEIOUY?", "en", (7, 2)), ("BCDY", "en", (1, 4)), ("IİYĞ", "tr", (2, 2)), ("ЇЙЬ'?", "uk", (2, 2))],
)
def test_a_blank_and_an_english_y_count_twice_and_a_soft_sign_never(
    tiles: str, language: str, counts: tuple[int, int]
) -> None:
    assert count_kinds(tiles, language) == counts


def test_every_rack_of_the_first_fifteen_rounds_has_two_of_each_kind_later_one() -> None:
    state = before(bag="A" * 6 + "T" * 40, rounds="all")
    early = [count_kinds(one.rack, "en")[0] for one in dealt(replace(state, number=14))]
    late = [count_kinds(one.rack, "en")[0] for one in dealt(replace(state, number=15))]
    assert (min(early), min(late)) == (2, 1)
    mini = [count_kinds(one.rack, "tr")[0] for one in dealt(before(bag="A" * 6 + "T" * 40, ruleset="duplicate-mini"))]
    assert min(mini) == 1


def test_one_of_each_is_enough_where_the_tiles_have_no_two() -> None:
    assert all(count_kinds(one.rack, "en") == (1, 6) for one in dealt(before(bag="A" + "T" * 12), 10))


def test_a_rack_that_fails_goes_back_whole_and_seven_new_are_drawn() -> None:
    refused = [one for one in dealt(before("TTTTT", "AAAAAAAABBBB")) if one.events]
    assert refused
    for one in refused:
        rack, fate = fates(one)[0]
        assert (rack.count("T"), fate) == (5, "refused")
        assert Counter((*one.rack, *one.bag)) == Counter("TTTTTAAAAAAAABBBB")
    assert any(one.rack.count("T") < 5 for one in refused)


def test_after_two_hundred_failures_of_a_round_one_of_each_is_enough() -> None:
    state = before(bag="AA" + "T" * 600)
    lean = [one for one in dealt(state, 12) if count_kinds(one.rack, "en")[0] == 1]
    assert lean
    assert all(one.failures >= 200 for one in lean)


def test_with_fewer_than_seven_tiles_left_the_rack_is_all_of_them() -> None:
    assert begin_dealing(before("TQ", "AX")).rack == ("A", "Q", "T", "X")


@pytest.mark.parametrize(
    ("state", "end"),
    [
        (before("A", "", 10), "rounds"), (before("A", "", 10, rounds="all"), "tiles"), (before("", "", 3), "tiles"),
        (before("TT", "BBBBBBBBB"), "vowels"), (before("AA", "EEEEEEE"), "consonants"),
        (before("ЬЬ", "''", ruleset="duplicate-uk"), "vowels"), (before("?Ь", "", ruleset="duplicate-uk"), None),
        (before("YT", ""), None), (before("AT", "", 9), None),
    ],
)  # fmt: skip
def test_the_endings_are_tested_in_their_order_before_a_round(state: GameState, end: str | None) -> None:
    assert begin_dealing(state).end == end


def test_a_rack_without_a_play_goes_back_and_the_fifth_in_a_row_ends_the_game() -> None:
    step = begin_dealing(before(bag="A" * 20 + "T" * 20))
    for count in range(1, 5):
        step = continue_dealing(step, NOTHING)
        assert (step.is_done, step.noplays) == (False, count)
        assert len((*step.rack, *step.bag)) == 40
    step = continue_dealing(step, NOTHING)
    assert step.end == "noplay"
    assert [fate for _, fate in fates(step)].count("noplay") == 5


def test_a_rack_without_a_play_ends_the_game_at_once_where_the_bag_is_empty() -> None:
    step = continue_dealing(begin_dealing(before("TTA", "AB")), NOTHING)
    assert (step.end, fates(step)) == ("noplay", [("AABTT", "noplay")])
