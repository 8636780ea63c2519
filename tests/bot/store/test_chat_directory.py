"""What is gathered of chats is written of each shard together, so that many tables cost no more than few."""

from redis.asyncio import Redis

from bot.store.chat_directory import ChatDirectory
from bot.store.keys import SHARDS, shard_of
from bot.store.scope import Scope

CHATS = [-1_000_000_000_000 - number for number in range(500)]
NOW = 1_900_000_000.0


async def count_write_commands(redis: Redis) -> int:
    """How many that write sorted sets the server has carried out."""
    stats = await redis.info("commandstats")
    names = ("zadd", "zrem", "zremrangebyscore")
    return sum(stats.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in names)


async def test_many_chats_are_written_by_a_few_commands_a_shard(redis: Redis) -> None:
    acquaintances = ChatDirectory(redis, lambda: NOW)
    for number, chat in enumerate(CHATS):
        acquaintances.record_chat(chat)
        acquaintances.record_game(Scope(chat), running=bool(number % 5))
    before = await count_write_commands(redis)
    await acquaintances.save_records()
    assert await count_write_commands(redis) - before <= 4 * SHARDS < len(CHATS)
    assert sorted(await acquaintances.list_chats()) == sorted(CHATS)
    assert await acquaintances.count_running_games() == len(CHATS) * 4 // 5


async def test_games_that_are_over_are_written_off_together(redis: Redis) -> None:
    acquaintances = ChatDirectory(redis, lambda: NOW)
    for running in (True, False):
        for chat in CHATS[:100]:
            acquaintances.record_game(Scope(chat, 7), running=running)
        await acquaintances.save_records()
        assert await acquaintances.count_running_games() == (100 if running else 0)


async def test_chats_that_were_not_heard_from_for_a_year_are_known_no_more(redis: Redis) -> None:
    now = NOW
    acquaintances = ChatDirectory(redis, lambda: now)
    old, new = CHATS[0], next(chat for chat in CHATS[1:] if shard_of(chat) == shard_of(CHATS[0]))
    acquaintances.record_chat(old)
    await acquaintances.save_records()
    now += 366 * 86_400
    acquaintances.record_chat(new)
    await acquaintances.save_records()
    assert await acquaintances.list_chats() == [new]


async def test_a_chat_that_was_noted_is_not_noted_anew_behind_many_others(redis: Redis) -> None:
    acquaintances = ChatDirectory(redis, lambda: NOW)
    for _ in range(2):
        for chat in range(-10_000, 0):
            acquaintances.record_chat(chat)
        before = await count_write_commands(redis)
        await acquaintances.save_records()
    assert await count_write_commands(redis) == before


async def test_a_name_is_the_same_in_capitals_before_and_after_it_is_written(redis: Redis) -> None:
    acquaintances = ChatDirectory(redis, lambda: NOW)
    acquaintances.record_chat(7, {"Kiraz_Ayse": 7})
    for _ in range(2):
        assert [await acquaintances.find_user_id(name) for name in ("kiraz_ayse", "KIRAZ_AYSE", "limon")] == [
            7,
            7,
            None,
        ]
        await acquaintances.save_records()


async def test_games_of_a_group_that_became_another_are_known_no_more_at_all_its_tables(redis: Redis) -> None:
    directory = ChatDirectory(redis, lambda: NOW)
    chat, other = CHATS[0], next(chat for chat in CHATS[1:] if shard_of(chat) == shard_of(CHATS[0]))
    for scope in (Scope(chat), Scope(chat, table=2), Scope(other)):
        directory.record_game(scope, running=True)
    await directory.save_records()
    directory.record_game(Scope(chat, table=3), running=True)
    await directory.remove_games(chat)
    await directory.save_records()
    assert await directory.count_running_games() == 1
