"""Replaying records: what differs is told once and with its line; what is right is never complained about."""

import pytest

from engine.crossword.gcg_replay import Mismatch, Replay
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import resolve_ruleset
from tests.support.boards import assert_board
from tests.support.gcg_samples import FINAL_BOARD, SAMPLE, is_clean, problem_reasons, replay_text


def figures(found: Replay) -> list[tuple[int, int, int]]:
    """Line, recorded and computed figure of each mismatch."""
    return [(each.line, each.recorded, each.computed) for each in found.mismatches]


def test_a_right_record_replays_without_a_difference() -> None:
    found = replay_text(SAMPLE)
    assert is_clean(found)
    assert found.plays == 6
    assert found.position.scores == {"ayla": 107, "bo:k": 390}
    assert_board(found.position.cells, FINAL_BOARD, resolve_ruleset(crossword_rulesets()["scrabble-en"]))


def test_a_wrong_score_is_told_with_its_line() -> None:
    found = replay_text(SAMPLE.replace("LOAM +24", "LOAM +25"))
    assert found.mismatches == (Mismatch(10, ">bo:k: ALMORST 7I LOAM +25 24", 25, 24),)
    assert found.problems == ()


@pytest.mark.parametrize(
    "follow",
    [
        {
            "LOAM +24 24": "LOAM +25 25",
            "+365 389": "+365 390",
            "+5 394": "+5 395",
            "+0 394": "+0 395",
            "-4 390": "-4 391",
        },
        {"LOAM +24 24": "LOAM +25 24"},
        {"LOAM +24 24": "LOAM +25 25"},
        {"LOAM +24 24": "LOAM +25 25", "+365 389": "+365 390"},
    ],
    ids=["run goes on", "run ignores it", "only here", "run mended later"],
)
def test_a_wrong_score_is_told_once_however_the_totals_go_on(follow: dict[str, str]) -> None:
    text = SAMPLE
    for old, new in follow.items():
        text = text.replace(old, new)
    assert figures(replay_text(text)) == [(10, 25, 24)]


@pytest.mark.parametrize(
    "follow",
    [
        {"LOAM +24 24": "LOAM +24 42"},
        {
            "LOAM +24 24": "LOAM +24 42",
            "+365 389": "+365 407",
            "+5 394": "+5 412",
            "+0 394": "+0 412",
            "-4 390": "-4 408",
        },
    ],
    ids=["only here", "run goes on"],
)
def test_a_wrong_total_does_not_cascade(follow: dict[str, str]) -> None:
    text = SAMPLE
    for old, new in follow.items():
        text = text.replace(old, new)
    assert figures(replay_text(text)) == [(10, 42, 24)]


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


def test_a_withdrawn_play_is_counted_and_taken_off_the_board() -> None:
    before, after = replay_text(SAMPLE, turns=4), replay_text(SAMPLE, turns=5)
    assert before.plays == 4
    assert after.plays == 5
    assert before.position.cells == after.position.cells


def test_a_withdrawal_takes_the_points_of_its_play() -> None:
    assert figures(replay_text(SAMPLE.replace("--  -11 101", "--  -10 101"))) == [(15, -10, -11)]


def test_a_play_reported_as_wrong_may_be_withdrawn_as_it_was_recorded() -> None:
    text = SAMPLE.replace("S. +11 112", "S. +13 114").replace("--  -11 101", "--  -13 101")
    assert figures(replay_text(text)) == [(14, 13, 11)]


@pytest.mark.parametrize("line", [">ayla: - +0 0", ""])
def test_only_the_own_last_play_can_be_withdrawn(line: str) -> None:
    play = ">bo: CAB 8G CAB +14 14\n" if line else ""
    assert problem_reasons(f"{play}{line}\n>ayla: X --  -14 -14\n") == [
        "ayla has no play to take back: the last one is not theirs"
    ]


@pytest.mark.parametrize(("rack", "score"), [("(OPEG)", 7), ("(OPEG)", 14), ("OPEG (OPEG)", -7), ("(?)", 0), ("()", 0)])
def test_the_last_racks_are_transferred_doubled_or_lost(rack: str, score: int) -> None:
    assert is_clean(replay_text(f">a: {rack} {score:+d} {score}\n"))


@pytest.mark.parametrize(("score", "computed"), [(8, 7), (13, 14), (-8, -7), (0, 7)])
def test_the_last_rack_is_compared_with_the_nearer_of_its_meanings(score: int, computed: int) -> None:
    assert figures(replay_text(f">a: (OPEG) {score:+d} {score}\n")) == [(1, score, computed)]


@pytest.mark.parametrize("what", ["-", "-AB", "-2"])
def test_a_pass_or_exchange_scores_nothing(what: str) -> None:
    assert figures(replay_text(f">a: AB {what} +2 2\n")) == [(1, 2, 0)]


@pytest.mark.parametrize("word", [".AB", "(C)AB", "CAB", "cAB", "(c)AB"])
def test_a_letter_on_the_board_may_be_written_in_every_way(word: str) -> None:
    text = f">a: ABC 8G CAB +14 14\n>b: AB G8 {word} +8 8\n"
    found = replay_text(text)
    assert is_clean(found)
    assert found.position.cells.count("C") == 1


def test_a_blank_counts_nothing_and_keeps_its_letter() -> None:
    found = replay_text(">a: ?AB 8G cAB +8 8\n>b: AB G8 .AB +5 5\n")
    assert is_clean(found)
    assert "?C" in found.position.cells


def test_a_turkish_blank_is_lower_case_in_turkish() -> None:
    found = replay_text("#harfiyen ruleset scrabble-tr\n>a: ?KL 8G KıL +4 4\n>b: ?KL H8 .Ki +1 1\n", "scrabble-en")
    assert is_clean(found)
    assert {"?I", "?İ"} <= set(found.position.cells)


@pytest.mark.parametrize(("score", "total"), [("+9", 14), ("+7", 14), ("+14", 14)])
def test_the_total_says_which_meaning_of_the_last_rack_a_wrong_score_missed(score: str, total: int) -> None:
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


def test_a_withdrawn_play_gives_the_bonus_cell_back() -> None:
    text = ">a: 8G KALE +33 33\n>a: -- -33 0\n>b: 8F KALE +33 33\n"
    assert is_clean(replay_text(KELIMELIK + text))


def test_kelimelik_gives_thirty_for_seven_tiles() -> None:
    assert is_clean(replay_text(KELIMELIK.replace("I8", "A1") + ">a: 8E KALEMLİ +46 46\n"))
