"""Long polling: fetches updates from the Bot API and confirms them only once they are stored in the inbox."""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeVar
from urllib.parse import quote

import msgspec
import telegram
from telegram import WebhookInfo

from bot.call_errors import CallFailed, PollingConflict, TokenRejected
from bot.config import StartError, TokenRefused
from bot.ingress.intake import MAX_UPDATE_BYTES, STORE_ERRORS, UpdateIntake, split_updates
from bot.logs import mask_secrets
from bot.telegram.transport import errors_as_outcomes
from bot.workers.supervisor import STORE_SECONDS, RetryLoop, cancel_tasks

_ANSWER: Final = re.compile(r"wrong response from the webhook: (\d{3})\b", re.IGNORECASE)

_FIRST_OF_GATEWAYS: Final = 520
"""Statuses from this one on come from a content network, which could not reach the bot's server."""

_GATEWAY_ANSWERS: Final = frozenset({502, 504})
"""Statuses by which a proxy says that it cannot reach the bot; the bot never sends these."""


class UpdateReception:
    """What this process knows about how updates reach it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock: Final = clock
        self._poll_error = ""
        self._webhook: WebhookInfo | None = None
        self._posted_at: float | None = None
        """When an update was last posted, unless Telegram's webhook status is newer."""
        self._outlived_error = 0.0  # the date of the latest webhook error after which an update was posted all the same

    def note_poll_error(self, error: Exception) -> None:
        """Note a failed poll."""
        self._poll_error = mask_secrets(str(error)) or type(error).__name__

    def note_polled(self) -> None:
        """Note a successful poll, with all waiting updates fetched and stored."""
        self._poll_error = ""

    def note_posted(self) -> None:
        """Note that a posted update was stored."""
        self._posted_at = self._clock()

    def note_webhook(self, status: WebhookInfo) -> None:
        """Note what Telegram says of the webhook."""
        if self._posted_at is not None:
            # Telegram's earlier errors precede the update, even if the clocks disagree.
            known = 0.0 if self._webhook is None else _error_date(self._webhook)
            self._outlived_error = max(known, min(_error_date(status), self._posted_at))
            self._posted_at = None
        self._webhook = status

    @property
    def obstacle(self) -> str:
        """Why updates cannot come in, in a few words; empty if no reason is known."""
        webhook = self._webhook
        if self._poll_error or webhook is None:
            return self._poll_error
        if not webhook.url:
            return "no webhook is registered"
        is_over = self._posted_at is not None or _error_date(webhook) <= self._outlived_error
        if is_over or not webhook.pending_update_count:
            return ""
        error = webhook.last_error_message or ""
        return "" if _is_own_answer(error) else mask_secrets(error)


def _error_date(webhook: WebhookInfo) -> float:
    return 0.0 if webhook.last_error_date is None else webhook.last_error_date.timestamp()


def _is_own_answer(error: str) -> bool:
    found = _ANSWER.search(error)
    return found is not None and int(found[1]) not in _GATEWAY_ANSWERS and int(found[1]) < _FIRST_OF_GATEWAYS


_POLL_SECONDS: Final = 30
_NETWORK_SECONDS: Final = 10
_BATCH: Final = 100
_START_SECONDS: Final = 5
_CONFIRM_SECONDS: Final = 3

_REFUSED_SECONDS: Final = 60
"""How long a token must be refused before the bot gives up, as Telegram accepted it at the start."""

_T = TypeVar("_T")

_UNAUTHORIZED: Final = (
    "BOT_TOKEN was refused by the Bot API: copy the token from @BotFather again, and check BOT_API_URL where it is set."
)

_SECOND_PROCESS: Final = (
    "BOT_TOKEN is in use by a second process, which fetches the same updates: stop the other one,"
    " or give this one the token of another bot."
)


class _OnlyUnnumbered(Exception):
    """All updates in the answer were unreadable before, and have no ids by which to confirm them."""


_POLL_ERRORS: Final = (CallFailed, msgspec.DecodeError, _OnlyUnnumbered)


class TokenTrial:
    """Makes calls; considers the token refused once all calls of a whole minute were refused."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._refused_since: float | None = None

    async def make_call(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Make a call; raises TokenRefused if the token is refused for good, CallFailed or another error otherwise."""
        try:
            with errors_as_outcomes():
                result = await call()
        except TokenRejected as error:
            now = self._clock()
            if self._refused_since is None:
                self._refused_since = now
            if now - self._refused_since < _REFUSED_SECONDS:
                raise
            raise TokenRefused(_UNAUTHORIZED) from error
        self._refused_since = None
        return result


