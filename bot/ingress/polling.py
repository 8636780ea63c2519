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
from typing import Final, TypeVar
from urllib.parse import quote

import msgspec
import telegram
from redis.exceptions import RedisError

from bot.config import StartError
from bot.ingress.envelope import MOST_BYTES, Unreadable, opened, parted
from bot.outcomes import BadToken, Contested, Undone
from bot.telegram.errors import as_outcomes
from bot.workers.lanes import end
from bot.workers.patience import STORE_SECONDS, Patience

Put = Callable[[int, int, bytes], Awaitable[None]]
"""Stores an update, given its number, its chat and its raw JSON; raises when it is not safe."""

SetAside = Callable[[int | None, bytes, str], Awaitable[None]]
"""Keeps for people what is no update, given its number if it has one, itself and the reason; raises like a `Put`."""

PUT_ERRORS: Final = (RedisError, OSError)
"""What a `Put` or `SetAside` raises while Redis is away."""

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


class _Blocked(Exception):
    """Nothing came but what was put aside before, and has no number by which the server could be told so."""


class Polling:
    """Fetches updates until told to stop.

    Only update kinds of `allowed_updates` are asked for. `set_aside` takes what is no update, which keeps no other
    waiting. `patience` makes what waits through an outage, `clock` gives monotonic seconds.
    """

    def __init__(
        self,
        bot: telegram.Bot,  # noqa: TID251 - the way in
        put: Put,
        set_aside: SetAside,
        allowed_updates: Sequence[str],
        *,
        patience: Callable[..., Patience] = Patience,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._put = put
        self._set_aside = set_aside
        self._allowed_updates = quote(json.dumps(list(allowed_updates)))
        self._api_patience = patience("Fetching updates", (Undone, msgspec.DecodeError, _Blocked))
        self._inbox_patience = patience("Storing updates in Redis", PUT_ERRORS, longest=STORE_SECONDS)
        self._clock = clock
        self._offset = 0
        self._strays: frozenset[bytes] = frozenset()
        """What came without a number in the newest answer, and may come again."""

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
            fetch = partial(self._refusing, self._fetch_news, started)
            updates = await self._api_patience.until_done(fetch)
            self._strays = frozenset([raw for raw in updates if await self._store(raw) is None])

    async def _store(self, raw: bytes) -> int | None:
        """Make an update safe, or put it aside; its number, which the server is told with the next call."""
        number: int | None
        try:
            number, chat = opened(raw)
        except Unreadable as error:
            number = error.number
            if raw not in self._strays:
                await self._inbox_patience.until_done(partial(self._set_aside, number, raw, error.reason))
        else:
            await self._inbox_patience.until_done(partial(self._put, number, chat, raw))
        if number is not None:
            self._offset = number + 1
        return number

    async def _refusing(self, call: Callable[[], Awaitable[_T]], started: float) -> _T:
        """Make a call, and turn what no patience can mend into the end of the start."""
        try:
            with as_outcomes():
                return await call()
        except BadToken as error:
            raise StartError(REFUSED) from error
        except Contested as error:
            # The server interrupts the older poll, so a process that has run for a while tries again, which
            # then interrupts the newcomer within its first seconds: the second process gives way.
            if self._clock() - started > _START_SECONDS:
                raise
            raise StartError(_SECOND_PROCESS) from error

    async def _fetch_news(self) -> list[bytes]:
        """The next updates.

        Raises:
            _Blocked: there are none but such as were put aside before.
        """
        updates = await self._fetch()
        if updates and self._strays.issuperset(updates):
            if self._offset:
                # Updates come in the order of their numbers, so none but the first can be the one that is passed by.
                self._offset += 1
            raise _Blocked("nothing comes but updates without numbers")
        return updates

    async def _fetch(self, seconds: int = _POLL_SECONDS, limit: int = _BATCH) -> list[bytes]:
        """The next updates as raw JSON, which `Bot.get_updates` would have parsed and lost."""
        query = f"offset={self._offset}&limit={limit}&timeout={seconds}&allowed_updates={self._allowed_updates}"
        answer = await self._bot.request.retrieve(
            f"{self._bot.base_url}/getUpdates?{query}", read_timeout=seconds + _NETWORK_SECONDS
        )
        # What no honest server sends may take seconds; the games go on meanwhile.
        return await asyncio.to_thread(parted, answer) if len(answer) > MOST_BYTES else parted(answer)

    async def _acknowledge(self) -> None:
        """Tell the server what is safe, lest the next start get it again; no harm where that fails."""
        with contextlib.suppress(Undone, TimeoutError, msgspec.DecodeError), as_outcomes():
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._fetch(seconds=0, limit=1)
