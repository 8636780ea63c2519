"""Processes that end at a chosen request to Redis."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store.client import Client
from tests.support.chat_migrations import ProcessKilled


@contextmanager
def killed_after(client: Redis, requests: int, *, done: bool) -> Iterator[None]:
    """Have the process end at the request behind so many others, before it is sent, or (``done``) once it is done."""
    assert isinstance(client, Client)
    send_again, left = client.send_again, requests

    async def send(request: Callable[[], Awaitable[Any]]) -> Any:
        nonlocal left
        left -= 1
        if left < 0 and not done:
            raise ProcessKilled
        answer = await send_again(request)
        if left < 0:
            raise ProcessKilled
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "send_again", send)
        yield
