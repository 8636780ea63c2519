"""Whole games of Duplicate in a group: one message a round, what it says, and how its host carries it on."""

import pytest

from engine.duplicate.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.duplicate_chats import (
    answer,
    begin_game,
    call_round,
    calls_here,
    close_round,
    load_game,
    load_round,
    next_round,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_live_game_is_one_message_a_round_and_three_calls(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    for number in range(1, 6):
        before = harness.last_call_number
        opened = await load_round(talk)
        print(message.text)
        print([b["text"] for b in message.buttons])
        print((await answer(talk, KIRAZ, opened.laid)).text)
        await answer(talk, LIMON, opened.best[-1])
        if number > 1:
            await answer(talk, NANE, opened.best[-1])
        called = await call_round(talk, message)
        print(called.text)
        result = await close_round(talk, message)
        print(result.text)
        print([c.method for c in calls_here(talk, before)])
        message = await next_round(talk, 21)
    print(message.text, [b["text"] for b in message.buttons])
    assert False
