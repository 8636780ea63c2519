"""Work for lanes, held back where a test wants it."""

import asyncio
from collections.abc import Sequence


class Work:
    """Does one item at a time; a key can be held back."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int]] = []
        self.held: dict[str, asyncio.Event] = {}
        self.begun = asyncio.Event()
        self.ended = asyncio.Event()

    async def __call__(self, key: str, waiting: Sequence[int]) -> int:
        self.begun.set()
        if key in self.held:
            await self.held[key].wait()
        if waiting[0] < 0:
            raise ArithmeticError(key)
        self.done.append((key, waiting[0]))
        self.ended.set()
        return 1
