"""Computer players at tables: their seats, when they move, and what they have no say in."""

from datetime import datetime, timedelta

import pytest

from engine import allowance, clock, voting
from engine import game as door
from engine.absence import Seek, Volunteer, Vote
from engine.computer_ids import computer_user
from engine.computer_players import DismissComputer, SeatComputers
from engine.crossword import timing
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game_base import Game
from engine.lobby_seats import Begin, Join, Leave, Lobby, LobbyClosed, Seat, SeatLeft, SeatTaken, open_lobby
from engine.lobby_view import lobby_view
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.turns import Surrender
from tests.support.games import (
    NAMES,
    NOW,
    SECRET,
    USERS,
    accepts_any_word,
    after_actions,
    game,
    open_lobby_of,
    outcome_of,
    place_play,
    with_fields,
)

HOST = USERS[0]
STRANGER = 99
SECOND = timedelta(seconds=1)
ORTA = computer_user("orta", 1)


def table(lobby: door.Table | None) -> Lobby:
    assert isinstance(lobby, Lobby)
    return lobby


def with_computers(state: GameState, *seats: int) -> GameState:
    players = (
        with_fields(player, user=computer_user("orta", seat + 1)) if seat in seats else player
        for seat, player in enumerate(state.players)
    )
    return with_fields(state, players=tuple(players))


def test_the_host_seats_several_and_sends_one_away() -> None:
    step = door.apply(open_lobby_of(), SeatComputers(HOST, "kolay", ("a", "b")), NOW, accepts_any_word)
    first, second = computer_user("kolay", 1), computer_user("kolay", 2)
    assert step.events == (SeatTaken(first, "a"), SeatTaken(second, "b"))
    rest = door.apply(table(step.table), DismissComputer(HOST, first), NOW, accepts_any_word)
    assert rest.events == (SeatLeft(first, "a", HOST),)
    assert table(rest.table).seats[-1] == Seat(second, "b")
    assert table(rest.table).touched == NOW


def test_more_than_there_is_room_for_changes_nothing() -> None:
    with pytest.raises(Refusal) as refusal:
        door.apply(open_lobby_of(seated=3), SeatComputers(HOST, "orta", ("a", "b")), NOW, accepts_any_word)
    assert refusal.value.code == "table_full"


def test_a_table_where_only_computer_players_are_left_is_closed() -> None:
    opened = open_lobby(
        resolve_ruleset(crossword_rulesets()["scrabble-en"]),
        Seat(HOST, "Ayşe"),
        SECRET,
        computers=(Seat(ORTA, "o"),),
        now=NOW,
    )
    assert lobby_view(opened).can_take_computers
    step = door.apply(opened, Leave(HOST), NOW, accepts_any_word)
    assert step.table is None
    assert LobbyClosed() in step.events


def test_the_next_host_is_a_person() -> None:
    opened = open_lobby(
        resolve_ruleset(crossword_rulesets()["scrabble-en"]), Seat(HOST, "Ayşe"), SECRET, computers=(Seat(ORTA, "o"),)
    )
    both = table(door.apply(opened, Join(USERS[1], "Bora"), NOW, accepts_any_word).table)
    assert table(door.apply(both, Leave(HOST), NOW, accepts_any_word).table).host == USERS[1]


def moves(state: GameState) -> datetime:
    due = door.computer_deadline(state)
    assert due is not None
    return due


def test_one_on_turn_moves_after_a_plausible_moment_and_a_person_never() -> None:
    state = game("scrabble-en", options={"clock": "none"})
    assert door.computer_deadline(state) is None
    hosted = with_computers(state, state.turn)
    assert NOW + SECOND < moves(hosted) < NOW + 5 * SECOND
    assert door.deadline(hosted) == moves(hosted)
    assert door.automatic_deadline(hosted) == door.deadline(state)


def test_the_moment_tells_nothing_of_the_rack_and_differs_from_turn_to_turn() -> None:
    hosted = with_computers(game("scrabble-en", racks=("AEIOUNR", "BCDFGHJ"), options={"clock": "none"}), 0, 1)
    other = with_computers(game("scrabble-en", racks=("ZZZZZZZ", "BCDFGHJ"), options={"clock": "none"}), 0, 1)
    assert moves(hosted) == moves(other)
    instants = {moves(with_fields(hosted, number=number)) for number in range(20)}
    assert len(instants) == 20


@pytest.mark.parametrize(("left", "most"), [(2_000, 250), (80, 10), (0, 0), (-60_000, 0)])
def test_in_a_hurry_it_takes_an_eighth_of_its_time_at_most(left: int, most: int) -> None:
    state = with_computers(game("scrabble-en", options={"clock": "25min"}), 0, 1)
    assert isinstance(state.clock_rule, clock.GameClock)
    short = with_fields(state, clocks=with_fields(state.clocks, left=(left, left)))
    assert moves(short) - NOW == timedelta(milliseconds=most)


