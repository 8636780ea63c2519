"""Inline queries, beside the inbox: looks that nobody waits for but whoever types, and only for the newest.

They are never stored and keep nothing else waiting. Of a person only what they typed last is answered; what a few
seconds did not suffice for is let go, as Telegram takes no answer any more.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.ingress.polling import Put
from bot.logs import where
from bot.outcomes import Undone
from bot.telegram.inline import Inquiry, inquiry
from bot.workers.lanes import end
from bot.workers.urgency import Urgency, urgent

log = logging.getLogger(__name__)

SECONDS: Final = 8.0
"""Telegram forgets a query after about ten."""
_AT_ONCE: Final = 4
_MOST: Final = 500
"""People who wait at once; beyond, whoever has waited longest has typed on or gone."""


class Inquiries:
    """Answers inline queries with ``answer``; one instance a process.

    Args:
        answer: answers one.
        seconds: how long a query is worth an answer.
        at_once: how many are answered side by side; of one person one after the other.
        most: how many people may wait.
    """

    def __init__(
        self,
        answer: Callable[[Inquiry], Awaitable[None]],
        *,
        seconds: float = SECONDS,
        at_once: int = _AT_ONCE,
        most: int = _MOST,
    ) -> None:
        self._answer: Final = answer
        self._seconds: Final = seconds
        self._at_once: Final = at_once
        self._most: Final = most
        self._waiting: Final[dict[int, tuple[float, Inquiry]]] = {}
        """The newest of each person, and when it is let go."""
        self._working: Final[dict[int, asyncio.Task[None]]] = {}

    def beside(self, put: Put) -> Put:
        """What takes updates as ``put`` does, but inline queries to here."""

        async def sorted_out(number: int, chat: int, raw: bytes) -> None:
            if (asked := inquiry(raw)) is None:
                await put(number, chat, raw)
            else:
                self.take(asked)

        return sorted_out

    def take(self, asked: Inquiry) -> None:
        """Answer a query soon, unless the same person asks anew before; never waits."""
        until = asyncio.get_running_loop().time() + self._seconds
        # Whoever types on keeps their place.
        self._waiting[asked.sender.user] = (until, asked)
        if len(self._waiting) > self._most:
            del self._waiting[next(iter(self._waiting))]
        self._go_on()

    async def close(self) -> None:
        """Let all of them go."""
        self._waiting.clear()
        await end(tuple(self._working.values()))

    def _go_on(self) -> None:
        for user in [user for user in self._waiting if user not in self._working]:
            if len(self._working) >= self._at_once:
                return
            self._working[user] = asyncio.create_task(self._work(*self._waiting.pop(user)), name="inquiry")

    async def _work(self, until: float, asked: Inquiry) -> None:
        try:
            async with asyncio.timeout_at(until):
                with urgent(Urgency.LOOK):
                    await self._answer(asked)
        except TimeoutError:
            log.info("an inline query took too long")
        except Undone as error:
            # Whoever types on asks anew before the answer is there.
            log.info("an inline query cannot be answered: %s", error.message)
        except Exception as error:  # noqa: BLE001 - the outermost edge: people type on, and nothing is lost
            # Of what was typed nothing: it may be somebody's plan.
            log.warning("an inline query stays unanswered: %s", where(error))
        finally:
            del self._working[asked.sender.user]
            self._go_on()
