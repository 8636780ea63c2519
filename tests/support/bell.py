"""The bot's looks at what is due, which happen when a test or a recorder wants them."""

import asyncio


class Bell:
    """The bot's looks at what is due: they happen when it is rung, and never by themselves."""

    def __init__(self) -> None:
        self.parked = 0
        self._round = asyncio.Event()
        self._rung = 0
        self._heard: dict[asyncio.Task[object] | None, int] = {}

    def ring(self) -> None:
        """Have every loop look once; one that is still looking looks again when it has."""
        self._rung += 1
        rung, self._round = self._round, asyncio.Event()
        rung.set()

    async def wait(self, stop: asyncio.Event, _: float) -> None:
        """Stand in for the wait of a second between two looks; whoever has a bot stop rings afterwards."""
        if stop.is_set():
            return
        loop = asyncio.current_task()
        if self._heard.setdefault(loop, self._rung) == self._rung:
            self.parked += 1
            try:
                await self._round.wait()
            finally:
                self.parked -= 1
        self._heard[loop] = self._rung
