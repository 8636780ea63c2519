"""The stand-in for a Redis server: what a start asks of all shards at once it takes at once."""

import asyncio

from bot.store import keys
from bot.store.fake import fake_client
from bot.store.streams import Inbox


async def test_as_much_may_be_asked_at_once_as_of_a_server() -> None:
    async with fake_client() as client:
        inbox = Inbox(client)
        everything = dict(inbox.reading)
        found = await asyncio.gather(*(inbox.inherit(everything) for _ in range(3)))
        assert found == [[], [], []]
        assert await client.exists(*map(keys.inbox, everything)) == keys.SHARDS
