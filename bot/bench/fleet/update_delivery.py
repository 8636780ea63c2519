"""Updates posted to the workers' own addresses, as Telegram does it through a balancer.

What is about one chat goes one after another, chats side by side, each to the next worker in turn. What is not
acknowledged is posted again, each time to the next worker and ever later.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Final

import aiohttp
import msgspec
from msgspec import Struct
from yarl import URL

from bot.bench.fleet.call_log import STATUS_OK, Json

_SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name


_FIRST_WAIT: Final = 0.05


_LONGEST_WAIT: Final = 1.0


class WorkerWebhook(Struct, frozen=True):
    """The webhook of a worker."""

    worker: str
    url: URL
    secret: str


class WorkerWebhooks:
    """Posts updates to whichever workers have registered.

    Args:
        on_acknowledged: told of each update that a worker has taken.
        in_flight: posts that may be under way at once, the copies not among them.
        answer_timeout: seconds after which a worker that does not answer is given up, and the next one is tried.
    """

    def __init__(
        self, on_acknowledged: Callable[[Json], None], in_flight: int = 100, answer_timeout: float = 5.0
    ) -> None:
        self.answer_timeout = answer_timeout
        self._on_acknowledged: Final = on_acknowledged
        self.choose_worker: Callable[[Json], str | None] = lambda _: None
        """Names the worker that is to have an update first; ``None`` for whose turn it is."""
        self.retry_count = 0
        """Posts that were not acknowledged, so far."""
        self._webhooks: Final[dict[str, WorkerWebhook]] = {}
        self._round_robin: Final = count()
        self._in_flight: Final = asyncio.Semaphore(in_flight)
        self._lanes: Final[dict[object, deque[tuple[Json, int]]]] = {}
        self._waiting = 0
        self._has_webhook = asyncio.Event()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._session: aiohttp.ClientSession | None = None

    def __len__(self) -> int:
        return self._waiting

    @property
    def workers(self) -> list[str]:
        """Who has registered."""
        return list(self._webhooks)

    def register_worker(self, worker: str, url: str, secret: str) -> None:
        """Post to that address too; an empty one is a worker's that wants no more."""
        if url:
            self._webhooks[worker] = WorkerWebhook(worker, URL(url), secret)
            self._has_webhook.set()
        else:
            self.remove_worker(worker)

    def remove_worker(self, worker: str) -> None:
        """Post to this worker no more."""
        self._webhooks.pop(worker, None)
        if not self._webhooks:
            self._has_webhook.clear()

    def add_update(self, update: Json, copies: int = 0) -> None:
        """Post an update once those of its chat before it are acknowledged, and so many copies of it beside.

        A copy goes to another worker where there is one, is posted once, and is waited for by nobody.
        """
        self._waiting += 1
        key = lane_of(update)
        if (line := self._lanes.get(key)) is not None:
            line.append((update, copies))
            return
        self._lanes[key] = deque([(update, copies)])
        self._start_task(self._drain_lane(key))

    def send_copy(self, update: Json, worker: str | None = None, seconds: float = 0.0) -> None:
        """Post an update once, in so many seconds, beside all others: late, early or again."""
        self._start_task(self._post_later(update, worker, seconds))

    async def close(self) -> None:
        """Post no more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _drain_lane(self, key: object) -> None:
        line = self._lanes[key]
        while line:
            update, copies = line[0]
            async with self._in_flight:
                await self._deliver_until_taken(update, copies)
            line.popleft()
            self._waiting -= 1
            self._on_acknowledged(update)
        del self._lanes[key]

    async def _deliver_until_taken(self, update: Json, copies: int) -> None:
        body, wait = msgspec.json.encode(update), _FIRST_WAIT
        first = await self._next_webhook(self.choose_worker(update))
        for number in range(copies):
            others = [door for door in self._webhooks.values() if door != first] or [first]
            self._start_task(self._post_once(others[number % len(others)], body))
        door = first
        while not await self._post_update(door, body):
            self.retry_count += 1
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
            door = await self._next_webhook(None)

    async def _post_later(self, update: Json, worker: str | None, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._post_update(await self._next_webhook(worker), msgspec.json.encode(update))

    async def _post_once(self, door: WorkerWebhook, body: bytes) -> None:
        await self._post_update(door, body)

    async def _next_webhook(self, worker: str | None) -> WorkerWebhook:
        """A worker's, or that of the next one in turn."""
        await self._has_webhook.wait()
        if worker in self._webhooks:
            return self._webhooks[worker]
        doors = list(self._webhooks.values())
        return doors[next(self._round_robin) % len(doors)]

    async def _post_update(self, door: WorkerWebhook, body: bytes) -> bool:
        """Post once; whether it was acknowledged."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
            )
        headers = {_SECRET_HEADER: door.secret, "Content-Type": "application/json"}
        limit = aiohttp.ClientTimeout(total=self.answer_timeout)
        try:
            async with self._session.post(door.url, data=body, headers=headers, timeout=limit) as response:
                return response.status == STATUS_OK
        except (aiohttp.ClientError, TimeoutError, OSError):
            return False


def lane_of(update: Json) -> object:
    """What goes one after another: what is about one chat."""
    for kind, payload in update.items():
        match kind, payload:
            case "callback_query", {"message": {"chat": {"id": chat}}}:
                return chat
            case _, {"chat": {"id": chat}}:
                return chat
            case _:
                pass
    return None


_MAX_UPDATES: Final = 100
"""Updates that Telegram gives at once."""


class PollQueue:
    """The queue behind ``getUpdates``; ``on_acknowledged`` is told of each update that a bot has taken."""

    def __init__(self, on_acknowledged: Callable[[Json], None]) -> None:
        self._on_acknowledged: Final = on_acknowledged
        self._pending: list[Json] = []
        self._came = asyncio.Event()

    def __len__(self) -> int:
        return len(self._pending)

    def add_update(self, update: Json, copies: int = 0) -> None:
        """Queue an update, and so many copies right after it."""
        self._pending.extend([update] * (1 + copies))
        self._came.set()

    async def read_updates(self, offset: int, limit: int | None, seconds: float) -> list[Json]:
        """One long poll, at most so many seconds: what lies below ``offset`` is confirmed."""
        self.confirm_below(offset)
        if not self._pending:
            self._came.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._came.wait()
            except TimeoutError:
                pass
        return self._pending[: min(limit or _MAX_UPDATES, _MAX_UPDATES)]

    def confirm_below(self, offset: int) -> None:
        """Forget what lies below a number."""
        taken = 0
        while taken < len(self._pending) and self._pending[taken]["update_id"] < offset:
            self._on_acknowledged(self._pending[taken])
            taken += 1
        del self._pending[:taken]
