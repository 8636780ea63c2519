"""Inline queries: what somebody types behind the bot's name, what it offers, and the messages sent of that.

What an answer may hold is checked in `inline_methods.py`. Answers are kept as long as the bot said, for one person
or for all, and while they are nobody asks the bot again.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.api_error import bad_request_error
from bot.playground.state.button_presses import QUERY_TOO_OLD_ERROR
from bot.playground.state.chats import Chat, Json, PlaygroundPerson
from bot.playground.state.update_queue import UpdateQueue

INLINE_SECONDS = 10
MAX_QUERY = 256
_MAX_QUERIES = 200


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """An answer: results as pages show them, and by their ids the messages they would become."""

    results: list[Json]
    messages: dict[str, Json]
    cache_time: int = 300
    is_personal: bool = False
    next_offset: str = ""
    button: Json | None = None


@dataclass(slots=True)
class InlineQuery:
    """One query; `offer` is what its asker was shown."""

    id: str
    person: int
    text: str
    offset: str
    asked_at: float
    answer: asyncio.Future[InlineAnswer] = field(repr=False)
    shown_answer: InlineAnswer | None = None


class InlineQueries:
    """The latest queries, and the answers still good."""

    def __init__(self, clock: Callable[[], float], updates: UpdateQueue) -> None:
        self._clock = clock
        self._updates = updates
        self._queries: dict[str, InlineQuery] = {}
        self._cache: dict[tuple[str, str, int | None], tuple[float, InlineAnswer]] = {}

    async def ask_bot(self, person: PlaygroundPerson, chat: Chat, text: str, offset: str = "") -> InlineQuery:
        """Ask as a person writing in a chat, and wait for the answer; without one in time `offer` stays empty."""
        query = self._open_query(person, text[:MAX_QUERY], offset)
        query.shown_answer = self._find_cached(query)
        if query.shown_answer is None:
            kind = "sender" if chat.is_private else "supergroup"
            asked = {
                "id": query.id,
                "from": person.to_api_user(),
                "query": query.text,
                "offset": offset,
                "chat_type": kind,
            }
            self._updates.push_update("inline_query", asked)
            await asyncio.wait({query.answer}, timeout=INLINE_SECONDS)
        return query

    def answer_query(self, query_id: str, answer: InlineAnswer) -> None:
        """Answer a query, once and in time.

        Raises:
            ApiError: 400 for an unknown, answered or old one.
        """
        query = self._queries.get(query_id)
        if query is None or query.answer.done() or self._clock() - query.asked_at > INLINE_SECONDS:
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        query.shown_answer = answer
        query.answer.set_result(answer)
        if answer.cache_time:
            whose = query.person if answer.is_personal else None
            self._cache[query.text, query.offset, whose] = (self._clock() + answer.cache_time, answer)

    def require_result(self, person: int, query_id: str, result_id: str) -> Json:
        """Give the message that a result of a query becomes.

        Raises:
            ApiError: 400 for a result that this person was not shown.
        """
        query = self._queries.get(query_id)
        if (
            query is None
            or query.person != person
            or query.shown_answer is None
            or result_id not in query.shown_answer.messages
        ):
            raise bad_request_error("RESULT_ID_INVALID")
        return query.shown_answer.messages[result_id]

    def clear_cache(self) -> None:
        """Let no answer count any more as known."""
        self._cache.clear()

    def cancel_waiting(self) -> None:
        """Let everybody who waits for an answer go."""
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
