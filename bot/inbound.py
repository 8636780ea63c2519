"""From Telegram's updates to typed requests. Knows Telegram's shapes and the commands' names, nothing of games."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from telegram import CallbackQuery, Chat, ChatMember, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatID, ChatType, MessageEntityType

from bot.people import display_name
from bot.store.keys import Scope

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "new": ("yeni", "new"),
    "join": ("katil", "join"),
    "leave": ("ayril", "leave"),
    "begin": ("baslat", "begin"),
    "play": ("oyna", "play"),
    "pass": ("pas", "pass"),
    "exchange": ("degistir", "exchange"),
    "surrender": ("teslim", "surrender"),
    "flip": ("ac", "flip"),
    "form": ("soz", "form"),
    "trade": ("takas", "trade"),
    "chaos": ("kaos", "chaos"),
    "challenge": ("itiraz", "challenge"),
    "draw": ("berabere", "draw"),
    "rack": ("raf", "rack"),
    "board": ("tahta", "board"),
    "score": ("skor", "score"),
    "bag": ("torba", "bag"),
    "clock": ("sure", "clock"),
    "pause": ("duraklat", "pause"),
    "resume": ("devam", "resume"),
    "word": ("sozluk", "word"),
    "add-word": ("kelimeekle", "addword"),
    "remove-word": ("kelimesil", "removeword"),
    "rules": ("kurallar", "rules"),
    "help": ("yardim", "help"),
    "cancel": ("iptal", "cancel"),
    "language": ("dil", "language"),
    "theme": ("tema", "theme"),
    "try": ("dene", "try"),
    "start": ("start", "start"),
}
"""What each command is called: in Turkish, and in English."""

_GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})
_BY_NAME: Final = {name: command for command, names in COMMANDS.items() for name in names}


def command_name(command: str, language: str) -> str:
    """A command's name in a language of the interface."""
    turkish, english = COMMANDS[command]
    return turkish if language == "tr" else english


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
class Place:
    """Where something was sent: the chat (and topic), whether it is private, and how to link to it."""

    scope: Scope
    private: bool
    title: str
    username: str | None


@dataclass(frozen=True, slots=True)
class Command:
    """A command and what follows it."""

    update: int
    place: Place
    sender: Sender
    message: int
    name: str
    text: str
    sent: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    named: tuple[tuple[str, int], ...] = ()
    """People without a username who are mentioned: how they are written, and who they are."""
    answered: int | None = None
    """Whose message this replies to, if a person's."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A plain text that is meant for the bot: it answers one of its messages, or stands in the private chat."""

    update: int
    place: Place
    sender: Sender
    message: int
    text: str


@dataclass(frozen=True, slots=True)
class Tap:
    """A pressed inline button; ``message`` is the message it hangs on."""

    update: int
    place: Place
    sender: Sender
    query: str
    message: int
    data: str


@dataclass(frozen=True, slots=True)
class Added:
    """The bot became a member of a group."""

    update: int
    place: Place
    sender: Sender
    administrator: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """The group became a supergroup under another id; ``place`` is the old one."""

    update: int
    place: Place
    sender: Sender
    chat: int


Request = Command | Reply | Tap | Added | Moved


def read(update: Update, bot: User) -> Request | None:
    """What an update asks for; ``None`` when it is nothing to us."""
    if update.message is not None:
        return _message(update.update_id, update.message, bot)
    if update.callback_query is not None:
        return _tap(update.update_id, update.callback_query)
    if update.my_chat_member is not None:
        return _membership(update.update_id, update.my_chat_member)
    return None


def _message(update: int, message: Message, bot: User) -> Command | Reply | Moved | None:
    if message.migrate_to_chat_id is not None and message.from_user is not None:
        place = _place(message.chat, message)
        return Moved(update, place, _sender(message.from_user), message.migrate_to_chat_id)
    if message.from_user is None or message.text is None or _is_foreign(message.from_user):
        return None
    place, sender = _place(message.chat, message), _sender(message.from_user)
    first = (entity for entity in message.entities if entity.offset == 0)
    # Bold letters or a link may begin at the same place.
    entity = next((one for one in first if one.type == MessageEntityType.BOT_COMMAND), None)
    if entity is not None:
        name, _, addressee = message.text[1 : entity.length].partition("@")
        if addressee and addressee.lower() != (bot.username or "").lower():
            return None
        command = _BY_NAME.get(name.lower())
        if command is None:
            return None
        text = message.text[entity.length :].strip()
        return Command(
            update,
            place,
            sender,
            message.message_id,
            command,
            text,
            message.date,
            _named(message),
            _person(message.reply_to_message),
        )
    answered = message.reply_to_message
    if place.private or (answered is not None and answered.from_user is not None and answered.from_user.id == bot.id):
        return Reply(update, place, sender, message.message_id, message.text)
    return None


def _named(message: Message) -> tuple[tuple[str, int], ...]:
    mentions = message.parse_entities([MessageEntityType.TEXT_MENTION])
    return tuple((text, entity.user.id) for entity, text in mentions.items() if entity.user is not None)


def _person(message: Message | None) -> int | None:
    """The person who wrote a message; ``None`` for a bot's or a channel's."""
    user = None if message is None else message.from_user
    return None if user is None or user.is_bot else user.id


def _is_foreign(user: User) -> bool:
    """Whether a bot or a channel speaks; an administrator who hides behind the group is neither."""
    return user.is_bot and user.id != ChatID.ANONYMOUS_ADMIN


def _tap(update: int, query: CallbackQuery) -> Tap | None:
    if query.message is None or query.data is None:
        return None
    carrier = query.message if isinstance(query.message, Message) else None
    place = _place(query.message.chat, carrier)
    return Tap(update, place, _sender(query.from_user), query.id, query.message.message_id, query.data)


def _membership(update: int, change: ChatMemberUpdated) -> Added | None:
    outside = {ChatMember.LEFT, ChatMember.BANNED}
    before, after = change.old_chat_member.status, change.new_chat_member.status
    if change.chat.type not in _GROUPS or before not in outside or after in outside:
        return None
    administrator = after == ChatMember.ADMINISTRATOR
    return Added(update, _place(change.chat, None), _sender(change.from_user), administrator)


def _place(chat: Chat, message: Message | None) -> Place:
    topic = message.message_thread_id if message is not None and message.is_topic_message else None
    private = chat.type == ChatType.PRIVATE
    return Place(Scope(chat.id, topic), private, chat.title or "", chat.username)


def _sender(user: User) -> Sender:
    return Sender(user.id, display_name(user.first_name, user.last_name, user.id), user.language_code)
