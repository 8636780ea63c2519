"""Presses of buttons: from the press until they are answered or too old."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.chats import Json
from bot.playground.server_version import bad_request_error

CALLBACK_SECONDS = 15
QUERY_TOO_OLD_ERROR = "query is too old and response timeout expired or query ID is invalid"


@dataclass(slots=True)
class ButtonPress:
    """One press of a button of a message; `ephemeral` says that one person alone sees that message."""

    id: str
    person: int
    pressed_at: float
    answer: asyncio.Future[Json]
    chat_id: int = 0
    message_id: int = 0
    is_ephemeral: bool = False


class ButtonPresses(dict[str, ButtonPress]):
    """The latest presses by their ids."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock

    def add_press(self, person: int, chat_id: int, message_id: int, *, ephemeral: bool) -> ButtonPress:
        """Note a press, and forget those that are too old."""
        for old in [key for key, one in self.items() if not self._is_fresh(one)]:
            self.pop(old).answer.cancel()
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        made = ButtonPress(
            str(secrets.randbits(62)), person, self._clock(), future, chat_id, message_id, is_ephemeral=ephemeral
        )
        self[made.id] = made
        return made

    def answer_press(self, callback_id: str, answer: Json) -> ButtonPress:
        """Answer a press, once and in time.

        Raises:
            ApiError: 400 for an unknown, answered or old one.
        """
        found = self.get(callback_id)
        if found is None or found.answer.done() or not self._is_fresh(found):
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        found.answer.set_result(answer)
        return found

    def require_fresh(self, callback_id: str, person: int, chat_id: int) -> ButtonPress:
        """Find a person's press in a chat, answered or not, to which something may still be sent.

        Raises:
            ApiError: 400 for an unknown or old one, somebody else's, or one elsewhere.
        """
        found = self.get(callback_id)
        if found is None or (found.person, found.chat_id) != (person, chat_id) or not self._is_fresh(found):
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        return found

    def _is_fresh(self, one: ButtonPress) -> bool:
        return self._clock() - one.pressed_at <= CALLBACK_SECONDS
