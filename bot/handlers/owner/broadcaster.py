"""Sends a broadcast to all chats, slowly, from the one process that owns its shard.

If that process dies, the shard's next owner goes on; see :mod:`bot.store.broadcasts`.
"""

import asyncio
import html
from collections.abc import Awaitable, Callable, Collection
from time import monotonic
from typing import Final

from redis.exceptions import RedisError

from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    NotSent,
    RateLimited,
    RequestRejected,
)
from bot.handlers.owner.broadcast_progress import BroadcastProgress
from bot.logs.logger import fresh_context, get_logger, log_context
from bot.store.broadcasts import Audience, Broadcast, Broadcasts
from bot.store.chat_directory import ChatDirectory
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.workers.lease import MIN_SECONDS_LEFT, Lease, LeaseExpired
from bot.workers.retry_policy import STORE_SECONDS, RetryLoop
from bot.workers.sending import Priority, Sending
from bot.workers.shutdown import cancel_tasks
from bot.workers.supervisor import start_task

log = get_logger(__name__)


_CONCURRENT_SENDS: Final = 4
"""Chats that are sent to at the same time, so that a group at its limit delays no others."""


_WAIT_SECONDS: Final = 0.1


_CLOSE_SECONDS: Final = 2.0
"""Seconds that sends may take after the process stops, or loses the shard."""


_DEFAULT_RATE: Final = 30.0
"""Chats a second without limits of our own: Telegram's limit."""


_LIMIT_DIVISOR: Final = 3
"""A broadcast takes at most one in so many of all messages under the limit."""


