"""Works off who asked to be forgotten: gives seats up, goes over everything until nothing is left, and tells them.

Whoever owns the bot owners' shard does it, and goes on with what another left; each worker gives up the seats in its
own shards. A pass is repeated until it finds nothing, some seconds after the last that did, so that what was on its
way is met, too.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from msgspec import structs
from redis.exceptions import RedisError

from bot.call_errors import CallFailed
from bot.logs.logger import get_logger
from bot.runtime import wait_or_stop
from bot.store.forgetting import ForgettingNote, ForgettingNotes, ForgottenList, UnreadableForgottenList
from bot.store.scope import Scope
from bot.tables.forgetting.eraser import Eraser
from bot.tables.forgetting.leave_tables import TableLeaver
from bot.telegram.api.gateway import Gateway
from bot.texts import Texts
from engine.forget_player import is_forgotten

log = get_logger(__name__)

_LOOK_SECONDS: Final = 2.0
SETTLE_SECONDS: Final = 15.0
"""For how long nothing must have been found: longer than a worker keeps what it heard before it writes that."""
_ARRIVAL_SECONDS: Final = 300.0
"""After how long what is still on its way, such as a notice to a chat that cannot be reached, is rewritten."""


class Forgetter:
    """The loop.

    Args:
        drop_unsaved: forgets what this process heard of somebody and has not written.
        clear_disk: has deleted data leave the disk.
        now: Unix seconds.
        seconds: a clock that only goes forward.
        settle_seconds: for how long nothing must have been found; see :data:`SETTLE_SECONDS`.
        until_next_poll: waits that many seconds, or until shutdown.
    """

    def __init__(
        self,
        *,
        notes: ForgettingNotes,
        forgotten: ForgottenList,
        eraser: Eraser,
        leaver: TableLeaver,
        drop_unsaved: Callable[[int], None],
        clear_disk: Callable[[], Awaitable[None]],
        gateway: Gateway,
        texts: Texts,
        now: Callable[[], float],
        seconds: Callable[[], float] = monotonic,
        settle_seconds: float = SETTLE_SECONDS,
        until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop,
    ) -> None:
        self._notes: Final = notes
        self._forgotten: Final = forgotten
        self._eraser: Final = eraser
        self._leaver: Final = leaver
        self._drop_unsaved: Final = drop_unsaved
        self._clear_disk: Final = clear_disk
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._now: Final = now
        self._seconds: Final = seconds
        self._settle_seconds: Final = settle_seconds
        self._until_next_poll: Final = until_next_poll
        self._begun: Final[dict[int, float]] = {}
        self._found_at: Final[dict[int, float]] = {}
        """When a pass last found something of somebody."""

    async def run(self, stop: asyncio.Event) -> None:
        """Look for notes until shutdown."""
        merged = False
        while not stop.is_set():
            try:
                if not merged:
                    await self._forgotten.merge_file()
                    merged = True
                await self.look_once()
            except (RedisError, OSError, UnreadableForgottenList) as error:
                log.warning("who asked to be forgotten waits", error=error)
            except Exception:  # the outermost edge: it is taken up again at the next look
                log.exception("forgetting somebody was broken off")
            await self._until_next_poll(stop, _LOOK_SECONDS)

    async def look_once(self) -> None:
        """Take one step for everybody who asked.

        Raises:
            redis.exceptions.RedisError, OSError: what was done stays so.
        """
        for note in await self._notes.load_all():
            if note.waits:
                # It begins with somebody whose games are over.
                if self._notes.is_owned and not await self._leaver.has_running_game(note.user):
                    await self._notes.save(structs.replace(note, waits=False))
                continue
            self._drop_unsaved(note.user)
            has_left = await self._leaver.leave_all(note)
            if not self._notes.is_owned:
                continue
            if not is_forgotten(note.user):
                await self._erase(note)
            elif has_left:
                # A seat that a restored backup brought back, of somebody who had been forgotten.
                await self._notes.drop(note.user)

    async def _erase(self, note: ForgettingNote) -> None:
        now = self._seconds()
        begun = self._begun.setdefault(note.user, now)
        findings = await self._eraser.erase_once(note, is_patient=now - begun < _ARRIVAL_SECONDS)
        if not findings.is_clean:
            self._found_at[note.user] = self._seconds()
            return
        if self._seconds() - self._found_at.get(note.user, begun) >= self._settle_seconds:
            await self._finish(note)

    async def _finish(self, note: ForgettingNote) -> None:
        """Note that somebody is forgotten, tell them, and let what was deleted leave the disk."""
        await self._forgotten.add_user(note.user, int(self._now()))
        try:
            await self._gateway.send_text(Scope(note.user), self._texts.html(note.language, "forget-done"))
        except CallFailed as error:
            log.info("somebody was not told that they are forgotten", error=error.message)
        await self._notes.drop(note.user)
        self._begun.pop(note.user, None)
        self._found_at.pop(note.user, None)
        await self._clear_disk()
        log.info("somebody who asked for it is forgotten")
