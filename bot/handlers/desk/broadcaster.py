"""Tells all chats one thing: by the process that owns the desk's shard, at leisure, showing its owner how far it is.

Where that process dies, the next owner of the shard goes on; see :mod:`bot.store.broadcasts`.
"""

import asyncio
import html
import logging
from collections.abc import Awaitable, Callable, Collection
from time import monotonic
from typing import Final

from redis.exceptions import RedisError
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.handlers.desk.words import bar, missed_file
from bot.outcomes import Gone, Moved, Refused, TooFast, Undone, Unreachable, Unsaid
from bot.store.acquaintances import Acquaintances
from bot.store.broadcasts import Broadcast, Broadcasts, Whom
from bot.store.keys import Scope
from bot.telegram.buttons import data
from bot.telegram.gateway import Gateway
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.lanes import end
from bot.workers.lease import LEAST_SECONDS, Lease, LeaseOver
from bot.workers.patience import STORE_SECONDS, Patience
from bot.workers.urgency import Urgency, urgent

log = logging.getLogger(__name__)

_TOGETHER: Final = 4
"""Chats that are tried at the same time: a group at its limits does not keep all others waiting."""
_SHOWN_SECONDS: Final = 3.0
"""How often it is shown how far it is."""
_WAIT_SECONDS: Final = 0.1
_CLOSE_SECONDS: Final = 2.0
"""How long what was begun may take once the process ends, or another has the shard."""
_NO_RATE: Final = 30.0
"""Chats a second where there are no limits of our own: Telegram's."""
_SHARE: Final = 3
"""The part of the limit of all that it takes at most is one in so many."""


