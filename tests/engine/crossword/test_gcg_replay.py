"""Annotated games: read line by line, and replayed; what does not fit is said by its line."""

from itertools import pairwise

import pytest

from engine.crossword.gcg import GcgError, read_gcg
from engine.crossword.gcg_records import (
    Adjusted,
    Departed,
    Exchanged,
    Line,
    Passed,
    Played,
    PlayerLine,
    Pragma,
    RackCounted,
    UnreadableLine,
    Withdrawn,
)
from engine.crossword.gcg_replay import Problem, Replay, RunningTotal, to_view
from engine.crossword.notation import Sign
from engine.crossword.premiums import Direction
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


ENGLISH = crossword_rulesets()["scrabble-en"]
PLAYERS = "#player1 a Ann\n#player2 b Bob\n"


def entry(line: str, head: str = PLAYERS) -> Line:
    return parse_gcg_text(f"{head}{line}\n").records[-1]


@pytest.mark.parametrize(
    "data",
    [
        "#player1 ş Şule Öz\n".encode(),
        "#player1 ş Şule Öz\n".encode("utf-8-sig"),
        "#player1 ş Şule Öz\n".encode("utf-16"),
        "#character-encoding windows-1254\n#player1 ş Şule Öz\n".encode("windows-1254"),
        "#character-encoding no-such-thing\n#player1 ş Şule Öz\n".encode(),
        "#player1 s\u0327 S\u0327ule O\u0308z\n".encode(),
        "#player1 ş Şule Öz\r\n".encode(),
        "#player1 ş Şule Öz\r".encode(),
        "#player1 ş Şule Öz   ".encode(),
    ],
    ids=["utf-8", "bom", "utf-16", "declared", "declared wrongly", "decomposed", "dos", "mac", "no end"],
)
def test_a_name_is_read_in_any_encoding_and_with_any_line_end(data: bytes) -> None:
    assert read_gcg(data, ENGLISH).names == {"ş": "Şule Öz"}


def test_a_text_is_not_read_in_what_nobody_writes() -> None:
    for codec in ("unicode_escape", "raw-unicode-escape", "UTF-7", "punycode", "idna", "undefined", "hex"):
        assert read_gcg(f"#character-encoding {codec}\n#player1 a \\ud800 +2AA-\n".encode(), ENGLISH).names == {
            "a": "\\ud800 +2AA-"
        }


def test_a_crowd_of_players_is_no_game() -> None:
    crowd = "".join(f"#player1 n{number} x\n" for number in range(8_000))
    with pytest.raises(GcgError, match="it names 8000 players") as caught:
        read_gcg(f"{crowd}{'>n5: ABC 8H ABC +5 5' * 8_000}".encode(), ENGLISH)
    assert caught.value.line == 10


def test_what_is_no_utf_8_is_latin_1() -> None:
    assert read_gcg("#player1 jose José Peña\n".encode("latin-1"), ENGLISH).names == {"jose": "José Peña"}


def test_players_are_in_the_order_of_their_numbers() -> None:
    found = parse_gcg_text("#player3 c Cem Can\n#player1 a Ann\n#player2 b\n#player4 d Deniz\n")
    assert found.nicks == ("a", "b", "c", "d")
    assert found.names == {"a": "Ann", "b": "b", "c": "Cem Can", "d": "Deniz"}


def test_players_that_no_line_declares_are_those_who_play() -> None:
    assert parse_gcg_text(">x: AB 8H AB +8 8\n>y: - +0 0\n>x: - +0 8\n").nicks == ("x", "y")


def test_a_note_keeps_its_further_lines() -> None:
    note = next(r for r in parse_gcg_text(SAMPLE).records if isinstance(r, Pragma) and r.name == "note")
    assert (note.line, note.value) == (8, "The first line of a note\nand its second one.")


@pytest.mark.parametrize("name", ["description", "title"])
def test_a_text_about_the_game_keeps_its_further_lines(name: str) -> None:
    found = parse_gcg_text(f"  #{name} An evening\nat the club\n{PLAYERS}").records[0]
    assert found == Pragma(1, f"#{name} An evening", name, "An evening\nat the club")


