"""What is due by itself: once among all workers, and never while nobody can play; and the moves of computer players."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.families.chat_family import ComputerTurn
from bot.families.crossword.computer_player import CrosswordComputerPlayers
from bot.store import keys
from bot.store.commits import Commit, Loaded, UpdateContext
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry, encode_stored
from bot.tables.deadlines import ComputerTurns
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from engine.clock import Reminded, Timeout
from engine.computer_ids import LEVELS, Level, computer_user
from engine.crossword.actions import Place
from engine.crossword.events import GameEnded, TurnPassed, WindowClosed
from engine.crossword.state import GameState
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Action, Game
from engine.lexicon import load_lexicon
from engine.turns import Pass
from tests.support.duplicate import started
from tests.support.games import NOW, after_actions, game, place_play, with_fields
from tests.support.logs import use_log_tags
from tests.support.stored_tables import load_stored_log
from tests.support.timeout_workers import SCOPE, World

RACKS = ("LERİSĞZ", "AAEEKKL")


@pytest.fixture
async def world(redis: Redis) -> World:
    return World(redis)


def timed_game(clock: str = "2min", ruleset: str = "scrabble-tr", **options: str) -> GameState:
    return game(ruleset, laid=["8F KALEM"], racks=RACKS, options={"clock": clock, "challenge": "void"} | options)


async def test_many_workers_apply_it_once(world: World) -> None:
    await world.put_table(timed_game())
    workers = world.new_workers(4)
    await world.advance_beat_by_beat(115, *workers)
    world.clock.now += timedelta(seconds=5)
    await asyncio.gather(*(worker.queue_due_tables() for worker in workers for _ in range(3)))
    state = await world.load_game()
    assert (state.number, state.turn, state.players[0].run) == (1, 1, 1)


async def test_what_was_claimed_in_vain_comes_again_soon(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [Scope(SCOPE.chat, topic) for topic in (None, 4, 5)]
    for scope in tables:
        await world.put_table(timed_game(), scope)
    worker, load = world.new_worker(), world.store.load_table
    await world.advance_beat_by_beat(119, worker)
    away = 2

    async def breaking(scope: Scope, update_id: int | None = None) -> Loaded:
        nonlocal away
        if away:
            away -= 1
            raise RedisError("away")
        return await load(scope, update_id)

    monkeypatch.setattr(world.store, "load_table", breaking)
    for _ in range(3):
        world.clock.now += timedelta(seconds=1)
        with suppress(RedisError):
            await worker.queue_due_tables()
    logs = [await load_stored_log(world.store, scope) for scope in tables]
    assert [type(decode_log_entry(log[-1]).action) for log in logs] == [Timeout] * 3


async def test_the_window_of_the_last_play_ends_the_game(world: World) -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["Z", "AAE"], bag="", options={"challenge": "single"})
    await world.put_table(after_actions(state, place_play(state, "8F KALEMZ")))
    await world.advance_beat_by_beat(61, world.new_worker())
    (notice,) = await world.read_notices()
    assert [type(event) for event in notice.events] == [WindowClosed, GameEnded]


async def test_while_telegram_is_away_nothing_runs_out_and_no_time_is_lost(world: World) -> None:
    await world.put_table(timed_game())
    worker = world.new_worker()
    await world.advance_beat_by_beat(15, worker)
    world.reachable = False
    await world.advance_beat_by_beat(300, worker)
    world.reachable = True
    await world.advance_beat_by_beat(15, worker)
    assert await world.read_notices() == []
    assert await world.load_game() == timed_game()
    assert world.served_time.downtime >= timedelta(seconds=290)


async def test_a_telegram_that_is_asked_too_often_is_there_and_is_not_asked_again_before_its_time(world: World) -> None:
    await world.put_table(timed_game())
    worker = world.new_worker()
    world.too_fast = 300
    await world.advance_beat_by_beat(125, worker)
    assert world.probes == 1
    assert [type(event) for event in await world.announced_events()] == [Reminded, TurnPassed]
    assert world.served_time.downtime == timedelta()
    world.too_fast = None
    await world.advance_beat_by_beat(300, worker)
    assert 10 <= world.probes <= 15


async def test_a_move_that_waited_at_telegram_is_in_time(world: World) -> None:
    state = timed_game()
    await world.put_table(state)
    worker = world.new_worker()
    await world.advance_beat_by_beat(15, worker)
    world.reachable = False
    await world.advance_beat_by_beat(300, worker)
    await worker.beats.update_clock()
    await world.games.apply_action(await world.games.load_table(SCOPE), Pass(state.players[0].user), UpdateContext(7))
    (event,) = await world.announced_events()
    assert isinstance(event, TurnPassed)
    assert not event.automatic


async def test_updates_left_over_from_before_an_outage_do_not_shorten_it(world: World) -> None:
    """Each is handled more than 15 s after the one before, and less than an absence."""
    await world.put_table(timed_game())
    worker = world.new_worker()
    await worker.queue_due_tables()
    world.reachable = False
    for _ in range(20):
        await world.advance_beat_by_beat(16, worker)
        await worker.beats.update_clock()
    assert world.served_time.downtime == timedelta(seconds=320)


async def test_a_table_that_cannot_be_read_holds_no_other_up(world: World, caplog: pytest.LogCaptureFixture) -> None:
    broken, tags = Scope(-100777, 4), use_log_tags()
    await world.put_table(timed_game())
    await world.store.commit(
        Commit(scope=broken, expected_version=0, update_id=None, state=b"{", deadline=NOW.timestamp() + 1)
    )
    await world.advance_beat_by_beat(125, world.new_worker())
    assert (await world.load_game()).turn == 1
    assert f"scope {tags.tag_scope(str(broken))}" in caplog.text


async def test_a_window_that_fails_holds_no_other_table_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> bool:
        raise ValueError("damaged")

    state = game("scrabble-tr", laid=["8F KALEM"], racks=["Z", "AAE"], bag="", options={"challenge": "single"})
    await world.put_table(after_actions(state, place_play(state, "8F KALEMZ")), Scope(-100777))
    await world.put_table(timed_game())
    worker = world.new_worker()
    monkeypatch.setattr(worker, "is_window_untold", fail)
    await world.advance_beat_by_beat(125, worker)
    assert (await world.load_game()).turn == 1


async def test_a_table_that_another_version_reads_is_claimed_again_after_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.deadlines._UNREADABLE_RETRY", timedelta(minutes=5))
    await world.put_table(timed_game())
    key, state = keys.game(SCOPE), encode_stored(timed_game())
    await world.redis.hset(key, "state", b"{")
    claimed: list[Scope] = []
    due = world.store.claim_timeouts

    async def noted(now: float, limit: int, shards: Any) -> list[Scope]:
        found = await due(now, limit, shards)
        claimed.extend(found)
        return found

    monkeypatch.setattr(world.store, "claim_timeouts", noted)
    worker = world.new_worker()
    await world.advance_beat_by_beat(150, worker)
    assert claimed == [SCOPE]
    await world.redis.hset(key, "state", state)
    await world.advance_beat_by_beat(275, worker)
    assert claimed == [SCOPE] * 2
    assert [type(event) for event in await world.announced_events()] == [TurnPassed], "it is read there"


ROOM = Scope(7)


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
        self.held = LoadedTable(ROOM, state, 1, {}, is_duplicate=False)
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
    table.held = LoadedTable(ROOM, table.held.table, 2, {}, is_duplicate=False)
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
    table.held = LoadedTable(ROOM, round_with_computer(number), 2, {}, is_duplicate=False)
    asked.go.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (len(table.played), len(again)) == (played, 1 - played)


async def test_while_the_bot_cannot_be_read_nobody_moves() -> None:
    table, asked = GamesDouble(game_with_computer()), RecordingPasser()
    table.held = LoadedTable(ROOM, table.held.table, 1, {}, is_duplicate=False, is_unreachable=True)
    found = await let_computer_move(table, asked)
    assert (found.played, found.again) == ([], 0)
