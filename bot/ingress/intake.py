"""The intake: puts each raw update into the inbox, however it came; what is no update becomes a dead letter.

Inline queries go past the inbox (:mod:`bot.ingress.inline_queries`).
"""

from collections.abc import Awaitable, Callable
from typing import Final

from redis.exceptions import RedisError

from bot.ingress.update_header import UnreadableUpdate, find_update_kind, read_header
from bot.metrics.meters import NO_METERS, Meters
from bot.telegram.incoming.inline_mode import InlineQueryRequest
from bot.telegram.incoming.parse_update import parse_inline_query

STORE_ERRORS: Final = (RedisError, OSError)
"""What :meth:`UpdateIntake.take_update` raises while Redis is away."""


class UpdateIntake:
    """Takes updates in.

    Args:
        store_update: stores an update, given its number, its chat and its raw JSON; tells whether it is new, and raises
            if it is not stored.
        store_unreadable: stores as a dead letter what is no update, given its number if any, itself and the reason;
            raises likewise.
        submit_query: answers an inline query later; without it, it is stored like any update.
    """

    def __init__(
        self,
        store_update: Callable[[int, int, bytes], Awaitable[bool]],
        store_unreadable: Callable[[int | None, bytes, str], Awaitable[None]],
        submit_query: Callable[[InlineQueryRequest], None] | None = None,
        meters: Meters = NO_METERS,
    ) -> None:
        self._store_update: Final = store_update
        self._store_unreadable: Final = store_unreadable
        self._submit_query: Final = submit_query
        self._meters: Final = meters

    async def take_update(self, raw: bytes) -> int | None:
        """Store an update; returns its number, by which it can be confirmed, or ``None`` if it has none.

        Raises:
            RedisError, OSError: it is not stored.
        """
        try:
            number, chat = read_header(raw)
        except UnreadableUpdate as error:
            await self._store_unreadable(error.update_id, raw, error.reason)
            self._meters.count_received("unreadable")
            return error.update_id
        is_new = True
        if self._submit_query is None or (query := parse_inline_query(raw)) is None:
            is_new = await self._store_update(number, chat, raw)
        else:
            self._submit_query(query)
        count = self._meters.count_received if is_new else self._meters.count_repeated
        count(find_update_kind(raw))
        return number
