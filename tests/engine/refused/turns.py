"""What is refused of plays, exchanges and turns, and before a game."""

from engine import game as door
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.games import crosswords
from engine.errors import Malformed
from engine.hosting import DismissComputer, SeatComputers
from engine.rulesets import resolve
from engine.seats import Alter, Invitation, Join, Leave, Open
from engine.turns import Cancel, Pass, Surrender
from tests.support.games import (
    NOW,
    OUTSIDER,
    USERS,
    after,
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
from tests.support.refusals import Case, no

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
A_TILE = (Placement("H8", "A"),)
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
        Place(SECOND, A_TILE),
        no("not_your_turn", name="Ayşe"),
    ),
    Case("exchanging out of turn", EMPTY, Exchange(SECOND, ("A",)), no("not_your_turn", name="Ayşe")),
    Case("passing out of turn", EMPTY, Pass(THIRD), no("not_your_turn", name="Ayşe")),
    Case("placing from no seat", EMPTY, Place(OUTSIDER, A_TILE), no("not_seated")),
    Case("exchanging from no seat", EMPTY, Exchange(OUTSIDER, ("A",)), no("not_seated")),
    Case("passing from no seat", EMPTY, Pass(OUTSIDER), no("not_seated")),
    Case("surrendering from no seat", EMPTY, Surrender(OUTSIDER), no("not_seated")),
    Case("placing after surrender", ONE_GONE, Place(SECOND, A_TILE), no("has_surrendered")),
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
    Case("placing before the game", lobby(), Place(FIRST, A_TILE), no("not_begun")),
    Case("exchanging before the game", lobby(), Exchange(FIRST, ("A",)), no("not_begun")),
    Case("passing before the game", lobby(), Pass(FIRST), no("not_begun")),
    Case("surrendering before the game", lobby(), Surrender(FIRST), no("not_begun")),
    Case("opening a table where one is", lobby(), Open(FIRST, "Ayşe"), no("lobby_open")),
]
