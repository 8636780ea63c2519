"""The methods of ephemeral messages, and who may send one: to whom, when, and in place of what.

Their errors are documented nowhere; they are worded here as Telegram words the like. Knows nothing of HTTP.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.playground.callbacks import CALLBACK_SECONDS, QUERY_TOO_OLD
from bot.playground.chats import Chat, Json
from bot.playground.content import Content, edited, media_of, unmarked
from bot.playground.ephemeral import Ephemeral
from bot.playground.errors import bad_request
from bot.playground.files import Upload
from bot.playground.keyboard import inline_keyboard
from bot.playground.servers import BY_PRESS, EPHEMERAL, IN_PLACE
from bot.playground.world import World

#: Of what type each field of EphemeralMessageParameters is, and how Telegram calls that.
_FIELDS = {
    "receiver_user_id": (int, "Integer"),
    "callback_query_id": (str, "String"),
    "replace_callback_query_message": (bool, "Boolean"),
}


@dataclass(frozen=True, slots=True)
class Address:
    """The one who is to see a message, the public message in whose place, and the one that it answers, if any."""

    person: int
    replaces: int | None = None
    answered: Json | None = None


class EphemeralMethods:
    """Sends, edits and deletes messages that one member of a group sees."""

    def __init__(self, world: World, content: Content) -> None:
        self._world = world
        self._content = content

    def table(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {
            "editEphemeralMessageText": self._edit_text,
            "editEphemeralMessageCaption": self._edit_caption,
            "editEphemeralMessageMedia": self._edit_media,
            "editEphemeralMessageReplyMarkup": self._edit_markup,
            "deleteEphemeralMessage": self._delete,
        }

    def address(self, chat: Chat, params: Json) -> Address | None:
        """Find out to whom alone a message goes; nothing for one that everybody sees.

        An administrator may write to any member at any time; any bot within 15 seconds to who pressed a button, or
        sent an ephemeral message that it answers.

        Raises:
            ApiError: 400 for a chat, a receiver or a moment in which it may not.
        """
        answered = self._answered(params)
        given = _given(params)
        if given is None:
            if answered is not None:
                raise bad_request("a reply to an ephemeral message must be an ephemeral message")
            return None
        person = self._receiver(chat, given)
        in_place = given.get("replace_callback_query_message", False)
        if (pressed := given.get("callback_query_id")) is not None:
            replaced = self._pressed(chat, person, str(pressed), in_place=in_place)
            # Whoever names a topic or an answered message as well has sent another message, bots report.
            beside = "message_thread_id" in params or "reply_parameters" in params
            return Address(person, None if beside else replaced)
        if in_place:
            raise bad_request("callback_query_id must be specified to replace the message of a callback query")
        if answered is not None:
            return Address(person, answered=self._check_answered(chat, person, answered))
        if chat.bot_status != "administrator":
            raise bad_request("CHAT_ADMIN_REQUIRED")
        return Address(person)

    def chat_of(self, params: Json) -> int:
        """Find the chat of a message that names none, by the press that it answers.

        Raises:
            ApiError: 400 for an unknown press.
        """
        press = self._world.callbacks.get(str(params["ephemeral_message_parameters"]["callback_query_id"]))
        if press is None:
            raise bad_request(QUERY_TOO_OLD)
        return press.chat_id

    def send(self, chat: Chat, address: Address, content: Json, thread: int | None, reply_to: int | None) -> Json:
        """Send a message to one member; in place of one, or as an answer, it is in the topic of that.

        Raises:
            ApiError: 400 for a photo in place of a message, where that is switched off.
        """
        if address.replaces is not None and "photo" in content and not self._world.server.photo_in_place:
            raise bad_request("MESSAGE_TYPE_INVALID")
        answered = address.answered or chat.messages.get(reply_to or 0)
        if answered is not None:
            content["reply_to_message"] = {key: answered[key] for key in answered if key != "reply_to_message"}
        near = answered or chat.messages.get(address.replaces or 0) or {}
        thread = near.get("message_thread_id") if thread is None else thread
        return self._world.whisper(chat, address.person, content, thread=thread, replaces=address.replaces)

    def _answered(self, params: Json) -> int | None:
        """Give the number of the ephemeral message that is answered; older servers do not read it."""
        number = (params.get("reply_parameters") or {}).get("ephemeral_message_id")
        return number if isinstance(number, int) and self._world.server.knows(EPHEMERAL) else None

    def _receiver(self, chat: Chat, given: Json) -> int:
        press = self._world.callbacks.get(str(given.get("callback_query_id")))
        if "receiver_user_id" not in given and not (press and self._world.server.knows(BY_PRESS)):
            raise bad_request("can't parse ephemeral message parameters: can't find field \"receiver_user_id\"")
        person: int = given["receiver_user_id"] if "receiver_user_id" in given or press is None else press.person
        if chat.is_private:
            raise bad_request("PEER_ID_INVALID")
        if person == self._world.bot["id"]:
            raise bad_request("USER_IS_BOT")
        if person not in chat.people:
            raise bad_request("USER_NOT_PARTICIPANT")
        return person

    def _pressed(self, chat: Chat, person: int, callback_id: str, *, in_place: bool) -> int | None:
        """Give the message in whose place to write after a press of a button; nothing where it is to stay."""
        press = self._world.callbacks.fresh(callback_id, person, chat.id)
        if not in_place:
            return None
        if press.ephemeral:
            raise bad_request("replace_callback_query_message must be False for queries from ephemeral messages")
        return press.message_id

    def _check_answered(self, chat: Chat, person: int, number: int) -> Json:
        """Give the message that is answered: only what the person sent may be, and only at once."""
        answered = self._world.ephemeral.get(chat.id, person, number)
        if answered.message["from"]["id"] != person:
            raise bad_request("MESSAGE_ID_INVALID")
        if self._world.clock() - answered.sent_at > CALLBACK_SECONDS:
            raise bad_request(QUERY_TOO_OLD)
        return answered.message

    def _edit_text(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, one = self._own(params)
        if "text" not in one.message:
            raise bad_request("there is no text in the message to edit")
        return self._edit(chat, one, params, self._content.text(params))

    def _edit_caption(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, one = self._own(params)
        return self._edit(chat, one, params, {**media_of(one.message), **self._content.caption(params)})

    def _edit_media(self, params: Json, uploads: dict[str, Upload]) -> bool:
        chat, one = self._own(params)
        may_upload = self._world.server.knows(IN_PLACE)
        return self._edit(chat, one, params, self._content.media(params["media"], uploads, may_upload=may_upload))

    def _edit_markup(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, one = self._own(params)
        return self._edit(chat, one, params, unmarked(one.message))

    def _edit(self, chat: Chat, one: Ephemeral, params: Json, content: Json) -> bool:
        markup = params.get("reply_markup")
        if kept := inline_keyboard(markup, inline_only=True, version=self._world.server.version):
            content["reply_markup"] = kept
        self._world.ephemeral.replace(chat.id, one, edited(one.message, content, date=int(self._world.clock())))
        return True

    def _delete(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, one = self._own(params)
        self._world.ephemeral.delete(chat.id, one)
        return True

    def _own(self, params: Json) -> tuple[Chat, Ephemeral]:
        """Find an ephemeral message of the bot's own."""
        if not isinstance(params["chat_id"], int):
            raise bad_request("chat not found")
        chat = self._world.chat_for_bot(params["chat_id"])
        one = self._world.ephemeral.get(chat.id, params["receiver_user_id"], params["ephemeral_message_id"])
        if one.message["from"]["id"] != self._world.bot["id"]:
            raise bad_request("MESSAGE_ID_INVALID")
        return chat, one


def _given(params: Json) -> Json | None:
    """Read to whom a message goes, in the way of 10.3 or else in that of 10.2; nothing for everybody."""
    given: Json | None = params.get("ephemeral_message_parameters")
    if given is not None:
        for name, (kind, said) in _FIELDS.items():
            if not isinstance(given.get(name, kind()), kind):
                raise bad_request(f'can\'t parse ephemeral message parameters: field "{name}" must be of type {said}')
        return given
    if "receiver_user_id" not in params:
        return None
    return {name: params[name] for name in ("receiver_user_id", "callback_query_id") if name in params}
