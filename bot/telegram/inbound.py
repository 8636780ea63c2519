"""From Telegram's updates to typed requests. Knows Telegram's shapes and the commands' names, nothing of games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from telegram import User as Account
from telegram.constants import ChatID, ChatMemberStatus, ChatType, MessageEntityType

from bot.store.keys import Scope
from bot.telegram import updates
from bot.telegram.updates import Answered, Chat, Membership, Message, Query, User
from bot.typed.commands import command_meant, command_near
from bot.wording.people import display_name

_GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent something, with the name shown at the table."""

    user: int
    name: str
    language: str | None

    @property
    def anonymous(self) -> bool:
        """Whether an administrator speaks as the group, so that nobody can tell who it is."""
        return self.user == ChatID.ANONYMOUS_ADMIN


@dataclass(frozen=True, slots=True)
class Venue:
    """Where something was sent: the chat (and topic), whether it is private, and how to link to it."""

    scope: Scope
    private: bool
    title: str
    username: str | None
    former: int | None = None
    """The group that this was sent in, where it has become a supergroup since, the `scope` here."""

    @property
    def left(self) -> bool:
        """Whether it was sent elsewhere: messages have other numbers there."""
        return self.former is not None

    @property
    def origin(self) -> int:
        """The chat whose messages have the numbers that the request names."""
        return self.scope.chat if self.former is None else self.former


@dataclass(frozen=True, slots=True)
class Asked:
    """What every request has."""

    update: int
    place: Venue
    sender: Sender
    arrived: datetime | None = field(default=None, kw_only=True)
    """When the update reached the bot, in UTC."""
    ephemeral: int | None = field(default=None, kw_only=True)
    """The number of the ephemeral message that it is, or that was tapped: its ``message`` is 0 then."""


@dataclass(frozen=True, slots=True)
class Command(Asked):
    """A command and what follows it."""

    message: int
    name: str
    text: str
    sent: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    named: tuple[tuple[str, int], ...] = ()
    """People without a username who are mentioned: how they are written, and who they are."""
    answered: int | None = None
    """Whose message this replies to, if a person's."""
    edited: bool = False
    """Whether this is what the message has become; it was there before, and may have been done."""


@dataclass(frozen=True, slots=True)
class Mistyped(Asked):
    """A command that there is not, and the one that it is ``near``."""

    message: int
    typed: str
    near: str


@dataclass(frozen=True, slots=True)
class Reply(Asked):
    """A plain text that is meant for the bot: it answers one of its messages, or stands in the private chat."""

    message: int
    text: str
    sent: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    addressed: bool = False
    """Whether it names the bot, as ``@bot KALEM``; the name is not in the text."""
    edited: bool = False
    """As of :class:`Command`."""


@dataclass(frozen=True, slots=True)
class Tap(Asked):
    """A pressed inline button; ``message`` is the message it hangs on."""

    query: str
    message: int
    data: str
    photo: str | None = field(default=None, kw_only=True)
    """The file's id of the picture that the message shows."""


@dataclass(frozen=True, slots=True)
class Added(Asked):
    """The bot became a member of a group."""

    administrator: bool


@dataclass(frozen=True, slots=True)
class Removed(Asked):
    """The bot is no longer a member of a group."""


@dataclass(frozen=True, slots=True)
class Moved(Asked):
    """The group ``former`` became the supergroup ``chat``; either of them says so."""

    former: int
    chat: int


Request = Command | Mistyped | Reply | Tap | Added | Removed | Moved


def _message(update: int, message: Message, bot: Account) -> Command | Mistyped | Reply | Moved | None:
    request, number = _said(update, message, bot), message.ephemeral_message_id
    return request if request is None or number is None else replace(request, ephemeral=number)


