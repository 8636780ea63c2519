"""Messages that do not stay: each is deleted at its instant, whoever sent it and whatever ends meanwhile.

What is to be deleted when is in Redis, beside the deadlines of the chat's shard, whose owner deletes it. Which of them
answer whom is remembered by the process only, as a hint: what it forgets goes when its time is up.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.outcomes import Gone, Moved, Refused, Undone
from bot.store.fades import OpenFades
from bot.surroundings import until_stopped
from bot.telegram.addressed import Ephemeral
from bot.telegram.gateway import Gateway
from bot.workers.patience import STORE_SECONDS, Patience, Retries
from bot.workers.urgency import Urgency, urgent

log = logging.getLogger(__name__)

SECONDS: Final = 60.0
"""How long a group sees what was said to one person."""
_EVERY_SECONDS: Final = 1.0
_BATCH: Final = 64
_MOST_PEOPLE: Final = 4096
_MOST_EACH: Final = 8


class Fading:
    """Has messages deleted; one instance a process, any number of processes.

    Args:
        gateway: deletes.
        fades: keeps what is to be deleted.
        clock: the instant, in UTC.
        until_next_look: waits that many seconds, or until told to stop.
    """

    def __init__(
        self,
        gateway: Gateway,
        fades: OpenFades,
        clock: Callable[[], datetime],
        until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
    ) -> None:
        self._gateway: Final = gateway
        self._fades: Final = fades
        self._clock: Final = clock
        self._until_next_look: Final = until_next_look
        self._patience: Final = Patience("Noting what is to be deleted", (RedisError,), longest=STORE_SECONDS)
        self._retries: Final[Retries[bytes]] = Retries()
        self._answered: Final[dict[tuple[int, int], list[bytes]]] = {}
        """What was said to whom, of the newest few thousand people."""

    async def fade(
        self, chat: int, message: int, seconds: float = 0.0, user: int | None = None, *, reader: int | None = None
    ) -> None:
        """Have a message deleted after so many seconds; again puts it off.

        Args:
            chat: where it is.
            message: its number.
            seconds: how long it stays.
            user: whom it answers: what they do next with success ends it sooner (:meth:`done_well`).
            reader: the one member of the group who sees it, where it is such a message: then the number is theirs.
        """
        entry = _entry(chat, message, reader)
        await self._put(chat, entry, seconds)
        if user is not None:
            said = self._answered.pop((chat, user), [])
            self._answered[chat, user] = [*said[1 - _MOST_EACH :], entry]
            if len(self._answered) > _MOST_PEOPLE:
                del self._answered[next(iter(self._answered))]

    async def done_well(self, chat: int, user: int) -> None:
        """What somebody was answered in a chat need not stay: they have done by now what they wanted to."""
        for entry in self._answered.pop((chat, user), ()):
            await self._put(chat, entry, 0.0)

    async def run(self, stop: asyncio.Event) -> None:
        """Delete what is due until told to stop."""
        while not stop.is_set():
            try:
                await self.delete_due()
            except RedisError as error:
                log.warning("messages to be deleted wait for Redis: %s", error)
            await self._until_next_look(stop, _EVERY_SECONDS)

    async def delete_due(self) -> int:
        """Delete what is due now; how many messages that were."""
        entries = await self._fades.due(self._clock().timestamp(), _BATCH)
        with urgent(Urgency.PLAY):
            await asyncio.gather(*map(self._delete, entries))
        return len(entries)

    async def _put(self, chat: int, entry: bytes, seconds: float) -> None:
        due = self._clock().timestamp() + seconds
        await self._patience.until_done(partial(self._fades.put, chat, entry, due))

    async def _delete(self, entry: bytes) -> None:
        try:
            chat, message, *readers = map(int, entry.split())
        except ValueError:
            log.error("what is to be deleted cannot be read and is dropped")  # noqa: TRY400 - it says nothing more
            await self._fades.drop(entry)
            return
        try:
            if readers:
                await self._gateway.ephemeral.delete(Ephemeral(chat, readers[0], message))
            else:
                await self._gateway.delete(chat, message)
        except (Gone, Refused, Moved) as error:
            log.info("a message in chat %s stays: %s", chat, error.message)
        except Undone as error:
            due = self._clock().timestamp() + self._retries.failed(entry, error)
            await self._fades.put(chat, entry, due)
            return
        self._retries.over(entry)
        await self._fades.done(chat, entry)


def _entry(chat: int, message: int, reader: int | None) -> bytes:
    return (f"{chat} {message}" if reader is None else f"{chat} {message} {reader}").encode()
