"""Players who are away from a table without a clock: nudges, skipped turns, votes and rulings (RULES §7.2)."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from engine import families
from engine import game as door
from engine.absence import (
    Nudged,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    Presence,
    Remove,
    Replace,
    Seek,
    Skip,
    SubstituteReady,
    TurnSkipped,
    Volunteer,
    Vote,
    VoteCast,
    VoteLost,
    left_seats,
)
from engine.clock import Remind, Timeout
from engine.errors import Refusal
from engine.game_base import Game, GameSetup
from engine.lobby_seats import Seat
from engine.messages import Action
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.turns import Pass, Surrender
from tests.support.games import NOW as START
from tests.support.games import SECRET, USERS, outcome_of

A, B, C, D = USERS
STRANGER = 99
DAY = timedelta(days=1)
GAMES = ("scrabble-en", "klepka")


def table(name: str, players: int, options: dict[str, str] | None = None) -> Game:
    """A game that has just begun, with the first of them on turn."""
    rules = resolve_ruleset(shipped_rulesets()[name], {"clock": "none", **(options or {})})
    seats = [Seat(user, f"P{user}") for user in USERS[:players]]
    state, _ = families.family_of(rules).new_game(
        rules, GameSetup(seats=seats, host=A, secret=SECRET, message=1, lexicon="00", begins=START)
    )
    assert isinstance(state, Game)
    return replace(state, players=tuple(sorted(state.players, key=lambda player: player.user)), turn=0)


def does(state: Game, action: Action, after: timedelta = timedelta(0)) -> tuple[Game, tuple[object, ...]]:
    """What an action leads to, that long after the first turn began."""
    step = door.apply(state, action, START + after, lambda _: True)
    assert isinstance(step.table, Game)
    return step.table, step.events


def refused(state: Game, action: Action, after: timedelta = timedelta(0)) -> str:
    with pytest.raises(Refusal) as caught:
        does(state, action, after)
    return caught.value.code


def kinds(events: Sequence[object]) -> list[type]:
    return [type(event) for event in events]


@pytest.mark.parametrize("name", GAMES)
def test_a_day_without_a_move_is_told_once_and_three_days_skip_the_turn(name: str) -> None:
    state = table(name, 3)
    assert door.deadline(state) == START + DAY
    state, events = does(state, door.due_action(state, START + DAY), DAY)
    assert events == (Nudged(0, 86400),)
    assert refused(state, Remind(), 2 * DAY) == "not_due"
    assert door.deadline(state) == START + 3 * DAY
    state, events = does(state, door.due_action(state, START + 3 * DAY), 3 * DAY)
    assert events == (TurnSkipped(0, "time"),)
    assert (state.turn, state.number, state.clocks.reminded) == (1, 1, False)


@pytest.mark.parametrize("name", GAMES)
def test_without_the_allowance_nothing_is_skipped_by_itself(name: str) -> None:
    state = table(name, 2, {"allowance": "off", "skip-after": "43200"})
    state, events = does(state, Remind(), DAY / 2)
    assert events == (Nudged(0, 43200),)
    assert (door.deadline(state), refused(state, Timeout(), 90 * DAY)) == (None, "not_due")


@pytest.mark.parametrize("name", GAMES)
def test_a_table_where_everybody_was_skipped_twice_rests_until_somebody_returns(name: str) -> None:
    state, now = table(name, 2), timedelta(0)
    for turn in range(4):
        now += 3 * DAY
        state, events = does(state, Timeout(), now)
        assert events == (TurnSkipped(turn % 2, "time", None, rests=turn == 3),)
    assert door.deadline(state) is None
    state, events = does(state, Vote(B, "skip", 0, 4), now + 9 * DAY)
    assert kinds(events) == [PlayerReturned, TurnSkipped]
    assert (state.turn, state.clocks.misses) == (1, (3, 0))
    assert door.deadline(state) == START + now + 10 * DAY


def test_a_skipped_turn_belongs_to_no_run() -> None:
    state = table("scrabble-en", 2)
    state, _ = does(state, Pass(A))
    runs = [player.run for player in state.players]  # type: ignore[attr-defined]
    state, _ = does(state, Skip(STRANGER, 1, 1))
    assert [player.run for player in state.players] == runs  # type: ignore[attr-defined]
    assert state.outcome is None


@pytest.mark.parametrize("name", GAMES)
def test_with_two_players_the_other_decides_once_the_turn_has_waited(name: str) -> None:
    state = table(name, 2)
    assert refused(state, Vote(B, "skip", 0, 0), DAY - timedelta(seconds=1)) == "not_absent_yet"
    assert refused(state, Vote(B, "remove", 0, 0)) == "not_absent_yet"
    skipped, events = does(state, Vote(B, "skip", 0, 0), DAY)
    assert (events, skipped.turn) == ((TurnSkipped(0, "vote", B),), 1)
    over, events = does(state, Vote(B, "remove", 0, 0), DAY)
    assert isinstance(events[0], PlayerRemoved)
    assert outcome_of(over).winners == (1,)


@pytest.mark.parametrize("name", GAMES)
def test_more_players_vote_each_once_and_may_change_their_minds(name: str) -> None:
    state = table(name, 4)
    ask = Vote(B, "remove", 0, 0)
    state, events = does(state, ask, DAY)
    assert (kinds(events), state.petition and state.petition.yes) == ([VoteCast], (1,))
    assert refused(state, ask, DAY) == "voted_already"
    state, _ = does(state, replace(ask, by=C, yes=False), DAY)
    state, _ = does(state, replace(ask, by=C), DAY)
    assert not state.players[0].active
    assert state.petition is None


@pytest.mark.parametrize("name", GAMES)
def test_a_vote_that_cannot_be_won_any_more_is_lost(name: str) -> None:
    state, _ = does(table(name, 4), Vote(B, "remove", 0, 0), DAY)
    state, _ = does(state, Vote(C, "remove", 0, 0, yes=False))
    state, events = does(state, Vote(D, "remove", 0, 0, yes=False))
    assert kinds(events) == [VoteCast, VoteLost]
    assert (state.petition, state.players[0].active) == (None, True)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_refused(name: str) -> None:
    state = table(name, 3)
    rows: tuple[tuple[Action, str], ...] = (
        (Vote(STRANGER, "remove", 0, 0), "not_seated"), (Vote(A, "remove", 0, 0), "vote_on_oneself"),
        (Vote(B, "remove", 7, 0), "no_such_player"), (Vote(B, "remove", 0, 0, yes=False), "no_vote"),
        (Vote(B, "replace", 0, 0, user=STRANGER), "no_vote"), (Vote(B, "skip", 1, 0), "vote_on_oneself"),
        (Vote(B, "skip", 2, 0), "turn_is_over"), (Vote(B, "skip", 0, 1), "turn_is_over"),
        (Skip(STRANGER, 0, 1), "turn_is_over"), (Seek(STRANGER, 0), "not_seated"),
        (Volunteer(STRANGER, "Zoe", 0), "no_vote"), (Replace(STRANGER, 0, STRANGER), "no_vote"),
    )  # fmt: skip
    for action, code in rows:
        assert refused(state, action, 2 * DAY) == code


def test_in_a_tournament_nobody_votes_and_its_clock_decides_about_turns() -> None:
    state = table("tournament-en", 2, {"clock": "2min"})
    assert refused(state, Vote(B, "remove", 0, 0)) == "director_rules"
    assert refused(state, Skip(STRANGER, 0, 0)) == "clock_decides"
    assert not does(state, Remove(STRANGER, 0))[0].players[0].active


def test_an_open_vote_gives_way_after_a_day() -> None:
    state = table("scrabble-en", 4)
    for seat in (0, 1, 2):
        state, _ = does(state, Skip(STRANGER, seat, seat))
    state, _ = does(state, Vote(D, "remove", 2, 3))
    assert refused(state, Vote(C, "remove", 1, 3), DAY - timedelta(seconds=1)) == "vote_open"
    assert does(state, Vote(C, "remove", 1, 3), DAY)[0].petition != state.petition


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_voted_out_who_plays(name: str, players: int) -> None:
    state = table(name, players)
    assert refused(state, Vote(B, "remove", 0, 0), DAY - timedelta(seconds=1)) == "not_absent_yet"
    assert refused(state, Vote(A, "remove", 1, 0), 9 * DAY) == "not_away", "it is not the turn of who leads"
    assert not does(state, Remove(STRANGER, 1))[0].players[1].active, "an administrator needs no absence"
    state, _ = does(state, Skip(STRANGER, 0, 0))
    assert kinds(does(state, Vote(B, "remove", 0, 1))[1])[0] in {VoteCast, PlayerRemoved}, "the last turn was skipped"
    if players > 2:
        back, _ = does(state, Seek(A, 1))
        assert refused(back, Vote(B, "remove", 0, 1)) == "not_away", "who does anything is there"


def test_against_a_vote_anybody_may_be_though_the_player_is_on_turn_again() -> None:
    state, _ = does(table("scrabble-en", 4), Skip(STRANGER, 0, 0))
    state, _ = does(state, Vote(B, "remove", 0, 1))
    for seat, user in ((1, B), (2, C), (3, D)):
        state, _ = does(state, Pass(user)) if seat == state.turn else (state, ())
    assert state.turn == 0
    assert refused(state, Vote(C, "remove", 0, 1)) == "not_absent_yet"
    state, _ = does(state, Vote(C, "remove", 0, 1, yes=False))
    assert state.petition is not None
    assert state.petition.no == (2,)


def test_where_a_clock_runs_who_lost_a_turn_by_it_is_away() -> None:
    state = table("scrabble-en", 3, {"clock": "2min"})
    assert refused(state, Vote(B, "remove", 0, 0), DAY / 1000) == "not_away"
    state, _ = does(state, Timeout(), timedelta(minutes=2))
    assert kinds(does(state, Vote(B, "remove", 0, 1), timedelta(minutes=3))[1]) == [VoteCast]


@pytest.mark.parametrize("name", GAMES)
def test_a_vote_to_skip_ends_with_its_turn(name: str) -> None:
    state, _ = does(table(name, 4), Vote(B, "skip", 0, 0), 2 * DAY)
    assert state.petition is not None
    state, events = does(state, Timeout(), 3 * DAY)
    assert events == (TurnSkipped(0, "time"),)
    assert state.petition is None
    state, _ = does(state, Vote(C, "skip", 1, 1), 4 * DAY)
    assert state.petition is not None
    assert state.petition.seat == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_substitute_takes_the_whole_seat_once_the_others_agree(name: str) -> None:
    before = table(name, 3)
    state, _ = does(before, Seek(B, 0))
    assert refused(state, Volunteer(C, "C", 0)) == "already_seated"
    state, events = does(state, Volunteer(STRANGER, "Zoe", 0))
    assert kinds(events) == [SubstituteReady]
    assert refused(state, Volunteer(98, "Yan", 0)) == "has_substitute"
    assert refused(state, Vote(B, "replace", 0, 0, user=98)) == "no_vote"
    state, _ = does(state, Vote(B, "replace", 0, 0, user=STRANGER))
    state, events = does(state, Vote(C, "replace", 0, 0, user=STRANGER), DAY)
    assert kinds(events) == [VoteCast, PlayerReplaced]
    assert state.players[0] == replace(before.players[0], user=STRANGER, name="Zoe")  # type: ignore[type-var]
    assert (state.seat_of(A), door.deadline(state)) == (None, START + 2 * DAY)
    assert door.view(state, A) == door.view(state, None)
    assert refused(state, Surrender(A)) == "not_seated"


@pytest.mark.parametrize("name", GAMES)
def test_who_was_replaced_comes_back_to_that_seat_alone(name: str) -> None:
    """They know what is held there, and would play against it."""
    state, _ = does(table(name, 3), Seek(STRANGER, 0, ruling=True))
    state, _ = does(state, Volunteer(98, "Yan", 0))
    state, _ = does(state, Replace(STRANGER, 0, 98))
    other, _ = does(state, Seek(STRANGER, 1, ruling=True))
    assert refused(other, Volunteer(A, "A", 1)) == "sat_elsewhere"
    assert kinds(does(other, Volunteer(97, "Xu", 1))[1]) == [SubstituteReady]
    same, _ = does(state, Seek(STRANGER, 0, ruling=True))
    back, _ = does(same, Volunteer(A, "A", 0))
    back, _ = does(back, Replace(STRANGER, 0, A))
    assert back.seat_of(A) == 0
    other, _ = does(back, Seek(STRANGER, 1, ruling=True))
    assert refused(other, Volunteer(98, "Yan", 1)) == "sat_elsewhere"


def test_who_left_the_group_and_has_the_seat_back_is_there_again() -> None:
    state, _ = does(table("scrabble-en", 3), Presence(A, here=False))
    for user in (98, A):
        state, _ = does(state, Seek(STRANGER, 0, ruling=True))
        state, _ = does(state, Volunteer(user, "N", 0))
        state, _ = does(state, Replace(STRANGER, 0, user))
    assert state.players[0].user == A
    assert left_seats(state) == ()


@pytest.mark.parametrize("name", GAMES)
def test_who_takes_a_seat_over_is_not_away(name: str) -> None:
    state, _ = does(table(name, 3), Skip(STRANGER, 0, 0))
    assert state.clocks.misses[0] == 1
    state, _ = does(state, Seek(STRANGER, 0, ruling=True))
    state, _ = does(state, Volunteer(98, "Yan", 0))
    state, _ = does(state, Replace(STRANGER, 0, 98))
    assert state.clocks.misses[0] == 0
    assert refused(state, Vote(B, "remove", 0, 1), DAY) == "not_away"
