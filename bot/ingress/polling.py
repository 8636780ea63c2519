"""Long polling: fetches updates from the Bot API and acknowledges them only when they are safe in the inbox.

Owns the offset, and the end of a start that cannot succeed. What an update means is for others; here it is
bytes with a number and a chat.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import msgspec
import telegram
from redis.exceptions import RedisError
from telegram.error import Conflict, InvalidToken, TelegramError

from bot.config import StartError
from bot.ingress.patience import Patience
from bot.lanes import end

Put = Callable[[int, int, bytes], Awaitable[None]]
"""Stores an update, given its number, its chat and its raw JSON; raises when it is not safe."""

PUT_ERRORS: Final = (RedisError, OSError)
"""What a `Put` raises while Redis is away."""

_POLL_SECONDS: Final = 30
_NETWORK_SECONDS: Final = 10
_BATCH: Final = 100
_START_SECONDS: Final = 5
_GOODBYE_SECONDS: Final = 3

_T = TypeVar("_T")

REFUSED: Final = (
    "BOT_TOKEN was refused by the Bot API: copy the token from @BotFather again, and check BOT_API_URL where it is set."
)
_SECOND_PROCESS: Final = (
    "BOT_TOKEN is in use by a second process, which fetches the same updates: stop the other one,"
    " or give this one the token of another bot."
)


class _Answer(msgspec.Struct):
    result: list[msgspec.Raw]


_ANSWERS: Final = msgspec.json.Decoder(_Answer)


class Polling:
    """Fetches updates until told to stop.

    Only update kinds of `allowed_updates` are asked for. `patience` makes what waits through an outage,
    `clock` gives monotonic seconds.
    """

    def __init__(
        self,
        bot: telegram.Bot,
        put: Put,
        allowed_updates: Sequence[str],
        *,
        patience: Callable[[str, tuple[type[Exception], ...]], Patience] = Patience,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._put = put
        self._allowed_updates = json.dumps(list(allowed_updates))
        self._api_patience = patience("Fetching updates", (TelegramError, msgspec.DecodeError))
        self._inbox_patience = patience("Storing updates in Redis", PUT_ERRORS)
        self._clock = clock
        self._offset = 0

    async def run(self, stop: asyncio.Event) -> None:
        """Hand every update to the inbox, in order and at least once, until `stop` is set.

        Raises:
            StartError: the token is refused, or another process used it as this one started.
        """
        polling = asyncio.create_task(self._poll())
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({polling, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end((polling, stopping))
        if not polling.cancelled():
            polling.result()
        await self._acknowledge()

    async def _poll(self) -> None:
        started = self._clock()
        forget_webhook = partial(self._bot.delete_webhook, drop_pending_updates=False)
        await self._api_patience.until_done(partial(self._refusing, forget_webhook, started))
        while True:
            fetch = partial(self._refusing, self._fetch, started)
            for raw in await self._api_patience.until_done(fetch):
                update = msgspec.json.decode(raw)
                number: int = update["update_id"]
                store = partial(self._put, number, chat_of(update), bytes(raw))
                await self._inbox_patience.until_done(store)
                self._offset = number + 1

    async def _refusing(self, call: Callable[[], Awaitable[_T]], started: float) -> _T:
        """Make a call, and turn what no patience can mend into the end of the start."""
        try:
            return await call()
        except InvalidToken as error:
            raise StartError(REFUSED) from error
        except Conflict as error:
            # The server interrupts the older poll, so a process that has run for a while tries again, which
            # then interrupts the newcomer within its first seconds: the second process gives way.
            if self._clock() - started > _START_SECONDS:
                raise
            raise StartError(_SECOND_PROCESS) from error

    async def _fetch(self, seconds: int = _POLL_SECONDS, limit: int = _BATCH) -> list[msgspec.Raw]:
        """The next updates as raw JSON, which `Bot.get_updates` would have parsed and lost."""
        query = {
            "offset": self._offset,
            "limit": limit,
            "timeout": seconds,
            "allowed_updates": self._allowed_updates,
        }
        answer = await self._bot.request.retrieve(
            f"{self._bot.base_url}/getUpdates?{urlencode(query)}", read_timeout=seconds + _NETWORK_SECONDS
        )
        return _ANSWERS.decode(answer).result

    async def _acknowledge(self) -> None:
        """Tell the server what is safe, lest the next start get it again; no harm where that fails."""
        with contextlib.suppress(TelegramError, TimeoutError, msgspec.DecodeError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._fetch(seconds=0, limit=1)


def chat_of(update: dict[str, Any]) -> int:
    """The chat that an update of any kind belongs to, else the user it came from, else 0."""
    for content in update.values():
        if isinstance(content, dict):
            message = content.get("message")
            place = message if isinstance(message, dict) else content
            for key in ("chat", "from", "user", "voter_chat"):
                owner = place.get(key) or content.get(key)
                if isinstance(owner, dict) and isinstance(owner.get("id"), int):
                    return int(owner["id"])
    return 0
