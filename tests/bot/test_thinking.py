"""What computer players are shown, what becomes of a move that the table has moved past, and what a judge refuses."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.families import registry
from bot.families.crossword.thinking import BoardThinker
from bot.families.minds import Turn
from bot.store.keys import Scope
from bot.tables.computers import Computers
from bot.tables.games import Games
from bot.tables.held import Held
from engine.computers import computer
from engine.crossword.actions import Place
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action
from engine.levels import LEVELS, Level
from engine.lexicon import lexicon
from engine.turns import Pass
from tests.support.games import changed, game

SCOPE = Scope(7)


def hosted(level: Level = "orta", **more: Any) -> GameState:
    """A game in which a computer player is on turn."""
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"), **more)
    return changed(state, players=(changed(state.players[0], user=computer(level, 1)), state.players[1]))


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_is_the_same_whatever_nobody_at_its_seat_can_see(level: Level, tmp_path: Path) -> None:
    words = lexicon("tr-common")
    state = hosted(level, bag="ABCÇDEFGĞHIİJ" * 5)
    other = changed(
        state,
        players=(state.players[0], changed(state.players[1], rack=tuple("ABCÇDEF"))),
        bag=(*tuple("ŞŞZZVVÖ"), *state.bag[7:])[::-1],
    )
    thinker = BoardThinker(tmp_path)
    found = [thinker.action(Turn(one, words, (), 0.0)) for one in (state, other)]
    assert found[0] == found[1]
    assert isinstance(found[0], Place)


class Table:
    """Stands for :class:`Games`: one table, and what is refused there."""

    def __init__(self, state: GameState) -> None:
        self.held = Held(SCOPE, state, 1, {}, seen=False)
        self.refused: list[Refusal] = []
        self.played: list[Action] = []

    async def load(self, _: Scope) -> Held:
        return self.held

    async def play(self, _: Held, action: Action, __: None) -> None:
        if self.refused:
            raise self.refused.pop(0)
        self.played.append(action)


class Asked:
    """A mind that passes, and remembers what it was asked with."""

    def __init__(self) -> None:
        self.refused: list[frozenset[str]] = []
        self.fails = False
        self.go = asyncio.Event()
        self.go.set()

    async def __call__(self, held: Held, refused: frozenset[str]) -> Action:
        self.refused.append(refused)
        await self.go.wait()
        if self.fails:
            raise ArithmeticError("the rack is KALEMİR")
        return Pass(computer("iyi", 7) if held.version > 1 else computer("orta", 1))


async def at_once(_: Scope, work: Callable[[], Awaitable[None]], __: Callable[[], None]) -> None:
    await work()


async def moved(table: Table, asked: Asked) -> SimpleNamespace:
    """Have the computer player move, and what came of it."""
    again: list[bool] = []
    computers = Computers(cast("Games", table), asked)
    computers.move(table.held, at_once, lambda: again.append(True))
    for _ in range(20):
        await asyncio.sleep(0)
    return SimpleNamespace(again=len(again), played=table.played, computers=computers)


async def test_what_the_judge_does_not_take_is_left_out_at_the_next_try() -> None:
    table, asked = Table(hosted()), Asked()
    table.refused = [Refusal("not_words", words=("KALEM", "EM")), Refusal("not_words", words=("AR",))]
    found = await moved(table, asked)
    assert asked.refused == [frozenset(), frozenset({"KALEM", "EM"}), frozenset({"KALEM", "EM", "AR"})]
    assert len(found.played) == 1
    assert found.again == 0


async def test_a_mind_that_fails_passes_so_that_nobody_waits_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    table, asked = Table(hosted()), Asked()
    asked.fails = True
    found = await moved(table, asked)
    assert found.played == [Pass(computer("orta", 1))]
    assert "cannot think" in caplog.text
    assert "KALEM" not in caplog.text


async def test_at_a_table_that_has_changed_meanwhile_it_is_thought_about_anew() -> None:
    table, asked = Table(hosted()), Asked()
    asked.go.clear()
    again: list[bool] = []
    computers = Computers(cast("Games", table), asked)
    computers.move(table.held, at_once, lambda: again.append(True))
    await asyncio.sleep(0)
    table.held = Held(SCOPE, table.held.table, 2, {}, seen=False)
    asked.go.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (table.played, again) == ([], [True])


async def test_one_move_is_thought_about_once_however_often_it_is_found_due() -> None:
    table, asked = Table(hosted()), Asked()
    asked.go.clear()
    computers = Computers(cast("Games", table), asked)
    for _ in range(3):
        computers.move(table.held, at_once, lambda: None)
        await asyncio.sleep(0)
    assert len(asked.refused) == 1
    await computers.close()


async def test_while_the_bot_cannot_be_read_nobody_moves() -> None:
    table, asked = Table(hosted()), Asked()
    table.held = Held(SCOPE, table.held.table, 1, {}, seen=False, halted=True)
    found = await moved(table, asked)
    assert (found.played, found.again) == ([], 0)


def test_every_family_that_says_so_has_computer_players(tmp_path: Path) -> None:
    assert {family.name for family in registry.FAMILIES if family.computers} == {"crossword", "klepka"}
    for family in registry.FAMILIES:
        if family.computers:
            assert family.thinker(tmp_path)
