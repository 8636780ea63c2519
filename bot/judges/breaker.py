"""A circuit breaker: when a service fails again and again, it is left alone for a while.

Knows nothing of what is called. Time is the clock that is handed in.
"""

from collections.abc import Callable
from typing import Final, Literal

State = Literal["closed", "open", "half-open"]


class Open(Exception):
    """The service is being left alone: do not call it."""


class Breaker:
    """Opens after some failures in a row; after a pause lets one call through as a probe.

    Args:
        clock: seconds that only grow.
        failures: how many in a row open it.
        pause: seconds until a probe.
    """

    def __init__(self, clock: Callable[[], float], *, failures: int = 3, pause: float = 30.0) -> None:
        self._clock: Final = clock
        self._limit: Final = failures
        self._pause: Final = pause
        self._failures = 0
        self._probe_at = 0.0
        self._state: State = "closed"

    @property
    def state(self) -> State:
        """``closed``: calls pass; ``open``: none does; ``half-open``: a probe is under way."""
        return self._state

    def enter(self) -> None:
        """Begin a call; ``succeeded``, ``failed`` or ``abandoned`` must follow.

        Raises:
            Open: the call must not be made.
        """
        if self._state == "closed":
            return
        if self._state == "half-open" or self._clock() < self._probe_at:
            raise Open
        self._state = "half-open"

    def succeeded(self) -> None:
        """A call was answered: the service is well."""
        self._failures = 0
        self._state = "closed"

    def failed(self) -> None:
        """A call was not answered, or not sensibly."""
        self._failures += 1
        if self._state != "closed" or self._failures >= self._limit:
            self._open()

    def abandoned(self) -> None:
        """A call was given up by its caller, which says nothing of the service; a probe is to be repeated."""
        if self._state == "half-open":
            self._open()

    def _open(self) -> None:
        self._state = "open"
        self._probe_at = self._clock() + self._pause
