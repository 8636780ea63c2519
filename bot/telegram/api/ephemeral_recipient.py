"""Whom an ephemeral message is for: the parameters of each Bot API version, and the check of the server's answer."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from bot.store.scope import Scope
from bot.telegram.api.server_features import Feature
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText, Tap
from bot.workers.sending import GAME_NEWS, Sending


@dataclass(frozen=True, slots=True)
class EphemeralMessage:
    """A message in a group that the server confirmed as one person's."""

    chat: int
    user: int
    message_id: int
    replaces_tapped: bool = False
    """Whether it is shown in place of the message that was tapped."""
    form: Feature = Feature.PARAMETERS_10_3
    """How it was addressed."""
    sending: Sending = field(default=GAME_NEWS, compare=False)
    """How edits of it are sent."""

    @classmethod
    def from_tap(cls, tap: Tap) -> "EphemeralMessage | None":
        """The tapped message, if it is ephemeral; ``None`` where everybody sees it."""
        if tap.ephemeral_id is None:
            return None
        return cls(tap.venue.scope.chat, tap.sender.user, tap.ephemeral_id, sending=tap.sending)


@dataclass(frozen=True, slots=True)
class EphemeralRecipient:
    """Whom to write to, and what allows it: their tap, their ephemeral message, or that the bot is an administrator."""

    scope: Scope
    user: int
    callback_query: str | None = None
    can_replace: bool = False
    """Whether everybody sees the tapped message, so that an ephemeral one may stand in its place."""
    tapped_photo: str | None = None
    """The file's id of the picture in the tapped message."""
    reply_to_ephemeral: int | None = None
    sending: Sending = field(default=GAME_NEWS, compare=False)
    """How what they get is sent."""

    @property
    def is_unsolicited(self) -> bool:
        """Whether there is neither a tap nor an ephemeral message to answer."""
        return self.callback_query is None and self.reply_to_ephemeral is None

    @classmethod
    def from_request(cls, request: Command | MistypedCommand | PlainText | Tap) -> "EphemeralRecipient | None":
        """Whoever sent the request; ``None`` where they cannot be sent an ephemeral message.

        That is so in private chats, for an anonymous administrator, and where the group has become a supergroup since.
        """
        if request.venue.private or request.venue.has_migrated or request.sender.is_anonymous_admin:
            return None
        if isinstance(request, Tap):
            return cls(
                request.venue.scope,
                request.sender.user,
                request.query,
                request.ephemeral_id is None,
                request.photo,
                sending=request.sending,
            )
        return cls(
            request.venue.scope,
            request.sender.user,
            sending=request.sending,
            reply_to_ephemeral=request.ephemeral_id,
        )


class _Receiver(Struct):
    id: int


class _Chat(Struct):
    id: int


class EphemeralAnswer(Struct):
    """The part of the server's answer to a sent message that is read."""

    message_id: int
    chat: _Chat
    ephemeral_message_id: int | None = None
    receiver_user: _Receiver | None = None


def recipient_parameters(form: Feature, recipient: EphemeralRecipient, *, in_place: bool) -> dict[str, Any]:
    """The parameters that say whom a message is for, in one form.

    They name no topic beside a tap: with one, the server would not replace the tapped message.
    """
    if form is Feature.CALLBACK_10_4:
        answered: dict[str, Any] = {"callback_query_id": recipient.callback_query}
        if in_place:
            answered["replace_callback_query_message"] = True
        return {Feature.PARAMETERS_10_3.value: answered}
    beside: dict[str, Any] = {"chat_id": recipient.scope.chat}
    to: dict[str, Any] = {"receiver_user_id": recipient.user}
    if recipient.callback_query is not None:
        to["callback_query_id"] = recipient.callback_query
    elif recipient.reply_to_ephemeral is not None:
        beside["reply_parameters"] = {"ephemeral_message_id": recipient.reply_to_ephemeral}
    elif recipient.scope.topic is not None:
        beside["message_thread_id"] = recipient.scope.topic
    if in_place:
        to["replace_callback_query_message"] = True
    return beside | ({Feature.PARAMETERS_10_3.value: to} if form is Feature.PARAMETERS_10_3 else to)


def to_ephemeral_message(
    answer: Any, form: Feature, recipient: EphemeralRecipient, *, in_place: bool
) -> EphemeralMessage | None:
    """The message, if the server confirmed it as that person's; else ``None``."""
    try:
        decoded = msgspec.convert(answer, EphemeralAnswer)
    except msgspec.ValidationError:
        return None
    message_id, reader = decoded.ephemeral_message_id, decoded.receiver_user
    if message_id is None or reader is None or reader.id != recipient.user or decoded.chat.id != recipient.scope.chat:
        return None
    return EphemeralMessage(recipient.scope.chat, recipient.user, message_id, in_place, form, recipient.sending)
