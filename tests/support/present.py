"""The bot's clock in tests, and served time of a service that was away as long as a test says."""

from datetime import datetime, timedelta


class Clock:
    """The bot's clock, which stands still until a test moves it."""

    def __init__(self, now: datetime) -> None:
        self.now = self.start = now

    def __call__(self) -> datetime:
        return self.now


class Present:
    """Served time of a service that was away for as long as a test says, at first never."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.away = timedelta()
        self.stale = False

    def __call__(self) -> datetime:
        return self.of(self.clock())

    def of(self, instant: datetime) -> datetime:
        return instant - self.away

    def sent(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - tests date messages as they like
        return self.of(arrived)

    def counts(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - the clock is Telegram's own
        return self.of(arrived)

    async def beat(self, *, returning: bool) -> None:
        """There is nothing to learn from it."""


def standing(now: datetime) -> Present:
    """Served time that stands still."""
    return Present(Clock(now))