class Broadcaster:
    """Sees to the broadcast that lasts, where that is this process's to do.

    Args:
        broadcasts: keeps it.
        acquaintances: the chats that there are.
        banned: who is not told.
        gateway: sends.
        tongues: the languages of owners.
        texts: the wording.
        lease: while which nobody else does it.
        left: for how many seconds that is so yet.
        limit: messages a second in all; ``None`` for none.
        pause: waits that many seconds.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        *,
        broadcasts: Broadcasts,
        acquaintances: Acquaintances,
        banned: Callable[[], Collection[int]],
        gateway: Gateway,
        tongues: Tongues,
        texts: Texts,
        lease: Lease,
        left: Callable[[], float],
        limit: int | None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._broadcasts: Final = broadcasts
        self._acquaintances: Final = acquaintances
        self._banned: Final = banned
        self._gateway: Final = gateway
        self._tongues: Final = tongues
        self._texts: Final = texts
        self._lease: Final = lease
        self._left: Final = left
        self._gap: Final = 1 / (_NO_RATE if limit is None else max(1.0, limit / _SHARE))
        self._pause: Final = pause
        self._seconds: Final = seconds
        self._store: Final = Patience("Noting whom a broadcast reached", (RedisError,), longest=STORE_SECONDS)
        self._alive: Final = Patience("A broadcast", (TooFast, Unreachable), pause=pause)
        self._task: asyncio.Task[None] | None = None
        self._ailing = False
        self._hold = 0.0
        self._closing = False
        self._shown = 0.0

    def look(self) -> None:
        """Begin or go on, unless it is under way here."""
        if self._broadcasts.epoch is not None and not self._closing and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work(), name="broadcast")

    async def close(self) -> None:
        """Finish what was begun, as far as that takes no time to speak of; the next process goes on."""
        self._closing = True
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=_CLOSE_SECONDS)
            await end((self._task,))

    async def _work(self) -> None:
        try:
            found = await self._broadcasts.now()
            if found is None or found.state == "over":
                return
            if found.state == "gathering":
                await self._broadcasts.gathered(await self.audience(found.whom))
            await self._spread(found)
        except RedisError as error:
            log.warning("the broadcast waits for Redis: %s", error)
        except Undone as error:
            log.warning("the broadcast waits for Telegram: %s", error.message)
        except Exception:  # the outermost edge: it is taken up again at the next look
            log.exception("the broadcast was broken off")

    async def audience(self, whom: Whom) -> list[int]:
        """The chats that are told."""
        await self._acquaintances.write()
        banned = self._banned()
        return [
            chat
            for chat in await self._acquaintances.chats()
            if chat not in banned and (whom == "all" or (chat < 0) == (whom == "groups"))
        ]

    async def _spread(self, broadcast: Broadcast) -> None:
        """Tell chat after chat, until all are told or another process has the shard."""
        text = html.escape(broadcast.text, quote=False)
        trying: set[asyncio.Task[None]] = set()
        self._shown = self._seconds()
        try:
            while (epoch := self._broadcasts.epoch) is not None and not self._closing:
                await self._ready()
                said = await self._broadcasts.take(epoch) if self._left() > LEAST_SECONDS else "wait"
                if isinstance(said, int) and said in self._banned():
                    await self._note(said, "banned")
                elif isinstance(said, int):
                    trying.add(asyncio.create_task(self._tell(said, text)))
                    await self._pause(self._gap)
                elif said == "wait":
                    await self._wait(trying, epoch)
                elif said in {"done", "stopped"}:
                    await self._finish(broadcast)
                    return
                else:
                    return
                trying = {task for task in trying if not task.done()}
                while len(trying) >= _TOGETHER:
                    _, trying = await asyncio.wait(trying, return_when=asyncio.FIRST_COMPLETED)
                await self._show(broadcast)
            if trying:
                await asyncio.wait(trying, timeout=_CLOSE_SECONDS)
        finally:
            await end(trying)

    async def _ready(self) -> None:
        """Wait while Telegram wants it so, or does not answer: else every chat would be listed as unknown."""
        while (wait := self._hold - self._seconds()) > 0:
            await self._pause(wait)
        while self._ailing:
            # What is lost while it is asked makes it be asked once more.
            self._ailing = False
            await self._alive.until_done(self._gateway.alive)

    async def _wait(self, trying: Collection[asyncio.Task[None]], epoch: str) -> None:
        if trying:
            await asyncio.wait(trying)
        elif self._left() > LEAST_SECONDS:
            await self._broadcasts.give_up(epoch)
        else:
            await self._pause(_WAIT_SECONDS)

    async def _tell(self, chat: int, text: str) -> None:
        """Tell one chat, once, and note what became of it."""
        new: int | None = None
        try:
            with urgent(Urgency.LEISURE):
                await self._lease.keeping(self._send(chat, text))
            outcome = "told"
        except TooFast as error:
            self._hold = max(self._hold, self._seconds() + error.seconds)
            outcome = "again"
        except Unsaid:
            outcome = "again"
        except Moved as error:
            outcome, new = "moved", error.chat
        except Gone:
            outcome = "gone"
        except Refused as error:
            log.info("chat %s was not told: %s", chat, error.message)
            outcome = "refused"
        except (Undone, LeaseOver) as error:
            # It may have been done: nobody can tell, and nobody is told twice.
            log.warning("nobody knows whether chat %s was told: %s", chat, error)
            self._ailing |= isinstance(error, Unreachable)
            outcome = "unknown"
        await self._note(chat, outcome, new)
        if outcome in {"gone", "moved"}:
            await self._store.until_done(lambda: self._acquaintances.forget(chat))

    async def _note(self, chat: int, outcome: str, new: int | None = None) -> None:
        await self._store.until_done(lambda: self._broadcasts.tell(chat, outcome, new))

    async def _send(self, chat: int, text: str) -> None:
        await self._gateway.text(Scope(chat), text)

    async def _show(self, broadcast: Broadcast) -> None:
        """Show how far it is, now and then."""
        if self._seconds() - self._shown < _SHOWN_SECONDS:
            return
        self._shown = self._seconds()
        voice = await self._voice(broadcast.by)
        progress = await self._broadcasts.progress()
        stop = InlineKeyboardButton(
            voice.plain("desk-button-stop"), callback_data=data("desk", "", "stop", broadcast.id)
        )
        text = voice.html(
            "desk-broadcast-goes",
            bar=bar(progress.told + progress.missed, progress.total),
            done=progress.told + progress.missed,
            total=progress.total,
            missed=progress.missed,
        )
        await self._edit(broadcast, text, InlineKeyboardMarkup([[stop]]))

    async def _finish(self, broadcast: Broadcast) -> None:
        """Tell the owner what came of it, and let the next begin."""
        voice = await self._voice(broadcast.by)
        progress, missed = await self._broadcasts.progress(), await self._broadcasts.missed()
        text = voice.html(
            "desk-broadcast-stopped" if progress.left else "desk-broadcast-over",
            told=progress.told,
            total=progress.total,
            missed=len(missed),
        )
        log.info(
            "broadcast %s of owner %s is over: %d of %d chats told",
            broadcast.id,
            broadcast.by,
            progress.told,
            progress.total,
        )
        await self._edit(broadcast, text, None)
        if missed:
            name, file = f"broadcast-{broadcast.id}.txt", missed_file(missed, voice)
            try:
                with urgent(Urgency.LOOK):
                    await self._gateway.document(Scope(broadcast.by), file, name, voice.html("desk-broadcast-missed"))
            except (Gone, Refused) as error:
                log.warning("owner %s cannot be sent whom it did not reach: %s", broadcast.by, error.message)
        await self._broadcasts.close()

    async def _voice(self, owner: int) -> Speaker:
        return Speaker(self._texts, await self._tongues.of(owner))

    async def _edit(self, broadcast: Broadcast, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        try:
            with urgent(Urgency.LOOK):
                await self._gateway.edit_text(broadcast.by, broadcast.message, text, keyboard)
        except Undone as error:
            log.info("how far the broadcast is cannot be shown: %s", error.message)
