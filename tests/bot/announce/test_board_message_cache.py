"""What stands in chats is remembered of as many as play at once."""

from redis.asyncio import Redis

from bot.announce.board_messages import BoardMessageCache, BoardMessages
from bot.store.games import GameStore
from bot.store.scope import Scope


async def test_ten_thousand_chats_are_remembered(redis: Redis) -> None:
    shows = BoardMessageCache(GameStore(redis))
    for chat in range(-10_000, 0):
        shows.remember_messages(Scope(chat), BoardMessages(chat, board=7))
    assert (await shows.messages_in(Scope(-10_000))).board == 7, "nothing is stored that could be read"
