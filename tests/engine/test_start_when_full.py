"""A table that starts when it is full: the seat that fills it and the game that begins are one action."""

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.invitations import begin_in
from engine.lexicon import load_lexicon
from engine.lobby_seats import Begin, Join, Lobby, SeatTaken
from engine.proof import Proof, compose_proof
from engine.replay_log import replay_log
from engine.rulesets import resolve_ruleset
from engine.table_log import LogEntry
from engine.verify import verify_proof
from tests.support.games import NAMES, NOW, USERS, accepts_any_word, open_lobby_of

BEGIN = Begin(USERS[1], 7, "00", -100)


def table(start: str = "full", seated: int = 1) -> Lobby:
    return open_lobby_of(resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": start}), seated)


def apply(before: door.Table, action: door.Action) -> door.Step:
    return door.apply(before, action, NOW, accepts_any_word)


def joins(begin: Begin | None) -> Join:
    return Join(USERS[1], NAMES[1], begin)


def test_the_last_seat_begins_the_game_as_two_actions_would() -> None:
    step = apply(table(), joins(BEGIN))
    apart = apply(table(seated=2), BEGIN)
    assert isinstance(step.table, GameState)
    assert step.table == apart.table
    assert step.events == (SeatTaken(USERS[1], NAMES[1]), *apart.events)


def test_a_table_with_a_free_seat_waits() -> None:
    three = open_lobby_of(resolve_ruleset(crossword_rulesets()["scrabble-en"], {"start": "full"}), 2)
    assert isinstance(apply(three, Join(USERS[2], NAMES[2], BEGIN)).table, Lobby)


def test_a_table_that_starts_when_somebody_asks_for_it_waits() -> None:
    assert isinstance(apply(table("asked"), joins(BEGIN)).table, Lobby)


def proven(message: int = 1) -> Proof:
    done = simulate_game(
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"}), 2, "full", 1, load_lexicon("tr")
    )
    opened, joined, begun, *turns = done.log
    assert isinstance(joined.action, Join)
    begin = begin_in(begun.action)
    assert begin is not None
    action = replace(joined.action, begin=replace(begin, message=message))
    first = LogEntry(action, begun.at, {}, (*joined.events, *begun.events), begun.scores)
    return compose_proof(done.state, (opened, first, *turns), "x")


def test_its_proof_agrees_and_names_the_message_of_the_last_seat() -> None:
    proof = proven()
    assert verify_proof(proof).differences == ()
    assert (len(proof.seats), proof.start.message) == (2, 1)
    assert replay_log(proof.ruleset, proof.secret, proof.log) is not None


def test_another_message_than_the_log_has_is_found() -> None:
    proof = proven()
    other = replace(proof, start=replace(proof.start, message=2))
    assert {found.what for found in verify_proof(other).differences} == {"seed", "start"}
    nobody = replace(proof, seats=proof.seats[:1])
    assert "seats" in {found.what for found in verify_proof(nobody).differences}


def test_a_seed_of_another_message_proves_nothing() -> None:
    with pytest.raises(Refusal, match="proof_gone"):
        proven(message=2)
