"""The chat page in a browser, as its tests name it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from playwright.async_api import Page

from bot.playground import Playground
from tests.support.waiting import PATIENCE

GROUP: Final = -1001000000001
OpenPage = Callable[..., Awaitable[Page]]
"""Opens a page, by the query of its address; see the fixture of the name."""


async def wait_newest_update(playground: Playground, kind: str) -> Any:
    """The payload of the newest update of a kind, once there is one."""
    async with asyncio.timeout(PATIENCE):
        while True:
            changed = playground.updates.change_event
            found = [update[kind] for update in playground.updates.pending_updates if kind in update]
            if found:
                return found[-1]
            await changed.wait()
