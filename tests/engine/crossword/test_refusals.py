"""Every way in which the engine's core says no; none of them changes anything (RULES §1)."""

from pathlib import Path

import msgspec
import pytest

import engine
from engine import game as door
from engine.clock import Pause, Remind, Resume, Timeout
from engine.computer_ids import computer_user
from engine.computer_players import DismissComputer, SeatComputers
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, Place, Placement, TakeBack
from engine.crossword.shipped import crossword_rulesets
from engine.errors import Malformed, Refusal
from engine.klepka.actions import Flip
from engine.lobby_seats import Alter, Invitation, Join, Leave, Open
from engine.rulesets import resolve_ruleset
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.support.games import (
    NOW,
    OUTSIDER,
    USERS,
    accepts_any_word,
    accepts_only,
    after_actions,
    exchange_faces,
    game,
    open_lobby_of,
    place_on_board,
    place_play,
    with_fields,
)
from tests.support.refusals import RefusalCase as Case
from tests.support.refusals import check_refused, refusal_codes_in
from tests.support.refusals import refusal_with as no

FIRST, SECOND, THIRD, *_ = USERS
EMPTY = game(racks=["AEINSD?", "AEINSDL", "AEINSDL"])
LAID = game(laid=["8H ON"], racks=["AEINSD?", "AEINSDL", "AEINSDL"])
TWO_ROWS = game(laid=["8H ON", "15A ON"], racks=["AEINSDL", "A"])
BLANK = game(laid=["8G OnE"], racks=["AEINSDL", "A"])
OVER = after_actions(game(racks=["AEINSDL", "AEINSDL"]), Surrender(FIRST))
ONE_GONE = after_actions(EMPTY, Surrender(SECOND))
LOW_BAG = game(laid=["8H ON"], racks=["AEINSD?", "AEINSDL"], bag="EEEEEE")
TINY_LEAST = with_fields(
    LOW_BAG, ruleset=with_fields(LOW_BAG.ruleset, exchange=with_fields(LOW_BAG.ruleset.exchange, least_in_bag=1))
)
EIGHT = {"H8": "A", "H9": "E", "H10": "I", "H11": "N", "H12": "S", "H13": "D", "H14": "?L", "H15": "A"}
A_TILE = (Placement("H8", "A"),)
PLACING = [
    Case("nothing placed", EMPTY, Place(FIRST, ()), no("no_tiles")),
    Case("eight tiles", EMPTY, place_on_board(EMPTY, **EIGHT), no("too_many_tiles", most=7)),
    Case("a taken cell", LAID, place_on_board(LAID, H8="A"), no("cell_taken", cell="H8", letter="O")),
    Case("two lines", LAID, place_on_board(LAID, H9="A", I10="E"), no("not_in_line")),
    Case("a gap", LAID, place_on_board(LAID, G8="A", K8="E"), no("gap", cell="J8")),
    Case("off the centre", EMPTY, place_play(EMPTY, "1A AID"), no("off_centre", centre="H8")),
    Case("one letter first", EMPTY, place_on_board(EMPTY, H8="A"), no("one_letter")),
    Case("a gap, the first cell of it", LAID, place_on_board(LAID, H5="A", H10="E"), no("gap", cell="H6")),
    Case("a corner alone touches nothing", LAID, place_on_board(LAID, J9="A", J10="E"), no("not_touching")),
    Case("nor do the ends of two rows", TWO_ROWS, place_on_board(TWO_ROWS, O14="A", N14="S"), no("not_touching")),
    Case("the letter of a blank", BLANK, place_on_board(BLANK, H8="A"), no("cell_taken", cell="H8", letter="N")),
    Case("not touching", LAID, place_play(LAID, "1A AID"), no("not_touching")),
    Case("a letter not held", LAID, place_play(LAID, "8H ONZ"), no("not_on_rack")),
    Case("a letter held once only", LAID, place_play(LAID, "8H ONAA"), no("not_on_rack")),
    Case("a letter held as a blank only", LAID, place_play(LAID, "8H ONLl"), no("not_on_rack")),
    Case("more blanks than held", LAID, place_play(LAID, "8H ONes"), no("blanks_not_held")),
    Case("one phony", LAID, place_play(LAID, "8H ONE"), no("not_words", words=("ONE",)), accepts_only("ON")),
    Case("two phonies", LAID, place_play(LAID, "9H AD"), no("not_words", words=("OA", "ND")), accepts_only("AD")),
    Case("an unknown cell", LAID, place_on_board(LAID, P8="A"), Malformed("unknown_cell", cell="P8", last="O15")),
    Case("a cell twice", LAID, Place(FIRST, (Placement("J8", "A"),) * 2), Malformed("cell_twice", cell="J8")),
    Case("a letter of another alphabet", LAID, place_on_board(LAID, J8="Ş"), Malformed("unknown_tile", tile="Ş")),
    Case("a small letter", LAID, place_on_board(LAID, J8="a"), Malformed("unknown_tile", tile="a")),
    Case("an undesignated blank", LAID, place_on_board(LAID, J8="?"), Malformed("unknown_tile", tile="?")),
    Case("a blank for a blank", LAID, place_on_board(LAID, J8="??"), Malformed("unknown_tile", tile="??")),
    Case("an empty tile", LAID, place_on_board(LAID, J8=""), Malformed("unknown_tile", tile="")),
]
EXCHANGING = [
    Case("nothing exchanged", LAID, exchange_faces(LAID, ""), no("nothing_to_exchange")),
    Case("six in the bag", LOW_BAG, exchange_faces(LOW_BAG, "A"), no("bag_too_small", least=7, bag=6)),
    Case(
        "more than the bag holds", TINY_LEAST, exchange_faces(TINY_LEAST, "AEINSD?"), no("exchange_beyond_bag", most=6)
    ),
    Case("exchanging a letter not held", LAID, exchange_faces(LAID, "Z"), no("not_on_rack")),
    Case("exchanging a letter twice", LAID, exchange_faces(LAID, "AA"), no("not_on_rack")),
    Case("exchanging a blank not held", LAID, exchange_faces(LAID, "??"), no("blanks_not_held")),
    Case("exchanging a designated blank", LAID, Exchange(FIRST, ("?A",)), Malformed("unknown_tile", tile="?A")),
]
REMOVED = with_fields(ONE_GONE, removed=((1, "ruling"),))
TURNS = [
    *(
        Case(f"{type(action).__name__} {said}", table, action, refusal)
        for said, user, table, refusal in (
            ("out of turn", SECOND, EMPTY, no("not_your_turn", name="Ayşe")),
            ("from no seat", OUTSIDER, EMPTY, no("not_seated")),
            ("after surrender", SECOND, ONE_GONE, no("has_surrendered")),
            ("after removal", SECOND, REMOVED, no("was_removed", why="ruling")),
            ("when over", FIRST, OVER, no("game_over")),
            ("before the game", FIRST, open_lobby_of(), no("not_begun")),
        )
        for action in (Place(user, A_TILE), Exchange(user, ("A",)), Pass(user), Surrender(user))
        if said not in {"out of turn", "after removal"} or not isinstance(action, Surrender)
    ),
    *(
        Case(f"{type(action).__name__} {said}", table, action, refusal)
        for said, table, refusal in (("when over", OVER, no("game_over")), ("meanwhile", EMPTY, no("game_running")))
        for action in (Join(OUTSIDER, "Ece"), door.Begin(FIRST, 1, "00"))
    ),
    Case("cancelling when over", OVER, Cancel(FIRST), no("game_over")),
    Case("leaving when over", OVER, Leave(FIRST), no("game_over")),
    Case("a computer player in a running game", EMPTY, SeatComputers(FIRST, "orta", ("x",)), no("game_running")),
    Case("leaving a running game", EMPTY, Leave(FIRST), no("leave_is_surrender")),
]
KELIMELIK, KEPT = open_lobby_of("kelimelik"), (Invitation(1, "Ece", NOW, 5, ""),)
WHEN_FULL = resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"})
LOBBY = [
    Case("sitting down twice", open_lobby_of(), Join(FIRST, "Ayşe"), no("already_seated")),
    Case("a fifth player", open_lobby_of(seated=4), Join(OUTSIDER, "Ece"), no("table_full", most=4)),
    Case("a third player of Kelimelik", KELIMELIK, Join(OUTSIDER, "Ece"), no("table_full", most=2)),
    Case("another's options", open_lobby_of(), Alter(OUTSIDER, "clock", "none", EMPTY.ruleset), no("not_host")),
    Case("a kept seat", with_fields(open_lobby_of(seated=3), invited=KEPT), Join(9, "Ay"), no("seats_kept", most=4)),
    Case("starting when full", KELIMELIK, Alter(FIRST, "start", "full", WHEN_FULL), no("full_already")),
    Case("getting up from no seat", open_lobby_of(), Leave(OUTSIDER), no("not_seated")),
    Case("a computer at another's table", open_lobby_of(), SeatComputers(SECOND, "orta", ("x",)), no("not_host")),
    Case("a computer too many", KELIMELIK, SeatComputers(FIRST, "orta", ("x",)), no("table_full", most=2)),
    Case("sending a person away", open_lobby_of(), DismissComputer(FIRST, FIRST), no("no_such_computer")),
    Case("sending away at another's table", open_lobby_of(), DismissComputer(SECOND, -12), no("not_host")),
    Case("beginning from no seat", open_lobby_of(), door.Begin(OUTSIDER, 1, "00"), no("not_seated")),
    Case(
        "beginning alone", open_lobby_of(seated=1), door.Begin(FIRST, 1, "00"), no("too_few_players", least=2, seated=1)
    ),
    Case("opening a table where one is", open_lobby_of(), Open(FIRST, "Ayşe"), no("lobby_open")),
]
FREE = game("wordbox-en", racks=["ONEAIDL", "AEINSDL", "AEINSDL"], laid=["8I AID"], options={"clock": "none"})
OPEN = after_actions(FREE, place_on_board(FREE, L8="E"))
DOUBTED = after_actions(OPEN, Challenge(SECOND))
BROKEN = after_actions(OPEN, Challenge(SECOND), judge=accepts_only())
NEW = game("wordbox-en", racks=["ONEAIDL", "AEINSDL"], options={"clock": "none"})
FIRST_BROKEN = after_actions(NEW, place_play(NEW, "8I ON"), Challenge(SECOND), judge=accepts_only())
SETTLED = after_actions(OPEN, Timeout(), seconds=60)
ANSWERED = after_actions(OPEN, Pass(SECOND))
LAST = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="", options={"clock": "none"})
LAST = after_actions(LAST, place_on_board(LAST, L8="E"))
USED = game("wordbox-en", racks=["AEINSDL", "AEINSDL"], options={"clock": "none"})
USED = with_fields(USED, players=(with_fields(USED.players[0], exchanges=3), USED.players[1]))
BLITZ = game("kelimelik", racks=["AEİNSDL", "AEİNSDL"], options={"clock": "2min"})
HALTED = after_actions(BLITZ, Pause(FIRST))
STOPPED = after_actions(OPEN, Pause(FIRST))
OFFERED = after_actions(FREE, OfferDraw(FIRST))
AGREED = after_actions(OFFERED, AcceptDraw(SECOND))
DECLINED = after_actions(OFFERED, DeclineDraw(SECOND))
KEEN_OPTIONS = {"challenge": "void", "clock": "none", "take-back": "20"}
KEEN = game(racks=["AEINSD?", "AEINSDL"], options=KEEN_OPTIONS)
KEEN_LAID = after_actions(KEEN, place_play(KEEN, "8H AID"))
KEEN_LAST = game(laid=["8H ON"], racks=["E", "A"], bag="", options=KEEN_OPTIONS)
KEEN_LAST = after_actions(KEEN_LAST, place_on_board(KEEN_LAST, J8="E"))
CHALLENGING = [
    Case("challenging where phonies are refused", LAID, Challenge(SECOND), no("no_challenges")),
    Case("challenging from no seat", OPEN, Challenge(OUTSIDER), no("not_seated")),
    Case("challenging after surrender", after_actions(OPEN, Surrender(THIRD)), Challenge(THIRD), no("has_surrendered")),
    Case("challenging an empty board", NEW, Challenge(SECOND), no("nothing_to_challenge")),
    Case("challenging the own play", OPEN, Challenge(FIRST), no("own_play")),
    Case("challenging at the window's end", OPEN, Challenge(SECOND), no("challenge_too_late"), seconds=60),
    Case("challenging after the window's end", SETTLED, Challenge(SECOND), no("challenge_too_late"), seconds=61),
    Case("challenging when the next player has acted", ANSWERED, Challenge(THIRD), no("challenge_too_late")),
    Case("meaning an earlier play", OPEN, Challenge(THIRD, play=0), no("challenge_too_late")),
    Case("challenging a challenged play", DOUBTED, Challenge(THIRD), no("challenged_already")),
    Case("challenging a withdrawn play", BROKEN, Challenge(THIRD), no("challenged_already")),
    Case("challenging a withdrawn first play", FIRST_BROKEN, Challenge(SECOND), no("challenged_already")),
    Case("no such word", OPEN, Challenge(SECOND, ("AIDED",)), no("word_not_in_play", word="AIDED", words=("AIDE",))),
    Case("challenging while paused", STOPPED, Challenge(SECOND), no("paused")),
    Case("placing after the last play", LAST, Place(SECOND, A_TILE), no("window_open", name="Ayşe", seconds=60)),
    Case("a last play open", LAST, Exchange(SECOND, ("A",)), no("window_open", name="Ayşe", seconds=16), seconds=44.5),
    Case("taking back where nothing is", LAID, TakeBack(FIRST), no("no_take_back")),
    Case("taking nothing back", KEEN, TakeBack(FIRST), no("nothing_to_take_back")),
    Case("taking another's play back", KEEN_LAID, TakeBack(SECOND), no("play_of_another", name="Ayşe")),
    Case("taking back too late", KEEN_LAID, TakeBack(FIRST), no("take_back_too_late"), seconds=20),
    Case("placing after a last play", KEEN_LAST, Pass(FIRST), no("not_your_turn", name="Bora")),
    Case(
        "regrets open", KEEN_LAST, Exchange(SECOND, ("A",)), no("take_back_open", name="Ayşe", seconds=16), seconds=4.5
    ),
    Case("undoing what drew tiles", NEW, Undo(OUTSIDER, 0), no("nothing_to_undo")),
    Case("undoing an earlier turn", KEEN_LAID, Undo(OUTSIDER, 0), no("turn_is_over")),
    Case("a fourth exchange", USED, Exchange(FIRST, ("A",)), no("exchange_limit", most=3)),
]
TIMING = [
    Case("passing when the time is out", BLITZ, Pass(FIRST), no("out_of_time"), seconds=120),
    Case("placing when the time is out", BLITZ, place_on_board(BLITZ, H8="A"), no("out_of_time"), seconds=120),
    Case("a time-out a moment early", BLITZ, Timeout(), no("not_due"), seconds=119.999),
    Case("a time-out without a clock", EMPTY, Timeout(), no("not_due"), seconds=3 * 86400 - 1),
    Case("a time-out while paused", HALTED, Timeout(), no("not_due"), seconds=10**6),
    Case("a window's end while paused", STOPPED, Timeout(), no("not_due"), seconds=10**6),
    Case("an early reminder", BLITZ, Remind(), no("not_due"), seconds=89.999),
    Case("a second reminder", after_actions(BLITZ, Remind(), seconds=90), Remind(), no("not_due"), seconds=95),
    Case("a late reminder", BLITZ, Remind(), no("not_due"), seconds=120),
    Case("passing while paused", HALTED, Pass(FIRST), no("paused")),
    Case("pausing twice", HALTED, Pause(SECOND), no("already_paused")),
    Case("resuming what runs", BLITZ, Resume(FIRST), no("not_paused")),
    Case("resuming without a clock what is not paused", EMPTY, Resume(FIRST), no("not_paused")),
]
COMPUTER = with_fields(FREE.players[1], user=computer_user("iyi", 1))
WITH_COMPUTER = with_fields(FREE, players=(FREE.players[0], COMPUTER))
DRAWING = [
    Case("offering a draw in Kelimelik", BLITZ, OfferDraw(FIRST), no("no_draws")),
    Case("offering a draw to a computer player", WITH_COMPUTER, OfferDraw(FIRST), no("no_draws_with_computers")),
    Case("offering a draw from no seat", FREE, OfferDraw(OUTSIDER), no("not_seated")),
    Case("offering a draw before the game", open_lobby_of("wordbox-en"), OfferDraw(FIRST), no("not_begun")),
    Case("offering a draw twice", OFFERED, OfferDraw(FIRST), no("draw_offered_already")),
    Case("offering against an offer", OFFERED, OfferDraw(SECOND), no("draw_offered", name="Ayşe")),
    Case("offering again before a turn is taken", DECLINED, OfferDraw(FIRST), no("draw_offered_lately")),
    Case("accepting nothing", FREE, AcceptDraw(SECOND), no("no_draw_offer")),
    Case("declining nothing", FREE, DeclineDraw(SECOND), no("no_draw_offer")),
    Case("accepting the own offer", OFFERED, AcceptDraw(FIRST), no("own_draw_offer")),
    Case("accepting twice", AGREED, AcceptDraw(SECOND), no("draw_accepted")),
    Case("an action of another family", EMPTY, Flip(FIRST, (1, 2)), no("another_game")),
]
CASES = PLACING + EXCHANGING + TURNS + LOBBY + CHALLENGING + TIMING + DRAWING


