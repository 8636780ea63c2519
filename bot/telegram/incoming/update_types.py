"""The shapes of Telegram's updates, as far as the bot reads them; other fields are not decoded."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

ChatOrUserId = Annotated[int, Meta(gt=-(2**52), lt=2**52)]
"""The number of a chat or a person; Telegram promises 52 bits at most."""
NonNegative = Annotated[int, Meta(ge=0, lt=2**52)]
"""Any other number: of an update, a message or a topic, or an offset in a text."""
EpochSeconds = Annotated[int, Meta(ge=0, lt=2**36)]
"""An instant in Unix seconds, within the years that a calendar has."""


class User(Struct):
    """A person, a bot, or a stand-in for a channel."""

    id: ChatOrUserId
    is_bot: bool
    first_name: str
    last_name: str | None = None
    language_code: str | None = None
    username: str | None = None


class Chat(Struct):
    """A group, a private chat or a channel."""

    id: ChatOrUserId
    type: str
    title: str | None = None
    username: str | None = None
    is_forum: bool = False


class MessageEntity(Struct):
    """A marked part of a text; offset and length count UTF-16 units."""

    type: str
    offset: NonNegative
    length: NonNegative
    user: User | None = None
    url: str | None = None


class ForwardOrigin(Struct):
    """Where a forwarded message comes from; empty where its author hides that."""

    sender_user: User | None = None
    sender_chat: Chat | None = None
    chat: Chat | None = None


class PhotoSize(Struct):
    """A picture in one of its sizes."""

    file_id: str


class InlineButton(Struct):
    """An inline button."""

    callback_data: str | None = None
    url: str | None = None


class InlineKeyboard(Struct):
    """The inline buttons of a message, by rows."""

    inline_keyboard: tuple[tuple[InlineButton, ...], ...] = ()


class Document(Struct):
    """A file."""

    file_name: str | None = None


class RepliedMessage(Struct):
    """The message that another one replies to."""

    message_id: NonNegative = 0
    sender: User | None = field(default=None, name="from")
    forward_origin: ForwardOrigin | None = None
    reply_markup: InlineKeyboard | None = None
    text: str | None = None
    caption: str | None = None
    document: Document | None = None


class ChatShared(Struct):
    """A chat that somebody chose by a reply keyboard's button."""

    request_id: int
    chat_id: ChatOrUserId


class Message(Struct):
    """A message; one that is too old for Telegram to show has the date 0 and little else.

    An ephemeral message has the number 0, and an ``ephemeral_message_id`` that counts for its reader.
    """

    message_id: NonNegative
    date: EpochSeconds
    chat: Chat
    sender: User | None = field(default=None, name="from")
    sender_chat: Chat | None = None
    """The chat in whose name it was sent: the group itself for an anonymous administrator, or a channel."""
    is_automatic_forward: bool = False
    """Whether it is the post of a linked channel."""
    text: str | None = None
    entities: tuple[MessageEntity, ...] = ()
    reply_to_message: RepliedMessage | None = None
    via_bot: User | None = None
    forward_origin: Any = None
    message_thread_id: NonNegative | None = None
    is_topic_message: bool = False
    ephemeral_message_id: NonNegative | None = None
    photo: tuple[PhotoSize, ...] = ()
    """One picture in several sizes, the largest last."""
    new_chat_members: tuple[User, ...] = ()
    left_chat_member: User | None = None
    reply_markup: InlineKeyboard | None = None
    migrate_to_chat_id: ChatOrUserId | None = None
    migrate_from_chat_id: ChatOrUserId | None = None
    edit_date: EpochSeconds | None = None
    chat_shared: ChatShared | None = None

    @property
    def sent_at(self) -> datetime:
        """When its current text reached Telegram: its last edit, if there was one."""
        return datetime.fromtimestamp(self.date if self.edit_date is None else self.edit_date, UTC)

    @property
    def topic(self) -> int | None:
        """The forum topic that it is in; a thread of replies is none."""
        return self.message_thread_id if self.is_topic_message else None

    def entity_text(self, entity: MessageEntity) -> str:
        """The marked part of the text; half a character at its ends is left out."""
        units = (self.text or "").encode("utf-16-le")
        return units[entity.offset * 2 : (entity.offset + entity.length) * 2].decode("utf-16-le", "ignore")


class CallbackQuery(Struct):
    """A tapped button."""

    id: str
    sender: User = field(name="from")
    message: Message | None = None
    data: str | None = None


class InlineQuery(Struct):
    """What somebody types after the bot's name in inline mode."""

    id: str
    sender: User = field(name="from")
    query: str = ""
    chat_type: str = ""
    """Of the chat in which it is typed, if Telegram tells."""


class ChatMemberStanding(Struct):
    """Somebody's standing in a chat."""

    status: str
    user: User | None = None
    is_member: bool = False
    """Whether a restricted member is in the chat."""
    can_send_messages: bool | None = None
    """Of a restricted member: whether they may send text."""


class ChatMemberUpdated(Struct):
    """A change of the bot's own standing in a chat, or of somebody else's."""

    chat: Chat
    sender: User = field(name="from")
    old_chat_member: ChatMemberStanding
    new_chat_member: ChatMemberStanding


class Update(Struct):
    """One update; of a kind that the bot does not read all fields here are ``None``."""

    update_id: NonNegative
    message: Message | None = None
    edited_message: Message | None = None
    callback_query: CallbackQuery | None = None
    my_chat_member: ChatMemberUpdated | None = None
    chat_member: ChatMemberUpdated | None = None
    inline_query: InlineQuery | None = None


decode_update = msgspec.json.Decoder(Update).decode
"""Decodes an update; raises :class:`msgspec.DecodeError` where the bytes are none."""
