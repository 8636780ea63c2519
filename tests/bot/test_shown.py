"""What stands in chats is remembered of as many as play at once."""

from redis.asyncio import Redis

from bot.announce.shown import Shown, Shows
from bot.store.keys import Scope
from bot.store.redis import Store


async def test_ten_thousand_chats_are_remembered(redis: Redis) -> None:
    shows = Shows(Store(redis))
    for chat in range(-10_000, 0):
        shows.note(Scope(chat), Shown(chat, board=7))
    assert (await shows.at(Scope(-10_000))).board == 7, "nothing is stored that could be read"
