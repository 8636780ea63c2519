"""Presses of buttons: from the press until they are answered or too old."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.chats import Json
from bot.playground.errors import bad_request

CALLBACK_SECONDS = 15
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(slots=True)
class Callback:
    """One press of a button of a message; `ephemeral` says that one person alone sees that message."""

    id: str
    person: int
    asked_at: float
    answer: asyncio.Future[Json]
    chat_id: int = 0
    message_id: int = 0
    ephemeral: bool = False


class Callbacks(dict[str, Callback]):
    """The latest presses by their ids."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock

    def add(self, person: int, chat_id: int, message_id: int, *, ephemeral: bool) -> Callback:
        """Note a press, and forget those that are too old."""
        for old in [key for key, one in self.items() if not self._is_fresh(one)]:
            self.pop(old).answer.cancel()
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        made = Callback(
            str(secrets.randbits(62)), person, self._clock(), future, chat_id, message_id, ephemeral=ephemeral
        )
        self[made.id] = made
        return made

    def answered(self, callback_id: str, answer: Json) -> Callback:
        """Answer a press, once and in time.

        Raises:
            ApiError: 400 for an unknown, answered or old one.
        """
        found = self.get(callback_id)
        if found is None or found.answer.done() or not self._is_fresh(found):
            raise bad_request(QUERY_TOO_OLD)
        found.answer.set_result(answer)
        return found

    def fresh(self, callback_id: str, person: int, chat_id: int) -> Callback:
        """Find a person's press in a chat, answered or not, to which something may still be sent.

        Raises:
            ApiError: 400 for an unknown or old one, somebody else's, or one elsewhere.
        """
        found = self.get(callback_id)
        if found is None or (found.person, found.chat_id) != (person, chat_id) or not self._is_fresh(found):
            raise bad_request(QUERY_TOO_OLD)
        return found

    def _is_fresh(self, one: Callback) -> bool:
        return self._clock() - one.asked_at <= CALLBACK_SECONDS
