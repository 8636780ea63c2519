"""What computer players are shown, what becomes of a move that the table has moved past, and what a judge refuses."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.families.chat_family import ComputerTurn
from bot.families.crossword.computer_player import CrosswordComputerPlayers
from bot.store.keys import Scope
from bot.tables.computer_turns import ComputerTurns
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from engine.computer_ids import LEVELS, Level, computer_user
from engine.crossword.actions import Place
from engine.crossword.state import GameState
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Action, Game
from engine.lexicon import load_lexicon
from engine.turns import Pass
from tests.support.duplicate import started
from tests.support.games import game, with_fields

SCOPE = Scope(7)


def game_with_computer(level: Level = "orta", **more: Any) -> GameState:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"), **more)
    return with_fields(state, players=(with_fields(state.players[0], user=computer_user(level, 1)), state.players[1]))


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_a_choice_is_the_same_whatever_nobody_at_its_seat_can_see(level: Level, tmp_path: Path) -> None:
    words = load_lexicon("tr-common")
    state = game_with_computer(level, bag="ABCÇDEFGĞHIİJ" * 5)
    other = with_fields(
        state,
        players=(state.players[0], with_fields(state.players[1], rack=tuple("ABCÇDEF"))),
        bag=(*tuple("ŞŞZZVVÖ"), *state.bag[7:])[::-1],
    )
    thinker = CrosswordComputerPlayers(tmp_path)
    found = [thinker.choose_action(ComputerTurn(one, words, (), 0.0)) for one in (state, other)]
    assert found[0] == found[1]
    assert isinstance(found[0], Place)


class GamesDouble:
    def __init__(self, state: Game) -> None:
        self.held = LoadedTable(SCOPE, state, 1, {}, is_duplicate=False)
        self.refused: list[EngineError] = []
        self.played: list[Action] = []

    async def load_table(self, _: Scope) -> LoadedTable:
        return self.held

    async def apply_action(self, _: LoadedTable, action: Action, __: None) -> None:
        if self.refused:
            raise self.refused.pop(0)
        self.played.append(action)


class RecordingPasser:
    def __init__(self) -> None:
        self.refused: list[frozenset[str]] = []
        self.fails = False
        self.go = asyncio.Event()
        self.go.set()

    async def __call__(self, held: LoadedTable, refused: frozenset[str]) -> Action:
        self.refused.append(refused)
        await self.go.wait()
        if self.fails:
            raise ArithmeticError("the rack is KALEMİR")
        return Pass(computer_user("iyi", 7) if held.version > 1 else computer_user("orta", 1))


async def run_now(_: Scope, work: Callable[[], Awaitable[None]], __: Callable[[], None]) -> None:
    await work()


async def no_rest() -> None:
    raise AssertionError("an action was chosen")


async def let_computer_move(table: GamesDouble, asked: RecordingPasser) -> SimpleNamespace:
    again: list[bool] = []
    rests: list[bool] = []

    async def rest() -> None:
        rests.append(True)

    computers = ComputerTurns(cast("Games", table), asked)
    computers.start_thinking(table.held, run_now, lambda: again.append(True), rest)
    for _ in range(20):
        await asyncio.sleep(0)
    return SimpleNamespace(again=len(again), rests=len(rests), played=table.played, computers=computers)


async def test_what_the_judge_does_not_take_is_left_out_at_the_next_try() -> None:
    table, asked = GamesDouble(game_with_computer()), RecordingPasser()
    table.refused = [Refusal("not_words", words=("KALEM", "EM")), Refusal("not_words", words=("AR",))]
    found = await let_computer_move(table, asked)
    assert asked.refused == [frozenset(), frozenset({"KALEM", "EM"}), frozenset({"KALEM", "EM", "AR"})]
    assert len(found.played) == 1
    assert found.again == 0


async def test_a_mind_that_fails_passes_so_that_nobody_waits_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    table, asked = GamesDouble(game_with_computer()), RecordingPasser()
    asked.fails = True
    found = await let_computer_move(table, asked)
    assert found.played == [Pass(computer_user("orta", 1))]
    assert "cannot think" in caplog.text
    assert "KALEM" not in caplog.text


async def test_at_a_table_that_has_changed_meanwhile_it_is_thought_about_anew() -> None:
    table, asked = GamesDouble(game_with_computer()), RecordingPasser()
    asked.go.clear()
    again: list[bool] = []
    computers = ComputerTurns(cast("Games", table), asked)
    computers.start_thinking(table.held, run_now, lambda: again.append(True), no_rest)
    await asyncio.sleep(0)
    table.held = LoadedTable(SCOPE, table.held.table, 2, {}, is_duplicate=False)
    asked.go.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (table.played, again) == ([], [True])


def round_with_computer(number: int = 0) -> Game:
    state = started((1,))
    computer = with_fields(state.players[0], user=computer_user("orta", 1))
    return with_fields(state, players=(*state.players, computer), number=number)


@pytest.mark.parametrize("why", ["no mind", "refused", "malformed"])
async def test_where_nobody_is_waited_for_a_table_rests_when_no_action_comes(why: str) -> None:
    table, asked = GamesDouble(round_with_computer()), RecordingPasser()
    asked.fails = why == "no mind"
    errors: dict[str, list[EngineError]] = {"refused": [Refusal("paused")], "malformed": [Malformed("wrong_length")]}
    table.refused = errors.get(why, [])
    found = await let_computer_move(table, asked)
    assert (found.played, found.again, found.rests) == ([], 0, 1)


@pytest.mark.parametrize(("number", "played"), [(0, 1), (1, 0)])
async def test_others_answers_do_not_hold_an_answer_up_and_the_end_of_its_round_does(number: int, played: int) -> None:
    table, asked = GamesDouble(round_with_computer()), RecordingPasser()
    asked.go.clear()
    again: list[bool] = []
    computers = ComputerTurns(cast("Games", table), asked)
    computers.start_thinking(table.held, run_now, lambda: again.append(True), no_rest)
    await asyncio.sleep(0)
    table.held = LoadedTable(SCOPE, round_with_computer(number), 2, {}, is_duplicate=False)
    asked.go.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (len(table.played), len(again)) == (played, 1 - played)


async def test_while_the_bot_cannot_be_read_nobody_moves() -> None:
    table, asked = GamesDouble(game_with_computer()), RecordingPasser()
    table.held = LoadedTable(SCOPE, table.held.table, 1, {}, is_duplicate=False, is_unreachable=True)
    found = await let_computer_move(table, asked)
    assert (found.played, found.again) == ([], 0)