class Broadcaster:
    """Sends the broadcast under way, if this process owns it.

    Args:
        broadcasts: stores it.
        directory: the known chats.
        banned: chats that get nothing.
        gateway: sends.
        progress: tells the owner.
        lease: while it lasts, no other process sends.
        lease_seconds_left: for how many seconds the lease lasts.
        limit: messages a second in all; ``None`` for none.
        pause: waits that many seconds.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        *,
        broadcasts: Broadcasts,
        directory: ChatDirectory,
        banned: Callable[[], Collection[int]],
        gateway: Gateway,
        progress: BroadcastProgress,
        lease: Lease,
        lease_seconds_left: Callable[[], float],
        limit: int | None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._broadcasts: Final = broadcasts
        self._directory: Final = directory
        self._banned: Final = banned
        self._gateway: Final = gateway
        self._progress: Final = progress
        self._lease: Final = lease
        self._lease_seconds_left: Final = lease_seconds_left
        self._gap: Final = 1 / (_DEFAULT_RATE if limit is None else max(1.0, limit / _LIMIT_DIVISOR))
        self._pause: Final = pause
        self._seconds: Final = seconds
        self._redis_retries: Final = RetryLoop("Noting whom a broadcast reached", (RedisError,), longest=STORE_SECONDS)
        self._telegram_retries: Final = RetryLoop("A broadcast", (RateLimited, ApiUnreachable), pause=pause)
        self._task: asyncio.Task[None] | None = None
        self._telegram_down = False
        self._paused_until = 0.0
        self._closing = False

    def start_if_due(self) -> None:
        """Start or resume the broadcast, unless it is under way here."""
        if self._broadcasts.is_owned and not self._closing and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run_broadcast(), name="broadcast", context=fresh_context())

    async def close(self) -> None:
        """Finish the current sends as far as that is quick; the next process goes on."""
        self._closing = True
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=_CLOSE_SECONDS)
            await cancel_tasks((self._task,))

    async def _run_broadcast(self) -> None:
        try:
            found = await self._broadcasts.load_newest()
            if found is None or found.state == "over":
                return
            if found.state == "gathering":
                await self._broadcasts.add_recipients(await self.list_recipients(found.audience))
            await self._send_to_all(found)
        except RedisError as error:
            log.warning("the broadcast waits for Redis", error=error)
        except CallFailed as error:
            log.warning("the broadcast waits for Telegram", error=error.message)
        except Exception:  # the outermost edge: it is taken up again at the next look
            log.exception("the broadcast was broken off")

    async def list_recipients(self, audience: Audience) -> list[int]:
        """The chats of an audience."""
        await self._directory.save_records()
        banned = self._banned()
        return [
            chat
            for chat in await self._directory.list_chats()
            if chat not in banned and (audience == "all" or (chat < 0) == (audience == "groups"))
        ]

    async def _send_to_all(self, broadcast: Broadcast) -> None:
        """Send to chat after chat, until all are done or another process owns the shard."""
        text = html.escape(broadcast.text, quote=False)
        trying: set[asyncio.Task[None]] = set()
        self._progress.start()
        try:
            while self._broadcasts.is_owned and not self._closing:
                await self._wait_until_sendable()
                next_chat = (
                    await self._broadcasts.take_next_chat(is_sending=bool(trying))
                    if self._lease_seconds_left() > MIN_SECONDS_LEFT
                    else "wait"
                )
                if isinstance(next_chat, int) and next_chat in self._banned():
                    await self._record_outcome(next_chat, "banned")
                elif isinstance(next_chat, int):
                    trying.add(start_task(self._send_to_chat(next_chat, text), name="broadcast to a chat"))
                    await self._pause(self._gap)
                elif next_chat == "wait":
                    await (asyncio.wait(trying) if trying else self._pause(_WAIT_SECONDS))
                elif next_chat in {"done", "stopped"}:
                    await self._progress.show_outcome(broadcast)
                    await self._broadcasts.close_broadcast()
                    return
                else:
                    return
                trying = {task for task in trying if not task.done()}
                while len(trying) >= _CONCURRENT_SENDS:
                    _, trying = await asyncio.wait(trying, return_when=asyncio.FIRST_COMPLETED)
                await self._progress.show_progress(broadcast)
            if trying:
                await asyncio.wait(trying, timeout=_CLOSE_SECONDS)
        finally:
            await cancel_tasks(trying)

    async def _wait_until_sendable(self) -> None:
        """Wait while Telegram asks for it or does not answer, so that no chat is wrongly listed as missed."""
        while (wait := self._paused_until - self._seconds()) > 0:
            await self._pause(wait)
        while self._telegram_down:
            # What is lost while it is asked makes it be asked once more.
            self._telegram_down = False
            await self._telegram_retries.run_until_success(self._gateway.check_alive)

    async def _send_to_chat(self, chat: int, text: str) -> None:
        """Send to one chat, once, and record the outcome."""
        with log_context(chat=chat):
            await self._try_chat(chat, text)

    async def _try_chat(self, chat: int, text: str) -> None:
        new: int | None = None
        try:
            sending = self._gateway.send_text(Scope(chat), text, sending=Sending(Priority.LEISURE))
            await self._lease.run_under_lease(sending)
            outcome = "told"
        except RateLimited as error:
            self._paused_until = max(self._paused_until, self._seconds() + error.seconds)
            outcome = "again"
        except NotSent:
            outcome = "again"
        except ChatMoved as error:
            outcome, new = "moved", error.new_chat
        except ChatUnreachable:
            outcome = "gone"
        except RequestRejected as error:
            log.info("a chat was not told", chat=chat, error=error.message)
            outcome = "refused"
        except (CallFailed, LeaseExpired) as error:
            # It may have been done: nobody can tell, and nobody is told twice.
            log.warning("nobody knows whether a chat was told", chat=chat, error=error)
            self._telegram_down |= isinstance(error, ApiUnreachable)
            outcome = "unknown"
        await self._record_outcome(chat, outcome, new)
        if outcome in {"gone", "moved"}:
            await self._redis_retries.run_until_success(lambda: self._directory.remove_chat(chat))

    async def _record_outcome(self, chat: int, outcome: str, new_chat: int | None = None) -> None:
        await self._redis_retries.run_until_success(lambda: self._broadcasts.record_outcome(chat, outcome, new_chat))
