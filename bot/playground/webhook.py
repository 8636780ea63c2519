"""Delivery of updates to the bot's own addresses, as Telegram does it.

Updates of one chat, and callback queries of one person, are sent one after another; others in parallel. An update that
is not taken is sent again after growing waits. All addresses are on this machine.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import msgspec
from yarl import URL

from bot.playground.chats import Json
from bot.playground.dispatch import is_loopback
from bot.playground.server_version import bad_request_error
from bot.playground.update_queue import UpdateQueue

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook: an address of the bot, or of one of its workers."""

    worker: str
    url: URL
    secret: str


class WebhookSender:
    """Sends the updates of a queue: to one webhook, or to those of several workers in turn.

    An update that one worker does not take goes to the next; `choose_worker` may name the first. In seconds: `retry` is
    the first wait before an update is sent again, which doubles up to `longest_wait`; `answer_timeout` is how long an
    answer may take.
    """

    def __init__(
        self,
        updates: UpdateQueue,
        clock: Callable[[], float],
        *,
        retry: float,
        longest_wait: float = 60.0,
        answer_timeout: float = 60.0,
    ) -> None:
        self.answer_timeout = answer_timeout
        self.choose_worker: Callable[[Json], str | None] = lambda _: None
        self.retry_count = 0
        self._updates = updates
        self._updates.on_pushed = self._add_update
        self._clock = clock
        self._retry = retry
        self._longest_wait = longest_wait
        self._webhooks: dict[str, Webhook] = {}
        self._has_webhook = asyncio.Event()
        self._turns = count()
        self._connections = 40
        self._free_connections = asyncio.Semaphore(self._connections)
        self._lanes: dict[str, deque[int]] = {}
        self._deliveries: set[asyncio.Task[Any]] = set()
        self._copies: set[asyncio.Task[Any]] = set()
        self._session: aiohttp.ClientSession | None = None
        self._last_error: Json = {}

    @property
    def workers(self) -> list[str]:
        """The names of the workers with a webhook."""
        return list(self._webhooks)

    def to_webhook_info(self) -> Json:
        """The webhook as the Bot API's WebhookInfo."""
        url = next((str(webhook.url) for webhook in self._webhooks.values()), "")
        info: Json = {
            "url": url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates),
        }
        if url:
            info |= {"max_connections": self._connections, "ip_address": "127.0.0.1", **self._last_error}
        if self._updates.allowed_kinds:
            info["allowed_updates"] = self._updates.allowed_kinds
        return info

    async def set_url(self, url: str, secret: str, connections: int, worker: str = "") -> None:
        """Deliver to `url` from now on, unless it is empty; ApiError 400 for a remote address or a bad secret."""
        if url and not _is_local_url(url):
            raise bad_request_error("bad webhook: the playground delivers to addresses of this machine only")
        if secret and not _SECRET.fullmatch(secret):
            raise bad_request_error("secret token contains unallowed characters")
        await self.remove_url(worker)
        if not url:
            return
        if not self._webhooks:
            self._connections = max(1, min(connections, 100))
            self._free_connections = asyncio.Semaphore(self._connections)
            self._last_error = {}
        self._webhooks[worker] = Webhook(worker, URL(url), secret)
        self._has_webhook.set()
        if not self._updates.webhook_active:
            self._updates.webhook_active = True
            self._updates.stop_reader()
            for update in self._updates.pending_updates:
                self._add_update(update)

    async def remove_url(self, worker: str = "") -> None:
        """Remove a worker's address; after the last one delivery ends, and updates stay in the queue."""
        self._webhooks.pop(worker, None)
        if not self._webhooks:
            self._updates.webhook_active = False
            self._has_webhook.clear()
            await _cancel_all(self._deliveries)
            self._lanes.clear()

    async def close(self) -> None:
        """Remove every address; copies that were to come later are not sent."""
        self._webhooks.clear()
        await _cancel_all(self._copies)
        await self.remove_url()
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def send_copy(self, update: Json, worker: str | None = None, seconds: float = 0.0) -> None:
        """Send one more copy of an update within this many seconds: late, early or again."""
        _start_task(self._copies, self._post_copy(update, worker, seconds))

    def _add_update(self, update: Json) -> None:
        if not self._webhooks:
            return
        lane = line_of(update)
        if lane in self._lanes:
            self._lanes[lane].append(update["update_id"])
            return
        self._lanes[lane] = deque([update["update_id"]])
        _start_task(self._deliveries, self._drain_lane(lane))

    async def _drain_lane(self, lane: str) -> None:
        waiting = self._lanes[lane]
        while waiting:
            async with self._free_connections:
                # The update may have been dropped meanwhile, or replaced under its number.
                if (found := self._updates.find_update(waiting[0])) is not None:
                    await self._deliver_until_taken(*found)
            update_id = waiting.popleft()
            self._updates.confirm_update(update_id)
            self._updates.wake_waiters()
        del self._lanes[lane]

    async def _deliver_until_taken(self, update: Json, copies: int) -> None:
        body, wait = msgspec.json.encode(update), self._retry
        webhook = await self._next_webhook(self.choose_worker(update))
        others = [one for one in self._webhooks.values() if one != webhook] or [webhook]
        for number in range(copies):
            _start_task(self._copies, self._post_update(others[number % len(others)], body))
        while (reason := await self._post_update(webhook, body)) is not None:
            self.retry_count += 1
            self._last_error = {"last_error_date": int(self._clock()), "last_error_message": reason}
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._longest_wait)
            webhook = await self._next_webhook()

    async def _post_copy(self, update: Json, worker: str | None, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._post_update(await self._next_webhook(worker), msgspec.json.encode(update))

    async def _next_webhook(self, worker: str | None = None) -> Webhook:
        await self._has_webhook.wait()
        if worker in self._webhooks:
            return self._webhooks[worker]
        webhooks = list(self._webhooks.values())
        return webhooks[next(self._turns) % len(webhooks)]

    async def _post_update(self, webhook: Webhook, body: bytes) -> str | None:
        """Send one update; return the reason if it was not taken."""
        headers = {"Content-Type": "application/json"} | ({_SECRET_HEADER: webhook.secret} if webhook.secret else {})
        limit = aiohttp.ClientTimeout(total=self.answer_timeout)
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
            )
        try:
            async with self._session.post(
                webhook.url, data=body, headers=headers, allow_redirects=False, timeout=limit
            ) as response:
                if response.ok and response.status < 300:  # noqa: PLR2004 - the 2xx answers
                    return None
                return f"Wrong response from the webhook: {response.status} {response.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return f"Connection failed: {type(error).__name__}"


def _start_task(kept: set[asyncio.Task[Any]], work: Coroutine[Any, Any, object]) -> None:
    task = asyncio.create_task(work)
    kept.add(task)
    task.add_done_callback(kept.discard)


async def _cancel_all(tasks: set[asyncio.Task[Any]]) -> None:
    cancelled = list(tasks)
    for task in cancelled:
        task.cancel()
    await asyncio.gather(*cancelled, return_exceptions=True)


def _is_local_url(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in {"http", "https"} and is_loopback(parts.hostname or "")


def line_of(update: Json) -> str:
    """What orders an update: the person of a callback or inline query, else the chat."""
    for kind, payload in update.items():
        if kind in {"callback_query", "inline_query"}:
            return f"user {payload['from']['id']}"
        if kind != "update_id" and isinstance(payload, dict) and "chat" in payload:
            return f"chat {payload['chat']['id']}"
    return "other"
