"""A rate limiter whose waits are observed; what waits how long is decided by :mod:`bot.workers.limiter`."""

from collections.abc import Callable
from typing import Final

from bot.metrics.meters import NO_METERS, Meters
from bot.workers.limiter import Limiter, RateLimits
from bot.workers.sending import GAME_NEWS, Sending

_SHORTEST_SECONDS: Final = 0.001
"""What takes less has not waited."""


def build_limiter(rate_limits: RateLimits | None, clock: Callable[[], float], meters: Meters) -> Limiter:
    """A limiter, which reports its waits if anybody reads them; see :class:`MeteredLimiter` for the arguments."""
    if meters is NO_METERS:
        return Limiter(rate_limits, clock=clock)
    return MeteredLimiter(rate_limits, clock, meters)


class MeteredLimiter(Limiter):
    """A limiter that reports each wait.

    Args:
        rate_limits: the limits; ``None`` for none.
        clock: monotonic seconds.
        meters: are told of each wait, with its priority.
    """

    def __init__(self, rate_limits: RateLimits | None, clock: Callable[[], float], meters: Meters) -> None:
        super().__init__(rate_limits, clock=clock)
        self._seconds: Final = clock
        self._meters: Final = meters

    async def wait_for_send_slot(self, chat: int | None, sending: Sending = GAME_NEWS) -> None:
        """As :meth:`.limiter.Limiter.wait_for_send_slot`; a wait that ends without a send slot counts, too."""
        began = self._seconds()
        try:
            await super().wait_for_send_slot(chat, sending)
        finally:
            self._observe(sending, began)

    async def wait_until_sendable(self, chat: int) -> bool:
        """See :meth:`.limiter.Limiter.wait_until_sendable`."""
        began = self._seconds()
        try:
            return await super().wait_until_sendable(chat)
        finally:
            self._observe(GAME_NEWS, began)

    def _observe(self, sending: Sending, began: float) -> None:
        waited = self._seconds() - began
        if waited >= _SHORTEST_SECONDS:
            self._meters.observe_send_wait(sending.priority.name.lower(), waited)