def _said(update: int, message: Message, bot: Account) -> Command | Mistyped | Reply | Moved | None:
    if message.sender is None:
        return None
    former, now = message.migrate_from_chat_id or message.chat.id, message.migrate_to_chat_id or message.chat.id
    if former != now:
        return Moved(update, _place(message.chat, message.topic), _sender(message.sender), former, now)
    if message.text is None or _is_foreign(message.sender):
        return None
    place, sender = _place(message.chat, message.topic), _sender(message.sender)
    first = (entity for entity in message.entities if entity.offset == 0)
    # Bold letters or a link may begin at the same place.
    entity = next((one for one in first if one.type == MessageEntityType.BOT_COMMAND), None)
    if entity is not None:
        name, _, addressee = message.text[1 : entity.length].partition("@")
        if addressee and addressee.lower() != (bot.username or "").lower():
            return None
        command = command_meant(name)
        if command is None and (near := command_near(name)) is not None:
            return Mistyped(update, place, sender, message.message_id, name, near)
        if command is None:
            # Groups have other bots' commands too; in private somebody meant us.
            return (
                Reply(update, place, sender, message.message_id, message.text, message.sent) if place.private else None
            )
        text = message.text[entity.length :].strip()
        return Command(
            update,
            place,
            sender,
            message.message_id,
            command,
            text,
            message.sent,
            _named(message),
            _person(message.reply_to_message),
        )
    if (spoken := _addressed(message, bot)) is not None:
        return Reply(update, place, sender, message.message_id, spoken, message.sent, addressed=True)
    answered = message.reply_to_message
    if place.private or (answered is not None and answered.sender is not None and answered.sender.id == bot.id):
        return Reply(update, place, sender, message.message_id, message.text, message.sent)
    return None


def _edited(update: int, message: Message, bot: Account) -> Command | Reply | None:
    """What a message asks for since it was edited; a command that there is not is near none then."""
    request = _message(update, message, bot)
    return replace(request, edited=True) if isinstance(request, Command | Reply) else None


def _addressed(message: Message, bot: Account) -> str | None:
    """The text of a message that begins or ends with the bot's name, without it; ``None`` for any other."""
    text, name = message.text or "", f"@{bot.username}".lower()
    if name not in text.lower():
        return None
    for entity in message.entities:
        if entity.type == MessageEntityType.MENTION and (part := message.part(entity)).lower() == name:
            if text.startswith(part):
                return text[len(part) :].strip()
            if text.endswith(part):
                return text[: -len(part)].strip()
    return None


def _named(message: Message) -> tuple[tuple[str, int], ...]:
    return tuple(
        (message.part(entity), entity.user.id)
        for entity in message.entities
        if entity.type == MessageEntityType.TEXT_MENTION and entity.user is not None
    )


def _person(message: Answered | None) -> int | None:
    """The person who wrote a message; ``None`` for a bot's or a channel's."""
    user = None if message is None else message.sender
    return None if user is None or user.is_bot else user.id


def _is_foreign(user: User) -> bool:
    """Whether a bot or a channel speaks; an administrator who hides behind the group is neither."""
    return user.is_bot and user.id != ChatID.ANONYMOUS_ADMIN


def _tap(update: int, query: Query, _: Account) -> Tap | None:
    message = query.message
    if message is None or query.data is None:
        return None
    return Tap(
        update,
        _place(message.chat, message.topic),
        _sender(query.sender),
        query.id,
        message.message_id,
        query.data,
        photo=message.photo[-1].file_id if message.photo else None,
        ephemeral=message.ephemeral_message_id,
    )


def _membership(update: int, change: Membership, _: Account) -> Added | Removed | None:
    outside = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}
    before, after = change.old_chat_member.status, change.new_chat_member.status
    if change.chat.type not in _GROUPS or (before in outside) == (after in outside):
        return None
    place, sender = _place(change.chat, None), _sender(change.sender)
    if after in outside:
        return Removed(update, place, sender)
    return Added(update, place, sender, after == ChatMemberStatus.ADMINISTRATOR)


def _place(chat: Chat, topic: int | None) -> Venue:
    return Venue(Scope(chat.id, topic), chat.type == ChatType.PRIVATE, chat.title or "", chat.username)


def _sender(user: User) -> Sender:
    return Sender(user.id, display_name(user.first_name, user.last_name), user.language_code)


_READERS: Final[Mapping[str, Callable[[int, Any, Account], Request | None]]] = {
    "message": _message,
    "edited_message": _edited,
    "callback_query": _tap,
    "my_chat_member": _membership,
}
"""What reads each kind of update, by its field in :class:`bot.telegram.updates.Update`."""
UPDATES: Final = tuple(_READERS)
"""The kinds of updates that Telegram is asked for."""


def read(raw: bytes, bot: Account) -> Request | None:
    """What an update, as Telegram sent it, asks for; ``None`` when it is nothing to us.

    Raises:
        msgspec.DecodeError: it is no update.
    """
    update = updates.decode(raw)
    for kind, reader in _READERS.items():
        if (content := getattr(update, kind)) is not None:
            return reader(update.update_id, content, bot)
    return None
