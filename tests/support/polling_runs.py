"""Long polling of a Bot API server whose answers are a script, from its start to its regular end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import telegram
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import Polling, UpdateReception
from bot.telegram.transport import AiohttpRequest
from bot.workers.supervisor import RetryLoop
from tests.support.scripted_api import TOKEN, ScriptedApi
from tests.support.timers import RecordedWaits
from tests.support.waiting import PATIENCE


class Inbox:
    """Remembers what it was given; the first `failures` attempts fail as without Redis."""

    def __init__(self, failures: int = 0) -> None:
        self.stored: list[tuple[int, int, bytes]] = []
        self.failures = failures
        self.attempts: list[int] = []
        self.aside: list[tuple[int | None, bytes]] = []

    async def append_update(self, number: int, chat: int, raw: bytes) -> bool:
        self.attempts.append(number)
        if len(self.attempts) <= self.failures:
            raise RedisConnectionError
        self.stored.append((number, chat, raw))
        return True

    async def dead_letter_unreadable(self, number: int | None, raw: bytes, reason: str) -> None:
        assert reason
        self.aside.append((number, raw))


@pytest.fixture
async def bot(api: ScriptedApi) -> AsyncIterator[telegram.Bot]:
    async with AiohttpRequest() as request:
        yield telegram.Bot(TOKEN, base_url=f"{api.url}/bot", request=request, get_updates_request=request)


def polling(
    bot: telegram.Bot,
    put: Callable[[int, int, bytes], Awaitable[bool]],
    waits: RecordedWaits | None = None,
    clock: Callable[[], float] = lambda: 0.0,
    set_aside: Callable[[int | None, bytes, str], Awaitable[None]] | None = None,
    *,
    reception: UpdateReception | None = None,
) -> Polling:
    patience = partial(RetryLoop, pause=waits or RecordedWaits(), jitter=lambda: 1.0)
    aside = set_aside or Inbox().dead_letter_unreadable
    known = reception or UpdateReception(lambda: 0.0)
    return Polling(
        bot, UpdateIntake(put, aside), ["message", "callback_query"], known, retry_loop=patience, clock=clock
    )


@asynccontextmanager
async def run_polling(poller: Polling, api: ScriptedApi) -> AsyncIterator[None]:
    """Polling until the script is used up, and its regular end afterwards."""
    stop = asyncio.Event()
    task = asyncio.create_task(poller.run(stop))
    idle = asyncio.create_task(api.is_polling.wait())
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait({task, idle}, return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()
        yield
        stop.set()
        await task


def message(number: int, chat: int = -100, **more: Any) -> dict[str, Any]:
    return {"update_id": number, "message": {"message_id": 1, "chat": {"id": chat}, **more}}
