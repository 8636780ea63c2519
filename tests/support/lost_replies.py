"""Clients of Redis whose commands are done and whose replies are lost."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.client import Client


@contextmanager
def lost_replies(client: Redis, *, again: bool) -> Iterator[None]:
    """Have each command done and its reply lost, or (``again``) have it sent twice for that, as the client does."""
    assert isinstance(client, Client)
    send_again = client.send_again

    async def send(request: Callable[[], Awaitable[Any]]) -> Any:
        await send_again(request)
        if not again:
            raise RedisConnectionError("the reply is lost")
        return await send_again(request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "send_again", send)
        yield
