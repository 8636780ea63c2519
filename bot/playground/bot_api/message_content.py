"""What a message is made of: text, caption and files, checked and turned into the fields of a Message."""

from bot.playground.api_error import ApiError, bad_request_error
from bot.playground.bot_api.parameters import resolve_attachment
from bot.playground.state.chats import Json
from bot.playground.state.files import FileStore, Upload, to_document, to_photo_sizes
from bot.playground.state.text_entities import add_detected_entities, parse_html, trim_plain_text, utf16_length
from bot.playground.state.world import MAX_TEXT, World

MAX_CAPTION = 1024
EDITS = ("Text", "Caption", "Media", "ReplyMarkup")
"""What edits change, as the names of their methods end."""


class ContentReader:
    """Reads contents; files are kept in `files`."""

    def __init__(self, world: World, files: FileStore) -> None:
        self._world = world
        self._files = files

    def read_text(self, params: Json) -> Json:
        """Read a text message's content."""
        text, entities = self._parse_formatted(params["text"], params, params.get("entities"))
        if not text:
            raise bad_request_error("message text is empty")
        if utf16_length(text) > MAX_TEXT:
            raise bad_request_error("message is too long")
        return {"text": text, "entities": entities} if entities else {"text": text}

    def read_caption(self, params: Json) -> Json:
        """Read a caption, which may be empty."""
        caption, entities = self._parse_formatted(
            str(params.get("caption", "")), params, params.get("caption_entities")
        )
        if utf16_length(caption) > MAX_CAPTION:
            raise bad_request_error("message caption is too long")
        if not caption:
            return {}
        return {"caption": caption, "caption_entities": entities} if entities else {"caption": caption}

    def read_photo(self, source: Upload | str) -> Json:
        """Keep a picture, or find it by its id."""
        stored = self._files.add_photo(source) if isinstance(source, Upload) else self._files.require_file(source)
        if not stored.width:
            raise bad_request_error("can't use file of type Document as Photo")
        return {"photo": to_photo_sizes(stored)}

    def read_document(self, source: Upload | str) -> Json:
        """Keep any file, or find it by its id."""
        stored = self._files.add_document(source) if isinstance(source, Upload) else self._files.require_file(source)
        if stored.width:
            raise bad_request_error("can't use file of type Photo as Document")
        return {"document": to_document(stored)}

    def read_media(self, media: Json, uploads: dict[str, Upload]) -> Json:
        """Read an InputMedia, of a photo or a document.

        Raises:
            ApiError: 400 for another type.
        """
        content = self.read_caption(media)
        source = resolve_attachment(str(media.get("media", "")), uploads)
        match media.get("type"):
            case "photo":
                return content | self.read_photo(source)
            case "document":
                return content | self.read_document(source)
            case _:
                raise bad_request_error("can't parse InputMedia: type must be photo or document here")

    def read_edit(self, what: str, message: Json, params: Json, uploads: dict[str, Upload]) -> Json:
        """Read what an edit leaves of a message; ``what`` is one of :data:`EDITS`.

        Raises:
            ApiError: the edit cannot be, or the message has nothing of the kind.
        """
        match what:
            case "Text":
                if "text" not in message:
                    raise bad_request_error("there is no text in the message to edit")
                return self.read_text(params)
            case "Caption":
                if "text" in message:
                    raise bad_request_error("there is no caption in the message to edit")
                files: Json = {key: message[key] for key in ("photo", "document") if key in message}
                return files | self.read_caption(params)
            case "Media":
                return self.read_media(params["media"], uploads)
            case _:
                return {key: message[key] for key in message if key not in {*ENVELOPE_FIELDS, "reply_markup"}}

    def _parse_formatted(self, source: str, params: Json, given: list[Json] | None) -> tuple[str, list[Json]]:
        match params.get("parse_mode", "").lower():
            case "":
                text, entities = trim_plain_text(source, given)
            case "html":
                text, entities = parse_html(source, self._find_user)
            case _:
                raise ApiError(400, "Bad Request: unsupported parse_mode")
        return text, add_detected_entities(text, entities)

    def _find_user(self, user_id: int) -> Json | None:
        if user_id == self._world.bot["id"]:
            return self._world.bot_user
        person = self._world.people.get(user_id)
        return person.to_api_user() if person else None


#: What a message keeps whatever becomes of its content.
ENVELOPE_FIELDS = frozenset(
    {
        "message_id",
        "from",
        "chat",
        "date",
        "edit_date",
        "reply_to_message",
        "message_thread_id",
        "is_topic_message",
        "via_bot",
        "receiver_user",
        "ephemeral_message_id",
    }
)
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


def edit_message(message: Json, content: Json, *, date: int) -> Json:
    """Give a message with another content, buttons included.

    Raises:
        ApiError: 400 when it is the very same.
    """
    before = {key: message[key] for key in message if key not in ENVELOPE_FIELDS}
    if content == before:
        raise bad_request_error(NOT_MODIFIED)
    return {key: message[key] for key in message if key in ENVELOPE_FIELDS} | {"edit_date": date} | content
