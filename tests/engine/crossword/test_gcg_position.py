"""The position that a replayed record leads to: its board, bag and seats, and who has left the game."""

from itertools import pairwise

from engine.crossword.gcg_position import to_view
from engine.crossword.view import LastTurn
from tests.support.gcg_samples import SAMPLE, parse_gcg_text, replay_text

THREE = "#player1 a A\n#player2 b B\n#player3 c C\n"
KELIMELIK = "#player1 a A\n#player2 b B\n#harfiyen ruleset kelimelik\n#harfiyen bonus I8\n"


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


def test_tiles_run_out_as_the_bag_does() -> None:
    found = replay_text(SAMPLE)
    assert found.position.bag_size == 100 - 14 - (5 + 4 + 7 + 7 + 6)
    assert found.position.rack_size("ayla") == 7


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


def test_who_forfeits_on_turn_hands_the_turn_on() -> None:
    text = "#player1 a A\n#player2 b B\n#player3 c C\n#incomplete\n>a: AB 8H AB +8 8\n#harfiyen forfeit b\n"
    view = to_view(parse_gcg_text(text), replay_text(text).position)
    assert (view.turn, view.seats[1].active) == (2, False)
    assert view.last == LastTurn(1, "forfeit")
