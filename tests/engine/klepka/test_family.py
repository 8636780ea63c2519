"""Klepka through the door of all games: a lobby, a game, and actions of another game refused."""

from datetime import timedelta

import msgspec
import pytest

from engine import game as door
from engine.clock import Timeout
from engine.crossword.actions import Exchange
from engine.encoding import decode_table, make_decoder
from engine.errors import Refusal
from engine.klepka.actions import Flip, Form
from engine.klepka.events import CardsRevealed, GameStarted
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.lobby_seats import Join, Lobby, Seat, open_lobby
from engine.lobby_view import LobbyView
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender
from tests.support.klepka import NAMES, NOW, OUTSIDER, SECRET, USERS, accepts_any_word, klepka_rules


def lobby(seated: int, **options: str) -> Lobby:
    table: door.Table | None = open_lobby(klepka_rules(**options), Seat(USERS[0], NAMES[0]), SECRET)
    for user, name in list(zip(USERS, NAMES, strict=True))[1:seated]:
        assert table is not None
        table = door.apply(table, Join(user, name), NOW, accepts_any_word).table
    assert isinstance(table, Lobby)
    return table


def begun(seated: int = 2, **options: str) -> tuple[GameState, tuple[door.Event, ...]]:
    step = door.apply(lobby(seated, **options), door.Begin(USERS[0], 7, "00"), NOW, accepts_any_word)
    assert isinstance(step.table, GameState)
    return step.table, step.events


@pytest.mark.parametrize("seated", [2, 6])
def test_a_game_begins_from_the_lobby(seated: int) -> None:
    state, (started,) = begun(seated, deck="quick")
    assert isinstance(started, GameStarted)
    assert (len(started.order), started.columns, started.rows) == (seated, 6, 8)
    assert sorted(player.user for player in state.players) == list(USERS[:seated])


def test_a_lobby_says_how_many_cards_the_chosen_deck_has() -> None:
    view = door.view(lobby(1, deck="full"), None)
    assert isinstance(view, LobbyView)
    assert (view.tiles, view.least, view.most) == (100, 2, 6)


def test_a_seventh_player_and_a_player_alone_are_refused() -> None:
    with pytest.raises(Refusal, match="table_full"):
        door.apply(lobby(6), Join(OUTSIDER, "Жанна"), NOW, accepts_any_word)
    with pytest.raises(Refusal, match="too_few_players"):
        door.apply(lobby(1), door.Begin(USERS[0], 7, "00"), NOW, accepts_any_word)


def test_nothing_is_played_before_the_game_and_a_lobby_can_be_cancelled() -> None:
    with pytest.raises(Refusal, match="not_begun"):
        door.apply(lobby(2), Form(USERS[0], "вода"), NOW, accepts_any_word)
    assert door.apply(lobby(2), Cancel(USERS[0]), NOW, accepts_any_word).table is None


def test_an_action_of_another_game_is_refused() -> None:
    state, _ = begun()
    with pytest.raises(Refusal, match="another_game"):
        door.apply(state, Exchange(USERS[0], ("A",)), NOW, accepts_any_word)


def test_a_game_is_played_viewed_and_ended_through_the_door() -> None:
    state, _ = begun()
    step = door.apply(state, Flip(state.players[0].user, (1, 2)), NOW, accepts_any_word)
    assert isinstance(step.events[0], CardsRevealed)
    assert tuple(door.redact(event, None) for event in step.events) == step.events
    assert step.table is not None
    view = door.view(step.table, USERS[1])
    assert isinstance(view, GameView)
    assert view.revealed == ()
    assert not door.is_over(step.table)
    over = door.apply(step.table, Cancel(USERS[0]), NOW, accepts_any_word).table
    assert over is not None
    assert door.is_over(over)


def test_the_deadline_is_that_of_the_table_s_clock() -> None:
    assert door.deadline(begun(allowance="off")[0]) == NOW + timedelta(days=1)
    state, _ = begun(clock="phases")
    assert door.deadline(state) is not None
    with pytest.raises(Refusal, match="not_due"):
        door.apply(state, Timeout(), NOW, accepts_any_word)


def test_a_table_of_any_family_survives_the_codec() -> None:
    for table in (lobby(3, double="host"), begun(4, clock="phases")[0]):
        assert decode_table(msgspec.json.encode(table)) == table
    state, events = begun()
    assert make_decoder(tuple[door.Event, ...]).decode(msgspec.json.encode(events)) == events
    view = door.view(state, None)
    assert make_decoder(door.View).decode(msgspec.json.encode(view)) == view
    asked = Flip(USERS[0], (1, 2))
    assert make_decoder(door.Action).decode(msgspec.json.encode(asked)) == asked


@pytest.mark.parametrize(
    ("kind", "older", "now"),
    [
        (door.Action, {"type": "klepka_pass", "by": 1}, Pass(1)),
        (door.Action, {"type": "klepka_surrender", "by": 1}, Surrender(1)),
        (door.Action, {"type": "klepka_cancel", "by": 1}, Cancel(1)),
        (door.Event, {"type": "klepka_surrendered", "seat": 1}, PlayerSurrendered(1)),
    ],
)
def test_logs_from_before_the_families_shared_these_are_read(kind: type, older: object, now: object) -> None:
    assert make_decoder(kind).decode(msgspec.json.encode(older)) == now
