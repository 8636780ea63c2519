"""A bot of the playground's Bot API server that is answered as a test tells it to, and what it asked."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from typing import Any, Self

import pytest
from aiohttp import web

from bot.playground.dispatch import ApiCall, BotApiRoutes, CallJournal, FaultQueue
from bot.playground.server_version import NEWEST, ApiError
from bot.playground.world import Upload

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
        """The parameters of every call of a method so far."""
        return [parameters for name, parameters in self.calls if name == method]

    async def hang(self) -> bool:
        """A response that does not come before it is released."""
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
