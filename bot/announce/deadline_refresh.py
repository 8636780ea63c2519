"""Deadline refresh: after downtime, in which no clock ran, rewrites the deadlines that board messages tell.

The next turn's message tells the downtime in words (`bot.wording.clocks.downtime_lines`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.announce.board_messages import compose_current_texts
from bot.announce.board_texts import BoardTexts
from bot.call_errors import CallFailed
from bot.languages import languages
from bot.logs.logger import get_logger, log_context
from bot.runtime import wait_or_stop
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import table_name
from bot.telegram.api.gateway import Gateway
from bot.texts import Texts
from bot.wording import clocks
from bot.wording.speaker import Speaker
from bot.workers.sending import Priority, Sending
from engine.game import view
from engine.game_base import GameView

log = get_logger(__name__)

_POLL_SECONDS: Final = 10.0
_LONGEST_SECONDS: Final = 60.0
"""How long an edit may wait for its chat's rate limit; if it is dropped, the next turn tells the deadline."""
_LEAST_SHIFT: Final = timedelta(minutes=1)
"""The least downtime that is visible: boards tell deadlines in minutes."""


class DeadlineRefresh:
    """Rewrites the deadlines on board messages; one instance a process, each for the chats of its own shards.

    Args:
        default_language: for chats that chose none.
        until_next_poll: waits that many seconds, or until the event is set.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        games: Games,
        store: GameStore,
        board_texts: BoardTexts,
        texts: Texts,
        default_language: str,
        until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop,
    ) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._store: Final = store
        self._board_texts: Final = board_texts
        self._texts: Final = texts
        self._default_language: Final = default_language
        self._until_next_poll: Final = until_next_poll
        self._last_downtime = timedelta()
        """How far UTC was ahead of served time when the boards were last refreshed."""

    async def run(self, stop: asyncio.Event) -> None:
        """Look for downtime until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.refresh_after_downtime()
            except RedisError as error:
                log.warning("boards that say until when there is time wait for Redis", error=error)
            except Exception:  # the outermost edge: no board may end the loop for all
                log.exception("boards that say until when there is time cannot be looked through")
            await self._until_next_poll(stop, _POLL_SECONDS)

    async def refresh_after_downtime(self) -> None:
        """If there was downtime since the last look, refresh all boards.

        Raises:
            RedisError: the store cannot be reached; the next look starts over.
        """
        downtime = self._games.times.downtime
        if downtime is None or abs(downtime - self._last_downtime) < _LEAST_SHIFT:
            return
        for scope in await self._store.list_scopes_with_deadlines():
            with log_context(chat=scope.chat):
                if not scope.is_private and await self._outdated_board(scope) is not None:
                    await self._refresh_when_allowed(scope)
        self._last_downtime = downtime

    async def _refresh_when_allowed(self, scope: Scope) -> None:
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                await self._gateway.send_queue.compose_when_allowed(
                    scope.chat, partial(self._refresh_board, scope), Sending(Priority.LEISURE)
                )
        except TimeoutError:
            log.info("a board keeps its instant: there is no room", chat=scope.chat)
        except CallFailed as error:
            log.info("a board keeps its instant", chat=scope.chat, error=error.message)

    async def _outdated_board(self, scope: Scope) -> tuple[str, GameView, Speaker] | None:
        loaded = await self._games.load_table(scope)
        if loaded.table is None or self._games.times.untold_downtime(loaded) < _LEAST_SHIFT:
            return None
        seen = view(loaded.table, None)
        if not isinstance(seen, GameView) or not clocks.shows_deadline(seen):
            return None
        language = languages().supported_or_none(loaded.settings.get("language")) or self._default_language
        offset = self._games.times.downtime
        speaker = Speaker(
            self._texts,
            language,
            loaded.table.ruleset.title,
            loaded.lexicon,
            served_time_offset=offset,
            table_number=loaded.told_number,
        )
        return table_name(loaded.table), seen, speaker

    async def _refresh_board(self, scope: Scope, sending: Sending) -> None:
        if (found := await self._outdated_board(scope)) is None:
            return
        table, seen, speaker = found
        texts = compose_current_texts(table, seen, speaker)
        await self._board_texts.refresh_board_texts(scope, table, texts, sending)
