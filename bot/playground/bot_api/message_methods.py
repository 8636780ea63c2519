"""What each served method does to the world: messages and edits.

Parameters arrive typed by `parameters.py`. Knows nothing of HTTP; the other methods are in `account_methods.py`,
`ephemeral_methods.py` and `inline_methods.py`.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from bot.playground.api_error import bad_request_error
from bot.playground.bot_api.ephemeral_methods import EphemeralMethods
from bot.playground.bot_api.keyboards import check_inline_keyboard, check_reply_keyboard
from bot.playground.bot_api.message_content import EDITS, ContentReader, edit_message
from bot.playground.state.bot_rights import check_may_send
from bot.playground.state.chats import Chat, Json
from bot.playground.state.files import Upload
from bot.playground.state.text_entities import utf16_length
from bot.playground.state.world import World

MAX_CALLBACK_TEXT = 200
DELETE_SECONDS = 48 * 3600
_START_LINK = re.compile(r"https://t\.me/\w+\?start=[\w-]{1,64}")


class MessageMethods:
    """Sends, edits and deletes messages as the bot."""

    def __init__(self, world: World, content: ContentReader, ephemeral: EphemeralMethods) -> None:
        self._world = world
        self._content = content
        self._ephemeral = ephemeral

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {
            "sendMessage": self._send_message,
            "sendPhoto": self._send_photo,
            "sendDocument": self._send_document,
            **{f"editMessage{what}": partial(self._edit_message, what) for what in EDITS},
            "deleteMessage": self._delete_message,
            "answerCallbackQuery": self._answer_callback_query,
            "pinChatMessage": self._pin_message,
            "unpinChatMessage": self._unpin_message,
        }

    def _send_message(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._require_destination(params)
        return self._send_content(chat, params, self._content.read_text(params))

    def _send_photo(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._require_destination(params)
        content = self._content.read_caption(params)
        return self._send_content(chat, params, {**self._content.read_photo(params["photo"]), **content})

    def _send_document(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._require_destination(params)
        content = self._content.read_caption(params)
        return self._send_content(chat, params, {**self._content.read_document(params["document"]), **content})

    def _send_content(self, chat: Chat, params: Json, content: Json) -> Json:
        reply_to = _find_replied(chat, params)
        thread = params.get("message_thread_id")
        # Of a group without topics, those that it had are gone.
        if thread is not None and chat.is_forum != (thread in chat.topics):
            raise bad_request_error("message thread not found")
        now = self._world.clock()
        check_may_send(chat, thread, now, is_photo="photo" in content, is_text="text" in content)
        markup = params.get("reply_markup")
        kept = check_inline_keyboard(markup, version=self._world.server.version, private=chat.is_private)
        if kept:
            content["reply_markup"] = kept
        below = check_reply_keyboard(markup, private=chat.is_private)
        if address := self._ephemeral.find_recipient(chat, params):
            return self._ephemeral.send_to_recipient(chat, address, content, thread, reply_to)
        chat.sent_at = now
        message = self._world.post_as_bot(chat, content, reply_to=reply_to, thread=thread)
        if below:
            self._world.set_keyboard(chat, below)
        return message

    def _edit_message(self, what: str, params: Json, uploads: dict[str, Upload]) -> Json:
        """Replace a message's content and buttons; an edit without buttons takes them away."""
        chat, message = self._require_editable(params)
        content = self._content.read_edit(what, message, params, uploads)
        if kept := check_inline_keyboard(
            params.get("reply_markup"),
            inline_only=True,
            version=self._world.server.version,
            private=chat.is_private,
        ):
            content["reply_markup"] = kept
        return self._world.replace_message(chat, edit_message(message, content, date=int(self._world.clock())))

    def _delete_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._require_message(params, "message to delete not found")
        own = message["from"]["id"] == self._world.bot["id"]
        may_delete_all = (chat.bot_status == "administrator" and chat.can_delete) or chat.is_private
        too_old = self._world.clock() - message["date"] > DELETE_SECONDS and not may_delete_all
        if too_old or not (own or may_delete_all):
            raise bad_request_error("message can't be deleted for everyone")
        self._world.delete_message(chat, message["message_id"])
        return True

    def _answer_callback_query(self, params: Json, _: dict[str, Upload]) -> bool:
        text = params.get("text", "")
        if utf16_length(text) > MAX_CALLBACK_TEXT:
            raise bad_request_error("MESSAGE_TOO_LONG")
        url = params.get("url", "")
        if url and not _START_LINK.fullmatch(url):
            raise bad_request_error("URL_INVALID")
        answer = {"text": text, "show_alert": params.get("show_alert", False), "url": url}
        self._world.answer_press(params["callback_query_id"], answer)
        return True

    def _pin_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._require_message(params, "message to pin not found")
        self._check_may_pin(chat)
        self._world.pin_message(chat, message["message_id"])
        return True

    def _unpin_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat = self._world.require_chat_for_bot(params.get("chat_id", 0))
        self._check_may_pin(chat)
        if params.get("message_id", chat.pinned) != chat.pinned or chat.pinned is None:
            raise bad_request_error("message to unpin not found")
        self._world.pin_message(chat, None)
        return True

    def _check_may_pin(self, chat: Chat) -> None:
        if not chat.is_private and not (chat.bot_status == "administrator" and chat.can_pin):
            raise bad_request_error("not enough rights to manage pinned messages in the chat")

    def _require_destination(self, params: Json) -> Chat:
        """Find the chat of a message to send; since 10.4 the press that it answers may say it alone."""
        return self._world.require_chat_for_bot(
            params["chat_id"] if "chat_id" in params else self._ephemeral.chat_of_press(params)
        )

    def _require_message(self, params: Json, missing: str) -> tuple[Chat, Json]:
        chat = self._world.require_chat_for_bot(params.get("chat_id", 0))
        message = chat.messages.get(params.get("message_id", 0))
        if message is None:
            raise bad_request_error(missing)
        return chat, message

    def _require_editable(self, params: Json) -> tuple[Chat, Json]:
        if "chat_id" not in params:
            raise bad_request_error("chat_id is empty")
        chat, message = self._require_message(params, "message to edit not found")
        if message["from"]["id"] != self._world.bot["id"]:
            raise bad_request_error("message can't be edited")
        return chat, message


def _find_replied(chat: Chat, params: Json) -> int | None:
    """Give the message that is answered; 400 when it is gone and that is not allowed."""
    reply = params.get("reply_parameters") or {}
    number: int | None = reply.get("message_id")
    if number is None or number in chat.messages:
        return number
    if not reply.get("allow_sending_without_reply"):
        raise bad_request_error("message to be replied not found")
    return None
