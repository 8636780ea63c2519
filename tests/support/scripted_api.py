"""A bot of the playground's Bot API server that is answered as a test tells it to, and what it asked."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Self

import pytest
import pytest_asyncio
import telegram
from aiohttp import web
from redis.exceptions import ConnectionError as RedisConnectionError
from telegram import Bot

from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import Polling, UpdateReception
from bot.ingress.webhook import Webhook
from bot.playground.dispatch import ApiCall, BotApiRoutes, CallJournal, FaultQueue
from bot.playground.server_version import NEWEST, ApiError
from bot.playground.world import Upload
from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.transport import AiohttpRequest
from bot.workers.supervisor import RetryLoop
from tests.support.timers import RecordedWaits
from tests.support.waiting import PATIENCE

TOKEN = "123456789:" + "A" * 35


class ScriptedApi:
    """Answers a method from `responses`, in order; after that `getUpdates` waits and all else succeeds."""

    version = NEWEST

    def __init__(self, token: str = TOKEN) -> None:
        self.faults = FaultQueue()
        self.journal = CallJournal()
        self.responses: defaultdict[str, deque[object]] = defaultdict(deque)
        """Results, errors, whole HTTP responses, and coroutine functions that give one of them in time."""
        self.calls: list[tuple[str, dict[str, Any]]] = []
        """Each with its parameters, as they came, and its files: their names and contents."""
        self.is_polling = asyncio.Event()
        self.is_hanging = asyncio.Event()
        self.release = asyncio.Event()
        self.url = ""
        self._token = token
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        BotApiRoutes({self._token: self}).add_routes(app.router)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.release.set()
        if self._runner is not None:
            await self._runner.cleanup()

    def calls_of(self, method: str) -> list[dict[str, Any]]:
        return [parameters for name, parameters in self.calls if name == method]

    async def hang(self) -> bool:
        self.is_hanging.set()
        await self.release.wait()
        return True

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> object:
        files = {name: (upload.name, upload.content) for name, upload in uploads.items()}
        self.calls.append((call.method, call.parameters | files))
        if self.responses[call.method]:
            response = self.responses[call.method].popleft()
            if isinstance(response, ApiError):
                raise response
            return await response() if callable(response) else response
        if call.method != "getUpdates":
            return True
        if call.parameters.get("timeout") != "0":
            self.is_polling.set()
            await asyncio.Event().wait()
        return []


@pytest.fixture
async def api() -> AsyncIterator[ScriptedApi]:
    async with ScriptedApi() as server:
        yield server


SCOPE = Scope(-100777, 3)
_SIZE = {"file_id": "file", "file_unique_id": "unique", "width": 1, "height": 1}
PHOTO = {"message_id": 8, "date": 1, "chat": {"id": SCOPE.chat, "type": "group"}, "photo": [_SIZE]}
WORDS = {"message_id": 9, "date": 1, "chat": {"id": SCOPE.chat, "type": "group"}, "text": "words"}


@pytest_asyncio.fixture
async def gateway(api: ScriptedApi) -> AsyncIterator[Gateway]:
    """A gateway to a server that does as it is told."""
    requests = AiohttpRequest(), AiohttpRequest(connections=1)
    bot = Bot(TOKEN, base_url=f"{api.url}/bot", request=requests[0], get_updates_request=requests[1])
    for request in requests:
        await request.initialize()
    yield Gateway(bot)
    for request in requests:
        await request.shutdown()


async def report_well() -> tuple[int, str]:
    return 200, "ok"


def webhook_of(intake: UpdateIntake, secret: str, reception: UpdateReception | None = None) -> Webhook:
    """A webhook at ``/hook``."""
    known = reception or UpdateReception(lambda: 0.0)
    return Webhook(intake, secret, "/hook", known, report_well)


class Inbox:
    """Remembers what it was given; the first `failures` attempts fail as without Redis, all by a `failure`."""

    def __init__(self, failures: int = 0) -> None:
        self.stored: list[tuple[int, int, bytes]] = []
        self.failures = failures
        self.failure: Exception | None = None
        self.attempts: list[int] = []
        self.aside: list[tuple[int | None, bytes]] = []

    async def append_update(self, number: int, chat: int, raw: bytes) -> bool:
        self.attempts.append(number)
        if self.failure is not None:
            raise self.failure
        if len(self.attempts) <= self.failures:
            raise RedisConnectionError
        self.stored.append((number, chat, raw))
        return True

    async def dead_letter_unreadable(self, number: int | None, raw: bytes, reason: str) -> None:
        if self.failure is not None:
            raise self.failure
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
