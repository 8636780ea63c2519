"""Replaying records: what differs is told once and with its line; what is right is never complained about."""

from itertools import pairwise

import pytest

from engine.crossword.gcg_replay import Problem, Replay, RunningTotal, to_view
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import LastTurn
from engine.rulesets import resolve_ruleset
from tests.support.boards import assert_board
from tests.support.gcg_samples import FINAL_BOARD, SAMPLE, is_clean, parse_gcg_text, problem_reasons, replay_text


def figures(found: Replay) -> list[tuple[int, int, int]]:
    return [(each.line, each.recorded, each.computed) for each in found.mismatches]


def test_a_right_record_replays_without_a_difference() -> None:
    found = replay_text(SAMPLE)
    assert is_clean(found)
    assert found.plays == 6
    assert found.position.scores == {"ayla": 107, "bo:k": 390}
    assert_board(found.position.cells, FINAL_BOARD, resolve_ruleset(crossword_rulesets()["scrabble-en"]))


ON_LINE_10 = "LOAM +24 24"
GOING_ON = ("+365 389", "+365 390"), ("+5 394", "+5 395"), ("+0 394", "+0 395"), ("-4 390", "-4 391")
GOING_ON_BY_18 = ("+365 389", "+365 407"), ("+5 394", "+5 412"), ("+0 394", "+0 412"), ("-4 390", "-4 408")


@pytest.mark.parametrize(
    ("wrong", "follow", "recorded"),
    [
        ("LOAM +25 25", GOING_ON, 25), ("LOAM +25 24", (), 25), ("LOAM +25 25", (), 25),
        ("LOAM +25 25", GOING_ON[:1], 25), ("LOAM +24 42", (), 42), ("LOAM +24 42", GOING_ON_BY_18, 42),
    ],
)  # fmt: skip
def test_a_wrong_score_or_total_is_told_once_however_the_totals_go_on(
    wrong: str, follow: tuple[tuple[str, str], ...], recorded: int
) -> None:
    text = SAMPLE.replace(ON_LINE_10, wrong)
    for old, new in follow:
        text = text.replace(old, new)
    assert figures(replay_text(text)) == [(10, recorded, 24)]


def test_every_single_wrong_figure_is_found_and_found_once() -> None:
    lines = SAMPLE.splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.startswith(">") or "(challenge)" in line or "(time)" in line:
            continue
        head, score, total = line.rsplit(maxsplit=2)
        for wrong, recorded in (
            (f"{head} {int(score) + 3:+d} {total}", int(score) + 3),
            (f"{head} {score} {int(total) + 3}", int(total) + 3),
        ):
            found = replay_text("\n".join([*lines[: number - 1], wrong, *lines[number:]]))
            assert [(each.line, each.text, each.recorded) for each in found.mismatches] == [(number, wrong, recorded)]
            assert found.problems == ()


def test_a_play_reported_as_wrong_may_be_withdrawn_as_it_was_recorded() -> None:
    text = SAMPLE.replace("S. +11 112", "S. +13 114").replace("--  -11 101", "--  -13 101")
    assert figures(replay_text(text)) == [(14, 13, 11)]


def test_the_last_racks_are_transferred_doubled_or_lost() -> None:
    for rack, score in (("(OPEG)", 7), ("(OPEG)", 14), ("OPEG (OPEG)", -7), ("(?)", 0), ("()", 0)):
        assert is_clean(replay_text(f">a: {rack} {score:+d} {score}\n"))


def test_the_last_rack_is_compared_with_the_nearer_of_its_meanings() -> None:
    for score, computed in ((8, 7), (13, 14), (-8, -7), (0, 7)):
        assert figures(replay_text(f">a: (OPEG) {score:+d} {score}\n")) == [(1, score, computed)]


def test_a_letter_on_the_board_may_be_written_in_every_way() -> None:
    for word in (".AB", "(C)AB", "CAB", "cAB", "(c)AB"):
        text = f">a: ABC 8G CAB +14 14\n>b: AB G8 {word} +8 8\n"
        found = replay_text(text)
        assert is_clean(found)
        assert found.position.cells.count("C") == 1


def test_a_blank_counts_nothing_and_keeps_its_letter() -> None:
    found = replay_text(">a: ?AB 8G cAB +8 8\n>b: AB G8 .AB +5 5\n")
    assert is_clean(found)
    assert "?C" in found.position.cells


def test_the_total_says_which_meaning_of_the_last_rack_a_wrong_score_missed() -> None:
    for score, total in (("+9", 14), ("+7", 14), ("+14", 14)):
        expected = [] if score == "+14" else [(1, int(score), 14)]
        assert figures(replay_text(f">a: (OPEG) {score} {total}\n")) == expected


def test_a_price_that_is_no_multiple_of_five_is_measured_by_the_total() -> None:
    assert figures(replay_text(">a: 8G CAB +14 14\n>a: (challenge) +6 19\n")) == [(2, 6, 5)]
    assert figures(replay_text(">a: 8G CAB +14 14\n>a: (challenge) +5 20\n")) == [(2, 20, 19)]
    assert figures(replay_text(">a: 8G CAB +14 14\n>a: (TIME) -20 -6\n")) == []


