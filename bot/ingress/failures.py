"""What becomes of updates that fail: tried again for a while, then put aside with the reason; the chat is told once."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job
from bot.logs import where
from bot.outcomes import Undone, Unreachable
from bot.telegram.inbound import Request
from bot.workers.patience import Retries

log = logging.getLogger(__name__)

MOST_DELIVERIES: Final = 10
"""How often an update is given out before it is watched: whatever waited while a process was killed counts as given
out, not only what killed it.
"""
MOST_BEGUN: Final = 10
"""How often an update that is watched begins to be handled before it is put aside: those were in hand, each time, when
a process ended.
"""
_MOST_RETRIES: Final = 2
"""How often a failing update is tried again before it is put aside."""
_MOST_UNREACHED: Final = 11
"""The same where Telegram cannot be reached, which the update is not to blame for: about two minutes."""


class Failures:
    """Counts what failed.

    Args:
        held: puts updates aside.
        apologise: tells a chat that its update could not be handled.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        held: HeldEntries,
        apologise: Callable[[Request], Awaitable[None]],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._held: Final = held
        self._apologise: Final = apologise
        self._retries: Final[Retries[int]] = Retries(pause=pause)

    async def blamed(self, job: Job) -> bool:
        """Put an update aside over which processes may have ended, again and again; whether it was put aside.

        Only what has been given out very often costs a question.

        Raises:
            RedisError: Redis cannot count.
        """
        if job.watched or job.entry.deliveries <= MOST_DELIVERIES:
            return False
        begun = await self._held.begun(job.entry)
        job.watched = True
        if begun <= MOST_BEGUN:
            return False
        await self.give_up(job, f"in hand {begun - 1} times when processes ended")
        return True

    async def wait(self, job: Job, error: Exception) -> None:
        """Wait until an update that is not to blame is to be tried again."""
        await self._retries.wait(job.number, error)

    def over(self, job: Job) -> None:
        """Count no more for an update: it is done with."""
        self._retries.over(job.number)

    async def failed(self, job: Job, error: Exception) -> bool:
        """Wait until an update is to be tried again, or put it aside; whether it was put aside."""
        update = job.number
        tries = self._retries.failures(update) + 1
        if isinstance(error, Unreachable):
            log.warning("update %s waits for Telegram (try %s): %s", update, tries, error.message)
        else:
            log.error("update %s failed (try %s)", update, tries, exc_info=error)
        if tries <= (_MOST_UNREACHED if isinstance(error, Unreachable) else _MOST_RETRIES):
            await self._retries.wait(update, error)
            return False
        await self.give_up(job, f"Unreachable: {error.message}" if isinstance(error, Unreachable) else where(error))
        return True

    async def give_up(self, job: Job, reason: str) -> None:
        """Put an update aside and say so; a chat that cannot even be told stays untold."""
        if not await self._held.bury(job.entry, reason):
            return
        try:
            await self._apologise(job.request)
        except Undone as error:
            log.warning("update %s: its chat could not be told: %s", job.request.update, error.message)
        except Exception:  # the outermost edge: what cannot even be told may not end the loop, or its chat's lane
            log.exception("update %s: its chat could not be told", job.request.update)
