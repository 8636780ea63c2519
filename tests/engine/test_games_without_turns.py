"""A game in which all answer at once: nobody is awaited, people come in, computers are due one after the other."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from msgspec.structs import replace

from engine import cancellation
from engine import game as door
from engine.absence import Presence, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.allowance import Extend
from engine.clock import Pause, Resume, Timeout
from engine.computer_ids import computer_user
from engine.encoding import decode_table, make_decoder
from engine.errors import Refusal
from engine.game import Begin, Table
from engine.lexicon import load_lexicon
from engine.lobby_seats import Join
from engine.messages import Action, Event, View
from engine.proof import compose_proof, decode_proof, encode_proof
from engine.rulesets import shipped_rulesets
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from engine.turns import Cancel, Surrender
from engine.verify import verify_proof
from tests.support.games import after_actions, game, surrender, with_fields
from tests.support.guess.family import register_guess_family
from tests.support.guess.secret import (
    THINKING_TIME,
    GameState,
    GameView,
    Guess,
    PlayerEntered,
    RoundClosed,
    SecretlyGuessed,
)

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
WORDS = load_lexicon("en")
ROUND = 60


@pytest.fixture(autouse=True)
def _among_the_families() -> Iterator[None]:
    with register_guess_family():
        yield


def begun(*names: str) -> tuple[GameState, list[LogEntry]]:
    table, log = open_seated_table(shipped_rulesets()["guess-secret-en"], names or ("Ayşe",), "7f" * 32, NOW)
    state, entry = apply_with_lexicon(table, Begin(1, message=7, lexicon=WORDS.hash), NOW, WORDS)
    assert isinstance(state, GameState)
    return state, [*log, entry]


def step(state: GameState, action: Action, seconds: int = 0) -> tuple[GameState, tuple[Event, ...]]:
    done = door.apply(state, action, NOW + timedelta(seconds=seconds), WORDS.__contains__)
    assert isinstance(done.table, GameState)
    return done.table, done.events


def after(state: GameState, *actions: Action, seconds: int = 0) -> GameState:
    for action in actions:
        state, _ = step(state, action, seconds)
    return state


def with_computers(state: GameState, *seats: int) -> GameState:
    players = (
        replace(player, user=computer_user("kolay", seat)) if seat in seats else player
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=tuple(players))


def test_in_turns_the_one_on_turn_is_awaited_and_may_act() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"), turn=1)
    assert (state.awaited, state.may_act(0), state.may_act(1)) == ((1,), False, True)
    assert (door.view(state, None).awaited, state.due_at) == ((1,), None)  # type: ignore[attr-defined]  # a game's


def test_nobody_is_awaited_in_a_paused_or_finished_game() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"))
    paused = with_fields(state, clocks=with_fields(state.clocks, paused=NOW))
    assert (paused.awaited, paused.may_act(0)) == ((), True), "it is still their turn"
    over = after_actions(state, surrender(state))
    assert (over.awaited, over.may_act(0), over.may_act(1)) == ((), False, False)


def test_where_all_answer_at_once_nobody_is_awaited_and_who_has_not_answered_may() -> None:
    state = after(begun("Ayşe", "Bora")[0], Guess(2, "CRANE"))
    assert (state.awaited, state.may_act(0), state.may_act(1)) == ((), True, False)
    assert state.due_at == door.deadline(state) == NOW + timedelta(seconds=ROUND)
    assert b'"turn"' not in msgspec.json.encode(state)


def test_an_answer_is_its_writers_alone_until_the_round_closes() -> None:
    state, (told,) = step(begun("Ayşe", "Bora")[0], Guess(2, "CRANE"))
    assert told == SecretlyGuessed(1, "CRANE")
    assert told.is_silent
    assert (door.redact(told, 1), door.redact(told, 0), door.redact(told, None)) == (told, *[SecretlyGuessed(1)] * 2)
    for viewer, own in ((2, "CRANE"), (1, ""), (None, "")):
        seen = door.view(state, viewer)
        assert isinstance(seen, GameView)
        assert (seen.own, seen.guessed) == (own, 1)
    twin = after(begun("Ayşe", "Bora")[0], Guess(2, "STONE"))
    assert door.view(replace(state, word="ZZZZZ"), 1) == door.view(twin, 1)
    closed, (round_closed,) = step(state, Timeout(), ROUND)
    assert isinstance(round_closed, RoundClosed)
    assert (round_closed.closed.guesses, closed.number) == (("", "CRANE"), 1)


def test_people_come_into_a_running_game_and_nobody_twice() -> None:
    state, (told,) = step(begun()[0], Join(9, "Cem"))
    assert (told, told.is_silent, state.seat_of(9)) == (PlayerEntered(1), True, 1)
    assert not door.may_enter(state, 9)
    assert door.may_enter(state, 10)
    with pytest.raises(Refusal, match="already_seated"):
        step(state, Join(9, "Cem"))
    full = after(state, *(Join(user, "X") for user in range(10, 108)))
    with pytest.raises(Refusal, match="table_full"):
        step(full, Join(200, "Y"))


def test_nobody_comes_into_a_game_in_turns() -> None:
    state = game("kelimelik")
    assert not door.may_enter(state, 10)
    with pytest.raises(Refusal, match="game_running"):
        door.apply(state, Join(10, "Cem"), NOW, bool)


@pytest.mark.parametrize(
    "action",
    [
        Extend(1, 1, 60, 0),
        Skip(1, 1, 0),
        Remove(1, 1),
        Replace(1, 1, 9),
        Seek(1, 1),
        Volunteer(9, "Cem", 1),
        Vote(1, "skip", 1, 0),
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_is_about_turns_and_absence_is_refused_without_turns(action: Action) -> None:
    state = begun("Ayşe", "Bora")[0]
    with pytest.raises(Refusal, match="no_turns"):
        step(state, action)
    with pytest.raises(Refusal, match="game_over"):
        step(after(state, Cancel(1)), action)
    with pytest.raises(Refusal, match="another_game"):
        step(state, Surrender(1))


def test_pauses_presence_and_cancelling_are_for_every_game() -> None:
    state = begun("Ayşe", "Bora")[0]
    paused = after(state, Pause(1), seconds=10)
    assert (paused.due_at, door.deadline(paused)) == (None, None)
    assert after(paused, Resume(1), seconds=30).due_at == NOW + timedelta(seconds=ROUND + 20)
    assert after(state, Presence(2, here=False)).gone == (2,)
    asked = after(state, cancellation.ProposeCancel(1))
    due = door.due_action(asked, NOW + timedelta(seconds=ROUND))
    assert after(asked, due, seconds=ROUND).outcome is not None


def test_several_computers_are_due_one_after_the_other() -> None:
    state = with_computers(begun("Ayşe", "Bora", "Cem")[0], 1, 2)
    assert door.computer_deadline(state) == NOW + THINKING_TIME
    state = after(state, Guess(state.players[1].user, "CRANE"))
    assert door.computer_deadline(state) == NOW + 2 * THINKING_TIME
    assert door.computer_deadline(after(state, Guess(state.players[2].user, "CRANE"))) is None


def test_a_game_that_people_came_into_is_stored_replayed_and_proven() -> None:
    state, log = begun()
    table: Table | None = state
    for seconds, action in (
        (5, Join(9, "Cem")),
        (6, Guess(9, "CRANE")),
        *((ROUND * number, Timeout()) for number in (1, 2, 3)),
    ):
        assert table is not None
        table, entry = apply_with_lexicon(table, action, NOW + timedelta(seconds=seconds), WORDS)
        log.append(entry)
        assert table is not None
        assert decode_table(msgspec.json.encode(table)) == table
        view = door.view(table, 9)
        assert make_decoder(View).decode(msgspec.json.encode(view)) == view
    proof = decode_proof(encode_proof(compose_proof(table, log, "harfiyen test")))
    assert verify_proof(proof).agrees
    assert {place.user for place in proof.end.places} == {1, 9}
