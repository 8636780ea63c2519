"""The updates that the bot is sent: it polls for them, or they are posted to its webhook."""

from collections.abc import Callable, Sequence
from typing import Final

import aiohttp

from tests.transcripts.http_calls import Json
from tests.transcripts.server import RecordingServer


class UpdateFeed:
    """Numbers updates, and hands them to the bot by the way that it takes."""

    def __init__(self, server: RecordingServer) -> None:
        self.count = 0
        """How many updates were handed over, those that came once more among them."""
        self.newest_id = 0
        self.webhook_url = ""
        """Empty for a bot that polls."""
        self.offset_when_fetched = 0
        """The offset that tells that every update pushed is safe."""
        self._server: Final = server
        self._updates_by_id: Final[dict[int, Json]] = {}

    @property
    def is_fetched(self) -> bool:
        """Whether a bot that polls has asked for what comes behind all that was pushed."""
        return self._server.newest_offset >= self.offset_when_fetched

    async def push_updates(self, updates: Sequence[Json]) -> None:
        """Give updates their numbers, and hand them over."""
        numbered = []
        for update in updates:
            self.newest_id += 1
            numbered.append({"update_id": self.newest_id, **update})
            self._updates_by_id[self.newest_id] = numbered[-1]
        self.count += len(updates)
        if self.webhook_url:
            for update in numbered:
                await self._post_to_webhook(update)
        else:
            self.offset_when_fetched = self.newest_id + 1
            self._server.push_updates(numbered)

    async def push_again(self, back: int) -> None:
        """Hand over an earlier update once more, the one of so many updates ago."""
        update = self._updates_by_id[self.newest_id - back]
        self.count += 1
        if self.webhook_url:
            await self._post_to_webhook(update)
        else:
            self._server.push_again(update)

    def push_raw_updates(self, made: Callable[[int], bytes], count: int) -> None:
        """Have a bot that polls fetch so many updates at once, each made for its number.

        A sound one comes last, which is nothing to the bot.
        """
        first = self.newest_id + 1
        self.newest_id += count + 1
        self.offset_when_fetched = self.newest_id + 1
        self._server.push_raw([*(made(first + more) for more in range(count)), b'{"update_id":%d}' % self.newest_id])

    async def _post_to_webhook(self, update: Json) -> None:
        headers = {"X-Telegram-Bot-Api-Secret-Token": "hush_hush-hush_hush"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.webhook_url, json=update, headers=headers) as answer,
        ):
            if answer.status != 200:
                raise RuntimeError(f"the webhook answered {answer.status}")
