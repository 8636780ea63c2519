"""Retries of failing updates: tried again for a while, then dead-lettered with the reason; the chat is told once."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace
from redis.exceptions import RedisError

from bot.call_errors import ApiUnreachable, CallFailed, RateLimited
from bot.ingress.in_flight import InFlightEntries
from bot.ingress.jobs import Job
from bot.logs.logger import get_logger
from bot.logs.masking import error_location
from bot.store.connection.errors import is_permanent_error
from bot.store.redis_streams.inbox import Inbox
from bot.store.shards.ownership import ShardNotOwned
from bot.store.update_context import UpdateContext
from bot.telegram.incoming.requests import Request
from bot.workers.retry_policy import STORE_SECONDS, Backoff
from bot.workers.sending import Sending

log = get_logger(__name__)

MOST_DELIVERIES: Final = 10
"""After how many deliveries an update's attempts are counted: deliveries also count for updates that only waited when
a process was killed."""
MOST_STARTS: Final = 10
"""After how many counted attempts an update is dead-lettered: at each of them a process ended."""
_MOST_RETRIES: Final = 2
"""How often a failing update is retried before it is dead-lettered."""
_MOST_UNREACHABLE_RETRIES: Final = 11
"""The same if Telegram cannot be reached, which is not the update's fault: about two minutes."""


class UpdateRetries:
    """Decides whether a failed update is retried or dead-lettered.

    Args:
        in_flight: dead-letters updates.
        inbox: knows which entries this process owns, and counts attempts.
        report_failure: tells a chat that its update could not be handled.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        in_flight: InFlightEntries,
        inbox: Inbox,
        report_failure: Callable[[Request], Awaitable[None]],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._in_flight: Final = in_flight
        self._inbox: Final = inbox
        self._report_failure: Final = report_failure
        self._backoff: Final[Backoff[int]] = Backoff(pause=pause)
        self._outage_backoff: Final[Backoff[int]] = Backoff(pause=pause, longest=STORE_SECONDS)
        """For outages of Redis, which are no reason to give an update up."""

    async def dead_letter_if_poison(self, job: Job) -> bool:
        """Dead-letter an update over which processes may have ended again and again; returns whether it did.

        Redis is asked only about updates that were delivered very often.

        Raises:
            RedisError: Redis cannot count.
        """
        if job.start_counted or job.entry.deliveries <= MOST_DELIVERIES:
            return False
        starts = await self._inbox.count_attempt(job.entry)
        job.start_counted = True
        if starts <= MOST_STARTS:
            return False
        await self._dead_letter_and_report(job, f"in hand {starts - 1} times when processes ended")
        return True

    def clear_failures(self, job: Job) -> None:
        """Forget an update's failures, as it is done."""
        self._backoff.clear_failures(job.update_id)
        self._outage_backoff.clear_failures(job.update_id)

    async def wait_or_give_up(self, job: Job, error: Exception) -> bool:
        """Wait before the next try of a failed update, or give it up; returns whether it is given up.

        Rate limits and outages of Redis are not the update's fault and never make it a dead letter.
        """
        if isinstance(error, RateLimited):
            job.request.update.release_lane()
            await self._backoff.wait_after_failure(job.update_id, error)
            return False
        if not isinstance(error, ShardNotOwned | RedisError) or is_permanent_error(error):
            return await self._wait_or_dead_letter(job, error)
        if not self._inbox.owns_shard_of(job.entry):
            # Its new owner claims it.
            log.info("an update is another process's by now", update=job.update_id, error=error)
            return True
        log.warning("an update waits for Redis", update=job.update_id, error=error)
        await self._outage_backoff.wait_after_failure(job.update_id, error)
        return False

    async def _wait_or_dead_letter(self, job: Job, error: Exception) -> bool:
        """Wait before the next try, or dead-letter the update; returns whether it was dead-lettered."""
        update = job.update_id
        tries = self._backoff.failure_count(update) + 1
        if isinstance(error, ApiUnreachable):
            log.warning("an update waits for Telegram", update=update, tries=tries, error=error.message)
        else:
            log.error("an update failed", update=update, tries=tries, exc_info=error)
        if tries <= (_MOST_UNREACHABLE_RETRIES if isinstance(error, ApiUnreachable) else _MOST_RETRIES):
            await self._backoff.wait_after_failure(update, error)
            return False
        await self._dead_letter_and_report(
            job, f"Unreachable: {error.message}" if isinstance(error, ApiUnreachable) else error_location(error)
        )
        return True

    async def _dead_letter_and_report(self, job: Job, reason: str) -> None:
        """Dead-letter an update and tell its chat; a failure to tell is only logged."""
        if not await self._in_flight.dead_letter(job.entry, reason):
            return
        try:
            # Another object: what is said is no answer to the update, and not its verdict.
            said = UpdateContext(job.update_id, sending=Sending(on_wait=job.request.update.release_lane))
            await self._report_failure(replace(job.request, update=said))
        except CallFailed as error:
            log.warning(
                "a chat could not be told that its update failed", update=job.request.update.id, error=error.message
            )
        except Exception:  # the outermost edge: a failure to tell must not end the loop or the chat's lane
            log.exception("a chat could not be told that its update failed", update=job.request.update.id)
