"""Whom an ephemeral message is for, as each version of the Bot API is told, and whose it was answered to be."""

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from bot.store.keys import Scope
from bot.telegram.forms import Form
from bot.telegram.inbound import Command, Mistyped, Reply, Tap


@dataclass(frozen=True, slots=True)
class Ephemeral:
    """A message that a server has answered to be one person's, in a group."""

    chat: int
    user: int
    number: int
    replaces: bool = False
    """Whether it is shown in place of the message that was tapped."""
    form: Form = Form.NEWER
    """How it was addressed."""


@dataclass(frozen=True, slots=True)
class Address:
    """To whom, and by what right: a press, an ephemeral message of theirs, or that the bot is an administrator."""

    scope: Scope
    user: int
    query: str | None = None
    tapped: bool = False
    """Whether what was tapped is a message that everybody sees, so that another may be shown in its place."""
    photo: str | None = None
    """The file's id of the picture that everybody sees in what was tapped."""
    answered: int | None = None

    @property
    def unasked(self) -> bool:
        """Whether there is neither a press nor an ephemeral message to be answered."""
        return self.query is None and self.answered is None

    @classmethod
    def of(cls, request: Command | Mistyped | Reply | Tap) -> "Address | None":
        """That of whoever asks; ``None`` where no server could take it.

        Args:
            request: an administrator who hides behind the group is nobody to write to, and a group that is a supergroup
                now has other messages.
        """
        place, user = request.place, request.sender.user
        if place.private or place.left or request.sender.anonymous:
            return None
        if isinstance(request, Tap):
            return cls(place.scope, user, request.query, request.ephemeral is None, request.photo)
        return cls(place.scope, user, answered=request.ephemeral)


class _Receiver(Struct):
    id: int


class _Chat(Struct):
    id: int


class Taken(Struct):
    """What is read of the answer to a message."""

    message_id: int
    chat: _Chat
    ephemeral_message_id: int | None = None
    receiver_user: _Receiver | None = None


def addressed(form: Form, address: Address, *, in_place: bool) -> dict[str, Any]:
    """Whom a message is for, in one form; no topic beside a press, or the message in its place is another."""
    if form is Form.PRESS:
        by_press: dict[str, Any] = {"callback_query_id": address.query}
        return {Form.NEWER.value: by_press | ({"replace_callback_query_message": True} if in_place else {})}
    beside: dict[str, Any] = {"chat_id": address.scope.chat}
    to: dict[str, Any] = {"receiver_user_id": address.user}
    if address.query is not None:
        to["callback_query_id"] = address.query
    elif address.answered is not None:
        beside["reply_parameters"] = {"ephemeral_message_id": address.answered}
    elif address.scope.topic is not None:
        beside["message_thread_id"] = address.scope.topic
    if in_place:
        to["replace_callback_query_message"] = True
    return beside | ({Form.NEWER.value: to} if form is Form.NEWER else to)


def one_persons(answer: Any, form: Form, address: Address, *, in_place: bool) -> Ephemeral | None:
    """The message, where the server has answered that it is that person's alone."""
    try:
        taken = msgspec.convert(answer, Taken)
    except msgspec.ValidationError:
        return None
    number, reader = taken.ephemeral_message_id, taken.receiver_user
    if number is None or reader is None or reader.id != address.user or taken.chat.id != address.scope.chat:
        return None
    return Ephemeral(address.scope.chat, address.user, number, in_place, form)