def test_while_everything_stands_still_or_is_over_nobody_moves() -> None:
    state = with_computers(game("scrabble-en", options={"clock": "none"}), 0, 1)
    assert door.computer_deadline(with_fields(state, clocks=with_fields(state.clocks, paused=NOW))) is None
    assert door.computer_deadline(open_lobby_of()) is None


def test_it_lets_other_people_doubt_a_play_first_and_does_not_wait_for_other_computers() -> None:
    state = game(
        "scrabble-tr",
        racks=("KALEMLİ", "DEFTERA", "SİLGİAA"),
        bag="A" * 30,
        options={"clock": "none", "challenge": "double"},
    )
    laid = after_actions(state, place_play(state, "8F KALEM"))
    assert laid.pending is not None
    assert timing.computer_waits_until(with_computers(laid, 1)) == laid.pending.until
    assert moves(with_computers(laid, 1)) == laid.pending.until
    assert timing.computer_waits_until(with_computers(laid, 1, 2)) is None


def test_it_lets_a_play_be_taken_back_first() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"), options={"clock": "none", "take-back": "60"})
    laid = after_actions(state, place_play(state, "8F KALEM"))
    assert laid.pending is not None
    assert moves(with_computers(laid, 1)) == laid.pending.until


def test_it_has_no_vote_and_people_need_none_of_it() -> None:
    state = with_computers(game("scrabble-en", racks=["AEIOUNR"] * 3, bag="A" * 30, options={"clock": "none"}), 2)
    assert voting.votes_needed(state, 0) == 1
    due = allowance.skippable_from(state)
    assert due is not None
    voted = door.apply(state, Vote(USERS[1], "skip", 0, state.number), due, accepts_any_word).table
    assert isinstance(voted, Game)
    assert voted.number == state.number + 1


def test_it_takes_over_the_seat_of_somebody_who_is_away() -> None:
    state = game("scrabble-en", racks=["AEIOUNR"] * 3, bag="A" * 30, options={"clock": "none"})
    sought = door.apply(state, Seek(USERS[1], 0), NOW, accepts_any_word).table
    assert isinstance(sought, Game)
    ready = door.apply(sought, Volunteer(ORTA, "o", 0), NOW, accepts_any_word).table
    assert isinstance(ready, Game)
    agreed: door.Table | None = ready
    for voter in USERS[1:3]:
        assert isinstance(agreed, Game)
        agreed = door.apply(agreed, Vote(voter, "replace", 0, state.number, user=ORTA), NOW, accepts_any_word).table
    assert isinstance(agreed, GameState)
    assert agreed.players[0].user == ORTA
    assert agreed.players[0].rack == state.players[0].rack
    assert moves(agreed) < NOW + 5 * SECOND


def test_it_takes_over_no_seat_where_nobody_who_plays_would_be_left() -> None:
    three = game("scrabble-en", racks=["AEIOUNR"] * 3, bag="A" * 30, options={"clock": "none"})
    state = with_computers(three, 1, 2)
    sought = door.apply(state, Seek(STRANGER, 0, ruling=True), NOW, accepts_any_word).table
    assert isinstance(sought, Game)
    with pytest.raises(Refusal) as refusal:
        door.apply(sought, Volunteer(computer_user("iyi", 1), "i", 0), NOW, accepts_any_word)
    assert refusal.value.code == "computers_alone"
    assert isinstance(door.apply(sought, Volunteer(STRANGER, "s", 0), NOW, accepts_any_word).table, Game)


@pytest.mark.parametrize("ruleset", ["scrabble-en", "klepka"])
def test_the_game_ends_when_the_last_person_leaves_it(ruleset: str) -> None:
    opened = open_lobby(resolve_ruleset(shipped_rulesets()[ruleset]), Seat(HOST, NAMES[0]), SECRET, now=NOW)
    joined = door.apply(opened, Join(USERS[1], NAMES[1]), NOW, accepts_any_word)
    seated = door.apply(table(joined.table), SeatComputers(HOST, "kolay", ("a", "b")), NOW, accepts_any_word)
    begun = door.apply(table(seated.table), Begin(HOST, 1, "00"), NOW, accepts_any_word).table
    assert isinstance(begun, Game)
    one = door.apply(begun, Surrender(USERS[1]), NOW, accepts_any_word).table
    assert isinstance(one, Game)
    assert one.outcome is None
    last = door.apply(one, Surrender(HOST), NOW, accepts_any_word).table
    assert isinstance(last, Game)
    assert [final.place for final in outcome_of(last).finals] == [1, 1, 3, 4]
    assert {last.players[seat].user for seat in outcome_of(last).winners} == {
        computer_user("kolay", 1),
        computer_user("kolay", 2),
    }
    assert door.computer_deadline(last) is None
