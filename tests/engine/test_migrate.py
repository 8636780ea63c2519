"""Games stored by earlier versions are played on by this one."""

from typing import Any

import msgspec

from engine import game as door
from engine.crossword.migrate import migrate
from engine.crossword.state import GameState
from engine.klepka.migrate import migrate as migrate_klepka
from engine.klepka.state import GameState as KlepkaState
from tests.support import klepka
from tests.support.challenges import lofty
from tests.support.games import after, changed, game, pass_

NEW_IN_PLAYERS = ("retired", "exchanges", "skips")
NEW_IN_STATE = ("pending", "challenges", "clocks", "offer", "history")
NEW_IN_RULESET = ("draw_offers", "colours", "clock", "clocks")
NEW_IN_LAST = ("automatic", "play")


def old() -> dict[str, Any]:
    """A game as schema 1 wrote it: nothing of it has what schema 2 added."""
    state = game("kelimelik", racks=["EVAAAAA", "EV"], bonus="I8", options={"clock": "none"})
    data: dict[str, Any] = msgspec.to_builtins(after(state, pass_(state)))
    ruleset = data["ruleset"]
    for part, names in (
        (data, NEW_IN_STATE),
        (ruleset, NEW_IN_RULESET),
        (data["last"], NEW_IN_LAST),
        *((player, NEW_IN_PLAYERS) for player in data["players"]),
        (ruleset["scoring"], ("four_word", "ex")),
        (ruleset["exchange"], ("per_player",)),
        (ruleset["ending"], ("time_own_rack",)),
        (ruleset["judging"], ("per", "to", "window")),
    ):
        for name in names:
            del part[name]
    return {**data, "schema": 1}


def test_an_old_game_is_read_and_goes_on() -> None:
    state = msgspec.convert(migrate(old()), type=door.Table)
    assert isinstance(state, GameState)
    assert (state.schema, state.turn, state.passes, state.ruleset.clock) == (3, 1, 1, "none")
    state = after(state, pass_(state))
    assert after(state, pass_(state)).outcome is not None


def test_a_game_of_the_second_version_has_a_history_from_its_next_turn_on() -> None:
    state = lofty()
    data = msgspec.to_builtins(state) | {"schema": 2}
    del data["history"]
    read = msgspec.convert(migrate(data), type=door.Table)
    assert isinstance(read, GameState)
    assert read == changed(state, history=())
    assert after(read, pass_(read)).history == ((30, 0),)


def test_a_game_of_klepka_of_the_first_version_has_a_history_from_its_next_turn_on() -> None:
    state = klepka.game("А.", "ДІМ", "")
    state = klepka.after(state, klepka.flip(state, 1))
    data = msgspec.to_builtins(state) | {"schema": 1}
    del data["history"]
    read = msgspec.convert(migrate_klepka(data), type=door.Table)
    assert isinstance(read, KlepkaState)
    assert read == changed(state, history=())
    assert klepka.after(read, klepka.flip(read, 1)).history == ((0, 0),)


def test_a_game_of_klepka_of_this_version_is_left_alone() -> None:
    data = msgspec.to_builtins(klepka.game())
    assert migrate_klepka(data) == data


def test_an_old_game_has_neither_clock_nor_window() -> None:
    state = msgspec.convert(migrate(old()), type=door.Table)
    assert door.deadline(state) is None


def test_migrating_changes_nothing_that_it_was_given() -> None:
    data = old()
    migrate(data)
    assert data == old()


def test_a_game_of_this_version_is_left_alone() -> None:
    data = msgspec.to_builtins(game())
    assert migrate(data) == data
