"""What a message is made of: text, caption and files, checked and turned into the fields of a Message."""

from bot.playground.chats import Json
from bot.playground.entities import parse_html, plain_text, utf16_length, with_found
from bot.playground.errors import ApiError, bad_request
from bot.playground.files import FileStore, Upload, document, photo_sizes
from bot.playground.schema import attached
from bot.playground.world import MAX_TEXT, World

MAX_CAPTION = 1024
_UPLOADS = "a new file can't be uploaded here: use a file_id or specify a URL"


class Content:
    """Reads contents; files are kept in `files`."""

    def __init__(self, world: World, files: FileStore) -> None:
        self._world = world
        self._files = files

    def text(self, params: Json) -> Json:
        """Read a text message's content."""
        text, entities = self._formatted(params["text"], params, params.get("entities"))
        if not text:
            raise bad_request("message text is empty")
        if utf16_length(text) > MAX_TEXT:
            raise bad_request("message is too long")
        return {"text": text, "entities": entities} if entities else {"text": text}

    def caption(self, params: Json) -> Json:
        """Read a caption, which may be empty."""
        caption, entities = self._formatted(str(params.get("caption", "")), params, params.get("caption_entities"))
        if utf16_length(caption) > MAX_CAPTION:
            raise bad_request("message caption is too long")
        if not caption:
            return {}
        return {"caption": caption, "caption_entities": entities} if entities else {"caption": caption}

    def photo(self, source: Upload | str) -> Json:
        """Keep a picture, or find it by its id."""
        stored = self._files.add_photo(source) if isinstance(source, Upload) else self._files.get(source)
        if not stored.width:
            raise bad_request("can't use file of type Document as Photo")
        return {"photo": photo_sizes(stored)}

    def document(self, source: Upload | str) -> Json:
        """Keep any file, or find it by its id."""
        stored = self._files.add_document(source) if isinstance(source, Upload) else self._files.get(source)
        if stored.width:
            raise bad_request("can't use file of type Photo as Document")
        return {"document": document(stored)}

    def media(self, media: Json, uploads: dict[str, Upload], *, may_upload: bool = True) -> Json:
        """Read an InputMedia, of a photo or a document.

        Raises:
            ApiError: 400 for another type, or for a file that came along where that is not possible.
        """
        content = self.caption(media)
        source = attached(str(media.get("media", "")), uploads)
        if isinstance(source, Upload) and not may_upload:
            raise bad_request(_UPLOADS)
        match media.get("type"):
            case "photo":
                return content | self.photo(source)
            case "document":
                return content | self.document(source)
            case _:
                raise bad_request("can't parse InputMedia: type must be photo or document here")

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


#: What a message keeps whatever becomes of its content.
ENVELOPE = frozenset(
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
        "playground_reactions",
    }
)
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


def edited(message: Json, content: Json, *, date: int) -> Json:
    """Give a message with another content, buttons included.

    Raises:
        ApiError: 400 when it is the very same.
    """
    before = {key: message[key] for key in message if key not in ENVELOPE}
    if "force_reply" in before.get("reply_markup", {}) and "reply_markup" in content:
        content = content | {"reply_markup": content["reply_markup"] | {"force_reply": True}}
    if content == before:
        raise bad_request(NOT_MODIFIED)
    return {key: message[key] for key in message if key in ENVELOPE} | {"edit_date": date} | content


def media_of(message: Json) -> Json:
    """Give a message's file.

    Raises:
        ApiError: 400 where it has none, and so no caption.
    """
    if "text" in message:
        raise bad_request("there is no caption in the message to edit")
    return {key: message[key] for key in ("photo", "document") if key in message}


def unmarked(message: Json) -> Json:
    """Give what an edit of the buttons alone leaves as it is."""
    return {key: message[key] for key in message if key not in ENVELOPE and key != "reply_markup"}
