"""The queue of updates for the bot: numbering, confirmation, one reader at a time.

Knows neither HTTP nor what an update says. Webhooks drain the same queue; see `webhook.py`.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Callable

from bot.playground.api_error import ApiError
from bot.playground.state.chats import Json

#: What a bot gets only when it asks.
_ONLY_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
_OTHER_READER = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
_WEBHOOK_SET = "Conflict: terminated by setWebhook request"


class UpdateQueue:
    """Updates not yet confirmed, oldest first; the first one gets the number `first_id`.

    `on_pushed` and `on_confirmed` are told of each update.
    """

    def __init__(self, first_id: int) -> None:
        self._next_id = first_id
        self._pending: dict[int, Json] = {}
        self._copies: dict[int, int] = {}
        self.allowed_kinds: list[str] = []
        """The kinds that the bot asked for; empty for the usual ones."""
        self.change_event = asyncio.Event()
        """Set by the next change; take it before looking, then wait for it."""
        self._reader = 0
        self._stopped_by = _OTHER_READER
        self._closing = False
        self.webhook_active = False
        self.on_pushed: Callable[[Json], None] = _ignore_update
        self.on_confirmed: Callable[[Json], None] = _ignore_update

    def __len__(self) -> int:
        return len(self._pending)

    @property
    def pending_updates(self) -> list[Json]:
        """The unconfirmed updates, oldest first."""
        return list(self._pending.values())

    def push_update(self, kind: str, payload: Json) -> int | None:
        """Add an update and return its number, or nothing when the bot does not want this kind."""
        wanted = kind in self.allowed_kinds if self.allowed_kinds else kind not in _ONLY_ON_REQUEST
        if not wanted:
            return None
        update_id = self._next_id
        self._next_id += 1
        self.push_raw_update({"update_id": update_id, kind: payload})
        return update_id

    def push_raw_update(self, update: Json, copies: int = 0) -> None:
        """Add an update as it stands, a repeated number included; it is handed out with so many copies of it."""
        update_id = update["update_id"]
        self._pending[update_id] = update
        if copies:
            self._copies[update_id] = copies
        self._next_id = max(self._next_id, update_id + 1)
        self.on_pushed(update)
        self.wake_waiters()

    def find_update(self, update_id: int) -> tuple[Json, int] | None:
        """Find an unconfirmed update, and how many copies go with it."""
        update = self._pending.get(update_id)
        return None if update is None else (update, self._copies.get(update_id, 0))

    def confirm_update(self, update_id: int) -> None:
        """Forget one update, which the bot has taken."""
        self._copies.pop(update_id, None)
        if (update := self._pending.pop(update_id, None)) is not None:
            self.on_confirmed(update)

    def clear_updates(self) -> None:
        """Forget all updates."""
        self._pending.clear()
        self._copies.clear()

    def open_queue(self) -> None:
        """Let readers wait again after a close."""
        self._closing = False

    def close_queue(self) -> None:
        """Let every waiting reader go with an empty answer."""
        self._closing = True
        self.wake_waiters()

    def stop_reader(self) -> None:
        """End a running `getUpdates` because a webhook takes over."""
        self._reader += 1
        self._stopped_by = _WEBHOOK_SET
        self.wake_waiters()

    async def read_updates(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """Serve one `getUpdates`: confirm what lies below `offset`, wait up to `seconds`.

        Raises:
            ApiError: 409 when a webhook is set or another reader came meanwhile.
        """
        if self.webhook_active:
            raise ApiError(409, _WEBHOOK_ACTIVE)
        self._reader += 1
        self._stopped_by = _OTHER_READER
        ticket = self._reader
        self.wake_waiters()
        self._confirm_below(offset)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._pending and not self._closing and ticket == self._reader:
                    await self.change_event.wait()
        if ticket != self._reader:
            raise ApiError(409, self._stopped_by)
        found = (update for key, update in self._pending.items() for _ in range(1 + self._copies.get(key, 0)))
        return list(itertools.islice(found, limit))

    def _confirm_below(self, offset: int) -> None:
        gone = list(self._pending)[:offset] if offset < 0 else [key for key in self._pending if key < offset]
        for update_id in gone:
            self.confirm_update(update_id)

    def wake_waiters(self) -> None:
        """Let everybody who waits look again."""
        # A fresh event each time: who waits again waits for the next change.
        self.change_event.set()
        self.change_event = asyncio.Event()


def _ignore_update(_: Json) -> None:
    """Tell nobody."""
