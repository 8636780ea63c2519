"""An update that was given up and is replayed is answered as if it had come now."""

import json

import pytest

from bot.store import keys
from bot.store.dead import DeadLetters, Replay
from tests.support.chats import KIRAZ, House

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_replayed_update_is_answered_by_the_running_bot(house: House) -> None:
    talk = await house.group("en")
    chat = house.playground.world.chat_api(talk.chat)
    command = {"type": "bot_command", "offset": 0, "length": 9}
    message = {"message_id": 5, "from": talk.user(KIRAZ), "date": 1_800_000_000, "chat": chat, "text": "/language xx"}
    raw = json.dumps({"update_id": house.number(), "message": message | {"entities": [command]}})
    await house.redis.xadd(keys.dead(keys.shard_of(talk.id)), {"update": house.number(), "raw": raw, "chat": talk.id})
    [letter] = await DeadLetters(house.redis).all()
    await talk.mark()
    assert await DeadLetters(house.redis).replay(letter.id) is Replay.DONE
    assert "xx" in (await talk.sent())[0].text
    assert await DeadLetters(house.redis).all() == []
