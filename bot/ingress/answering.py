"""One update whose turn has come: handled, sent on to the table that it is about, or told that it was too much.

When that is, and what comes of one that fails, is for :mod:`bot.ingress.consumer`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.ingress.failures import Failures
from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job
from bot.ingress.portions import Portions
from bot.ingress.verdicts import Verdicts
from bot.outcomes import Gone, Refused, Unsaid
from bot.store import keys
from bot.store.handling import MOST_HOPS, Handling, TableElsewhere, handling
from bot.telegram.inbound import Request, Tap
from bot.workers.urgency import urgent

log = logging.getLogger(__name__)


class Answering:
    """Has updates handled, and lets go of them.

    Args:
        held: lets go.
        failures: knows over which updates processes may have ended.
        verdicts: keeps what they are refused by.
        portions: counts what was asked beyond a share.
        handle: does what a request asks.
        calm: tells whoever asks too much that this was not done, or several.
        begun: is told of each once nothing like it is to wait for the same answer any more.
    """

    def __init__(
        self,
        held: HeldEntries,
        *,
        failures: Failures,
        verdicts: Verdicts,
        portions: Portions,
        handle: Callable[[Request], Awaitable[None]],
        calm: Callable[[Request, bool], Awaitable[None]],
        begun: Callable[[Job], None],
    ) -> None:
        self._held: Final = held
        self._failures: Final = failures
        self._verdicts: Final = verdicts
        self._portions: Final = portions
        self._handle: Final = handle
        self._calm: Final = calm
        self._begun: Final = begun

    async def answer(self, chat: int, job: Job) -> Unsaid | None:
        """Handle an update and let it go, also where its chat takes no answer; why one is missing that is owed.

        What is about a table elsewhere is sent on to the lane of that.
        """
        if await self._failures.blamed(job):
            return None
        entry = job.entry
        owed = isinstance(job.request, Tap) or job.request.place.private
        stream = keys.inbox(entry.shard)
        update = Handling(chat, entry.update_id, stream, entry.id, entry.about, entry.hops, owed=owed)
        update.refused = job.refused
        try:
            with self._verdicts.once(job, update), urgent(job.urgency, job.asking), handling(update):
                await (self._calm(job.request, job.crowded) if job.word else self._handle(job.request))
            self._portions.borrowed(job)
        except TableElsewhere as error:
            if job.entry.hops >= MOST_HOPS:
                raise
            waited = entry.waited + asyncio.get_running_loop().time() - job.taken
            await self._held.forward(replace(entry, over=job.over), error.scope, waited)
            return None
        except Unsaid as error:
            log.info("update %s: %s", job.request.update, error.message)
            if job.over or error.crowded:
                return error
        except (Gone, Refused) as error:
            asked = job.request.place.scope.chat
            log.warning("update %s: chat %s takes no answer: %s", job.number, asked, error.message)
        self._begun(job)
        if update.done:
            self._held.gone(job.entry)
        else:
            await self._held.ack(job.entry)
        return None
