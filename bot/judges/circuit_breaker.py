"""A circuit breaker: leaves a service alone for a while after it has failed again and again.

Knows nothing of what is called. Time comes from the clock that is passed in.
"""

from collections.abc import Callable
from typing import Final, Literal

BreakerState = Literal["closed", "open", "half-open"]


class CircuitOpen(Exception):
    """The service is being left alone: do not call it."""


class CircuitBreaker:
    """Opens after some failures in a row; after a pause it lets one call through as a probe.

    Args:
        clock: seconds that only grow.
        failures: how many in a row open it.
        open_seconds: seconds until a probe.
    """

    def __init__(self, clock: Callable[[], float], *, failures: int = 3, open_seconds: float = 30.0) -> None:
        self._clock: Final = clock
        self._limit: Final = failures
        self._open_seconds: Final = open_seconds
        self._failures = 0
        self._probe_at = 0.0
        self.state: BreakerState = "closed"
        """``closed``: calls pass; ``open``: none does; ``half-open``: a probe is under way."""

    def begin_call(self) -> None:
        """Begin a call; one of :meth:`record_success`, :meth:`record_failure` and :meth:`record_abandoned` must follow.

        Raises:
            CircuitOpen: the call must not be made.
        """
        if self.state == "closed":
            return
        if self.state == "half-open" or self._clock() < self._probe_at:
            raise CircuitOpen
        self.state = "half-open"

    def record_success(self) -> None:
        """The call was answered."""
        self._failures = 0
        self.state = "closed"

    def record_failure(self) -> None:
        """The call was not answered, or not sensibly."""
        self._failures += 1
        if self.state != "closed" or self._failures >= self._limit:
            self._open_circuit()

    def record_abandoned(self) -> None:
        """The caller gave the call up, which says nothing about the service; a probe is repeated."""
        if self.state == "half-open":
            self._open_circuit()

    def _open_circuit(self) -> None:
        self.state = "open"
        self._probe_at = self._clock() + self._open_seconds
