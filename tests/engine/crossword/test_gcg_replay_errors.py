"""Records that break the rules, are incomplete or malformed: told with line and reason, and gone on after."""

import pytest

from engine.crossword.gcg_position import RunningTotal
from engine.crossword.gcg_replay import Problem
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import resolve_ruleset
from tests.support.boards import assert_board
from tests.support.gcg_samples import FINAL_BOARD, SAMPLE, is_clean, line_number_of, problem_reasons, replay_text


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("8Z CAB", "Z8 is no cell of the board, which ends with O15"),
        ("16A CAB", "A16 is no cell of the board"),
        ("8N CAB", "the word has 3 letters and N8 leaves room for 2"),
        ("N8 CABCABCABC", "leaves room for 8"),
        ("H7 CBB", "H8 holds A, not B"),
        ("8G CAD", "I8 holds B, not D"),
        ("G7 D.D.", "G10 is empty"),
        ("G8 .(A)B", "G9 is empty"),
        ("8G CAB", "it lays no new tile"),
        ("8J ED", "the word on the board is CABED, from G8"),
        ("A1 DAD", "touches no letter on the board"),
    ],
)
def test_a_play_that_cannot_lie_as_written_is_an_error(play: str, reason: str) -> None:
    found = problem_reasons(f">a: ABC 8G CAB +14 14\n>b: {play} +1 1\n")
    assert len(found) == 1
    assert reason in found[0]


@pytest.mark.parametrize(
    ("play", "reason"),
    [("1A CAB +14 14", "the first play must cover H8"), ("8H C +3 3", "the first play must lay at least two tiles")],
)
def test_a_first_play_off_the_rules_is_an_error(play: str, reason: str) -> None:
    assert problem_reasons(f">a: {play}\n") == [reason]


def test_more_tiles_than_a_rack_holds_are_an_error() -> None:
    assert problem_reasons(">a: 8A ABCDEFGH +1 1\n") == ["the play lays more than 7 tiles"]


def test_an_exchange_of_more_than_a_rack_is_an_error() -> None:
    assert problem_reasons(">a: ABCDEFG -8 +0 0\n") == ["it exchanges 8 tiles, more than a rack holds"]


@pytest.mark.parametrize(
    ("turn", "lacked"),
    [
        ("ADEIRST 8D DISRUTE +70 70", "U"),
        ("?ABCDEF 8G CABB +20 20", "B"),
        ("ABCDEFG 8G CABb +14 14", "?"),
        ("ABCDEFG -AXX +0 0", "XX"),
        ("ABCDEFG 1G CAB +14 14", ""),
        ("ABDEFGH 1G CAB +14 14", "C"),
    ],
)
def test_tiles_that_the_player_s_own_full_rack_lacks_are_told_and_the_turn_counts(turn: str, lacked: str) -> None:
    found = replay_text(f">a: {turn}\n")
    told = [problem.reason for problem in found.problems if "lacks" in problem.reason]
    assert told == ([f"the rack {turn.split(maxsplit=1)[0]} lacks {lacked}"] if lacked else [])
    assert found.position.turns == 1
    assert found.mismatches == ()


@pytest.mark.parametrize("rack", ["", "XYZ", "abcdefg", "???????", "XYZ????", "XYZXYZ.", "XYZXYZXYZ", "CAB_"])
def test_a_rack_that_is_incomplete_or_unclear_is_no_ground_for_complaint(rack: str) -> None:
    assert is_clean(replay_text(f">a: {rack} 8G CAB +14 14\n"))


def test_more_of_a_letter_than_the_bag_holds_is_an_error_told_once() -> None:
    text = ">a: 8G ZAZ +42 42\n>b: I8 .OO +12 12\n>a: 10I .Z +11 53\n"
    assert replay_text(text).problems == (Problem(1, "the board has 2 tiles Z with it, the bag only 1"),)
    assert problem_reasons(">a: 8G zaz +0 0\n") == ["the board has 3 tiles blank with it, the bag only 2"]


def test_a_bag_option_allows_what_the_usual_bag_does_not() -> None:
    play = ">a: 8G DEDİD +26 26\n"
    head = "#harfiyen ruleset scrabble-tr\n"
    assert problem_reasons(head + play) == ["the board has 3 tiles D with it, the bag only 2"]
    assert problem_reasons(f"{head}#harfiyen bag s3-table\n{play}") == []


