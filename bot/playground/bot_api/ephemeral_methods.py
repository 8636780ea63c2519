"""The methods of ephemeral messages, and who may send one: to whom, when, and in place of what.

Their errors are documented nowhere; they are worded here as Telegram words the like. Knows nothing of HTTP.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.playground.api_error import bad_request_error
from bot.playground.bot_api.keyboards import check_inline_keyboard
from bot.playground.bot_api.message_content import EDITS, ContentReader, edit_message
from bot.playground.server_version import SINCE_BY_PRESS, SINCE_EPHEMERAL
from bot.playground.state.button_presses import CALLBACK_SECONDS, QUERY_TOO_OLD_ERROR
from bot.playground.state.chats import Chat, Json
from bot.playground.state.ephemeral_messages import EphemeralMessage
from bot.playground.state.files import Upload
from bot.playground.state.world import World

#: Of what type each field of EphemeralMessageParameters is, and how Telegram calls that.
_FIELDS = {
    "receiver_user_id": (int, "Integer"),
    "callback_query_id": (str, "String"),
    "replace_callback_query_message": (bool, "Boolean"),
}


@dataclass(frozen=True, slots=True)
class EphemeralRecipient:
    """The one who is to see a message, the public message in whose place, and the one that it answers, if any."""

    person: int
    replaces: int | None = None
    answered_message: Json | None = None


class EphemeralMethods:
    """Sends, edits and deletes messages that one member of a group sees."""

    def __init__(self, world: World, content: ContentReader) -> None:
        self._world = world
        self._content = content

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {
            **{f"editEphemeralMessage{what}": partial(self._edit_message, what) for what in EDITS},
            "deleteEphemeralMessage": self._delete_message,
        }

    def find_recipient(self, chat: Chat, params: Json) -> EphemeralRecipient | None:
        """Find out to whom alone a message goes; nothing for one that everybody sees.

        An administrator may write to any member at any time; any bot within 15 seconds to who pressed a button, or
        sent an ephemeral message that it answers.

        Raises:
            ApiError: 400 for a chat, a receiver or a moment in which it may not.
        """
        answered = self._answered_number(params)
        given = _read_recipient_parameters(params)
        if given is None:
            if answered is not None:
                raise bad_request_error("a reply to an ephemeral message must be an ephemeral message")
            return None
        person = self._require_receiver(chat, given)
        in_place = given.get("replace_callback_query_message", False)
        if (pressed := given.get("callback_query_id")) is not None:
            replaced = self._replaced_message(chat, person, str(pressed), in_place=in_place)
            # Whoever names a topic or an answered message as well has sent another message, bots report.
            beside = "message_thread_id" in params or "reply_parameters" in params
            return EphemeralRecipient(person, None if beside else replaced)
        if in_place:
            raise bad_request_error("callback_query_id must be specified to replace the message of a callback query")
        if answered is not None:
            return EphemeralRecipient(person, answered_message=self._require_answered(chat, person, answered))
        if chat.bot_status != "administrator":
            raise bad_request_error("CHAT_ADMIN_REQUIRED")
        return EphemeralRecipient(person)

    def chat_of_press(self, params: Json) -> int:
        """Find the chat of a message that names none, by the press that it answers.

        Raises:
            ApiError: 400 for an unknown press.
        """
        press = self._world.presses.get(str(params["ephemeral_message_parameters"]["callback_query_id"]))
        if press is None:
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        return press.chat_id

    def send_to_recipient(
        self, chat: Chat, recipient: EphemeralRecipient, content: Json, thread: int | None, reply_to: int | None
    ) -> Json:
        """Send a message to one member; in place of one, or as an answer, it is in the topic of that.

        Raises:
            ApiError: 400 for a photo in place of a message, where that is switched off.
        """
        if recipient.replaces is not None and "photo" in content and not self._world.server.photo_in_place:
            raise bad_request_error("MESSAGE_TYPE_INVALID")
        answered = recipient.answered_message or chat.messages.get(reply_to or 0)
        if answered is not None:
            content["reply_to_message"] = {key: answered[key] for key in answered if key != "reply_to_message"}
        near = answered or chat.messages.get(recipient.replaces or 0) or {}
        thread = near.get("message_thread_id") if thread is None else thread
        return self._world.post_ephemeral(chat, recipient.person, content, thread=thread, replaces=recipient.replaces)

    def _answered_number(self, params: Json) -> int | None:
        """Give the number of the ephemeral message that is answered; older servers do not read it."""
        number = (params.get("reply_parameters") or {}).get("ephemeral_message_id")
        return number if isinstance(number, int) and self._world.server.knows(SINCE_EPHEMERAL) else None

    def _require_receiver(self, chat: Chat, given: Json) -> int:
        press = self._world.presses.get(str(given.get("callback_query_id")))
        if "receiver_user_id" not in given and not (press and self._world.server.knows(SINCE_BY_PRESS)):
            raise bad_request_error("can't parse ephemeral message parameters: can't find field \"receiver_user_id\"")
        person: int = given["receiver_user_id"] if "receiver_user_id" in given or press is None else press.person
        if chat.is_private:
            raise bad_request_error("PEER_ID_INVALID")
        if person == self._world.bot["id"]:
            raise bad_request_error("USER_IS_BOT")
        if person not in chat.people:
            raise bad_request_error("USER_NOT_PARTICIPANT")
        return person

    def _replaced_message(self, chat: Chat, person: int, callback_id: str, *, in_place: bool) -> int | None:
        """Give the message in whose place to write after a press of a button; nothing where it is to stay."""
        press = self._world.presses.require_fresh(callback_id, person, chat.id)
        if not in_place:
            return None
        if press.is_ephemeral:
            raise bad_request_error("replace_callback_query_message must be False for queries from ephemeral messages")
        return press.message_id

    def _require_answered(self, chat: Chat, person: int, number: int) -> Json:
        """Give the message that is answered: only what the person sent may be, and only at once."""
        answered = self._world.ephemeral.require_ephemeral(chat.id, person, number)
        if answered.message["from"]["id"] != person:
            raise bad_request_error("MESSAGE_ID_INVALID")
        if self._world.clock() - answered.sent_at > CALLBACK_SECONDS:
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        return answered.message

    def _edit_message(self, what: str, params: Json, uploads: dict[str, Upload]) -> bool:
        chat, one = self._require_own_message(params)
        content = self._content.read_edit(what, one.message, params, uploads)
        markup = params.get("reply_markup")
        if kept := check_inline_keyboard(markup, inline_only=True, version=self._world.server.version):
            content["reply_markup"] = kept
        self._world.ephemeral.replace_ephemeral(
            chat.id, one, edit_message(one.message, content, date=int(self._world.clock()))
        )
        return True

    def _delete_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, one = self._require_own_message(params)
        self._world.ephemeral.delete_ephemeral(chat.id, one)
        return True

    def _require_own_message(self, params: Json) -> tuple[Chat, EphemeralMessage]:
        chat = self._world.require_chat_for_bot(params["chat_id"])
        one = self._world.ephemeral.require_ephemeral(
            chat.id, params["receiver_user_id"], params["ephemeral_message_id"]
        )
        if one.message["from"]["id"] != self._world.bot["id"]:
            raise bad_request_error("MESSAGE_ID_INVALID")
        return chat, one


def _read_recipient_parameters(params: Json) -> Json | None:
    """Read to whom alone a message goes; nothing for everybody."""
    given: Json | None = params.get("ephemeral_message_parameters")
    for name, (kind, said) in _FIELDS.items():
        if given is not None and not isinstance(given.get(name, kind()), kind):
            raise bad_request_error(f'can\'t parse ephemeral message parameters: field "{name}" must be of type {said}')
    return given
