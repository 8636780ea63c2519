"""What waits for the bot: numbered updates, for one reader at a time, and presses and queries to answer.

It knows neither HTTP nor the content of updates. Webhooks read the same queue; see `webhook.py`.
"""

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.chats import Chat, Json, PlaygroundPerson
from bot.playground.server_version import ApiError, bad_request_error

CALLBACK_SECONDS = 15
QUERY_TOO_OLD_ERROR = "query is too old and response timeout expired or query ID is invalid"


@dataclass(slots=True)
class ButtonPress:
    """One press of a message's button; `ephemeral`: whether only one person sees that message."""

    id: str
    person: int
    pressed_at: float
    answer: asyncio.Future[Json]
    chat_id: int = 0
    message_id: int = 0
    is_ephemeral: bool = False


class ButtonPresses(dict[str, ButtonPress]):
    """The latest presses, by id."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock

    def add_press(self, person: int, chat_id: int, message_id: int, *, ephemeral: bool) -> ButtonPress:
        """Record a press, and drop those that are too old."""
        for old in [key for key, one in self.items() if not self._is_fresh(one)]:
            self.pop(old).answer.cancel()
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        made = ButtonPress(
            str(secrets.randbits(62)), person, self._clock(), future, chat_id, message_id, is_ephemeral=ephemeral
        )
        self[made.id] = made
        return made

    def answer_press(self, callback_id: str, answer: Json) -> ButtonPress:
        """Answer a press once, and in time; raises ApiError 400 for an unknown, answered or old one."""
        found = self.get(callback_id)
        if found is None or found.answer.done() or not self._is_fresh(found):
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        found.answer.set_result(answer)
        return found

    def require_fresh(self, callback_id: str, person: int, chat_id: int) -> ButtonPress:
        """A person's press in a chat, if it can still be answered; raises ApiError 400 if there is none."""
        found = self.get(callback_id)
        if found is None or (found.person, found.chat_id) != (person, chat_id) or not self._is_fresh(found):
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        return found

    def _is_fresh(self, one: ButtonPress) -> bool:
        return self._clock() - one.pressed_at <= CALLBACK_SECONDS


#: Kinds of updates that a bot gets only if it asks for them.
_ONLY_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
_OTHER_READER = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
_WEBHOOK_SET = "Conflict: terminated by setWebhook request"


