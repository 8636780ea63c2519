"""Works the inbox off: every update is handled in its chat's order, and leaves the inbox only once it is done.

What a dead process had taken comes again, first of all. An update that keeps failing is put aside with its reason,
and the chat is told once.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from redis.exceptions import RedisError
from telegram import Bot, Update
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.inbound import Request, Tap, read
from bot.ingress.follow import follow
from bot.ingress.patience import asked_seconds
from bot.lanes import Lanes
from bot.store.streams import Inbox, InboxEntry

log = logging.getLogger(__name__)
MOST_DELIVERIES: Final = 10
"""How often an update is given out before it is put aside unhandled: whatever waited while the process was killed
counts as given out, not only what killed it.
"""
_PAUSE: Final = 1.0
"""Seconds to wait for Redis."""
_PAUSES: Final = (1.0, 1.0)
"""Seconds between the tries of a failing update; after the last one it is put aside."""
_NETWORK_PAUSES: Final = (1.0, 2.0, 5.0, 10.0, 30.0, 30.0, 30.0, 30.0)
"""The same where Telegram cannot be reached, which the update is not to blame for."""

_Lane = tuple[int, int | None]
"""A chat; and for taps who pressed, so that nobody's alert waits behind somebody else's picture."""
_MOST_WAITING: Final = 200
"""Updates of one lane: more come only from a chat that asks faster than Telegram lets it be answered."""


class Consumer:
    """Takes updates from the inbox to ``handle``; one instance a process.

    Args:
        bot: initialised, for reading updates.
        inbox: where they come from.
        handle: does what a request asks.
        apologise: tells a chat, once, that its update could not be handled.
        name: this process among all that share the inbox; the same after a restart, so that it finds its own again.
    """

    def __init__(
        self,
        *,
        bot: Bot,
        inbox: Inbox,
        handle: Callable[[Request], Awaitable[None]],
        apologise: Callable[[Request], Awaitable[None]],
        name: str,
    ) -> None:
        self._bot: Final = bot
        self._inbox: Final = inbox
        self._handle: Final = handle
        self._apologise: Final = apologise
        self._name: Final = name
        self._lanes: Final[Lanes[_Lane, tuple[InboxEntry, Request]]] = Lanes(self._work, _MOST_WAITING)
        self._held: Final[set[tuple[int, str]]] = set()
        """Entries in the lanes: a stream may give out again what is slow."""
        self._tries: Final[dict[int, int]] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Handle updates until told to stop."""
        async for entry in follow(self._inbox, self._name, stop):
            if _key(entry) not in self._held:
                await self._take(entry)

    async def settle(self, seconds: float) -> None:
        """Let what was begun finish."""
        await self._lanes.settle(seconds)

    async def _take(self, entry: InboxEntry) -> None:
        try:
            request = read(Update.de_json(json.loads(entry.raw), self._bot), self._bot.bot)
            if request is None:
                await self._inbox.ack([entry])
                return
        except RedisError as error:
            log.warning("update %s is looked at again later: %s", entry.update_id, error)
            return
        except Exception as error:  # the outermost edge: no update may end the loop
            log.exception("update %s cannot be read", entry.update_id)
            await self._bury(entry, f"{type(error).__name__}: {error}")
            return
        if entry.deliveries > MOST_DELIVERIES:
            await self._give_up(entry, request, f"taken {entry.deliveries} times by processes that ended")
            return
        lane = (request.place.scope.chat, request.sender.user if isinstance(request, Tap) else None)
        self._held.add(_key(entry))
        if not self._lanes.put(lane, (entry, request)):
            self._held.discard(_key(entry))
            await self._bury(entry, "its chat asks faster than Telegram lets it be answered")

    async def _work(self, _: _Lane, waiting: Sequence[tuple[InboxEntry, Request]]) -> int:
        entry, request = waiting[0]
        try:
            await self._answer(entry, request)
        except RetryAfter as error:
            await asyncio.sleep(asked_seconds(error))
            return 0
        except RedisError as error:
            log.warning("update %s waits for Redis: %s", entry.update_id, error)
            await asyncio.sleep(_PAUSE)
            return 0
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end its chat's lane
            return await self._failed(entry, request, error)
        self._forget(entry)
        return 1

    async def _answer(self, entry: InboxEntry, request: Request) -> None:
        """Handle an update and let it go, also where its chat takes no answer."""
        try:
            await self._handle(request)
        except (Forbidden, BadRequest) as error:
            chat = request.place.scope.chat
            log.warning("update %s: chat %s takes no answer: %s", entry.update_id, chat, error.message)
        await self._inbox.ack([entry])

    def _forget(self, entry: InboxEntry) -> None:
        self._tries.pop(entry.update_id, None)
        self._held.discard(_key(entry))

    async def _failed(self, entry: InboxEntry, request: Request, error: Exception) -> int:
        tries = self._tries[entry.update_id] = self._tries.get(entry.update_id, 0) + 1
        if isinstance(error, NetworkError):
            log.warning("update %s waits for Telegram (try %s): %s", entry.update_id, tries, error.message)
        else:
            log.error("update %s failed (try %s)", entry.update_id, tries, exc_info=error)
        pauses = _NETWORK_PAUSES if isinstance(error, NetworkError) else _PAUSES
        if tries <= len(pauses):
            await asyncio.sleep(pauses[tries - 1])
            return 0
        self._forget(entry)
        await self._give_up(entry, request, f"{type(error).__name__}: {error}")
        return 1

    async def _give_up(self, entry: InboxEntry, request: Request, reason: str) -> None:
        """Put an update aside and say so; a chat that cannot even be told stays untold."""
        if not await self._bury(entry, reason):
            return
        try:
            await self._apologise(request)
        except TelegramError as error:
            log.warning("update %s: its chat could not be told: %s", entry.update_id, error.message)

    async def _bury(self, entry: InboxEntry, reason: str) -> bool:
        """Put an update aside; where Redis is away it comes again later."""
        try:
            await self._inbox.bury(entry, reason)
        except RedisError as error:
            log.warning("update %s could not be put aside: %s", entry.update_id, error)
            return False
        return True


def _key(entry: InboxEntry) -> tuple[int, str]:
    return entry.partition, entry.id
