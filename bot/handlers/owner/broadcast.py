"""``/broadcast``: an owner's message to all chats, previewed, confirmed, and sent slowly by one process.

If that process ends, the next owner of its shard continues (:mod:`bot.store.broadcasts`).
"""

import asyncio
import html
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

from redis.exceptions import RedisError
from telegram import InlineKeyboardMarkup

from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    NotSent,
    RateLimited,
    RequestRejected,
)
from bot.handlers.owner.alerts import OwnerServices
from bot.handlers.owner.restrictions import owner_button
from bot.logs import fresh_context, get_logger, log_context
from bot.store.broadcasts import Audience, Broadcast, Broadcasts, Outcome
from bot.store.keys import Scope
from bot.telegram.replies import Replies
from bot.telegram.requests import OwnerCommand, Tap
from bot.user_input.commands import owner_command_name
from bot.wording.speaker import Speaker
from bot.workers.sending import Priority, Sending
from bot.workers.supervisor import STORE_SECONDS, RetryLoop, cancel_tasks
from engine.errors import Refusal

log = get_logger(__name__)

_CONCURRENT_SENDS: Final = 4  # sends at the same time, so that a group at its rate limit delays no other
_CLOSE_SECONDS: Final = 2.0  # how long sends may continue after shutdown begins
_DEFAULT_RATE: Final = 30.0  # chats a second if the bot has no limits of its own: what Telegram allows
_LIMIT_DIVISOR: Final = 3  # a broadcast takes at most this fraction of the message limit
_PROGRESS_SECONDS: Final = 3.0
_PROGRESS_CELLS: Final = 10
_DRAFT_ID: Final = re.compile(r"[0-9a-f]{8}")
_AUDIENCES: Final[Mapping[Audience, str]] = {
    "groups": "owner-button-groups",
    "people": "owner-button-people",
    "all": "owner-button-all",
}


