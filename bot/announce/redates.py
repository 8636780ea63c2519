"""Boards that say until when there is time, after an absence in which no clock ran: they say the later instant.

Told in words it is with the next turn (`bot.wording.clocks.stood_still`); who looks at the board before sees it there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.announce.delivery import Delivery
from bot.announce.redated import redated
from bot.languages import languages
from bot.outcomes import Undone
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.surroundings import until_stopped
from bot.tables.games import Games
from bot.tables.held import table_name
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from bot.wording import clocks
from bot.wording.speaker import Speaker
from bot.workers.urgency import Urgency, urgent
from engine.family import GameView
from engine.game import view

log = logging.getLogger(__name__)

_EVERY_SECONDS: Final = 10.0
_LONGEST_SECONDS: Final = 60.0
"""How long one may wait for room in its chat's limit: the next turn tells the instant, too."""
_WORTH: Final = timedelta(minutes=1)
"""Less moves no instant that anybody would see: boards tell minutes."""


class Redates:
    """Has boards say other instants; one instance a process, each for the chats of its own shards.

    Args:
        gateway: edits.
        games: has the tables.
        store: knows where anything is due.
        delivery: knows which boards stand.
        texts: the wording.
        default_language: of chats that chose none.
        until_next_look: waits that many seconds, or until told to stop.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        games: Games,
        store: Store,
        delivery: Delivery,
        texts: Texts,
        default_language: str,
        until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
    ) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._store: Final = store
        self._delivery: Final = delivery
        self._texts: Final = texts
        self._default_language: Final = default_language
        self._until_next_look: Final = until_next_look
        self._known = timedelta()
        """How far UTC was ahead of the time that games know when the boards were last looked through."""

    async def run(self, stop: asyncio.Event) -> None:
        """Look for absences until told to stop."""
        while not stop.is_set():
            try:
                await self.look()
            except RedisError as error:
                log.warning("boards that say until when there is time wait for Redis: %s", error)
            except Exception:  # the outermost edge: no board may end the loop for all
                log.exception("boards that say until when there is time cannot be looked through")
            await self._until_next_look(stop, _EVERY_SECONDS)

    async def look(self) -> None:
        """Where there was an absence since the last look, have all boards say the later instants.

        Raises:
            RedisError: the store cannot be reached; then all of them are looked through again.
        """
        ahead = self._games.instants.ahead
        if ahead is None or abs(ahead - self._known) < _WORTH:
            return
        for scope in await self._store.with_deadlines():
            if not scope.private and await self._found(scope) is not None:
                await self._when_there_is_room(scope)
        self._known = ahead

    async def _when_there_is_room(self, scope: Scope) -> None:
        try:
            with urgent(Urgency.LEISURE):
                async with asyncio.timeout(_LONGEST_SECONDS):
                    await self._gateway.pace.in_turn(scope.chat, partial(self._redate, scope))
        except TimeoutError:
            log.info("the board of chat %s keeps its instant: there is no room", scope.chat)
        except Undone as error:
            log.info("the board of chat %s keeps its instant: %s", scope.chat, error.message)

    async def _found(self, scope: Scope) -> tuple[str, GameView, Speaker] | None:
        """A table whose board says an instant that is no longer true, and who speaks of it."""
        held = await self._games.load(scope)
        if held.table is None or self._games.instants.stood_still(held) < _WORTH:
            return None
        seen = view(held.table, None)
        if not isinstance(seen, GameView) or not clocks.is_dated(seen):
            return None
        language = languages().known(held.settings.get("language")) or self._default_language
        ahead = self._games.instants.ahead
        speaker = Speaker(self._texts, language, held.table.ruleset.title, held.lexicon, ahead=ahead)
        return table_name(held.table), seen, speaker

    async def _redate(self, scope: Scope) -> None:
        if (found := await self._found(scope)) is None:
            return
        table, seen, speaker = found
        await self._delivery.redate(scope, table, redated(table, seen, speaker))