class Polling:
    """Fetches updates until told to stop; unreadable ones also go to the intake, so that they block no others."""

    def __init__(
        self,
        bot: telegram.Bot,  # noqa: TID251 - the way in
        intake: UpdateIntake,
        allowed_updates: Sequence[str],
        reception: UpdateReception,
        *,
        retry_loop: Callable[..., RetryLoop] = RetryLoop,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._intake = intake
        self._reception = reception
        self._allowed_updates = quote(json.dumps(list(allowed_updates)))
        self._api_retry = retry_loop("Fetching updates", _POLL_ERRORS)
        self._inbox_retry = retry_loop("Storing updates in Redis", STORE_ERRORS, longest=STORE_SECONDS)
        self._clock = clock
        self._trial = TokenTrial(clock)
        self._offset = 0
        self._unnumbered: frozenset[bytes] = frozenset()
        """The updates without ids in the last answer, which may come again."""

    async def run(self, stop: asyncio.Event) -> None:
        """Store every update in the inbox, in order and at least once, until ``stop`` is set.

        Raises StartError if the token is refused, or if another process uses it when this one starts.
        """
        polling = asyncio.create_task(self._poll_forever())
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({polling, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await cancel_tasks((polling, stopping))
        if not polling.cancelled():
            polling.result()
        await self._confirm_offset()

    async def _poll_forever(self) -> None:
        started = self._clock()
        forget_webhook = partial(self._bot.delete_webhook, drop_pending_updates=False)
        await self._api_retry.run_until_success(partial(self._call_or_end_start, forget_webhook, started))
        while True:
            fetch = partial(self._call_or_end_start, self._fetch_new, started)
            updates = await self._api_retry.run_until_success(fetch)
            self._unnumbered = frozenset([raw for raw in updates if await self._store_raw(raw) is None])
            if len(updates) < _BATCH:
                self._reception.note_polled()

    async def _store_raw(self, raw: bytes) -> int | None:
        if raw in self._unnumbered:
            return None
        number = await self._inbox_retry.run_until_success(partial(self._intake.take_update, raw))
        if number is not None:
            self._offset = number + 1
        return number

    async def _call_or_end_start(self, call: Callable[[], Awaitable[_T]], started: float) -> _T:
        try:
            return await self._trial.make_call(call)
        except PollingConflict as error:
            self._reception.note_poll_error(error)
            # The server interrupts the older of two polls. A process that has run for a while polls again, which
            # interrupts the newcomer within its first seconds: so the newcomer gives way.
            if self._clock() - started > _START_SECONDS:
                raise
            raise StartError(_SECOND_PROCESS) from error
        except _POLL_ERRORS as error:
            self._reception.note_poll_error(error)
            raise

    async def _fetch_new(self) -> list[bytes]:
        # After a failure ask Telegram not to wait, so that the end of the failure is known at once.
        updates = await self._fetch(0 if self._reception.obstacle else _POLL_SECONDS)
        if updates and self._unnumbered.issuperset(updates):
            if self._offset:
                # Updates come in the order of their ids, so the next id is that of the first unreadable one.
                self._offset += 1
            raise _OnlyUnnumbered("nothing comes but updates without numbers")
        return updates

    async def _fetch(self, seconds: int, limit: int = _BATCH) -> list[bytes]:
        query = f"offset={self._offset}&limit={limit}&timeout={seconds}&allowed_updates={self._allowed_updates}"
        answer = await self._bot.request.retrieve(
            f"{self._bot.base_url}/getUpdates?{query}", read_timeout=seconds + _NETWORK_SECONDS
        )
        # A huge answer, which no honest server sends, may take seconds to split; in a thread, games go on meanwhile.
        return (
            await asyncio.to_thread(split_updates, answer) if len(answer) > MAX_UPDATE_BYTES else split_updates(answer)
        )

    async def _confirm_offset(self) -> None:
        with contextlib.suppress(CallFailed, TimeoutError, msgspec.DecodeError), errors_as_outcomes():
            async with asyncio.timeout(_CONFIRM_SECONDS):
                await self._fetch(seconds=0, limit=1)
