"""What is refused of plays, exchanges and turns, and before a game."""

from engine import game as door
from engine.computer_players import DismissComputer, SeatComputers
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.shipped import crossword_rulesets
from engine.errors import Malformed
from engine.lobby_seats import Alter, Invitation, Join, Leave, Open
from engine.rulesets import resolve_ruleset
from engine.turns import Cancel, Pass, Surrender
from tests.support.games import (
    NOW,
    OUTSIDER,
    USERS,
    accepts_only,
    after_actions,
    exchange_faces,
    game,
    open_lobby_of,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    with_fields,
)
from tests.support.refusals import RefusalCase, refusal_with

FIRST, SECOND, THIRD, *_ = USERS
EMPTY = game(racks=["AEINSD?", "AEINSDL", "AEINSDL"])
LAID = game(laid=["8H ON"], racks=["AEINSD?", "AEINSDL", "AEINSDL"])
OVER = after_actions(game(racks=["AEINSDL", "AEINSDL"]), Surrender(FIRST))
ONE_GONE = after_actions(EMPTY, Surrender(SECOND))
LOW_BAG = game(laid=["8H ON"], racks=["AEINSD?", "AEINSDL"], bag="EEEEEE")
TINY_LEAST = with_fields(
    LOW_BAG, ruleset=with_fields(LOW_BAG.ruleset, exchange=with_fields(LOW_BAG.ruleset.exchange, least_in_bag=1))
)
EIGHT = {"H8": "A", "H9": "E", "H10": "I", "H11": "N", "H12": "S", "H13": "D", "H14": "?L", "H15": "A"}
A_TILE = (Placement("H8", "A"),)
PLACING = [
    RefusalCase("nothing placed", EMPTY, Place(FIRST, ()), refusal_with("no_tiles")),
    RefusalCase("eight tiles", EMPTY, place_on_board(EMPTY, **EIGHT), refusal_with("too_many_tiles", most=7)),
    RefusalCase("a taken cell", LAID, place_on_board(LAID, H8="A"), refusal_with("cell_taken", cell="H8", letter="O")),
    RefusalCase("two lines", LAID, place_on_board(LAID, H9="A", I10="E"), refusal_with("not_in_line")),
    RefusalCase("a gap", LAID, place_on_board(LAID, G8="A", K8="E"), refusal_with("gap", cell="J8")),
    RefusalCase("off the centre", EMPTY, place_play(EMPTY, "1A AID"), refusal_with("off_centre", centre="H8")),
    RefusalCase("one letter first", EMPTY, place_on_board(EMPTY, H8="A"), refusal_with("one_letter")),
    RefusalCase("not touching", LAID, place_play(LAID, "1A AID"), refusal_with("not_touching")),
    RefusalCase("a letter not held", LAID, place_play(LAID, "8H ONZ"), refusal_with("not_on_rack")),
    RefusalCase("a letter held once only", LAID, place_play(LAID, "8H ONAA"), refusal_with("not_on_rack")),
    RefusalCase("a letter held as a blank only", LAID, place_play(LAID, "8H ONLl"), refusal_with("not_on_rack")),
    RefusalCase("more blanks than held", LAID, place_play(LAID, "8H ONes"), refusal_with("blanks_not_held")),
    RefusalCase(
        "one phony", LAID, place_play(LAID, "8H ONE"), refusal_with("not_words", words=("ONE",)), accepts_only("ON")
    ),
    RefusalCase(
        "two phonies, each named once",
        LAID,
        place_play(LAID, "9H AD"),
        refusal_with("not_words", words=("OA", "ND")),
        accepts_only("AD"),
    ),
    RefusalCase(
        "an unknown cell", LAID, place_on_board(LAID, P8="A"), Malformed("unknown_cell", cell="P8", last="O15")
    ),
    RefusalCase("a cell twice", LAID, Place(FIRST, (Placement("J8", "A"),) * 2), Malformed("cell_twice", cell="J8")),
    RefusalCase(
        "a letter of another alphabet", LAID, place_on_board(LAID, J8="Ş"), Malformed("unknown_tile", tile="Ş")
    ),
    RefusalCase("a small letter", LAID, place_on_board(LAID, J8="a"), Malformed("unknown_tile", tile="a")),
    RefusalCase("an undesignated blank", LAID, place_on_board(LAID, J8="?"), Malformed("unknown_tile", tile="?")),
    RefusalCase("a blank for a blank", LAID, place_on_board(LAID, J8="??"), Malformed("unknown_tile", tile="??")),
    RefusalCase("an empty tile", LAID, place_on_board(LAID, J8=""), Malformed("unknown_tile", tile="")),
]
EXCHANGING = [
    RefusalCase("nothing exchanged", LAID, exchange_faces(LAID, ""), refusal_with("nothing_to_exchange")),
    RefusalCase("six in the bag", LOW_BAG, exchange_faces(LOW_BAG, "A"), refusal_with("bag_too_small", least=7, bag=6)),
    RefusalCase(
        "more than the bag holds",
        TINY_LEAST,
        exchange_faces(TINY_LEAST, "AEINSD?"),
        refusal_with("exchange_beyond_bag", most=6),
    ),
    RefusalCase("exchanging a letter not held", LAID, exchange_faces(LAID, "Z"), refusal_with("not_on_rack")),
    RefusalCase("exchanging a letter twice", LAID, exchange_faces(LAID, "AA"), refusal_with("not_on_rack")),
    RefusalCase("exchanging a blank not held", LAID, exchange_faces(LAID, "??"), refusal_with("blanks_not_held")),
    RefusalCase("exchanging a designated blank", LAID, Exchange(FIRST, ("?A",)), Malformed("unknown_tile", tile="?A")),
]
TURNS = [
    RefusalCase(
        "placing out of turn",
        EMPTY,
        Place(SECOND, A_TILE),
        refusal_with("not_your_turn", name="Ayşe"),
    ),
    RefusalCase("exchanging out of turn", EMPTY, Exchange(SECOND, ("A",)), refusal_with("not_your_turn", name="Ayşe")),
    RefusalCase("passing out of turn", EMPTY, Pass(THIRD), refusal_with("not_your_turn", name="Ayşe")),
    RefusalCase("placing from no seat", EMPTY, Place(OUTSIDER, A_TILE), refusal_with("not_seated")),
    RefusalCase("exchanging from no seat", EMPTY, Exchange(OUTSIDER, ("A",)), refusal_with("not_seated")),
    RefusalCase("passing from no seat", EMPTY, Pass(OUTSIDER), refusal_with("not_seated")),
    RefusalCase("surrendering from no seat", EMPTY, Surrender(OUTSIDER), refusal_with("not_seated")),
    RefusalCase("placing after surrender", ONE_GONE, Place(SECOND, A_TILE), refusal_with("has_surrendered")),
    RefusalCase("exchanging after surrender", ONE_GONE, Exchange(SECOND, ("A",)), refusal_with("has_surrendered")),
    RefusalCase("passing after surrender", ONE_GONE, Pass(SECOND), refusal_with("has_surrendered")),
    RefusalCase("surrendering twice", ONE_GONE, Surrender(SECOND), refusal_with("has_surrendered")),
    RefusalCase(
        "passing after removal",
        with_fields(ONE_GONE, removed=((1, "ruling"),)),
        Pass(SECOND),
        refusal_with("was_removed", why="ruling"),
    ),
    RefusalCase("placing when over", OVER, place_play(OVER, "8H AID"), refusal_with("game_over")),
    RefusalCase("exchanging when over", OVER, exchange_faces(OVER, "A"), refusal_with("game_over")),
    RefusalCase("passing when over", OVER, pass_turn(OVER), refusal_with("game_over")),
    RefusalCase("surrendering when over", OVER, surrender(OVER), refusal_with("game_over")),
    RefusalCase("cancelling when over", OVER, Cancel(FIRST), refusal_with("game_over")),
    RefusalCase("joining when over", OVER, Join(OUTSIDER, "Ece"), refusal_with("game_over")),
    RefusalCase("leaving when over", OVER, Leave(FIRST), refusal_with("game_over")),
    RefusalCase("beginning when over", OVER, door.Begin(FIRST, 1, "00"), refusal_with("game_over")),
    RefusalCase(
        "a computer player in a running game", EMPTY, SeatComputers(FIRST, "orta", ("x",)), refusal_with("game_running")
    ),
    RefusalCase("joining a running game", EMPTY, Join(OUTSIDER, "Ece"), refusal_with("game_running")),
    RefusalCase("beginning a running game", EMPTY, door.Begin(FIRST, 1, "00"), refusal_with("game_running")),
    RefusalCase("leaving a running game", EMPTY, Leave(FIRST), refusal_with("leave_is_surrender")),
]
LOBBY = [
    RefusalCase("sitting down twice", open_lobby_of(), Join(FIRST, "Ayşe"), refusal_with("already_seated")),
    RefusalCase("a fifth player", open_lobby_of(seated=4), Join(OUTSIDER, "Ece"), refusal_with("table_full", most=4)),
    RefusalCase(
        "a third player of Kelimelik",
        open_lobby_of("kelimelik"),
        Join(OUTSIDER, "Ece"),
        refusal_with("table_full", most=2),
    ),
    RefusalCase(
        "another's table given other options",
        open_lobby_of(),
        Alter(OUTSIDER, "clock", "none", open_lobby_of().ruleset),
        refusal_with("not_host"),
    ),
    RefusalCase(
        "sitting down where a seat is kept",
        with_fields(open_lobby_of(seated=3), invited=(Invitation(1, "Ece", NOW, 5, ""),)),
        Join(OUTSIDER, "Ece"),
        refusal_with("seats_kept", most=4),
    ),
    RefusalCase(
        "a full table that is to start when it is full",
        open_lobby_of("kelimelik"),
        Alter(FIRST, "start", "full", resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"})),
        refusal_with("full_already"),
    ),
    RefusalCase("getting up from no seat", open_lobby_of(), Leave(OUTSIDER), refusal_with("not_seated")),
    RefusalCase(
        "a computer player at another's table",
        open_lobby_of(),
        SeatComputers(SECOND, "orta", ("x",)),
        refusal_with("not_host"),
    ),
    RefusalCase(
        "a computer player at a full table",
        open_lobby_of("kelimelik"),
        SeatComputers(FIRST, "orta", ("x",)),
        refusal_with("table_full", most=2),
    ),
    RefusalCase(
        "sending a person away", open_lobby_of(), DismissComputer(FIRST, FIRST), refusal_with("no_such_computer")
    ),
    RefusalCase(
        "sending away at another's table", open_lobby_of(), DismissComputer(SECOND, -12), refusal_with("not_host")
    ),
    RefusalCase("beginning from no seat", open_lobby_of(), door.Begin(OUTSIDER, 1, "00"), refusal_with("not_seated")),
    RefusalCase(
        "beginning alone",
        open_lobby_of(seated=1),
        door.Begin(FIRST, 1, "00"),
        refusal_with("too_few_players", least=2, seated=1),
    ),
    RefusalCase("placing before the game", open_lobby_of(), Place(FIRST, A_TILE), refusal_with("not_begun")),
    RefusalCase("exchanging before the game", open_lobby_of(), Exchange(FIRST, ("A",)), refusal_with("not_begun")),
    RefusalCase("passing before the game", open_lobby_of(), Pass(FIRST), refusal_with("not_begun")),
    RefusalCase("surrendering before the game", open_lobby_of(), Surrender(FIRST), refusal_with("not_begun")),
    RefusalCase("opening a table where one is", open_lobby_of(), Open(FIRST, "Ayşe"), refusal_with("lobby_open")),
]
