"""Messages that do not stay, as a test has their time come, and those that do."""

import asyncio
from typing import Any

from bot.store import keys
from tests.support.chats import House, Talk
from tests.support.patience import PATIENCE


async def sweep(house: House, seconds: float = 0.0) -> None:
    """Let time pass, and what is to be deleted by then go."""
    await house.pass_time(seconds)
    now = house.clock.now.timestamp()
    shards = range(keys.SHARDS)

    async def left() -> int:
        return sum([await house.redis.zcount(keys.fades(shard), "-inf", now) for shard in shards])

    async with asyncio.timeout(PATIENCE):
        while await left():
            house.bell.ring()
            await asyncio.sleep(0.005)


def standing(talk: Talk) -> list[dict[str, Any]]:
    """The bot's messages that the group sees, oldest first."""
    bot = talk.house.playground.world.bot["id"]
    return [message for message in talk.chat.messages.values() if message["from"]["id"] == bot]


def buttons(message: dict[str, Any]) -> list[str]:
    """The kinds of a message's buttons."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["callback_data"].partition(":")[0] for row in rows for button in row]
