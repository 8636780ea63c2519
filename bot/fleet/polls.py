"""Updates that wait until a bot asks for them."""

import asyncio
from collections.abc import Callable
from typing import Final

from bot.fleet.calls import Json

_MOST: Final = 100
"""Updates that Telegram gives at once."""


class Polls:
    """The queue behind ``getUpdates``; ``acknowledged`` is told of each update that a bot has taken."""

    def __init__(self, acknowledged: Callable[[Json], None]) -> None:
        self._acknowledged: Final = acknowledged
        self._pending: list[Json] = []
        self._came = asyncio.Event()

    def __len__(self) -> int:
        return len(self._pending)

    def put(self, update: Json, copies: int = 0) -> None:
        """Queue an update, and so many copies right after it."""
        self._pending.extend([update] * (1 + copies))
        self._came.set()

    async def read(self, offset: int, limit: int | None, seconds: float) -> list[Json]:
        """One long poll, at most so many seconds: what lies below ``offset`` is confirmed."""
        self.confirm(offset)
        if not self._pending:
            self._came.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._came.wait()
            except TimeoutError:
                pass
        return self._pending[: min(limit or _MOST, _MOST)]

    def confirm(self, offset: int) -> None:
        """Forget what lies below a number."""
        taken = 0
        while taken < len(self._pending) and self._pending[taken]["update_id"] < offset:
            self._acknowledged(self._pending[taken])
            taken += 1
        del self._pending[:taken]