def test_an_encoding_is_declared_in_an_indented_line() -> None:
    data = "  #character-encoding windows-1254\n  #player1 ş Şule Öz\n".encode("windows-1254")
    assert read_gcg(data, ENGLISH).names == {"ş": "Şule Öz"}


def test_a_line_becomes_its_record() -> None:
    for line, expected in (
        (">a: ABC - +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: - +0 34", Passed(3, "", "a", "", 0, 34)),
        (">a:- 0 34", Passed(3, "", "a", "", 0, 34)),
        (">A: ABC - +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: ABC -AC +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 2, ("A", "C"))),
        (">a: ABC? -? +0 34", Exchanged(3, "", "a", "ABC?", 0, 34, 1, ("?",))),
        (">a: ABC -3 +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 3, None)),
        (">a: -3 +0 34", Exchanged(3, "", "a", "", 0, 34, 3, None)),
        (">a: ABC -- -12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC --  −12 -34", Withdrawn(3, "", "a", "ABC", -12, -34)),
        (">a: ABC — -12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC – –12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC −− —12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC – +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: ABC –AC +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 2, ("A", "C"))),
        (">a: ABC —3 +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 3, None)),
        ("\t >a: ABC - +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: [A]BC -[A]C +0 34", Exchanged(3, "", "a", "aBC", 0, 34, 2, ("?", "C"))),
        (">a: ABC (challenge) +5 34", Adjusted(3, "", "a", "ABC", 5, 34, "challenge")),
        (">a: (time) -10 34", Adjusted(3, "", "a", "", -10, 34, "time")),
        (">a: (Time) -10 34", Adjusted(3, "", "a", "", -10, 34, "time")),
        (">a: (lost turn) +0 34", Adjusted(3, "", "a", "", 0, 34, "lost turn")),
        (">a: (TIME) +12 34", RackCounted(3, "", "a", "", 12, 34, ("T", "I", "M", "E"))),
        (">a:  (OP?G) +14 34", RackCounted(3, "", "a", "", 14, 34, ("O", "P", "?", "G"))),
        (">a: XYZ (X Y Z) -7 34", RackCounted(3, "", "a", "XYZ", -7, 34, ("X", "Y", "Z"))),
        (">a: () +0 34", RackCounted(3, "", "a", "", 0, 34, ())),
    ):
        found = entry(line)
        assert isinstance(found, type(expected))
        assert {**asdict(found), "text": ""} == asdict(expected)


def asdict(record: Line) -> dict[str, object]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_a_play_says_where_its_word_lies() -> None:
    across, down = entry(">a: ABC 8h CAB +14 14"), entry(">a: ABC H08 CAB +14 14")
    assert isinstance(across, Played)
    assert isinstance(down, Played)
    assert (across.cell, across.direction) == ("H8", Direction.ACROSS)
    assert (down.cell, down.direction) == ("H8", Direction.DOWN)


def signs(word: str, ruleset: str = "scrabble-en") -> tuple[Sign, ...]:
    found = parse_gcg_text(f">a: 8H {word} +1 1\n", ruleset).records[0]
    assert isinstance(found, Played)
    return found.signs


def test_letters_on_the_board_are_dots_or_in_parentheses_or_written_out() -> None:
    assert signs("C.(AB)T") == (
        Sign("C"), Sign(None, on_board=True), Sign("A", on_board=True), Sign("B", on_board=True), Sign("T"),
    )  # fmt: skip
    assert signs("(Ca)b") == (Sign("C", on_board=True), Sign("A", on_board=True), Sign("B", blank=True))


def test_blanks_are_lower_case_by_the_language() -> None:
    assert signs("KıLi", "scrabble-tr") == (
        Sign("K"), Sign("I", blank=True), Sign("L"), Sign("İ", blank=True),
    )  # fmt: skip
    assert signs("i") == signs("[I]") == signs("[i]") == (Sign("I", blank=True),)
    assert signs("K[I]L[İ]", "scrabble-tr") == signs("KıLi", "scrabble-tr")
    assert signs("(K[I])L") == (Sign("K", on_board=True), Sign("I", on_board=True), Sign("L"))


def test_a_declared_nick_may_hold_colons_and_look_like_another() -> None:
    head = "#player1 b Bob\n#player2 b:o: Bo\n"
    found = [entry(f">{nick}: - +0 0", head) for nick in ("b", "b:o:")]
    assert [getattr(record, "nick", None) for record in found] == ["b", "b:o:"]


def test_a_malformed_line_is_told_with_its_number_and_reason() -> None:
    for line, reason in (
        (">a ABC 8H CAB +14 14", "a player and a colon"),
        (">: ABC 8H CAB +14 14", "a player and a colon"),
        (">c: ABC 8H CAB +14 14", "no #player line names 'c'; the players are a, b"),
        (">a: ABC 8H CAB", "the score and the total must end the line"),
        (">a: ABC 8H CAB +14", "the score and the total must end the line"),
        (">a: ABC 8H CAB +x4 14", "'+x4' has no place behind the word CAB"),
        (">a: ABC 8H CAB +14 1234567", "has no place behind the word CAB"),
        (">a: ABC 8HH CAB +14 14", "it has no play"),
        (">a: ABC CAB +14 14", "it has no play"),
        (">a: +14 14", "it has no play"),
        (">a: ABC 8H +14 14", "no word follows the position 8H"),
        (">a: ABC 8H CA B +14 14", "'B' has no place behind the word CA"),
        (">a: ABC 8H C1B +14 14", "'1' in 'C1B' is no letter of the language en"),
        (">a: ABC 8H CĞB +14 14", "'Ğ' in 'CĞB' is no letter"),
        (">a: ABC 8H C(AB +14 14", "parentheses in 'C(AB' do not match"),
        (">a: ABC 8H C)AB +14 14", "parentheses in 'C)AB' do not match"),
        (">a: ABC 8H * +14 14", "the word is empty"),
        (">a: ABC (ABC +14 14", "in one pair of parentheses"),
        (">a: ABC (A1) +14 14", "'1' in 'A1' is no tile"),
        (">a: ABC -A1 +0 14", "'1' in 'A1' is no tile"),
        (">a: ABC - A +0 14", "'A' has no place behind '-'"),
        ("CAB 8H", "neither # nor >"),
        ("#player1", "#player1 names nobody"),
        ("#harfiyen bonus Z99", "'Z99' is no cell of the board"),
        ("#harfiyen surrender c", "'c' is no player: a, b"),
    ):
        found = entry(line)
        assert isinstance(found, UnreadableLine)
        assert (found.line, found.text) == (3, line)
        assert reason in found.reason


def test_own_pragmas_choose_ruleset_bag_and_bonus_cell() -> None:
    found = parse_gcg_text(
        "#harfiyen bag s3-table\n#harfiyen ruleset scrabble-tr\n#harfiyen seed 00ff\n>a: ÇAĞ 8H ÇAĞ +26 26\n"
    )
    assert (found.ruleset.id, found.ruleset.bag, found.ruleset.tiles) == ("scrabble-tr", "s3-table", 91)
    assert isinstance(found.records[-1], Played)
    assert parse_gcg_text("#harfiyen ruleset kelimelik\n#harfiyen bonus i11\n").bonus == "I11"


def test_the_usual_pragmas_choose_the_ruleset() -> None:
    for pragmas, default, ruleset in (
        ("#board-layout SuperCrosswordGame", "scrabble-en", "super-en"),
        ("#board-layout SuperCrosswordGame", "scrabble-tr", "super-tr"),
        ("#tile-distribution english_super", "scrabble-en", "super-en"),
        ("#board-layout CrosswordGame\n#tile-distribution english", "wordbox-en", "scrabble-en"),
        ("#board-layout CrosswordGame\n#tile-distribution english", "tournament-en", "tournament-en"),
        ("#lexicon CSW24", "scrabble-tr", "scrabble-en"),
        ("#lexicon CSW24\n#game-type classic", "scrabble-en", "scrabble-en"),
        ("#lexicon NWL23\n#game-type classic_super", "scrabble-en", "super-en"),
        ("#lexicon tr", "scrabble-en", "scrabble-tr"),
        ("#lexicon Our Own", "scrabble-tr", "scrabble-tr"),
    ):
        found = parse_gcg_text(f"{PLAYERS}{pragmas}\n", default)
        assert found.ruleset.id == ruleset
        assert not any(isinstance(record, UnreadableLine) for record in found.records)


def test_a_game_that_is_not_played_here_is_said_to_be_read_as_another() -> None:
    for pragmas, ruleset, misfits in (
        ("#tile-distribution french", "scrabble-en", "#tile-distribution french"),
        ("#lexicon FRA24", "scrabble-en", "#lexicon FRA24"),
        ("#lexicon FRA24\n#tile-distribution french", "scrabble-en", "#lexicon FRA24, #tile-distribution french"),
        ("#game-type wordsmog", "scrabble-en", "#game-type wordsmog"),
        ("#game-type wordsmog\n#board-layout SuperCrosswordGame", "super-en", "#game-type wordsmog"),
        ("#board-layout Unheard\n#board-layout Of", "scrabble-en", "#board-layout Unheard"),
    ):
        found = parse_gcg_text(f"{PLAYERS}{pragmas}\n>a: - +0 0\n")
        (told,) = (record for record in found.records if isinstance(record, UnreadableLine))
        assert (told.line, found.ruleset.id) == (3, ruleset)
        assert told.reason == f"the game is read as {ruleset}, though the file says {misfits}"


def test_our_own_pragma_is_believed_rather_than_the_usual_ones() -> None:
    found = parse_gcg_text("#lexicon FRA24\n#board-layout SuperCrosswordGame\n#note harfiyen ruleset scrabble-tr\n")
    assert (found.ruleset.id, [type(record) for record in found.records]) == ("scrabble-tr", [Pragma] * 3)


def test_who_gives_up_is_told_by_an_own_pragma() -> None:
    assert entry("#harfiyen surrender b") == Departed(3, "#harfiyen surrender b", "b", "surrender")
    assert entry("#harfiyen forfeit b") == Departed(3, "#harfiyen forfeit b", "b", "forfeit")
    assert entry("#harfiyen retired b") == Departed(3, "#harfiyen retired b", "b", "retired")
    assert isinstance(parse_gcg_text(PLAYERS).records[0], PlayerLine)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("#harfiyen ruleset chess", f"there is no ruleset 'chess'; known are {', '.join(crossword_rulesets())}"),
        ("#harfiyen bag big", "scrabble-en has no bag 'big'; it has official"),
    ],
)
def test_a_game_by_unknown_rules_is_not_read(line: str, reason: str) -> None:
    with pytest.raises(GcgError, match=reason) as refused:
        parse_gcg_text(f"{PLAYERS}{line}\n")
    assert refused.value.line == 3


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "holds no game"), (b"\n\nhello\n", "holds no game"), (b"\x89PNG\0#\n", "not a text file")],
)
def test_what_is_no_gcg_is_refused_as_a_whole(data: bytes, reason: str) -> None:
    with pytest.raises(GcgError, match=reason):
        read_gcg(data, ENGLISH)