class Broadcaster:
    """Sends the current broadcast if that is this process's task, and shows the owner its progress."""

    def __init__(
        self,
        services: OwnerServices,
        broadcasts: Broadcasts,
        banned: Callable[[], Collection[int]],
        messages_per_second: int | None,
    ) -> None:
        limit, pause = messages_per_second, services.runtime.pause
        self._broadcasts: Final = broadcasts
        self._directory: Final = services.directory
        self._banned: Final = banned
        self._gateway: Final = services.gateway
        self._speaker_of: Final = services.speaker_of
        self._gap: Final = 1 / (_DEFAULT_RATE if limit is None else max(1.0, limit / _LIMIT_DIVISOR))
        self._pause: Final = pause
        self._seconds: Final = services.runtime.monotonic
        self._redis_retries: Final = RetryLoop("Noting whom a broadcast reached", (RedisError,), longest=STORE_SECONDS)
        self._telegram_retries: Final = RetryLoop("A broadcast", (RateLimited, ApiUnreachable), pause=pause)
        self._task: asyncio.Task[None] | None = None
        self._in_flight = 0
        self._telegram_down = self._closing = False
        self._paused_until = self._next_turn_at = self._shown_at = 0.0

    @property
    def is_sending_here(self) -> bool:
        """Whether this process, not another worker, sends broadcasts."""
        return self._broadcasts.is_sent_here

    def start_if_due(self) -> None:
        """Start or resume the broadcast, unless it is running here."""
        if self.is_sending_here and not self._closing and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run_broadcast(), name="broadcast", context=fresh_context())

    async def close(self) -> None:
        """Finish the current sends within a short time; another process continues."""
        self._closing = True
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=_CLOSE_SECONDS)
            await cancel_tasks((self._task,))

    async def list_recipients(self, audience: Audience) -> list[int]:
        """The chats of an audience."""
        await self._directory.save_records()
        banned = self._banned()
        return [
            chat
            for chat in await self._directory.list_chats()
            if chat not in banned and (audience == "all" or (chat < 0) == (audience == "groups"))
        ]

    async def _run_broadcast(self) -> None:
        try:
            found = await self._broadcasts.load_newest()
            if found is None or found.state == "over":
                return
            if found.state == "gathering":
                await self._broadcasts.add_recipients(await self.list_recipients(found.audience))
            await self._broadcasts.mark_former_sends_unknown()
            self._shown_at = self._seconds()
            await self._send_to_all(found)
            if self.is_sending_here and not self._closing:
                await self._show_outcome(found)
                await self._broadcasts.close_broadcast()
        except RedisError as error:
            log.warning("the broadcast waits for Redis", error=error)
        except CallFailed as error:
            log.warning("the broadcast waits for Telegram", error=error.message)
        except Exception:  # the outermost edge: the next look tries again
            log.exception("the broadcast was broken off")

    async def _send_to_all(self, broadcast: Broadcast) -> None:
        sending = [self._send_to_waiting(broadcast) for _ in range(_CONCURRENT_SENDS)]
        failures = [one for one in await asyncio.gather(*sending, return_exceptions=True) if one is not None]
        if failures:
            raise failures[0]

    async def _send_to_waiting(self, broadcast: Broadcast) -> None:
        text = html.escape(broadcast.text, quote=False)
        while self.is_sending_here and not self._closing:
            await self._wait_until_sendable()
            chat = await self._broadcasts.take_next_chat()
            if chat is None:
                return
            self._in_flight += 1
            try:
                with log_context(chat=chat):
                    await self._send_to_chat(chat, text)
            finally:
                self._in_flight -= 1
            await self._show_progress(broadcast)

    async def _wait_until_sendable(self) -> None:
        """Wait while Telegram limits the bot or does not answer, so as to miss no chat; then for the next send slot."""
        while (wait := self._paused_until - self._seconds()) > 0:
            await self._pause(wait)
        while self._telegram_down:
            # A failure in the call before sets it again.
            self._telegram_down = False
            await self._telegram_retries.run_until_success(self._gateway.check_alive)
        now = self._seconds()
        turn = max(now, self._next_turn_at)
        self._next_turn_at = turn + self._gap
        await self._pause(turn - now)

    async def _send_to_chat(self, chat: int, text: str) -> None:
        """Send to one chat, again only if the message certainly was not sent, and record the outcome."""
        outcome: Outcome = "banned"
        new: int | None = None
        while chat not in self._banned():
            try:
                await self._gateway.send_text(Scope(chat), text, sending=Sending(Priority.LEISURE))
                outcome = "told"
            except (RateLimited, NotSent) as error:
                seconds = error.seconds if isinstance(error, RateLimited) else 0.0
                self._paused_until = max(self._paused_until, self._seconds() + seconds)
                await self._wait_until_sendable()
                continue
            except ChatMoved as error:
                outcome, new = "moved", error.new_chat
            except ChatUnreachable:
                outcome = "gone"
            except RequestRejected as error:
                log.info("a chat was not told", chat=chat, error=error.message)
                outcome = "refused"
            except CallFailed as error:
                # The message may have been sent, and must not be sent twice.
                log.warning("nobody knows whether a chat was told", chat=chat, error=error)
                self._telegram_down |= isinstance(error, ApiUnreachable)
                outcome = "unknown"
            break
        await self._redis_retries.run_until_success(lambda: self._broadcasts.record_outcome(chat, outcome, new))
        if outcome in {"gone", "moved"}:
            await self._redis_retries.run_until_success(lambda: self._directory.remove_chat(chat))

    async def _show_progress(self, broadcast: Broadcast) -> None:
        if self._seconds() - self._shown_at < _PROGRESS_SECONDS:
            return
        self._shown_at = self._seconds()
        speaker = await self._speaker_of(broadcast.owner)
        progress = await self._broadcasts.load_progress(self._in_flight)
        text = speaker.html(
            "owner-broadcast-goes",
            bar=progress_bar(progress.delivered + progress.failed, progress.total),
            done=progress.delivered + progress.failed,
            total=progress.total,
            missed=progress.failed,
        )
        await self._edit_progress(broadcast, text, _stop_keyboard(speaker, broadcast.id))

    async def _show_outcome(self, broadcast: Broadcast) -> None:
        speaker = await self._speaker_of(broadcast.owner)
        progress, missed = await self._broadcasts.load_progress(), await self._broadcasts.list_failed_chats()
        text = speaker.html(
            "owner-broadcast-stopped" if progress.remaining else "owner-broadcast-over",
            told=progress.delivered,
            total=progress.total,
            missed=len(missed),
        )
        log.info(
            "a broadcast is over",
            broadcast=broadcast.id,
            owner=broadcast.owner,
            told=progress.delivered,
            total=progress.total,
        )
        await self._edit_progress(broadcast, text, None)
        if missed:
            name = f"broadcast-{broadcast.id}.txt"
            file = "".join(f"{chat}\t{speaker.plain(f'owner-missed-{reason}')}\n" for chat, reason in missed).encode()
            try:
                caption, sending = speaker.html("owner-broadcast-missed"), Sending(Priority.LOOK_UP)
                await self._gateway.send_document(Scope(broadcast.owner), file, name, caption, sending=sending)
            except (ChatUnreachable, RequestRejected) as error:
                log.warning(
                    "an owner cannot be sent whom a broadcast did not reach", owner=broadcast.owner, error=error.message
                )

    async def _edit_progress(self, broadcast: Broadcast, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        try:
            owner, message = broadcast.owner, broadcast.status_message
            await self._gateway.edits.edit_text(owner, message, text, keyboard, sending=Sending(Priority.LOOK_UP))
        except CallFailed as error:
            log.info("how far the broadcast is cannot be shown", error=error.message)


class BroadcastHandlers:
    """Handles ``/broadcast`` and its buttons."""

    def __init__(self, broadcasts: Broadcasts, broadcaster: Broadcaster, replies: Replies) -> None:
        self._broadcasts: Final = broadcasts
        self._broadcaster: Final = broadcaster
        self._replies: Final = replies

    async def draft_broadcast(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Preview the text after the command, and ask which chats shall get it."""
        if not request.text:
            command = f"/{owner_command_name('broadcast', speaker.language)}"
            await self._replies.reply_html(request, speaker.html("owner-broadcast-how", command=command))
            return
        found = await self._broadcasts.load_newest()
        if found is not None and found.state != "over":
            await self._replies.reply_html(request, speaker.html("owner-broadcast-busy"))
            return
        mark = await self._broadcasts.save_draft(request.sender.user, request.raw_text)
        chats = await self._broadcaster.list_recipients("all")
        groups = sum(chat < 0 for chat in chats)
        counts = {"groups": groups, "people": len(chats) - groups, "all": len(chats)}
        rows = [
            [owner_button(speaker.plain(_AUDIENCES[whom], count=counts[whom]), "send", mark, whom)]
            for whom in _AUDIENCES
            if counts[whom]
        ]
        rows.append([owner_button(speaker.plain("owner-button-drop"), "drop", mark)])
        await self._replies.reply_html(request, html.escape(request.raw_text, quote=False))
        await self._replies.reply_html(request, speaker.html("owner-broadcast-ask"), InlineKeyboardMarkup(rows))

    async def start_broadcast(self, tap: Tap, speaker: Speaker, draft_id: str, audience: str) -> None:
        """Start sending the draft."""
        whom = next((one for one in _AUDIENCES if one == audience), None)
        if whom is None or not _DRAFT_ID.fullmatch(draft_id):
            raise Refusal("stale_button")
        match await self._broadcasts.start_broadcast(draft_id, whom, tap.sender.user, tap.message):
            case "begun":
                log.info("an owner began a broadcast", owner=tap.sender.user, broadcast=draft_id, audience=audience)
                await self._replies.tapped_message.replace_with_html(
                    tap,
                    speaker.html("owner-broadcast-begins", bar=progress_bar(0, 1)),
                    _stop_keyboard(speaker, draft_id),
                )
                self._broadcaster.start_if_due()
            case "busy":
                await self._resume_or_explain(tap, draft_id, speaker.html("owner-broadcast-busy"))
            case "stale":
                await self._resume_or_explain(tap, draft_id, speaker.html("owner-broadcast-stale"))

    async def _resume_or_explain(self, tap: Tap, draft_id: str, explanation: str) -> None:
        found = await self._broadcasts.load_newest()
        if found is not None and found.id == draft_id:
            await self._replies.acknowledge_tap(tap)
            self._broadcaster.start_if_due()
            return
        await self._replies.tapped_message.replace_with_html(tap, explanation, None)

    async def drop_draft(self, tap: Tap, speaker: Speaker, draft_id: str) -> None:
        """Drop the draft, unless its broadcast has started or a newer draft exists."""
        if await self._broadcasts.discard_draft(draft_id, tap.sender.user):
            await self._replies.tapped_message.replace_with_html(tap, speaker.html("owner-broadcast-dropped"), None)
            return
        await self._resume_or_explain(tap, draft_id, speaker.html("owner-broadcast-stale"))

    async def stop_broadcast(self, tap: Tap, speaker: Speaker, draft_id: str) -> None:
        """Stop the broadcast."""
        if await self._broadcasts.stop_broadcast(draft_id):
            log.info("an owner stopped a broadcast", owner=tap.sender.user, broadcast=draft_id)
            await self._replies.show_toast(tap, speaker.language, "owner-broadcast-stops")
            self._broadcaster.start_if_due()
        else:
            await self._replies.show_toast(tap, speaker.language, "owner-broadcast-stale")


def progress_bar(done: int, total: int) -> str:
    """A progress bar of ten cells."""
    full = _PROGRESS_CELLS if not total else done * _PROGRESS_CELLS // total
    return "▓" * full + "░" * (_PROGRESS_CELLS - full)


def _stop_keyboard(speaker: Speaker, broadcast: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[owner_button(speaker.plain("owner-button-stop"), "stop", broadcast)]])
