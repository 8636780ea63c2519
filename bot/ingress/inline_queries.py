"""Inline queries, which go past the inbox: only the newest one of each person is answered.

They are never stored and delay nothing else. A query that is not answered within a few seconds is dropped, as Telegram
takes no answer any more.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.call_errors import CallFailed
from bot.logs.logger import get_logger, log_context
from bot.logs.masking import error_location
from bot.telegram.incoming.inline_mode import InlineQueryRequest
from bot.workers.supervisor import cancel_tasks

log = get_logger(__name__)

ANSWER_SECONDS: Final = 8.0
"""Telegram forgets a query after about ten."""
_MOST_CONCURRENT: Final = 4
_MOST_PEOPLE: Final = 500
"""The most people who wait; beyond, the one who has waited longest is dropped."""


class InlineQueries:
    """Answers inline queries with ``answer``; one instance in each process.

    Args:
        answer: answers a query.
        most_concurrent: how many are answered at the same time; a person's one after another.
        most_people: how many people may wait.
    """

    def __init__(
        self,
        answer: Callable[[InlineQueryRequest], Awaitable[None]],
        *,
        most_concurrent: int = _MOST_CONCURRENT,
        most_people: int = _MOST_PEOPLE,
    ) -> None:
        self._answer: Final = answer
        self._most_concurrent: Final = most_concurrent
        self._most_people: Final = most_people
        self._waiting: Final[dict[int, tuple[float, InlineQueryRequest]]] = {}
        """The newest query of each person, with the time at which it is dropped."""
        self._working: Final[dict[int, asyncio.Task[None]]] = {}

    def submit_query(self, query: InlineQueryRequest) -> None:
        """Answer a query soon, unless the same person sends a newer one first; never waits."""
        until = asyncio.get_running_loop().time() + ANSWER_SECONDS
        # A person who types on keeps their place.
        self._waiting[query.sender.user] = (until, query)
        if len(self._waiting) > self._most_people:
            del self._waiting[next(iter(self._waiting))]
        self._start_waiting()

    async def close(self) -> None:
        """Drop all queries."""
        self._waiting.clear()
        await cancel_tasks(tuple(self._working.values()))

    def _start_waiting(self) -> None:
        for user in [user for user in self._waiting if user not in self._working]:
            if len(self._working) >= self._most_concurrent:
                return
            self._working[user] = asyncio.create_task(self._answer_query(*self._waiting.pop(user)), name="inquiry")

    async def _answer_query(self, until: float, query: InlineQueryRequest) -> None:
        # Another person's query may have begun this task.
        with log_context(chat=query.sender.user, update=query.update_id):
            await self._answer_until(until, query)

    async def _answer_until(self, until: float, query: InlineQueryRequest) -> None:
        try:
            async with asyncio.timeout_at(until):
                await self._answer(query)
        except TimeoutError:
            log.info("an inline query took too long")
        except CallFailed as error:
            # A person who types on sends the next query before the answer is there.
            log.info("an inline query cannot be answered", error=error.message)
        except Exception as error:  # noqa: BLE001 - the outermost edge: the person types on, and nothing is lost
            # Without what was typed: it may be somebody's plan.
            log.warning("an inline query stays unanswered", error=error_location(error))
        finally:
            del self._working[query.sender.user]
            self._start_waiting()