class UpdateQueue:
    """Unconfirmed updates, oldest first, numbered from `first_id`; `on_pushed` and `on_confirmed` get each one."""

    def __init__(self, first_id: int) -> None:
        self._next_id = first_id
        self._pending: dict[int, Json] = {}
        self._copies: dict[int, int] = {}
        self.allowed_kinds: list[str] = []
        """The kinds of updates that the bot asked for; empty for the default ones."""
        self.change_event = asyncio.Event()
        """Set at the next change; take it before a check, then wait for it."""
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
        """Add an update and return its number, or `None` if the bot does not want this kind."""
        wanted = kind in self.allowed_kinds if self.allowed_kinds else kind not in _ONLY_ON_REQUEST
        if not wanted:
            return None
        update_id = self._next_id
        self._next_id += 1
        self.push_raw_update({"update_id": update_id, kind: payload})
        return update_id

    def push_raw_update(self, update: Json, copies: int = 0) -> None:
        """Add an update unchanged, even with a repeated number, to be delivered with this many copies."""
        update_id = update["update_id"]
        self._pending[update_id] = update
        if copies:
            self._copies[update_id] = copies
        self._next_id = max(self._next_id, update_id + 1)
        self.on_pushed(update)
        self.wake_waiters()

    def find_update(self, update_id: int) -> tuple[Json, int] | None:
        """An unconfirmed update with its number of copies."""
        update = self._pending.get(update_id)
        return None if update is None else (update, self._copies.get(update_id, 0))

    def confirm_update(self, update_id: int) -> None:
        """Remove an update that the bot has taken."""
        self._copies.pop(update_id, None)
        if (update := self._pending.pop(update_id, None)) is not None:
            self.on_confirmed(update)

    def clear_updates(self) -> None:
        """Remove all updates."""
        self._pending.clear()
        self._copies.clear()

    def open_queue(self) -> None:
        """Let readers wait again after a close."""
        self._closing = False

    def close_queue(self) -> None:
        """Send every waiting reader an empty answer."""
        self._closing = True
        self.wake_waiters()

    def stop_reader(self) -> None:
        """End a `getUpdates` that runs, because a webhook takes over."""
        self._reader += 1
        self._stopped_by = _WEBHOOK_SET
        self.wake_waiters()

    async def read_updates(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """Serve one `getUpdates`, waiting up to `seconds`; raises ApiError 409 for a webhook or another reader."""
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
        """Make all waiting readers check again."""
        # A new event each time, so that the next wait is for the next change.
        self.change_event.set()
        self.change_event = asyncio.Event()


def _ignore_update(_: Json) -> None: ...


INLINE_SECONDS = 10
MAX_QUERY = 256
_MAX_QUERIES = 200


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """An answer to an inline query: results as pages show them, and the message of each, by the result's id."""

    results: list[Json]
    messages: dict[str, Json]
    cache_time: int = 300
    is_personal: bool = False
    next_offset: str = ""
    button: Json | None = None


@dataclass(slots=True)
class InlineQuery:
    """An inline query; `offer` is what its sender was shown."""

    id: str
    person: int
    text: str
    offset: str
    asked_at: float
    answer: asyncio.Future[InlineAnswer] = field(repr=False)
    shown_answer: InlineAnswer | None = None


class InlineQueries:
    """The latest inline queries, and the answers that are still valid."""

    def __init__(self, clock: Callable[[], float], updates: UpdateQueue) -> None:
        self._clock = clock
        self._updates = updates
        self._queries: dict[str, InlineQuery] = {}
        self._cache: dict[tuple[str, str, int | None], tuple[float, InlineAnswer]] = {}

    async def ask_bot(self, person: PlaygroundPerson, chat: Chat, text: str, offset: str = "") -> InlineQuery:
        """Ask the bot for a person writing in a chat, and wait for its answer; if none comes, `offer` stays empty."""
        query = self._open_query(person, text[:MAX_QUERY], offset)
        query.shown_answer = self._find_cached(query)
        if query.shown_answer is None:
            asked = {"id": query.id, "from": person.to_api_user(), "query": query.text, "offset": offset}
            kind = "sender" if chat.is_private else "supergroup"
            self._updates.push_update("inline_query", {**asked, "chat_type": kind})
            await asyncio.wait({query.answer}, timeout=INLINE_SECONDS)
        return query

    def answer_query(self, query_id: str, answer: InlineAnswer) -> None:
        """Answer a query once, and in time; raises ApiError 400 for an unknown, answered or old one."""
        query = self._queries.get(query_id)
        if query is None or query.answer.done() or self._clock() - query.asked_at > INLINE_SECONDS:
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        query.shown_answer = answer
        query.answer.set_result(answer)
        if answer.cache_time:
            whose = query.person if answer.is_personal else None
            self._cache[query.text, query.offset, whose] = (self._clock() + answer.cache_time, answer)

    def require_result(self, person: int, query_id: str, result_id: str) -> tuple[str, Json]:
        """A query's text and the message of one of its results; raises ApiError 400 if the person did not see it."""
        query = self._queries.get(query_id)
        shown = None if query is None or query.person != person else query.shown_answer
        if query is None or shown is None or result_id not in shown.messages:
            raise bad_request_error("RESULT_ID_INVALID")
        return query.text, shown.messages[result_id]

    def clear_cache(self) -> None:
        """Drop all cached answers."""
        self._cache.clear()

    def cancel_waiting(self) -> None:
        """End all waiting for answers."""
        for query in self._queries.values():
            query.answer.cancel()

    def _open_query(self, person: PlaygroundPerson, text: str, offset: str) -> InlineQuery:
        future: asyncio.Future[InlineAnswer] = asyncio.get_running_loop().create_future()
        query = InlineQuery(str(secrets.randbits(62)), person.id, text, offset, self._clock(), future)
        self._queries[query.id] = query
        if len(self._queries) > _MAX_QUERIES:
            self._queries.pop(next(iter(self._queries))).answer.cancel()
        return query

    def _find_cached(self, query: InlineQuery) -> InlineAnswer | None:
        for whose in (query.person, None):
            until, offer = self._cache.get((query.text, query.offset, whose), (0.0, None))
            if offer is not None and self._clock() < until:
                return offer
        return None
