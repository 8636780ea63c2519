"""An update that was given up and is replayed is answered as if it had come now."""

import json

import pytest

from bot.store import keys
from bot.store.inbox import DeadLetters, ReplayOutcome
from tests.support.chat_harness import KIRAZ, BotHarness

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_replayed_update_is_answered_by_the_running_bot(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    chat = harness.playground.world.to_api_chat(talk.chat)
    command = {"type": "bot_command", "offset": 0, "length": 9}
    message = {
        "message_id": 5,
        "from": talk.user_json(KIRAZ),
        "date": 1_800_000_000,
        "chat": chat,
        "text": "/language xx",
    }
    raw = json.dumps({"update_id": harness.next_number(), "message": message | {"entities": [command]}})
    await harness.redis.xadd(
        keys.dead_letters(keys.shard_of(talk.chat_id)),
        {"update": harness.next_number(), "raw": raw, "chat": talk.chat_id},
    )
    [letter] = await DeadLetters(harness.redis).list_letters()
    await talk.start_watching()
    assert await DeadLetters(harness.redis).replay_letter(letter.id) is ReplayOutcome.DONE
    assert "xx" in (await talk.wait_messages())[0].text
    assert await DeadLetters(harness.redis).list_letters() == []
