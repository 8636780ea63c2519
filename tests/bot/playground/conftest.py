"""The playground as a bot asks it over plain HTTP, in a group that it administers or is a plain member of."""

from collections.abc import AsyncIterator

import pytest

from tests.support.playground_client import PlaygroundClient
from tests.support.playground_client import run_playground_client as served


@pytest.fixture
async def calls() -> AsyncIterator[PlaygroundClient]:
    async with served() as made:
        yield made


@pytest.fixture
async def calls_as_plain_member(calls: PlaygroundClient) -> PlaygroundClient:
    """The bot is a plain member of the group."""
    await calls.configure_group(status="member")
    return calls