def test_a_refusal_says_why_and_changes_nothing() -> None:
    for case in CASES:
        check_refused(case)


def test_an_unknown_value_is_refused_with_the_values_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s9"})
    assert str(refusal.value) == "unknown_value(option='bag', value='s9', values=('official', 's3-table'))"


def test_an_unknown_option_is_refused_with_the_options_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"ex": "off"})
    assert refusal.value.code == "unknown_option"
    assert refusal.value.fields["option"] == "ex"
    assert refusal.value.fields["options"] == tuple(crossword_rulesets()["kelimelik"].options())


def test_no_refusal_names_a_letter_of_the_rack() -> None:
    codes = {"not_on_rack", "blanks_not_held", "bag_too_small", "nothing_to_exchange", "exchange_beyond_bag"}
    assert all(not set(case.refusal.fields) - {"least", "bag", "most"} for case in CASES if case.refusal.code in codes)


BOARD = ("rules", "placement", "tiles", "challenge", "endings", "setup", "turns", "timing", "undoing")
CORE = ("lobby_seats", "computer_players", "game", "turns", "timekeeping", *(f"crossword/{name}" for name in BOARD))


def test_every_code_of_the_core_has_a_case() -> None:
    raised = {code for name in CORE for code in refusal_codes_in(Path(engine.__path__[0]) / f"{name}.py")}
    without_turns = {"no_turns"}
    assert raised - without_turns == {case.refusal.code for case in CASES}


def test_an_accepted_action_leaves_its_input_alone() -> None:
    before = msgspec.json.encode(EMPTY)
    for action in (Pass(FIRST), Surrender(FIRST)):
        door.apply(EMPTY, action, NOW, accepts_any_word)
    assert msgspec.json.encode(EMPTY) == before
