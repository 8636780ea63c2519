"""Two players of the same nick: told apart by their figures, and by their order where these leave it open."""

import pytest

from engine.crossword.gcg.records import Departed, Played, UnreadableLine
from tests.support.gcg_samples import SAMPLE, parse_gcg_text, replay_text

HEAD = "#player1 ali Ali Ak\n#player2 ali Ali Kaya\n"
NAMESAKES = SAMPLE.replace("ayla", "ali").replace("bo:k", "ali")
"""The sample with one nick for both: plays, a challenge, a withdrawal, a pass, exchanges, time and racks left."""


def movers(text: str) -> list[str]:
    """Who played each play."""
    return [record.nick for record in parse_gcg_text(text).records if isinstance(record, Played)]


def test_each_has_a_nick_and_a_name_of_their_own() -> None:
    found = parse_gcg_text(HEAD)
    assert found.nicks == ("ali", "ali2")
    assert found.names == {"ali": "Ali Ak", "ali2": "Ali Kaya"}


def test_an_invented_nick_is_nobody_elses() -> None:
    found = parse_gcg_text("#player1 ali\n#player2 ali\n#player3 ali2\n#player4 ali\n")
    assert found.nicks == ("ali", "ali3", "ali2", "ali4")


def test_who_is_declared_twice_under_one_number_is_one_player() -> None:
    assert parse_gcg_text("#player1 ali Ali Ak\n#player1 ali Ali Ak\n#player2 b\n").nicks == ("ali", "b")


def test_a_whole_game_of_namesakes_has_the_totals_of_any_other() -> None:
    found, usual = replay_text(NAMESAKES), replay_text(SAMPLE)
    assert (found.mismatches, found.problems) == ((), ())
    assert list(found.position.scores.values()) == list(usual.position.scores.values())
    assert found.position.cells == usual.position.cells


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([">ali: AB 8H AB +8 8", ">ali: CA 7H CA +8 8"], ["ali", "ali2"]),
        ([">ali: AB 8H AB +8 8", ">ali: - +0 0", ">ali: CA 7H CA +8 16"], ["ali", "ali"]),
        ([">ali: AB 8H AB +8 8", ">ali: a line that is lost", ">ali: CA 7H CA +8 16"], ["ali", "ali"]),
        ([">ali: AB 8H AB +8 8", ">ali: - +3 900", ">ali: CA 7H CA +9 1"], ["ali", "ali"]),
    ],
    ids=["in turns", "a pass between", "a lost line between", "wrong figures"],
)
def test_plays_go_from_one_to_the_other(lines: list[str], expected: list[str]) -> None:
    assert movers(HEAD + "\n".join(lines)) == expected


def test_a_third_player_keeps_their_place_between_namesakes() -> None:
    head = "#player1 ali\n#player2 b\n#player3 ali\n"
    lines = [">b: AB 8H AB +8 8", ">ali: CA 7H CA +8 8", ">ali: DE 9H DE +6 6", ">b: FA 6H FA +5 13"]
    assert movers(head + "\n".join(lines)) == ["b", "ali2", "ali", "b"]


def test_who_gives_up_is_the_one_to_move_and_plays_no_more() -> None:
    head = "#player1 ali\n#player2 ali\n#player3 b\n"
    lines = [">ali: AB 8H AB +8 8", "#harfiyen surrender ali", ">b: - +0 0", ">ali: CA 7H CA +8 16"]
    found = parse_gcg_text(head + "\n".join(lines))
    assert [record.nick for record in found.records if isinstance(record, Departed)] == ["ali2"]
    assert [record.nick for record in found.records if isinstance(record, Played)] == ["ali", "ali"]


def test_a_play_without_its_figures_goes_by_the_order() -> None:
    records = parse_gcg_text(f"{HEAD}>ali: AB 8H AB +8 8\n>ali: CA 7H CA\n").records
    (found,) = (record for record in records if isinstance(record, UnreadableLine))
    assert found.entry is not None
    assert (found.nick, found.entry.nick) == ("ali2", "ali2")


def test_a_difference_is_told_once_and_of_its_line() -> None:
    text = NAMESAKES.replace("LOAM +24 24", "LOAM +25 25")
    (found,) = replay_text(text).mismatches
    assert (found.recorded, found.computed) == (25, 24)
