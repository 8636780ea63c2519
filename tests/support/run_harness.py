"""Runs the whole bot for tests: the playground without HTTP, the service and a real Redis, on one loop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import IO, Any

import msgspec
from aiohttp import web
from redis.asyncio import Redis
from telegram import Bot
from telegram.request import RequestData
from yarl import URL

from bot.app import Service
from bot.config import load_config
from bot.playground import Playground
from bot.playground.dispatch import ApiCall, answer_call, error_response
from bot.playground.parameters import find_method_name
from bot.playground.server_version import OLDEST, ApiError
from bot.playground.world import Upload
from bot.runtime import Runtime
from bot.store.client import connect
from bot.telegram.private_delivery import PICTURE_SECONDS
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.chat_harness import BotHarness
from tests.support.drawings import share_painters
from tests.support.games import NOW
from tests.support.timers import LookTrigger, frozen_served_clock

_NO_CONNECTION: Any = SimpleNamespace(transport=None)


class PlaygroundRequest(AiohttpRequest):
    """Hand each call to the playground itself; that HTTP works, tests of the transport and ``tests/e2e`` show."""

    def __init__(self, playground: Playground) -> None:
        super().__init__()
        self._served = playground._bot  # noqa: SLF001 - what its addresses serve

    async def do_request(
        self,
        url: str,
        method: str,  # noqa: ARG002 - calls are posted
        request_data: RequestData | None = None,
        *_: object,
        **__: object,
    ) -> tuple[int, bytes]:
        await asyncio.sleep(0)
        called = URL(url)
        name = find_method_name(called.name, self._served.version)
        if name is None:
            return _content_of(error_response(ApiError(404, "Not Found: method not found")))
        sent = RequestData() if request_data is None else request_data
        call = ApiCall(method=name, parameters={**called.query, **_parameters_of(sent)}, received_at=perf_counter())
        files = sent.multipart_data.items()
        uploads = {key: Upload(file, mime, _file_bytes(data)) for key, (file, data, mime) in files}
        return _content_of(await answer_call(self._served, call, uploads, _NO_CONNECTION))


def _content_of(answer: web.StreamResponse) -> tuple[int, bytes]:
    assert isinstance(answer, web.Response)
    body = answer.body or b""
    assert isinstance(body, bytes)
    return answer.status, body


def _file_bytes(file: bytes | IO[bytes]) -> bytes:
    return file if isinstance(file, bytes) else file.read()


def _parameters_of(sent: RequestData) -> dict[str, Any]:
    """The parameters as they arrive: in a form each is a text."""
    if sent.contains_files:
        return {
            name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
            for name, value in sent.parameters.items()
        }
    return dict(msgspec.json.decode(msgspec.json.encode(sent.parameters)))


Prepare = Callable[[Redis, Playground], Awaitable[None]]


async def _pause(seconds: float) -> None:
    """Sleeps, but not until taps pause: pictures follow at once."""
    await asyncio.sleep(0 if seconds == PICTURE_SECONDS else seconds)


async def _prepare_nothing(redis: Redis, playground: Playground) -> None: ...


@contextlib.asynccontextmanager
async def run_harness(
    redis_url: str,
    folder: Path,
    settings: Mapping[str, str],
    prepare: Prepare = _prepare_nothing,
    *,
    pause: Callable[[float], Awaitable[None]] = _pause,
) -> AsyncIterator[BotHarness]:
    """Run the bot; ``pause`` stands for its waits before it tries something again."""
    playground = Playground()
    # Where nothing can be shown to one person in a group but boxes; what newer servers show is tested by itself.
    playground.world.server.version = OLDEST
    await playground.start(port=0)
    stop = asyncio.Event()
    async with (
        connect(redis_url) as redis,
        Bot(
            playground.token,
            base_url=f"{playground.url}/bot",
            request=PlaygroundRequest(playground),
            get_updates_request=PlaygroundRequest(playground),
        ) as bot,
    ):
        await redis.flushall()
        await prepare(redis, playground)
        served, bell = frozen_served_clock(NOW), LookTrigger()
        config = load_config(settings, folder)
        around = Runtime(clock=served.clock, served_time=served, pause=pause, wait_for_next_poll=bell.wait_for_trigger)
        service = Service(config, bot, redis, owns_port=False, runtime=around)
        playground.serve_board = service.board_server.handle_request
        # At the lowest priority an analysis may take minutes on a busy machine.
        service._components.analyses._process.niceness = 0  # noqa: SLF001 - people wait for it, tests need not
        share_painters(service._components.drawing_thread)  # noqa: SLF001 - people's bots make their own
        running = asyncio.create_task(service.run(stop))
        forms = service._components.gateway.ephemeral.server_features  # noqa: SLF001 - no process meets another server so soon
        yield BotHarness(playground, redis, Texts(), served, bell, server_features=forms)
        stop.set()
        bell.trigger_looks()
        await running
    await playground.stop()
