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

from bot.fleet.calls import TAKEN, Json

_SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
_FIRST_WAIT: Final = 0.05
_LONGEST_WAIT: Final = 1.0


class Door(Struct, frozen=True):
    """The webhook of a worker."""

    worker: str
    url: URL
    secret: str


class Webhooks:
    """Posts updates to whichever workers have registered.

    Args:
        acknowledged: told of each update that a worker has taken.
        in_flight: posts that may be under way at once, the copies not among them.
        patience: seconds after which a worker that does not answer is given up, and the next one is tried.
    """

    def __init__(self, acknowledged: Callable[[Json], None], in_flight: int = 100, patience: float = 5.0) -> None:
        self.patience = patience
        self._acknowledged: Final = acknowledged
        self.choose: Callable[[Json], str | None] = lambda _: None
        """Names the worker that is to have an update first; ``None`` for whose turn it is."""
        self.retries = 0
        """Posts that were not acknowledged, so far."""
        self._doors: Final[dict[str, Door]] = {}
        self._turn: Final = count()
        self._room: Final = asyncio.Semaphore(in_flight)
        self._lines: Final[dict[object, deque[tuple[Json, int]]]] = {}
        self._waiting = 0
        self._opened = asyncio.Event()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._session: aiohttp.ClientSession | None = None

    def __len__(self) -> int:
        return self._waiting

    @property
    def workers(self) -> list[str]:
        """Who has registered."""
        return list(self._doors)

    def register(self, worker: str, url: str, secret: str) -> None:
        """Post to that address too; an empty one is a worker's that wants no more."""
        if url:
            self._doors[worker] = Door(worker, URL(url), secret)
            self._opened.set()
        else:
            self.forget(worker)

    def forget(self, worker: str) -> None:
        """Post to this worker no more."""
        self._doors.pop(worker, None)
        if not self._doors:
            self._opened.clear()

    def put(self, update: Json, copies: int = 0) -> None:
        """Post an update once those of its chat before it are acknowledged, and so many copies of it beside.

        A copy goes to another worker where there is one, is posted once, and is waited for by nobody.
        """
        self._waiting += 1
        key = line_of(update)
        if (line := self._lines.get(key)) is not None:
            line.append((update, copies))
            return
        self._lines[key] = deque([(update, copies)])
        self._start(self._work_off(key))

    def copy(self, update: Json, worker: str | None = None, seconds: float = 0.0) -> None:
        """Post an update once, in so many seconds, beside all others: late, early or again."""
        self._start(self._late(update, worker, seconds))

    async def close(self) -> None:
        """Post no more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_off(self, key: object) -> None:
        line = self._lines[key]
        while line:
            update, copies = line[0]
            async with self._room:
                await self._deliver(update, copies)
            line.popleft()
            self._waiting -= 1
            self._acknowledged(update)
        del self._lines[key]

    async def _deliver(self, update: Json, copies: int) -> None:
        body, wait = msgspec.json.encode(update), _FIRST_WAIT
        first = await self._door(self.choose(update))
        for number in range(copies):
            others = [door for door in self._doors.values() if door != first] or [first]
            self._start(self._post_once(others[number % len(others)], body))
        door = first
        while not await self._post(door, body):
            self.retries += 1
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
            door = await self._door(None)

    async def _late(self, update: Json, worker: str | None, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._post(await self._door(worker), msgspec.json.encode(update))

    async def _post_once(self, door: Door, body: bytes) -> None:
        await self._post(door, body)

    async def _door(self, worker: str | None) -> Door:
        """A worker's, or that of the next one in turn."""
        await self._opened.wait()
        if worker in self._doors:
            return self._doors[worker]
        doors = list(self._doors.values())
        return doors[next(self._turn) % len(doors)]

    async def _post(self, door: Door, body: bytes) -> bool:
        """Post once; whether it was acknowledged."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
            )
        headers = {_SECRET_HEADER: door.secret, "Content-Type": "application/json"}
        limit = aiohttp.ClientTimeout(total=self.patience)
        try:
            async with self._session.post(door.url, data=body, headers=headers, timeout=limit) as response:
                return response.status == TAKEN
        except (aiohttp.ClientError, TimeoutError, OSError):
            return False


def line_of(update: Json) -> object:
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
