"""Every way in which the engine's core says no; none of them changes anything (RULES §1)."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import engine
from engine import game as door
from engine.clock import Pause, Remind, Resume, Timeout
from engine.computers import computer
from engine.crossword.actions import (
    AcceptDraw,
    Challenge,
    DeclineDraw,
    Exchange,
    OfferDraw,
    Place,
    Placement,
    TakeBack,
)
from engine.crossword.games import crosswords
from engine.errors import EngineError, Field, Malformed, Refusal
from engine.hosting import DismissComputer, SeatComputers
from engine.klepka.actions import Flip
from engine.rulesets import resolve
from engine.seats import Alter, Invitation, Join, Leave, Open
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.support.games import (
    NOW,
    OUTSIDER,
    USERS,
    after,
    any_word,
    at,
    changed,
    exchange,
    game,
    lobby,
    only,
    pass_,
    play,
    put,
    surrender,
)

FIRST, SECOND, THIRD, *_ = USERS
EMPTY = game(racks=["AEINSD?", "AEINSDL", "AEINSDL"])
LAID = game(laid=["8H ON"], racks=["AEINSD?", "AEINSDL", "AEINSDL"])
OVER = after(game(racks=["AEINSDL", "AEINSDL"]), Surrender(FIRST))
ONE_GONE = after(EMPTY, Surrender(SECOND))
LOW_BAG = game(laid=["8H ON"], racks=["AEINSD?", "AEINSDL"], bag="EEEEEE")
TINY_LEAST = changed(
    LOW_BAG, ruleset=changed(LOW_BAG.ruleset, exchange=changed(LOW_BAG.ruleset.exchange, least_in_bag=1))
)
EIGHT = {"H8": "A", "H9": "E", "H10": "I", "H11": "N", "H12": "S", "H13": "D", "H14": "?L", "H15": "A"}


class Case(NamedTuple):
    name: str
    table: door.Table
    action: door.Action
    refusal: EngineError
    judge: door.Judge = any_word
    seconds: float = 0


def no(code: str, **fields: Field) -> Refusal:
    return Refusal(code, **fields)


PLACING = [
    Case("nothing placed", EMPTY, Place(FIRST, ()), no("no_tiles")),
    Case("eight tiles", EMPTY, put(EMPTY, **EIGHT), no("too_many_tiles", most=7)),
    Case("a taken cell", LAID, put(LAID, H8="A"), no("cell_taken", cell="H8", letter="O")),
    Case("two lines", LAID, put(LAID, H9="A", I10="E"), no("not_in_line")),
    Case("a gap", LAID, put(LAID, G8="A", K8="E"), no("gap", cell="J8")),
    Case("off the centre", EMPTY, play(EMPTY, "1A AID"), no("off_centre", centre="H8")),
    Case("one letter first", EMPTY, put(EMPTY, H8="A"), no("one_letter")),
    Case("not touching", LAID, play(LAID, "1A AID"), no("not_touching")),
    Case("a letter not held", LAID, play(LAID, "8H ONZ"), no("not_on_rack")),
    Case("a letter held once only", LAID, play(LAID, "8H ONAA"), no("not_on_rack")),
    Case("a letter held as a blank only", LAID, play(LAID, "8H ONLl"), no("not_on_rack")),
    Case("more blanks than held", LAID, play(LAID, "8H ONes"), no("blanks_not_held")),
    Case("one phony", LAID, play(LAID, "8H ONE"), no("not_words", words=("ONE",)), only("ON")),
    Case(
        "two phonies, each named once",
        LAID,
        play(LAID, "9H AD"),
        no("not_words", words=("OA", "ND")),
        only("AD"),
    ),
    Case("an unknown cell", LAID, put(LAID, P8="A"), Malformed("unknown_cell", cell="P8", last="O15")),
    Case("a cell twice", LAID, Place(FIRST, (Placement("J8", "A"),) * 2), Malformed("cell_twice", cell="J8")),
    Case("a letter of another alphabet", LAID, put(LAID, J8="Ş"), Malformed("unknown_tile", tile="Ş")),
    Case("a small letter", LAID, put(LAID, J8="a"), Malformed("unknown_tile", tile="a")),
    Case("an undesignated blank", LAID, put(LAID, J8="?"), Malformed("unknown_tile", tile="?")),
    Case("a blank for a blank", LAID, put(LAID, J8="??"), Malformed("unknown_tile", tile="??")),
    Case("an empty tile", LAID, put(LAID, J8=""), Malformed("unknown_tile", tile="")),
]
EXCHANGING = [
    Case("nothing exchanged", LAID, exchange(LAID, ""), no("nothing_to_exchange")),
    Case("six in the bag", LOW_BAG, exchange(LOW_BAG, "A"), no("bag_too_small", least=7, bag=6)),
    Case("more than the bag holds", TINY_LEAST, exchange(TINY_LEAST, "AEINSD?"), no("exchange_beyond_bag", most=6)),
    Case("exchanging a letter not held", LAID, exchange(LAID, "Z"), no("not_on_rack")),
    Case("exchanging a letter twice", LAID, exchange(LAID, "AA"), no("not_on_rack")),
    Case("exchanging a blank not held", LAID, exchange(LAID, "??"), no("blanks_not_held")),
    Case("exchanging a designated blank", LAID, Exchange(FIRST, ("?A",)), Malformed("unknown_tile", tile="?A")),
]
TURNS = [
    Case(
        "placing out of turn",
        EMPTY,
        Place(SECOND, EMPTY_TILES := (Placement("H8", "A"),)),
        no("not_your_turn", name="Ayşe"),
    ),
    Case("exchanging out of turn", EMPTY, Exchange(SECOND, ("A",)), no("not_your_turn", name="Ayşe")),
    Case("passing out of turn", EMPTY, Pass(THIRD), no("not_your_turn", name="Ayşe")),
    Case("placing from no seat", EMPTY, Place(OUTSIDER, EMPTY_TILES), no("not_seated")),
    Case("exchanging from no seat", EMPTY, Exchange(OUTSIDER, ("A",)), no("not_seated")),
    Case("passing from no seat", EMPTY, Pass(OUTSIDER), no("not_seated")),
    Case("surrendering from no seat", EMPTY, Surrender(OUTSIDER), no("not_seated")),
    Case("placing after surrender", ONE_GONE, Place(SECOND, EMPTY_TILES), no("has_surrendered")),
    Case("exchanging after surrender", ONE_GONE, Exchange(SECOND, ("A",)), no("has_surrendered")),
    Case("passing after surrender", ONE_GONE, Pass(SECOND), no("has_surrendered")),
    Case("surrendering twice", ONE_GONE, Surrender(SECOND), no("has_surrendered")),
    Case("placing when over", OVER, play(OVER, "8H AID"), no("game_over")),
    Case("exchanging when over", OVER, exchange(OVER, "A"), no("game_over")),
    Case("passing when over", OVER, pass_(OVER), no("game_over")),
    Case("surrendering when over", OVER, surrender(OVER), no("game_over")),
    Case("cancelling when over", OVER, Cancel(FIRST), no("game_over")),
    Case("joining when over", OVER, Join(OUTSIDER, "Ece"), no("game_over")),
    Case("leaving when over", OVER, Leave(FIRST), no("game_over")),
    Case("beginning when over", OVER, door.Begin(FIRST, 1, "00"), no("game_over")),
    Case("a computer player in a running game", EMPTY, SeatComputers(FIRST, "orta", ("x",)), no("game_running")),
    Case("joining a running game", EMPTY, Join(OUTSIDER, "Ece"), no("game_running")),
    Case("beginning a running game", EMPTY, door.Begin(FIRST, 1, "00"), no("game_running")),
    Case("leaving a running game", EMPTY, Leave(FIRST), no("leave_is_surrender")),
]
LOBBY = [
    Case("sitting down twice", lobby(), Join(FIRST, "Ayşe"), no("already_seated")),
    Case("a fifth player", lobby(seated=4), Join(OUTSIDER, "Ece"), no("table_full", most=4)),
    Case("a third player of Kelimelik", lobby("kelimelik"), Join(OUTSIDER, "Ece"), no("table_full", most=2)),
    Case(
        "another's table given other options",
        lobby(),
        Alter(OUTSIDER, "clock", "none", lobby().ruleset),
        no("not_host"),
    ),
    Case(
        "sitting down where a seat is kept",
        changed(lobby(seated=3), invited=(Invitation(1, "Ece", NOW, 5, ""),)),
        Join(OUTSIDER, "Ece"),
        no("seats_kept", most=4),
    ),
    Case(
        "a full table that is to start when it is full",
        lobby("kelimelik"),
        Alter(FIRST, "start", "full", resolve(crosswords()["kelimelik"], {"start": "full"})),
        no("full_already"),
    ),
    Case("getting up from no seat", lobby(), Leave(OUTSIDER), no("not_seated")),
    Case("a computer player at another's table", lobby(), SeatComputers(SECOND, "orta", ("x",)), no("not_host")),
    Case(
        "a computer player at a full table",
        lobby("kelimelik"),
        SeatComputers(FIRST, "orta", ("x",)),
        no("table_full", most=2),
    ),
    Case("sending a person away", lobby(), DismissComputer(FIRST, FIRST), no("no_such_computer")),
    Case("sending away at another's table", lobby(), DismissComputer(SECOND, -12), no("not_host")),
    Case("beginning from no seat", lobby(), door.Begin(OUTSIDER, 1, "00"), no("not_seated")),
    Case("beginning alone", lobby(seated=1), door.Begin(FIRST, 1, "00"), no("too_few_players", least=2, seated=1)),
    Case("placing before the game", lobby(), Place(FIRST, EMPTY_TILES), no("not_begun")),
    Case("exchanging before the game", lobby(), Exchange(FIRST, ("A",)), no("not_begun")),
    Case("passing before the game", lobby(), Pass(FIRST), no("not_begun")),
    Case("surrendering before the game", lobby(), Surrender(FIRST), no("not_begun")),
    Case("opening a table where one is", lobby(), Open(FIRST, "Ayşe"), no("lobby_open")),
]
FREE = game("wordbox-en", racks=["ONEAIDL", "AEINSDL", "AEINSDL"], laid=["8I AID"], options={"clock": "none"})
OPEN = after(FREE, put(FREE, L8="E"))
DOUBTED = after(OPEN, Challenge(SECOND))
BROKEN = after(OPEN, Challenge(SECOND), judge=only())
NEW = game("wordbox-en", racks=["ONEAIDL", "AEINSDL"], options={"clock": "none"})
FIRST_BROKEN = after(NEW, play(NEW, "8I ON"), Challenge(SECOND), judge=only())
SETTLED = after(OPEN, Timeout(), seconds=60)
ANSWERED = after(OPEN, Pass(SECOND))
LAST = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="", options={"clock": "none"})
LAST = after(LAST, put(LAST, L8="E"))
USED = game("wordbox-en", racks=["AEINSDL", "AEINSDL"], options={"clock": "none"})
USED = changed(USED, players=(changed(USED.players[0], exchanges=3), USED.players[1]))
BLITZ = game("kelimelik", racks=["AEİNSDL", "AEİNSDL"], options={"clock": "2min"})
HALTED = after(BLITZ, Pause(FIRST))
STOPPED = after(OPEN, Pause(FIRST))
OFFERED = after(FREE, OfferDraw(FIRST))
AGREED = after(OFFERED, AcceptDraw(SECOND))
DECLINED = after(OFFERED, DeclineDraw(SECOND))
KEEN_OPTIONS = {"challenge": "void", "clock": "none", "take-back": "20"}
KEEN = game(racks=["AEINSD?", "AEINSDL"], options=KEEN_OPTIONS)
KEEN_LAID = after(KEEN, play(KEEN, "8H AID"))
KEEN_LAST = game(laid=["8H ON"], racks=["E", "A"], bag="", options=KEEN_OPTIONS)
KEEN_LAST = after(KEEN_LAST, put(KEEN_LAST, J8="E"))
CHALLENGING = [
    Case("challenging where phonies are refused", LAID, Challenge(SECOND), no("no_challenges")),
    Case("challenging from no seat", OPEN, Challenge(OUTSIDER), no("not_seated")),
    Case("challenging after surrender", after(OPEN, Surrender(THIRD)), Challenge(THIRD), no("has_surrendered")),
    Case("challenging an empty board", NEW, Challenge(SECOND), no("nothing_to_challenge")),
    Case("challenging the own play", OPEN, Challenge(FIRST), no("own_play")),
    Case("challenging at the window's end", OPEN, Challenge(SECOND), no("challenge_too_late"), seconds=60),
    Case("challenging after the window's end", SETTLED, Challenge(SECOND), no("challenge_too_late"), seconds=61),
    Case("challenging when the next player has acted", ANSWERED, Challenge(THIRD), no("challenge_too_late")),
    Case("meaning an earlier play", OPEN, Challenge(THIRD, play=0), no("challenge_too_late")),
    Case("challenging a challenged play", DOUBTED, Challenge(THIRD), no("challenged_already")),
    Case("challenging a withdrawn play", BROKEN, Challenge(THIRD), no("challenged_already")),
    Case("challenging a withdrawn first play", FIRST_BROKEN, Challenge(SECOND), no("challenged_already")),
    Case(
        "challenging a word that is not there",
        OPEN,
        Challenge(SECOND, ("AIDED",)),
        no("word_not_in_play", word="AIDED", words=("AIDE",)),
    ),
    Case("challenging while paused", STOPPED, Challenge(SECOND), no("paused")),
    Case("placing after the last play", LAST, Place(SECOND, EMPTY_TILES), no("window_open", name="Ayşe", seconds=60)),
    Case(
        "exchanging after the last play",
        LAST,
        Exchange(SECOND, ("A",)),
        no("window_open", name="Ayşe", seconds=16),
        seconds=44.5,
    ),
    Case("taking back where nothing is", LAID, TakeBack(FIRST), no("no_take_back")),
    Case("taking nothing back", KEEN, TakeBack(FIRST), no("nothing_to_take_back")),
    Case("taking another's play back", KEEN_LAID, TakeBack(SECOND), no("play_of_another", name="Ayşe")),
    Case("taking back too late", KEEN_LAID, TakeBack(FIRST), no("take_back_too_late"), seconds=20),
    Case("placing after a last play", KEEN_LAST, Pass(FIRST), no("not_your_turn", name="Bora")),
    Case(
        "exchanging after a last play",
        KEEN_LAST,
        Exchange(SECOND, ("A",)),
        no("take_back_open", name="Ayşe", seconds=16),
        seconds=4.5,
    ),
    Case("undoing what drew tiles", NEW, Undo(OUTSIDER, 0), no("nothing_to_undo")),
    Case("undoing an earlier turn", KEEN_LAID, Undo(OUTSIDER, 0), no("turn_is_over")),
    Case("a fourth exchange", USED, Exchange(FIRST, ("A",)), no("exchange_limit", most=3)),
]
TIMING = [
    Case("passing when the time is out", BLITZ, Pass(FIRST), no("out_of_time"), seconds=120),
    Case("placing when the time is out", BLITZ, put(BLITZ, H8="A"), no("out_of_time"), seconds=120),
    Case("a time-out a moment early", BLITZ, Timeout(), no("not_due"), seconds=119.999),
    Case("a time-out without a clock", EMPTY, Timeout(), no("not_due"), seconds=3 * 86400 - 1),
    Case("a time-out while paused", HALTED, Timeout(), no("not_due"), seconds=10**6),
    Case("a window's end while paused", STOPPED, Timeout(), no("not_due"), seconds=10**6),
    Case("an early reminder", BLITZ, Remind(), no("not_due"), seconds=89.999),
    Case("a second reminder", after(BLITZ, Remind(), seconds=90), Remind(), no("not_due"), seconds=95),
    Case("a late reminder", BLITZ, Remind(), no("not_due"), seconds=120),
    Case("passing while paused", HALTED, Pass(FIRST), no("paused")),
    Case("pausing twice", HALTED, Pause(SECOND), no("already_paused")),
    Case("resuming what runs", BLITZ, Resume(FIRST), no("not_paused")),
    Case("resuming without a clock what is not paused", EMPTY, Resume(FIRST), no("not_paused")),
]
DRAWING = [
    Case("offering a draw in Kelimelik", BLITZ, OfferDraw(FIRST), no("no_draws")),
    Case(
        "offering a draw to a computer player",
        changed(FREE, players=(FREE.players[0], changed(FREE.players[1], user=computer("iyi", 1)))),
        OfferDraw(FIRST),
        no("no_draws_with_computers"),
    ),
    Case("offering a draw from no seat", FREE, OfferDraw(OUTSIDER), no("not_seated")),
    Case("offering a draw before the game", lobby("wordbox-en"), OfferDraw(FIRST), no("not_begun")),
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


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_a_refusal_says_why_and_changes_nothing(case: Case) -> None:
    before = msgspec.json.encode(case.table)
    with pytest.raises(EngineError) as caught:
        door.apply(case.table, case.action, at(case.seconds), case.judge)
    assert type(caught.value) is type(case.refusal)
    assert (caught.value.code, caught.value.fields) == (case.refusal.code, case.refusal.fields)
    assert msgspec.json.encode(case.table) == before


def test_an_unknown_value_is_refused_with_the_values_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve(crosswords()["scrabble-tr"], {"bag": "s9"})
    assert str(refusal.value) == "unknown_value(option='bag', value='s9', values=('official', 's3-table'))"


def test_an_unknown_option_is_refused_with_the_options_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve(crosswords()["kelimelik"], {"ex": "off"})
    assert refusal.value.code == "unknown_option"
    assert refusal.value.fields["option"] == "ex"
    assert refusal.value.fields["options"] == tuple(crosswords()["kelimelik"].options())


def test_no_refusal_names_a_letter_of_the_rack() -> None:
    codes = {"not_on_rack", "blanks_not_held", "bag_too_small", "nothing_to_exchange", "exchange_beyond_bag"}
    assert all(not set(case.refusal.fields) - {"least", "bag", "most"} for case in CASES if case.refusal.code in codes)


CORE = [
    "seats.py",
    "hosting.py",
    "game.py",
    "turns.py",
    "timekeeping.py",
    *(
        f"crossword/{name}.py"
        for name in (
            "rules",
            "placement",
            "tiles",
            "challenge",
            "endings",
            "setup",
            "turns",
            "timing",
            "draw_offers",
            "undoing",
        )
    ),
]


def test_every_code_of_the_core_has_a_case() -> None:
    raised = {code for name in CORE for code in codes_in(Path(engine.__path__[0]) / name)}
    assert raised == {case.refusal.code for case in CASES}


def codes_in(file: Path) -> set[str]:
    """The literal codes with which a module makes refusals."""
    names = {"Refusal", "Malformed", "Ambiguous"}
    calls: list[ast.Call] = [
        node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]
    return {leaf.value for call in calls for leaf in literals(call.args[0]) if isinstance(leaf.value, str)}


def literals(node: ast.expr) -> list[ast.Constant]:
    """A constant, or both outcomes of a conditional."""
    match node:
        case ast.Constant():
            return [node]
        case ast.IfExp():
            return literals(node.body) + literals(node.orelse)
        case _:
            raise ValueError(f"line {node.lineno}: a code is not written out")


def test_reading_codes_notices_a_code_that_is_not_written_out(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("Refusal(some_code)", encoding="utf-8")
    with pytest.raises(ValueError, match="not written out"):
        codes_in(module)


@pytest.mark.parametrize("mutate", [Pass, Surrender])
def test_an_accepted_action_leaves_its_input_alone(mutate: Callable[[int], door.Action]) -> None:
    before = msgspec.json.encode(EMPTY)
    door.apply(EMPTY, mutate(FIRST), NOW, any_word)
    assert msgspec.json.encode(EMPTY) == before
