"""What becomes of updates that fail: tried again for a while, then put aside with the reason; the chat is told once."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job
from bot.ingress.verdicts import Verdicts
from bot.logs import where
from bot.outcomes import TooFast, Undone, Unreachable
from bot.store.entries import InboxEntry
from bot.store.faults import is_fault
from bot.store.ownership import NotOwned
from bot.telegram.inbound import Request
from bot.workers.lanes import let_go, letting_go
from bot.workers.patience import STORE_SECONDS, Retries

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
        verdicts: lets go of what was refused while its answer waits.
        owns: whether an entry is still this process's.
        apologise: tells a chat that its update could not be handled.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        held: HeldEntries,
        verdicts: Verdicts,
        owns: Callable[[InboxEntry], bool],
        apologise: Callable[[Request], Awaitable[None]],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._held: Final = held
        self._verdicts: Final = verdicts
        self._owns: Final = owns
        self._apologise: Final = apologise
        self._retries: Final[Retries[int]] = Retries(pause=pause)
        self._outages: Final[Retries[int]] = Retries(pause=pause, longest=STORE_SECONDS)
        """Of Redis, which are no reason to put an update aside."""

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
        await self._give_up(job, f"in hand {begun - 1} times when processes ended")
        return True

    def over(self, job: Job) -> None:
        """Count no more for an update: it is done with."""
        self._retries.over(job.number)
        self._outages.over(job.number)

    async def done_with(self, job: Job, error: Exception) -> bool:
        """Whether what handling an update raised was the end of it; else it is to be tried again by now.

        Who asks in vain for room at Telegram, or of a Redis that is away, is not to blame and is never put aside.
        """
        if isinstance(error, TooFast):
            with letting_go(partial(self._verdicts.keep, job)):
                let_go()
            await self._retries.wait(job.number, error)
            return False
        if not isinstance(error, NotOwned | RedisError) or is_fault(error):
            return await self._put_aside(job, error)
        if not self._owns(job.entry):
            # Its owner finds it.
            log.info("update %s is another process's by now: %s", job.number, error)
            return True
        log.warning("update %s waits for Redis: %s", job.number, error)
        await self._outages.wait(job.number, error)
        return False

    async def _put_aside(self, job: Job, error: Exception) -> bool:
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
        await self._give_up(job, f"Unreachable: {error.message}" if isinstance(error, Unreachable) else where(error))
        return True

    async def _give_up(self, job: Job, reason: str) -> None:
        """Put an update aside and say so; a chat that cannot even be told stays untold."""
        if not await self._held.bury(job.entry, reason):
            return
        try:
            await self._apologise(job.request)
        except Undone as error:
            log.warning("update %s: its chat could not be told: %s", job.request.update, error.message)
        except Exception:  # the outermost edge: what cannot even be told may not end the loop, or its chat's lane
            log.exception("update %s: its chat could not be told", job.request.update)
