"""Delivery of updates to the bot's own address, as Telegram does it.

Updates of one chat, and callback queries of one person, go one after another; different ones go side by
side. What is not taken is sent again, ever later. Addresses on this machine only.
"""

import asyncio
import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.playground.api_error import bad_request_error
from bot.playground.state.update_queue import UpdateQueue

Json = dict[str, Any]

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
_MAX_RETRY_SECONDS = 60.0
_ANSWER_SECONDS = 60


class WebhookSender:
    """At most one webhook; failed deliveries are repeated after `retry` seconds, doubling."""

    def __init__(self, updates: UpdateQueue, clock: Callable[[], float], retry: float) -> None:
        self._updates = updates
        self._clock = clock
        self._retry = retry
        self._url = ""
        self._secret = ""
        self._connections = 40
        self._task: asyncio.Task[None] | None = None
        self._last_error: Json = {}

    def to_webhook_info(self) -> Json:
        """Describe the webhook as the Bot API's WebhookInfo."""
        info: Json = {
            "url": self._url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates),
        }
        if self._url:
            info |= {"max_connections": self._connections, "ip_address": "127.0.0.1", **self._last_error}
        if self._updates.allowed_kinds:
            info["allowed_updates"] = self._updates.allowed_kinds
        return info

    async def set_url(self, url: str, secret: str, connections: int) -> None:
        """Deliver to `url` from now on; an empty one ends delivery.

        Raises:
            ApiError: 400 for an address that is not on this machine, or a bad secret.
        """
        if url and not _is_local_url(url):
            raise bad_request_error("bad webhook: the playground delivers to addresses of this machine only")
        if secret and not _SECRET.fullmatch(secret):
            raise bad_request_error("secret token contains unallowed characters")
        await self.remove_url()
        self._url, self._secret, self._connections = url, secret, max(1, min(connections, 100))
        self._last_error = {}
        self._updates.webhook_active = bool(url)
        if url:
            self._updates.stop_reader()
            self._task = asyncio.create_task(self._deliver_updates())

    async def remove_url(self) -> None:
        """End delivery and forget the address."""
        self._url = ""
        self._updates.webhook_active = False
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def _deliver_updates(self) -> None:
        busy: dict[str, int] = {}
        timeout = aiohttp.ClientTimeout(total=_ANSWER_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session, asyncio.TaskGroup() as group:
            while True:
                changed = self._updates.change_event
                for update in self._updates.pending_updates:
                    line = _lane_of(update)
                    if line not in busy and len(busy) < self._connections:
                        busy[line] = update["update_id"]
                        group.create_task(self._deliver_until_taken(session, update, busy, line))
                await changed.wait()

    async def _deliver_until_taken(
        self, session: aiohttp.ClientSession, update: Json, busy: dict[str, int], line: str
    ) -> None:
        wait = self._retry
        while (reason := await self._post_update(session, update)) is not None:
            self._last_error = {"last_error_date": int(self._clock()), "last_error_message": reason}
            await asyncio.sleep(wait)
            wait = min(wait * 2, _MAX_RETRY_SECONDS)
        self._updates.confirm_update(update["update_id"])
        del busy[line]
        self._updates.wake_waiters()

    async def _post_update(self, session: aiohttp.ClientSession, update: Json) -> str | None:
        """Send one update; give the reason when it was not taken."""
        headers = {_SECRET_HEADER: self._secret} if self._secret else {}
        try:
            async with session.post(self._url, json=update, headers=headers, allow_redirects=False) as response:
                if response.ok and response.status < 300:  # noqa: PLR2004 - the 2xx answers
                    return None
                return f"Wrong response from the webhook: {response.status} {response.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return f"Connection failed: {type(error).__name__}"


def _is_local_url(url: str) -> bool:
    """Tell whether an address is on this machine."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return False
    if parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname).is_loopback
    except ValueError:
        return False


def _lane_of(update: Json) -> str:
    """Name the queue of an update: the person of a callback or inline query, else the chat."""
    for kind, payload in update.items():
        if kind in {"callback_query", "inline_query", "chosen_inline_result"}:
            return f"user {payload['from']['id']}"
        if kind != "update_id" and isinstance(payload, dict) and "chat" in payload:
            return f"chat {payload['chat']['id']}"
    return "other"
