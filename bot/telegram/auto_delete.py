"""Auto-delete: deletes messages when their time is up, even if the process that sent them has ended.

Redis keeps what to delete and when, beside the deadlines of the chat's shard; the shard's owner deletes it. Which
message answers whom is a hint that only this process has: a message that it forgets stays until its time is up.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.call_errors import CallFailed, ChatMoved, ChatUnreachable, RequestRejected
from bot.logs import get_logger, log_context
from bot.runtime import wait_or_stop
from bot.store.schedule import AutoDeleteSchedule
from bot.telegram.ephemeral import EphemeralMessage
from bot.telegram.gateway import Gateway
from bot.workers.recent import NewestDict
from bot.workers.supervisor import STORE_SECONDS, Backoff, RetryLoop

log = get_logger(__name__)

REPLY_SECONDS: Final = 60.0
"""How long what was said to one person stays in a group, a refusal too, whether all see it or that person alone.

A tap is answered by an alert, which leaves no message.
"""
_POLL_SECONDS: Final = 1.0
_BATCH: Final = 64
_MOST_PEOPLE: Final = 4096
_MOST_REPLIES_EACH: Final = 8


class AutoDelete:
    """Deletes messages later; one instance a process, any number of processes.

    Args:
        clock: gives the instant, in UTC.
        until_next_poll: waits that many seconds, or until the event is set.
    """

    def __init__(
        self,
        gateway: Gateway,
        schedule: AutoDeleteSchedule,
        clock: Callable[[], datetime],
        until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop,
    ) -> None:
        self._gateway: Final = gateway
        self._schedule: Final = schedule
        self._clock: Final = clock
        self._until_next_poll: Final = until_next_poll
        self._retry_policy: Final = RetryLoop("Noting what is to be deleted", (RedisError,), longest=STORE_SECONDS)
        self._retries: Final[Backoff[bytes]] = Backoff()
        self._replies_by_user: Final[NewestDict[tuple[int, int], list[tuple[int, bytes]]]] = NewestDict(_MOST_PEOPLE)
        """The numbers of replies and the schedule's entries of them, by chat and reader."""
        self.newest_reply = 0
        """The number of the newest reply of all."""

    async def delete_later(
        self,
        chat: int,
        message: int,
        seconds: float = 0.0,
        until_done_by: int | None = None,
        *,
        ephemeral_reader: int | None = None,
    ) -> None:
        """Have a message deleted after some seconds; another call for the same message puts it off.

        Args:
            chat: the message's chat.
            message: its number.
            seconds: how long it stays.
            until_done_by: the user whom it answers: their next success ends it sooner (:meth:`delete_replies_to`).
            ephemeral_reader: the one member who sees it, if it is ephemeral; the number is then one of that member's.
        """
        text = f"{chat} {message}" if ephemeral_reader is None else f"{chat} {message} {ephemeral_reader}"
        entry = text.encode()
        await self._schedule_entry(chat, entry, seconds)
        if until_done_by is not None:
            self.newest_reply += 1
            replies = self._replies_by_user.pop((chat, until_done_by), [])
            self._replies_by_user[chat, until_done_by] = [
                *replies[1 - _MOST_REPLIES_EACH :],
                (self.newest_reply, entry),
            ]

    async def delete_replies_to(self, chat: int, user: int, up_to: int) -> None:
        """Delete the replies to somebody in a chat now: they have done what they wanted to.

        Args:
            chat: the chat.
            user: who has done something.
            up_to: the number of the newest reply before they did it: what it was answered with stays.
        """
        replies = self._replies_by_user.pop((chat, user), [])
        if newer := [reply for reply in replies if reply[0] > up_to]:
            self._replies_by_user[chat, user] = newer
        for number, entry in replies:
            if number <= up_to:
                await self._schedule_entry(chat, entry, 0.0)

    async def run(self, stop: asyncio.Event) -> None:
        """Delete what is due until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.delete_due()
            except RedisError as error:
                log.warning("messages to be deleted wait for Redis", error=error)
            await self._until_next_poll(stop, _POLL_SECONDS)

    async def delete_due(self) -> int:
        """Delete the messages that are due now; the number of them."""
        entries = await self._schedule.claim_due_entries(self._clock().timestamp(), _BATCH)
        await asyncio.gather(*map(self._delete_entry, entries))
        return len(entries)

    async def _schedule_entry(self, chat: int, entry: bytes, seconds: float) -> None:
        due = self._clock().timestamp() + seconds
        await self._retry_policy.run_until_success(partial(self._schedule.schedule_entry, chat, entry, due))

    async def _delete_entry(self, entry: bytes) -> None:
        try:
            chat, message, *readers = map(int, entry.split())
        except ValueError:
            log.error("what is to be deleted cannot be read and is dropped")  # noqa: TRY400 - it says nothing more
            await self._schedule.unschedule_everywhere(entry)
        else:
            with log_context(chat=chat):
                await self._delete_message(entry, chat, message, readers)

    async def _delete_message(self, entry: bytes, chat: int, message: int, readers: Sequence[int]) -> None:
        try:
            if readers:
                await self._gateway.ephemeral.delete(EphemeralMessage(chat, readers[0], message))
            else:
                await self._gateway.edits.delete_message(chat, message)
        except (ChatUnreachable, RequestRejected, ChatMoved) as error:
            log.info("a message stays", chat=chat, error=error.message)
        except CallFailed as error:
            due = self._clock().timestamp() + self._retries.count_failure(entry, error)
            await self._schedule.schedule_entry(chat, entry, due)
            return
        self._retries.clear_failures(entry)
        await self._schedule.unschedule_entry(chat, entry)
