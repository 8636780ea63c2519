"""What each served method does to the world: messages and edits.

Parameters arrive typed by `schema.py`. Knows nothing of HTTP; the other methods are in `account.py`.
"""

import re
from collections.abc import Callable
from typing import Any

from bot.playground.chats import Chat
from bot.playground.entities import parse_html, plain_text, utf16_length, with_found
from bot.playground.errors import ApiError, bad_request
from bot.playground.files import FileStore, Stored, Upload, document, photo_sizes
from bot.playground.keyboard import inline_keyboard
from bot.playground.schema import attached
from bot.playground.world import MAX_TEXT, World

Json = dict[str, Any]

MAX_CAPTION = 1024
MAX_CALLBACK_TEXT = 200
DELETE_SECONDS = 48 * 3600
_START_LINK = re.compile(r"https://t\.me/\w+\?start=[\w-]{1,64}")
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


class MessageMethods:
    """Sends, edits and deletes messages as the bot."""

    def __init__(self, world: World, files: FileStore) -> None:
        self._world = world
        self._files = files

    def table(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {
            "sendMessage": self._send_message,
            "sendPhoto": self._send_photo,
            "sendDocument": self._send_document,
            "editMessageText": self._edit_text,
            "editMessageCaption": self._edit_caption,
            "editMessageMedia": self._edit_media,
            "editMessageReplyMarkup": self._edit_markup,
            "deleteMessage": self._delete,
            "answerCallbackQuery": self._answer,
            "setMessageReaction": self._react,
            "pinChatMessage": self._pin,
        }

    def _send_message(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._chat(params)
        return self._send(chat, params, self._text(params))

    def _send_photo(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._chat(params)
        content = self._caption(params)
        return self._send(chat, params, {**self._photo(params["photo"]), **content})

    def _send_document(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._chat(params)
        content = self._caption(params)
        return self._send(chat, params, {**self._document(params["document"]), **content})

    def _send(self, chat: Chat, params: Json, content: Json) -> Json:
        reply = params.get("reply_parameters") or {}
        reply_to = reply.get("message_id")
        if reply_to is not None and reply_to not in chat.messages:
            if not reply.get("allow_sending_without_reply"):
                raise bad_request("message to be replied not found")
            reply_to = None
        if markup := inline_keyboard(params.get("reply_markup")):
            content["reply_markup"] = markup
        return self._world.post(chat, content, reply_to=reply_to)

    def _edit_text(self, params: Json, _: dict[str, Upload]) -> Json:
        chat, message = self._editable(params)
        if "text" not in message:
            raise bad_request("there is no text in the message to edit")
        return self._edit(chat, message, params, self._text(params))

    def _edit_caption(self, params: Json, _: dict[str, Upload]) -> Json:
        chat, message = self._editable(params)
        if "text" in message:
            raise bad_request("there is no caption in the message to edit")
        media: Json = {key: message[key] for key in ("photo", "document") if key in message}
        return self._edit(chat, message, params, {**media, **self._caption(params)})

    def _edit_media(self, params: Json, uploads: dict[str, Upload]) -> Json:
        chat, message = self._editable(params)
        media = params["media"]
        content = self._caption(media)
        source = attached(str(media.get("media", "")), uploads)
        match media.get("type"):
            case "photo":
                content |= self._photo(source)
            case "document":
                content |= self._document(source)
            case _:
                raise bad_request("can't parse InputMedia: type must be photo or document here")
        return self._edit(chat, message, params, content)

    def _edit_markup(self, params: Json, _: dict[str, Upload]) -> Json:
        chat, message = self._editable(params)
        return self._edit(chat, message, params, _content(message))

    def _edit(self, chat: Chat, message: Json, params: Json, content: Json) -> Json:
        """Replace a message's content and buttons; an edit without buttons takes them away."""
        if markup := inline_keyboard(params.get("reply_markup"), inline_only=True):
            content["reply_markup"] = markup
        kept = {key: message[key] for key in message if key in _ENVELOPE}
        if content == {key: message[key] for key in message if key not in _ENVELOPE}:
            raise bad_request(_NOT_MODIFIED)
        edited = {**kept, "edit_date": int(self._world.clock()), **content}
        return self._world.replace(chat, edited)

    def _delete(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._message(params, "message to delete not found")
        own = message["from"]["id"] == self._world.bot["id"]
        may_delete_all = chat.bot_status == "administrator" or chat.is_private
        too_old = self._world.clock() - message["date"] > DELETE_SECONDS and not may_delete_all
        if too_old or not (own or may_delete_all):
            raise bad_request("message can't be deleted for everyone")
        self._world.delete(chat, message["message_id"])
        return True

    def _answer(self, params: Json, _: dict[str, Upload]) -> bool:
        text = params.get("text", "")
        if utf16_length(text) > MAX_CALLBACK_TEXT:
            raise bad_request("MESSAGE_TOO_LONG")
        url = params.get("url", "")
        if url and not _START_LINK.fullmatch(url):
            raise bad_request("URL_INVALID")
        answer = {"text": text, "show_alert": params.get("show_alert", False), "url": url}
        self._world.answer(params["callback_query_id"], answer)
        return True

    def _react(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._message(params, "message to react not found")
        reactions = params.get("reaction", [])
        if len(reactions) > 1:
            raise bad_request("REACTIONS_TOO_MANY")
        kept = {key: message[key] for key in message if key != "playground_reactions"}
        self._world.replace(chat, {**kept, "playground_reactions": reactions} if reactions else kept)
        return True

    def _pin(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._message(params, "message to pin not found")
        if chat.bot_status != "administrator" and not chat.is_private:
            raise bad_request("not enough rights to manage pinned messages in the chat")
        self._world.pin(chat, message["message_id"])
        return True

    def _chat(self, params: Json) -> Chat:
        if not isinstance(params.get("chat_id"), int):
            raise bad_request("chat not found")
        return self._world.chat_for_bot(params["chat_id"])

    def _message(self, params: Json, missing: str) -> tuple[Chat, Json]:
        chat = self._chat(params)
        message = chat.messages.get(params.get("message_id", 0))
        if message is None:
            raise bad_request(missing)
        return chat, message

    def _editable(self, params: Json) -> tuple[Chat, Json]:
        if "inline_message_id" in params:
            raise bad_request("MESSAGE_ID_INVALID")
        if "chat_id" not in params:
            raise bad_request("chat_id is empty")
        chat, message = self._message(params, "message to edit not found")
        if message["from"]["id"] != self._world.bot["id"]:
            raise bad_request("message can't be edited")
        return chat, message

    def _text(self, params: Json) -> Json:
        text, entities = self._formatted(params["text"], params, params.get("entities"))
        if not text:
            raise bad_request("message text is empty")
        if utf16_length(text) > MAX_TEXT:
            raise bad_request("message is too long")
        return {"text": text, "entities": entities} if entities else {"text": text}

    def _caption(self, params: Json) -> Json:
        caption, entities = self._formatted(str(params.get("caption", "")), params, params.get("caption_entities"))
        if utf16_length(caption) > MAX_CAPTION:
            raise bad_request("message caption is too long")
        if not caption:
            return {}
        return {"caption": caption, "caption_entities": entities} if entities else {"caption": caption}

    def _formatted(self, source: str, params: Json, given: list[Json] | None) -> tuple[str, list[Json]]:
        match params.get("parse_mode", "").lower():
            case "":
                text, entities = plain_text(source, given)
            case "html":
                text, entities = parse_html(source, self._user)
            case _:
                raise ApiError(400, "Bad Request: unsupported parse_mode")
        return text, with_found(text, entities)

    def _user(self, user_id: int) -> Json | None:
        if user_id == self._world.bot["id"]:
            return self._world.bot_user
        person = self._world.people.get(user_id)
        return person.to_api() if person else None

    def _photo(self, source: Upload | str) -> Json:
        stored = self._files.add_photo(source) if isinstance(source, Upload) else self._files.get(source)
        if not stored.width:
            raise bad_request("can't use file of type Document as Photo")
        return {"photo": photo_sizes(stored)}

    def _document(self, source: Upload | str) -> Json:
        stored: Stored
        stored = self._files.add_document(source) if isinstance(source, Upload) else self._files.get(source)
        if stored.width:
            raise bad_request("can't use file of type Photo as Document")
        return {"document": document(stored)}


_ENVELOPE = frozenset({"message_id", "from", "chat", "date", "edit_date", "reply_to_message", "playground_reactions"})


def _content(message: Json) -> Json:
    """Give what an edit of the buttons alone leaves as it is."""
    return {key: message[key] for key in message if key not in _ENVELOPE and key != "reply_markup"}
