"""A process ends while a round is open, and the next one carries the game on with the message that is there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.playground import Playground
from bot.playground.chats import Chat
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.duplicate_chats import (
    answer,
    begin_game,
    call_round,
    calls_here,
    close_round,
    load_round,
    next_round,
)
from tests.support.games import NOW
from tests.support.started_bot import start_bot
from tests.support.timers import frozen_served_clock


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    one = Playground()
    await one.start(port=0)
    yield one
    await one.stop()


async def enter(house: BotHarness, chat: Chat) -> ChatSession:
    talk = ChatSession(house, chat, "en")
    await talk.say_and_wait(KIRAZ, "/score")
    return talk


async def test_a_round_outlives_a_restart_and_each_of_its_phases_is_told_once(
    playground: Playground, redis: Redis, tmp_path: Path
) -> None:
    served = frozen_served_clock(NOW)
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk = await house.new_group("en")
        message = await begin_game(talk)
        laid = (await load_round(talk)).laid
        await answer(talk, KIRAZ, laid)
        chat, before = talk.chat, house.last_call_number
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk = await enter(house, chat)
        called = await call_round(talk, message)
        assert "1 person has answered" in called.text
        result = await close_round(talk, message)
        assert "🏆" in result.text
        following = await next_round(talk, 21)
        assert following.text.startswith("Round 2 of 5")
        told = [one.method for one in calls_here(talk, before)]
        assert told == ["sendMessage", "editMessageCaption", "editMessageMedia", "sendPhoto"]
