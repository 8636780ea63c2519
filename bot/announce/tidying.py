"""The buttons of boards that are no longer the newest: taken off beside all else, few a second, and lost without harm.

A button that stays leads to what is now (`bot.handlers.stale`), so nobody waits for this, and nothing of it is kept.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.outcomes import TooFast, Undone
from bot.telegram.gateway import Gateway
from bot.workers.lanes import end
from bot.workers.urgency import Urgency, urgent

log = logging.getLogger(__name__)

_MOST: Final = 256
PAUSE_SECONDS: Final = 0.25
_BUSY: Final = 4
"""So many times as long is paused while several wait."""
_LONGEST_SECONDS: Final = 20.0
"""How long one may wait for room in its chat's limit."""


class Tidying:
    """Takes buttons off; one instance a process.

    Args:
        gateway: edits.
        pause: waits that many seconds.
    """

    def __init__(self, gateway: Gateway, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._gateway: Final = gateway
        self._pause: Final = pause
        self._waiting: Final[deque[tuple[int, int]]] = deque(maxlen=_MOST)
        self._task: asyncio.Task[None] | None = None

    def strip(self, chat: int, messages: Iterable[int]) -> None:
        """Have the buttons of messages go; of too many the oldest are let be."""
        self._waiting.extend((chat, message) for message in messages)
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work(), name="tidying")

    async def stop(self) -> None:
        """Let the rest be."""
        self._waiting.clear()
        if self._task is not None:
            await end((self._task,))

    async def _work(self) -> None:
        while self._waiting:
            chat, message = self._waiting.popleft()
            try:
                # Whoever plays goes first.
                with urgent(Urgency.LOOK):
                    async with asyncio.timeout(_LONGEST_SECONDS):
                        await self._gateway.edit_keyboard(chat, message, None)
            except TimeoutError:
                log.info("buttons of message %s in chat %s stay: there is no room", message, chat)
            except TooFast:
                self._waiting.clear()
            except Undone as error:
                log.info("buttons of message %s in chat %s stay: %s", message, chat, error.message)
            # Where boards come faster than buttons go, most go to nobody: who plays needs the processor more.
            for _ in range(_BUSY if len(self._waiting) > 1 else 1):
                await self._pause(PAUSE_SECONDS)