def test_a_phony_taken_back_in_the_total_only_is_no_difference() -> None:
    assert figures(replay_text(">a: 8G CAB +14 14\n>a: -- +0 0\n")) == []


def test_what_stands_behind_the_total_is_passed_over() -> None:
    found = replay_text("#player1\ta\tAda A\n>a: ABC 8G CAB +14 14 KO, EX\n")
    assert is_clean(found)
    assert found.plays == 1


KELIMELIK = "#player1 a A\n#player2 b B\n#harfiyen ruleset kelimelik\n#harfiyen bonus I8\n"


def test_the_bonus_cell_counts_for_the_play_that_covers_it() -> None:
    assert is_clean(replay_text(KELIMELIK + ">a: 8G KALE +33 33\n>b: I8 .A +3 3\n"))
    assert figures(replay_text(KELIMELIK + ">a: 8G KALE +8 8\n")) == [(5, 8, 33)]


def test_a_play_that_cannot_lie_as_written_is_an_error() -> None:
    for play, reason in (
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
    ):
        found = problem_reasons(f">a: ABC 8G CAB +14 14\n>b: {play} +1 1\n")
        assert len(found) == 1
        assert reason in found[0]


def test_a_first_play_off_the_rules_is_an_error() -> None:
    for play, reason in (
        ("1A CAB +14 14", "the first play must cover H8"),
        ("8H C +3 3", "the first play must lay at least two tiles"),
    ):
        assert problem_reasons(f">a: {play}\n") == [reason]


def test_tiles_that_the_player_s_own_full_rack_lacks_are_told_and_the_turn_counts() -> None:
    for turn, lacked in (
        ("ADEIRST 8D DISRUTE +70 70", "U"),
        ("?ABCDEF 8G CABB +20 20", "B"),
        ("ABCDEFG 8G CABb +14 14", "?"),
        ("ABCDEFG -AXX +0 0", "XX"),
        ("ABCDEFG 1G CAB +14 14", ""),
        ("ABDEFGH 1G CAB +14 14", "C"),
    ):
        found = replay_text(f">a: {turn}\n")
        told = [problem.reason for problem in found.problems if "lacks" in problem.reason]
        assert told == ([f"the rack {turn.split(maxsplit=1)[0]} lacks {lacked}"] if lacked else [])
        assert found.position.turns == 1
        assert found.mismatches == ()


def test_a_rack_that_is_incomplete_or_unclear_is_no_ground_for_complaint() -> None:
    for rack in ("", "XYZ", "abcdefg", "???????", "XYZ????", "XYZXYZ.", "XYZXYZXYZ", "CAB_"):
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


def test_a_position_shows_what_its_record_tells() -> None:
    text = KELIMELIK + "#incomplete\n>a: AAKKLLE 8G KALE +33 33\n>b: - +0 0\n"
    record = parse_gcg_text(text)
    shown = to_view(record, replay_text(text).position)
    assert [(seat.name, seat.score, seat.tiles) for seat in shown.seats] == [("A", 33, 7), ("B", 0, 7)]
    assert (shown.turn, shown.number, shown.bag, shown.rack) == (0, 2, 82, ())
    assert shown.last == LastTurn(1, "pass")
    assert shown.bonus is not None
    assert shown.bonus.taken
    assert shown.unseen["K"] == 6


def test_a_position_marks_the_last_play() -> None:
    shown = to_view(parse_gcg_text(SAMPLE), replay_text(SAMPLE, turns=2).position)
    assert shown.last is not None
    assert (shown.last.seat, shown.last.cells, shown.last.score) == (1, ("I7", "J7", "K7", "L7"), 24)
    assert [word.word for word in shown.last.words] == ["LOAM", "LO", "OF", "AT", "MY"]
    assert shown.turn == 0


def test_turns_stop_where_asked() -> None:
    boards = [replay_text(SAMPLE, turns=turns).position.cells for turns in range(10)]
    empty = [sum(not cell for cell in cells) for cells in boards]
    assert empty == [225, 220, 216, 209, 202, 202, 202, 196, 196, 196]
    assert all(before >= after for before, after in pairwise(empty))
    assert replay_text(SAMPLE, turns=0).position.mover == "ayla"


def test_who_gave_up_is_skipped_and_shown_so() -> None:
    text = f"{THREE}#incomplete\n>a: 8G CAB +14 14\n#harfiyen surrender b\n>c: G8 .AB +8 8\n"
    found = replay_text(text)
    assert not found.mismatches
    assert not found.problems
    shown = to_view(parse_gcg_text(text), found.position)
    assert [seat.active for seat in shown.seats] == [True, False, True]
    assert shown.turn == 0


def test_who_is_out_of_time_is_skipped_and_stays_in_the_game() -> None:
    text = (
        "#player1 a A\n#player2 b B\n#player3 c C\n#incomplete\n"
        ">a: AB 8H AB +8 8\n#harfiyen retired b\n>c: A - +0 0\n>a: A - +0 8\n"
    )
    found = replay_text(text)
    view = to_view(parse_gcg_text(text), found.position)
    assert [seat.retired for seat in view.seats] == [False, True, False]
    assert [seat.active for seat in view.seats] == [True, True, True]
    assert view.turn == 2
