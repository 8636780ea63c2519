"""A step that is stored is told once, whatever became of the reply to its commit."""

from collections.abc import Callable

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.judges import WordJudge
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.tables.codec import encode_stored
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable, game_of_turn
from engine.game import Step
from engine.turns import Pass
from tests.support.bot_time import frozen_served_clock
from tests.support.games import NOW, game, user_at
from tests.support.lost_replies import lost_replies

SCOPE = Scope(-100777, 3)
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
PASS = Pass(user_at(LAID))


@pytest.fixture
def told() -> list[int]:
    """The numbers of the turns that were told."""
    return []


@pytest.fixture
async def games(redis: Redis, told: list[int]) -> Games:
    def note_turn(loaded: LoadedTable, step: Step) -> None:
        turn = game_of_turn(loaded.table, step.table)
        assert turn is not None
        told.append(turn.number)

    store = GameStore(redis)
    await store.commit(Commit(scope=SCOPE, expected_version=0, update_id=None, state=encode_stored(LAID)))
    return Games(store, WordJudge(redis), frozen_served_clock(NOW), on_applied=note_turn)


async def test_a_step_is_told_when_its_commit_is_answered(games: Games, told: list[int]) -> None:
    await games.apply_action(await games.load_table(SCOPE), PASS, UpdateContext(5))
    assert told == [LAID.number + 1]
    await games.load_table(SCOPE)
    assert told == [LAID.number + 1]


@pytest.mark.parametrize("update", [lambda: UpdateContext(5), lambda: None], ids=["a person's", "what was due"])
async def test_a_step_whose_reply_was_lost_is_told_once_its_table_is_read(
    games: Games, redis: Redis, told: list[int], update: Callable[[], UpdateContext | None]
) -> None:
    loaded = await games.load_table(SCOPE, update())
    with lost_replies(redis, again=False), pytest.raises(RedisError):
        await games.apply_action(loaded, PASS, update())
    assert told == []
    again = await games.load_table(SCOPE, update())
    assert told == [LAID.number + 1]
    if (context := update()) is not None:
        assert again.is_duplicate
        assert await games.apply_action(again, PASS, context) is None
    await games.load_place(SCOPE)
    assert told == [LAID.number + 1]


async def test_a_step_whose_commit_the_client_sent_twice_is_told(games: Games, redis: Redis, told: list[int]) -> None:
    loaded = await games.load_table(SCOPE, UpdateContext(5))
    with lost_replies(redis, again=True):
        await games.apply_action(loaded, PASS, UpdateContext(5))
    assert told == [LAID.number + 1]


async def test_a_step_that_was_not_stored_is_not_told(games: Games, redis: Redis, told: list[int]) -> None:
    """Another worker was faster, and this one heard nothing."""
    loaded = await games.load_table(SCOPE, UpdateContext(5))
    other = Games(GameStore(redis), WordJudge(redis), frozen_served_clock(NOW))
    await other.apply_action(await other.load_table(SCOPE), PASS, UpdateContext(6))
    await other.apply_action(await other.load_table(SCOPE), Pass(user_at(LAID, 1)), UpdateContext(7))
    with lost_replies(redis, again=False), pytest.raises(RedisError):
        await games.apply_action(loaded, PASS, UpdateContext(5))
    await games.load_table(SCOPE, UpdateContext(5))
    assert told == []
