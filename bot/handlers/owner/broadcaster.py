"""Sends a broadcast to all chats, slowly, from the one process that owns its shard, and shows its owner the progress.

If that process dies, the shard's next owner goes on; see :mod:`bot.store.broadcasts`.
"""

import asyncio
import html
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from time import monotonic
from typing import Final

from redis.exceptions import RedisError
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    NotSent,
    RateLimited,
    RequestRejected,
)
from bot.store.broadcasts import Audience, Broadcast, Broadcasts
from bot.store.chat_directory import ChatDirectory
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import encode_button_data
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.lease import MIN_SECONDS_LEFT, Lease, LeaseExpired
from bot.workers.retry_policy import STORE_SECONDS, RetryLoop
from bot.workers.sending import Priority, Sending
from bot.workers.shutdown import cancel_tasks

log = logging.getLogger(__name__)


_CONCURRENT_SENDS: Final = 4
"""Chats that are sent to at the same time, so that a group at its limit delays no others."""


_PROGRESS_SECONDS: Final = 3.0
"""Seconds between updates of the progress."""


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
        locales: the languages of owners.
        texts: the wording.
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
        locales: PrivateLocales,
        texts: Texts,
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
        self._locales: Final = locales
        self._texts: Final = texts
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
        self._progress_shown_at = 0.0

    def start_if_due(self) -> None:
        """Start or resume the broadcast, unless it is under way here."""
        if self._broadcasts.epoch is not None and not self._closing and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run_broadcast(), name="broadcast")

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
            log.warning("the broadcast waits for Redis: %s", error)
        except CallFailed as error:
            log.warning("the broadcast waits for Telegram: %s", error.message)
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
        self._progress_shown_at = self._seconds()
        try:
            while (epoch := self._broadcasts.epoch) is not None and not self._closing:
                await self._wait_until_sendable()
                said = (
                    await self._broadcasts.take_next_chat(epoch)
                    if self._lease_seconds_left() > MIN_SECONDS_LEFT
                    else "wait"
                )
                if isinstance(said, int) and said in self._banned():
                    await self._record_outcome(said, "banned")
                elif isinstance(said, int):
                    trying.add(asyncio.create_task(self._send_to_chat(said, text)))
                    await self._pause(self._gap)
                elif said == "wait":
                    await self._wait_for_recipients(trying, epoch)
                elif said in {"done", "stopped"}:
                    await self._finish_broadcast(broadcast)
                    return
                else:
                    return
                trying = {task for task in trying if not task.done()}
                while len(trying) >= _CONCURRENT_SENDS:
                    _, trying = await asyncio.wait(trying, return_when=asyncio.FIRST_COMPLETED)
                await self._show_progress(broadcast)
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

    async def _wait_for_recipients(self, trying: Collection[asyncio.Task[None]], epoch: str) -> None:
        if trying:
            await asyncio.wait(trying)
        elif self._lease_seconds_left() > MIN_SECONDS_LEFT:
            await self._broadcasts.abandon_in_flight(epoch)
        else:
            await self._pause(_WAIT_SECONDS)

    async def _send_to_chat(self, chat: int, text: str) -> None:
        """Send to one chat, once, and record the outcome."""
        new: int | None = None
        try:
            await self._lease.run_under_lease(self._send_text(chat, text))
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
            log.info("chat %s was not told: %s", chat, error.message)
            outcome = "refused"
        except (CallFailed, LeaseExpired) as error:
            # It may have been done: nobody can tell, and nobody is told twice.
            log.warning("nobody knows whether chat %s was told: %s", chat, error)
            self._telegram_down |= isinstance(error, ApiUnreachable)
            outcome = "unknown"
        await self._record_outcome(chat, outcome, new)
        if outcome in {"gone", "moved"}:
            await self._redis_retries.run_until_success(lambda: self._directory.remove_chat(chat))

    async def _record_outcome(self, chat: int, outcome: str, new_chat: int | None = None) -> None:
        await self._redis_retries.run_until_success(lambda: self._broadcasts.record_outcome(chat, outcome, new_chat))

    async def _send_text(self, chat: int, text: str) -> None:
        await self._gateway.send_text(Scope(chat), text, sending=Sending(Priority.LEISURE))

    async def _show_progress(self, broadcast: Broadcast) -> None:
        """Show the progress now and then."""
        if self._seconds() - self._progress_shown_at < _PROGRESS_SECONDS:
            return
        self._progress_shown_at = self._seconds()
        speaker = await self._owner_speaker(broadcast.owner)
        progress = await self._broadcasts.load_progress()
        stop = InlineKeyboardButton(
            speaker.plain("desk-button-stop"), callback_data=encode_button_data("desk", "", "stop", broadcast.id)
        )
        text = speaker.html(
            "desk-broadcast-goes",
            bar=progress_bar(progress.delivered + progress.failed, progress.total),
            done=progress.delivered + progress.failed,
            total=progress.total,
            missed=progress.failed,
        )
        await self._edit_progress(broadcast, text, InlineKeyboardMarkup([[stop]]))

    async def _finish_broadcast(self, broadcast: Broadcast) -> None:
        """Tell the owner the outcome, and allow the next broadcast."""
        speaker = await self._owner_speaker(broadcast.owner)
        progress, missed = await self._broadcasts.load_progress(), await self._broadcasts.list_failed_chats()
        text = speaker.html(
            "desk-broadcast-stopped" if progress.remaining else "desk-broadcast-over",
            told=progress.delivered,
            total=progress.total,
            missed=len(missed),
        )
        log.info(
            "broadcast %s of owner %s is over: %d of %d chats told",
            broadcast.id,
            broadcast.owner,
            progress.delivered,
            progress.total,
        )
        await self._edit_progress(broadcast, text, None)
        if missed:
            name, file = f"broadcast-{broadcast.id}.txt", missed_chats_file(missed, speaker)
            try:
                caption, sending = speaker.html("desk-broadcast-missed"), Sending(Priority.LOOK)
                await self._gateway.send_document(Scope(broadcast.owner), file, name, caption, sending=sending)
            except (ChatUnreachable, RequestRejected) as error:
                log.warning("owner %s cannot be sent whom it did not reach: %s", broadcast.owner, error.message)
        await self._broadcasts.close_broadcast()

    async def _owner_speaker(self, owner: int) -> Speaker:
        return Speaker(self._texts, await self._locales.locale_of_user(owner))

    async def _edit_progress(self, broadcast: Broadcast, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        try:
            owner, message = broadcast.owner, broadcast.status_message
            await self._gateway.edits.edit_text(owner, message, text, keyboard, sending=Sending(Priority.LOOK))
        except CallFailed as error:
            log.info("how far the broadcast is cannot be shown: %s", error.message)


_PROGRESS_CELLS: Final = 10


def progress_bar(done: int, total: int) -> str:
    """A progress bar of ten cells."""
    full = _PROGRESS_CELLS if not total else done * _PROGRESS_CELLS // total
    return "▓" * full + "░" * (_PROGRESS_CELLS - full)


def missed_chats_file(missed: Iterable[tuple[int, str]], speaker: Speaker) -> bytes:
    """The missed chats and the reasons, a line each, in UTF-8."""
    return "".join(f"{chat}\t{speaker.plain(f'desk-missed-{reason}')}\n" for chat, reason in missed).encode()
