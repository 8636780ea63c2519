"""A stand-in for the live dictionary of Turkish, and its client."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Self

import msgspec
import pytest
from aiohttp import web
from redis.asyncio import Redis

from bot.judges.tdk import Finding, TdkClient, TdkLimits
from tests.support.timers import LoopTime, freeze_loop_time
from tests.support.waiting import PATIENCE

NOT_FOUND = {"error": "Sonuç bulunamadı"}
_ACCENTS = frozenset("âîû")


def tdk_entry(headword: str, *meanings: str, proper: str = "0", **more: object) -> dict[str, Any]:
    """An entry with the fields that the service gives, numbers as text."""
    senses = [
        {"anlam_id": "1", "madde_id": "7", "anlam_sira": str(number), "fiil": "0", "anlam": text, "gos": "0"}
        for number, text in enumerate(meanings, start=1)
    ]
    return {
        "madde_id": "7",
        "kac": "0",
        "on_taki": None,
        "madde": headword,
        "taki": None,
        "cogul_mu": "0",
        "ozel_mi": proper,
        "lisan": "",
        "birlesikler": None,
        "madde_duz": None,
        "anlamlarListe": senses,
    } | more


def html_json_response(content: object) -> web.Response:
    """JSON that calls itself HTML, as the service's answers do."""
    return web.Response(body=msgspec.json.encode(content), content_type="text/html", charset="utf-8")


async def _nothing() -> None:
    pass


class TdkService:
    """Answers from ``entries``; first from ``responses``; while ``is_hanging``, only when it is closed."""

    def __init__(self, entries: Mapping[str, list[dict[str, Any]]] | None = None) -> None:
        self.entries = dict(entries or {})
        self.responses: deque[web.StreamResponse] = deque()
        self.failing_status: int | None = None
        self.is_hanging = False
        self.hang_words: set[str] = set()
        self.hang_accents = False
        self.on_hang: Callable[[], Awaitable[None]] = _nothing
        """What is done as a call begins to hang."""
        self.hang_count = 0
        self.asked_words: list[str] = []
        self.paths: Counter[str] = Counter()
        self.most_busy = 0
        self.request_came = asyncio.Event()
        self.url = ""
        self._busy = 0
        self._gather_count = 0
        self._gather_after = 0
        self._all_came = asyncio.Event()
        self._release = asyncio.Event()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get("/{path:.*}", self._handle_look_up)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/gts"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._release.set()
        if self._runner is not None:
            await self._runner.cleanup()

    def answer_together(self, calls: int, *, after: int = 0) -> None:
        """Answer all calls but the first ``after`` when so many have come, and only after a moment."""
        self._gather_count, self._gather_after = calls, after

    async def _handle_look_up(self, request: web.Request) -> web.StreamResponse:
        word = request.query.get("ara", "")
        self.asked_words.append(word)
        self.paths[request.path] += 1
        self._busy += 1
        self.most_busy = max(self.most_busy, self._busy)
        self.request_came.set()
        try:
            if self.is_hanging or word in self.hang_words or (self.hang_accents and not _ACCENTS.isdisjoint(word)):
                self.hang_count += 1
                await self.on_hang()
                await self._release.wait()
            if self._gather_count and len(self.asked_words) > self._gather_after:
                await self._wait_for_all()
        finally:
            self._busy -= 1
        if self.responses:
            return self.responses.popleft()
        if self.failing_status is not None:
            return web.Response(status=self.failing_status, text="<html>no</html>", content_type="text/html")
        return html_json_response(self.entries.get(word, NOT_FOUND))

    async def _wait_for_all(self) -> None:
        if self._busy >= self._gather_count:
            self._all_came.set()
        await self._all_came.wait()
        for _ in range(20):
            await asyncio.sleep(0)


PATIENT_LIMITS = TdkLimits(max_seconds=3 * PATIENCE, attempt_seconds=PATIENCE, answer_bytes=20_000)
DEFAULT_LIMITS = TdkLimits()
KALEM = tdk_entry("kalem", "Yazma aracı")
VALID_FINDING = Finding(valid=True, meaning="Yazma aracı")


class SecondsClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def service() -> AsyncIterator[TdkService]:
    async with TdkService({"kalem": [KALEM], "ışık": [tdk_entry("ışık", "Aydınlık")]}) as double:
        yield double


@pytest.fixture
async def loop_time() -> AsyncIterator[LoopTime]:
    with freeze_loop_time() as time:
        yield time


@pytest.fixture
def clock() -> SecondsClock:
    return SecondsClock()


MakeTdk = Callable[..., TdkClient]


@pytest.fixture
async def asking(service: TdkService, redis: Redis, clock: SecondsClock) -> AsyncIterator[MakeTdk]:
    async with AsyncExitStack() as stack:

        def make(url: str = "", limits: TdkLimits = PATIENT_LIMITS, client: Redis = redis) -> TdkClient:
            tdk = TdkClient(url or service.url, client, limits, clock=clock, pause=lambda: 0.0)
            stack.push_async_callback(tdk.close)
            return tdk

        yield make


def time_advancer(time: LoopTime, seconds: float, redis: Redis | None = None) -> Callable[[], Awaitable[None]]:
    async def pass_() -> None:
        while redis is not None and not await redis.dbsize():
            pass
        time.advance(seconds)

    return pass_


def knows_no_word(word: str) -> bool:
    del word
    return False
