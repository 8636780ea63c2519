"""A process ends in each phase of a round, and the next one carries the game on with the message that is there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from telegram import Bot

from bot.app import Service
from bot.config import load_config
from bot.playground import Playground
from bot.playground.chats import Chat
from bot.runtime import Runtime
from bot.telegram.server_features import ServerFeatures
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
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
from tests.support.timers import FrozenServedClock, LookTrigger, frozen_served_clock


@asynccontextmanager
async def start_bot(
    playground: Playground, redis: Redis, folder: Path, served: FrozenServedClock
) -> AsyncIterator[BotHarness]:
    """One process of the bot, from its start to its end."""
    async with Bot(
        playground.token,
        base_url=f"{playground.api_url}/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=1),
    ) as bot:
        stop, bell = asyncio.Event(), LookTrigger()
        around = Runtime(clock=served.clock, served_time=served, wait_for_next_poll=bell.wait_for_trigger)
        service = Service(load_config({}, folder), bot, redis, owns_port=False, runtime=around)
        task = asyncio.create_task(service.run(stop))
        try:
            yield BotHarness(playground, redis, Texts(), served, bell, server_features=ServerFeatures())
        finally:
            stop.set()
            bell.trigger_looks()
            await task


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    one = Playground()
    await one.start(port=0)
    yield one
    await one.stop()


async def enter(house: BotHarness, chat: Chat) -> ChatSession:
    """The group in a new process, once that answers."""
    talk = ChatSession(house, chat, "en")
    await talk.say_and_wait(KIRAZ, "/score")
    return talk


async def test_each_phase_outlives_a_restart_and_is_told_once(
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
        called = await call_round(await enter(house, chat), message)
        assert "1 person has answered" in called.text
    async with start_bot(playground, redis, tmp_path, served) as house:
        result = await close_round(await enter(house, chat), message)
        assert "🏆" in result.text
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk = await enter(house, chat)
        following = await next_round(talk, 21)
        assert following.text.startswith("Round 2 of 5")
        told = [one.method for one in calls_here(talk, before)]
        assert told == [
            "sendMessage",
            "editMessageCaption",
            "sendMessage",
            "editMessageMedia",
            "sendMessage",
            "sendPhoto",
        ]