def test_an_unknown_option_is_reported_and_the_rest_is_read() -> None:
    text = "#harfiyen option colour red\n#harfiyen option challenge five\n>a: AB 8H AB +8 8\n"
    found = parse_gcg_text(text)
    assert found.ruleset.judging.mode == "five"
    (record,) = (record for record in found.records if isinstance(record, UnreadableLine))
    assert record.line == 1
    assert "no option 'colour' with the value 'red'" in record.reason


HEAD = "#player1 ali Ali Ak\n#player2 ali Ali Kaya\n"
NAMESAKES = SAMPLE.replace("ayla", "ali").replace("bo:k", "ali")
"""The sample with one nick for both: plays, a challenge, a withdrawal, a pass, exchanges, time and racks left."""


def movers(text: str) -> list[str]:
    return [record.nick for record in parse_gcg_text(text).records if isinstance(record, Played)]


def test_each_has_a_nick_and_a_name_of_their_own() -> None:
    found = parse_gcg_text(HEAD)
    assert found.nicks == ("ali", "ali2")
    assert found.names == {"ali": "Ali Ak", "ali2": "Ali Kaya"}


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


def test_a_play_without_its_figures_goes_by_the_order() -> None:
    records = parse_gcg_text(f"{HEAD}>ali: AB 8H AB +8 8\n>ali: CA 7H CA\n").records
    (found,) = (record for record in records if isinstance(record, UnreadableLine))
    assert found.entry is not None
    assert (found.nick, found.entry.nick) == ("ali2", "ali2")
