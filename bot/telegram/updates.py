"""The shapes of Telegram's updates, as far as the bot reads them: what it does not read is not even decoded."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

Owner = Annotated[int, Meta(gt=-(2**52), lt=2**52)]
"""The number of a chat or a person, by Telegram's word of 52 bits at most."""
Count = Annotated[int, Meta(ge=0, lt=2**52)]
"""Any other number in an update: of itself, of a message, of a topic, a place in a text."""
Seconds = Annotated[int, Meta(ge=0, lt=2**36)]
"""An instant, in seconds of the epoch; none that no calendar has."""


class User(Struct):
    """A person, a bot, or who stands for a channel."""

    id: Owner
    is_bot: bool
    first_name: str
    last_name: str | None = None
    language_code: str | None = None
    username: str | None = None


class Chat(Struct):
    """A group, a private chat or a channel."""

    id: Owner
    type: str
    title: str | None = None
    username: str | None = None
    is_forum: bool = False


class Entity(Struct):
    """A marked part of a text; places are counted in UTF-16 units."""

    type: str
    offset: Count
    length: Count
    user: User | None = None
    url: str | None = None


class Origin(Struct):
    """Where a message that was forwarded comes from; nowhere that is told, where its author hides it."""

    sender_user: User | None = None
    sender_chat: Chat | None = None
    chat: Chat | None = None


class Answered(Struct):
    """The message that another one replies to."""

    sender: User | None = field(default=None, name="from")
    forward_origin: Origin | None = None


class Size(Struct):
    """A picture in one of its sizes."""

    file_id: str


class Key(Struct):
    """An inline button."""

    callback_data: str | None = None


class Markup(Struct):
    """The inline buttons of a message, by rows."""

    inline_keyboard: tuple[tuple[Key, ...], ...] = ()


class Chosen(Struct):
    """A chat that somebody chose by a key which asks for one."""

    request_id: int
    chat_id: Owner


class Message(Struct):
    """A message; one that is too old to be shown has the date 0 and little else.

    An ephemeral one, which one person alone sees, has the number 0, and another among those of that person.
    """

    message_id: Count
    date: Seconds
    chat: Chat
    sender: User | None = field(default=None, name="from")
    sender_chat: Chat | None = None
    """In whose name it was sent: the group's by an administrator who hides behind it, or a channel's."""
    is_automatic_forward: bool = False
    """Whether it is what a linked channel posted."""
    text: str | None = None
    entities: tuple[Entity, ...] = ()
    reply_to_message: Answered | None = None
    via_bot: User | None = None
    forward_origin: Any = None
    message_thread_id: Count | None = None
    is_topic_message: bool = False
    ephemeral_message_id: Count | None = None
    photo: tuple[Size, ...] = ()
    """One picture in several sizes, the greatest one last."""
    new_chat_members: tuple[User, ...] = ()
    left_chat_member: User | None = None
    reply_markup: Markup | None = None
    migrate_to_chat_id: Owner | None = None
    migrate_from_chat_id: Owner | None = None
    edit_date: Seconds | None = None
    chat_shared: Chosen | None = None

    @property
    def sent(self) -> datetime:
        """When it, or what it has become by editing, reached Telegram."""
        return datetime.fromtimestamp(self.date if self.edit_date is None else self.edit_date, UTC)

    @property
    def topic(self) -> int | None:
        """The forum's topic that it stands in; a thread of replies is none."""
        return self.message_thread_id if self.is_topic_message else None

    def part(self, entity: Entity) -> str:
        """The marked part of the text; half a character, which no sound mark leaves, is left out."""
        units = (self.text or "").encode("utf-16-le")
        return units[entity.offset * 2 : (entity.offset + entity.length) * 2].decode("utf-16-le", "ignore")


class Query(Struct):
    """A pressed button."""

    id: str
    sender: User = field(name="from")
    message: Message | None = None
    data: str | None = None


class InlineQuery(Struct):
    """What somebody types behind the bot's name."""

    id: str
    sender: User = field(name="from")
    query: str = ""


class Member(Struct):
    """Somebody's standing in a chat."""

    status: str
    user: User | None = None
    is_member: bool = False
    """Whether somebody who is restricted is in the chat."""


class Membership(Struct):
    """A change of the bot's own standing, or of somebody else's."""

    chat: Chat
    sender: User = field(name="from")
    old_chat_member: Member
    new_chat_member: Member


class Update(Struct):
    """One update, of a kind that is asked for or of another, which then holds nothing here."""

    update_id: Count
    message: Message | None = None
    edited_message: Message | None = None
    callback_query: Query | None = None
    my_chat_member: Membership | None = None
    chat_member: Membership | None = None
    inline_query: InlineQuery | None = None


decode = msgspec.json.Decoder(Update).decode
"""Reads an update; raises :class:`msgspec.DecodeError` where it is none."""
