"""Stale buttons: removes the buttons of former messages in the background, a few a second.

A button that stays still leads to the current table (`bot.handlers.dispatch.stale_buttons`). So nobody waits for a
removal, and what is pending is not stored.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.call_errors import CallFailed, RateLimited
from bot.logs.logger import get_logger
from bot.telegram.api.gateway import Gateway
from bot.workers.sending import Priority, Sending
from bot.workers.shutdown import cancel_tasks
from bot.workers.supervisor import start_task

log = get_logger(__name__)

PAUSE_SECONDS: Final = 0.25
"""The pause after each edit."""
_MOST_WAITING: Final = 256
_BUSY_PAUSES: Final = 4
"""How many times longer the pause is while several messages wait."""
_LONGEST_SECONDS: Final = 20.0
"""How long an edit may wait for its chat's rate limit."""


class StaleButtons:
    """Removes buttons; one instance a process.

    Args:
        gateway: edits.
        pause: waits that many seconds.
    """

    def __init__(self, gateway: Gateway, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._gateway: Final = gateway
        self._pause: Final = pause
        self._waiting: Final[deque[tuple[int, int]]] = deque(maxlen=_MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def remove_later(self, chat: int, messages: Iterable[int]) -> None:
        """Have the buttons of messages removed; if too many wait, the oldest keep theirs."""
        self._waiting.extend((chat, message) for message in messages)
        if self._waiting and (self._task is None or self._task.done()):
            self._task = start_task(self._remove_waiting(), name="tidying")

    async def discard_waiting(self) -> None:
        """Drop what waits, and stop."""
        self._waiting.clear()
        if self._task is not None:
            await cancel_tasks((self._task,))

    async def _remove_waiting(self) -> None:
        while self._waiting:
            chat, message = self._waiting.popleft()
            try:
                # Actions of players go first.
                async with asyncio.timeout(_LONGEST_SECONDS):
                    await self._gateway.edits.edit_keyboard(chat, message, None, sending=Sending(Priority.LOOK_UP))
            except TimeoutError:
                log.info("buttons of a message stay: there is no room", message_id=message, chat=chat)
            except RateLimited:
                self._waiting.clear()
            except CallFailed as error:
                log.info("buttons of a message stay", message_id=message, chat=chat, error=error.message)
            # When boards come faster than buttons go, most removals help nobody, and players need the processor more.
            for _ in range(_BUSY_PAUSES if len(self._waiting) > 1 else 1):
                await self._pause(PAUSE_SECONDS)
