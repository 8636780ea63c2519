"""Tables that open beside others: each has a number that no other has, and what was decided before is not lost."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.store import keys
from bot.store.games import GameStore
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.tables.codec import Notice, decode_notice
from bot.tables.games import Games
from bot.tables.loaded_table import DEFAULT_MOST_TABLES, TABLES_SETTING
from bot.wording.decisions import is_audited
from engine.clock import Pause, Resume
from engine.crossword.shipped import crossword_rulesets
from engine.errors import Refusal
from engine.lobby_seats import Join, Seat
from engine.rulesets import resolve_ruleset
from engine.turns import Cancel, Pass
from tests.support.bot_time import FrozenServedClock, frozen_served_clock
from tests.support.games import NOW, USERS
from tests.support.streams import read_new_entries

PLACE = Scope(-100777, 3)
HOST = Seat(USERS[0], "Ayşe")
RULES = resolve_ruleset(crossword_rulesets()["kelimelik"])


@pytest.fixture
def clock() -> FrozenServedClock:
    return frozen_served_clock(NOW)


@pytest.fixture
def games(store: GameStore, redis: Redis, clock: FrozenServedClock) -> Games:
    return Games(store, WordJudge(redis), clock, is_act=is_audited)


async def open_tables(games: Games, count: int, first_update: int = 1, *, by_others: bool = False) -> None:
    """Open tables, by one host, or each by another."""
    for update in range(first_update, first_update + count):
        host = Seat(1000 + update, "Can") if by_others else HOST
        await games.open_table(await games.load_place(PLACE), RULES, host, UpdateContext(update))


async def open_numbers(games: Games) -> list[int]:
    return [loaded.scope.table for loaded in (await games.load_place(PLACE)).open_tables]


async def begin_game(games: Games, number: int) -> None:
    scope = PLACE.at_table(number)
    await games.apply_action(await games.load_table(scope), Join(USERS[1], "Bora"), None)
    await games.start_game(await games.load_table(scope), USERS[1], 77, None)


async def decide(games: Games, number: int, *, ends: bool = False) -> None:
    """An administrator pauses a game, and perhaps ends it."""
    for action in (Pause(500, "Yön"), Resume(500, "Yön"), *([Cancel(500, "Yön")] if ends else [])):
        await games.apply_action(await games.load_table(PLACE.at_table(number)), action, None)


async def told_notices(redis: Redis) -> list[Notice]:
    return [decode_notice(entry.payload) for entry in await read_new_entries(Outbox(redis))]


async def read_decisions(games: Games) -> list[tuple[str, int]]:
    acts = await games.history.read_acts(await games.load_place(PLACE))
    return [(type(act.action).__name__, act.number) for act in acts]


async def test_each_table_gets_the_lowest_number_that_is_free(games: Games, redis: Redis) -> None:
    await open_tables(games, 3)
    assert await open_numbers(games) == [1, 2, 3]
    assert [notice.number for notice in await told_notices(redis)] == [0, 2, 3]


async def test_of_two_who_open_at_once_each_gets_a_table_of_its_own(games: Games) -> None:
    place = await games.load_place(PLACE)
    await asyncio.gather(*(games.open_table(place, RULES, HOST, UpdateContext(update)) for update in (1, 2, 3)))
    loaded = await games.load_place(PLACE)
    assert [one.scope.table for one in loaded.open_tables] == [1, 2, 3]
    assert all(number.is_told for number in loaded.first.numbers.values())


async def test_an_update_opens_one_table_however_often_it_comes(games: Games) -> None:
    place = await games.load_place(PLACE)
    opened = await asyncio.gather(*(games.open_table(place, RULES, HOST, UpdateContext(1)) for _ in range(3)))
    assert [step is None for step in opened].count(False) == 1
    assert await open_numbers(games) == [1]


async def test_a_told_number_is_given_again_after_a_day(games: Games, clock: FrozenServedClock) -> None:
    await open_tables(games, 2)
    await begin_game(games, 1)
    clock.downtime = timedelta(hours=5)
    await decide(games, 1, ends=True)
    assert (await games.load_place(PLACE)).first.free_since == NOW.timestamp(), "by the clock of people"
    clock.downtime = timedelta(hours=6)
    clock.clock.now = NOW + timedelta(days=1, seconds=-1)
    await open_tables(games, 1, 10)
    assert await open_numbers(games) == [2, 3]
    clock.clock.now = NOW + timedelta(days=1)
    await open_tables(games, 1, 20)
    assert await open_numbers(games) == [1, 2, 3]


async def test_the_number_of_a_lobby_that_was_closed_is_given_again(games: Games, redis: Redis) -> None:
    await open_tables(games, 2)
    await games.apply_action(await games.load_table(PLACE.at_table(2)), Cancel(USERS[0]), None)
    assert await open_numbers(games) == [1]
    await redis.hset(keys.table_numbers(PLACE), "2", "1")
    await open_tables(games, 1, 10)
    assert await open_numbers(games) == [1, 2]


async def test_of_tables_that_are_closed_the_last_game_is_the_newest(games: Games, redis: Redis) -> None:
    await open_tables(games, 2)
    await begin_game(games, 1)
    await decide(games, 1, ends=True)
    await games.apply_action(await games.load_table(PLACE.at_table(2)), Cancel(USERS[0]), None)
    await redis.hset(keys.table_numbers(PLACE), mapping={"1": "5", "2": "9"})
    assert (await games.load_place(PLACE)).newest.scope == PLACE


async def test_a_number_that_nobody_was_told_is_given_at_once(games: Games) -> None:
    await open_tables(games, 1)
    await begin_game(games, 1)
    await decide(games, 1, ends=True)
    await open_tables(games, 1, 10)
    assert await open_numbers(games) == [1]


@pytest.mark.parametrize("most", [None, 1, 2, 20])
async def test_a_place_holds_as_many_tables_as_it_may(games: Games, store: GameStore, most: int | None) -> None:
    if most is not None:
        await store.save_setting(PLACE, TABLES_SETTING, str(most))
    wanted = DEFAULT_MOST_TABLES if most is None else most
    await open_tables(games, wanted, by_others=True)
    with pytest.raises(Refusal, match="lobby_open" if wanted == 1 else "too_many_tables"):
        await open_tables(games, 1, 50, by_others=True)
    assert await open_numbers(games) == list(range(1, wanted + 1))


async def test_a_move_at_one_table_leaves_the_others_as_they_are(games: Games) -> None:
    await open_tables(games, 2)
    for number in (1, 2):
        await begin_game(games, number)
    before = await games.load_table(PLACE.at_table(2))
    first = await games.load_table(PLACE)
    assert first.table is not None
    await games.apply_action(first, Pass(first.table.players[first.table.turn].user), UpdateContext(9))  # type: ignore[union-attr]  # a game
    assert (await games.load_table(PLACE.at_table(2))).table == before.table
    assert (
        await games.apply_action(
            await games.load_table(PLACE.at_table(2), UpdateContext(9)), Pass(USERS[0]), UpdateContext(9)
        )
        is None
    )


async def test_decisions_at_all_tables_are_told_together_with_their_numbers(games: Games) -> None:
    await open_tables(games, 1)
    await begin_game(games, 1)
    await decide(games, 1)
    assert await read_decisions(games) == [("Pause", 0), ("Resume", 0)]
    await open_tables(games, 1, 5)
    await begin_game(games, 2)
    await decide(games, 2, ends=True)
    assert sorted(await read_decisions(games)) == [
        ("Cancel", 2),
        *[("Pause", number) for number in (1, 2)],
        *[("Resume", number) for number in (1, 2)],
    ]


async def test_decisions_about_a_table_that_is_gone_are_kept_once(games: Games, redis: Redis) -> None:
    await open_tables(games, 2)
    await begin_game(games, 2)
    await decide(games, 2, ends=True)
    known = await read_decisions(games)
    assert known == [("Pause", 2), ("Resume", 2), ("Cancel", 2)]
    for update in (5, 6):
        await open_tables(games, 1, update)
        assert await read_decisions(games) == known
    await redis.delete(*(key(PLACE.at_table(2)) for key in (keys.game, keys.game_log, keys.game_words)))
    assert await read_decisions(games) == known


async def test_a_log_that_cannot_be_read_loses_no_decisions_about_other_tables(games: Games, redis: Redis) -> None:
    await open_tables(games, 3)
    for number in (2, 3):
        await begin_game(games, number)
        await decide(games, number, ends=True)
    await redis.rpush(keys.game_log(PLACE.at_table(2)), b"damaged")
    await open_tables(games, 1, 9)
    await redis.delete(*(key(PLACE.at_table(number)) for number in (2, 3) for key in (keys.game, keys.game_log)))
    assert await read_decisions(games) == [("Pause", 3), ("Resume", 3), ("Cancel", 3)]