def test_a_rule_breaker_that_says_where_its_tiles_lie_stays_on_the_board() -> None:
    found = replay_text(">a: 8G CAB +14 14\n>b: A1 DAD +5 5\n>a: 4A .OB +5 19\n>b: 9G AD +9 14\n", "scrabble-en")
    assert [problem.line for problem in found.problems] == [2, 3]
    assert found.position.cells[0] == "D"


TWO_TURNS = ">a: ABC 8G CAB +14 14\n{}>b: AB G8 .AB +8 8\n>a: AD 8G ...AD +20 34\n"


@pytest.mark.parametrize("line", [">a: what is this\n", "what is this\n", ">c: X - +0 0\n", "#player3\n", "> +\n"])
def test_a_garbled_line_between_the_turns_changes_nothing_else(line: str) -> None:
    head = "#player1 a A\n#player2 b B\n"
    found = replay_text(head + TWO_TURNS.format(line).replace("+20 34", "+21 35"))
    assert [problem.line for problem in found.problems] == [4]
    assert found.plays == 3
    assert [each.line for each in found.mismatches] == [6]


def test_after_a_lost_turn_plays_are_counted_but_no_longer_compared() -> None:
    lines = SAMPLE.replace("8H LOFTY", "8?H LOFTY").splitlines()
    found = replay_text("\n".join(lines))
    assert [(problem.line, found.plays) for problem in found.problems] == [(7, 5)]
    assert found.mismatches == ()
    assert found.position.scores["bo:k"] == 390


def test_malformed_lines_after_a_lost_turn_are_still_told() -> None:
    text = SAMPLE.replace("8H LOFTY", "8?H LOFTY").replace("O9 DEINORs", "O9 DEIN0Rs")
    assert [problem.line for problem in replay_text(text).problems] == [7, line_number_of(SAMPLE, "DEINORs")]


def test_an_impossible_play_that_is_withdrawn_leaves_the_board_known() -> None:
    text = ">a: ABC 8G CAB +14 14\n>b: H1 XA..X +5 5\n>b: --  -5 0\n>a: AD 8G ...AD +9 99\n"
    found = replay_text(text)
    assert [problem.line for problem in found.problems] == [2]
    assert [each.line for each in found.mismatches] == [4]


def test_a_play_whose_figures_are_missing_lies_on_the_board_but_does_not_count() -> None:
    found = replay_text(SAMPLE.replace("LOAM +24 24", "LOAM +24"))
    assert [problem.line for problem in found.problems] == [10]
    assert found.mismatches == ()
    assert found.plays == 5
    assert_board(found.position.cells, FINAL_BOARD, resolve_ruleset(crossword_rulesets()["scrabble-en"]))


THREE = "#player1 a A\n#player2 b B\n#player3 c C\n"


def test_a_turn_of_three_players_is_missed_only_where_one_is_missing() -> None:
    turns = ">a: 8G CAB +14 14\n>b: - +0 0\n>x: ?\n>c: G8 .AB +8 8\n>a: - +0 14\n"
    found = replay_text(THREE + turns)
    assert [problem.line for problem in found.problems] == [6]
    assert found.position.mover is None
    assert found.position.scores == {"a": 14, "b": 0, "c": 8}


def test_a_problem_carries_line_and_reason() -> None:
    assert replay_text("#player1 a A\nhm\n").problems == (
        Problem(2, "the line begins with neither # nor >, and follows no note or description"),
    )


def test_totals_that_are_always_wrong_take_no_longer_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    booked: list[int] = []
    settle = RunningTotal.add_line

    def watched(total: RunningTotal, recorded: int, computed: int, told: int | None) -> bool:
        agrees = settle(total, recorded, computed, told)
        booked.append(len(total.possible_gains(0)))
        return agrees

    monkeypatch.setattr(RunningTotal, "add_line", watched)
    plays = "".join(f">a: ABC 8H ABC +5 {number * number}\n" for number in range(2, 300))
    assert len(replay_text(f"#player1 a Ann\n{plays}").mismatches) > 200
    assert max(booked) < 40
