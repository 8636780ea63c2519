"""The playground as a bot asks it over plain HTTP, in a group that it administers or is a plain member of."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from bot.playground import Playground
from tests.support.playground_client import PlaygroundClient, UnixClock, bot_of_playground, run_playground
from tests.support.playground_client import run_playground_client as served


@pytest.fixture
async def calls() -> AsyncIterator[PlaygroundClient]:
    async with served() as made:
        yield made


@pytest.fixture
async def member_calls(calls: PlaygroundClient) -> PlaygroundClient:
    await calls.configure_group(status="member")
    return calls


@pytest.fixture
def clock() -> UnixClock:
    return UnixClock()


@pytest.fixture
async def playground(clock: UnixClock) -> AsyncIterator[Playground]:
    async with run_playground(clock) as served:
        yield served


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[Bot]:
    async with bot_of_playground(playground) as made:
        yield made
