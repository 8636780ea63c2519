"""From Telegram's updates to typed requests. Knows Telegram's shapes and the commands' names, nothing of games."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace
from telegram import User as Account
from telegram.constants import ChatID, ChatMemberStatus, ChatType, MessageEntityType

from bot.store.keys import Scope
from bot.telegram import chosen, updates
from bot.telegram.inbound import (
    Added,
    Command,
    Mistyped,
    Moved,
    OwnerCommand,
    Peopled,
    Removed,
    Reply,
    Request,
    Said,
    Sender,
    Shared,
    Tap,
    Venue,
)
from bot.telegram.updates import Answered, Chat, Chosen, Entity, Member, Membership, Message, Query, User
from bot.typed.commands import command_meant, command_near, desk_command
from bot.wording.people import display_name

_GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})


def _message(update: int, message: Message, bot: Account) -> Said | Shared | Moved | Peopled | None:
    if message.chat_shared is not None:
        return _shared(update, message, message.chat_shared)
    request, number = _said(update, message, bot), message.ephemeral_message_id
    return request if request is None or number is None else replace(request, ephemeral=number)


def _shared(update: int, message: Message, shared: Chosen) -> Shared | None:
    """A chat that its sender chose; in private, as keys that ask for one are nowhere else."""
    place = _place(message.chat, None)
    if message.sender is None or not place.private:
        return None
    return Shared(update, place, sender_of(message.sender), message.message_id, shared.request_id, shared.chat_id)


def _said(update: int, message: Message, bot: Account) -> Said | Moved | Peopled | None:
    if message.sender is None:
        return None
    former, now = message.migrate_from_chat_id or message.chat.id, message.migrate_to_chat_id or message.chat.id
    if former != now:
        return Moved(update, _place(message.chat, message.topic), sender_of(message.sender), former, now)
    if message.text is None:
        return _people(update, message)
    place, sender = _place(message.chat, message.topic), sender_of(message.sender)
    if speaks_for_another(message):
        return _of_channel(update, message, replace(sender, channel=True), bot)
    if _is_foreign(message.sender, message):
        return None
    if chosen.posted_via(message, bot):
        return _choice(update, message, place, sender)
    first = (entity for entity in message.entities if entity.offset == 0)
    # Bold letters or a link may begin at the same place.
    entity = next((one for one in first if one.type == MessageEntityType.BOT_COMMAND), None)
    if entity is not None:
        return _command(
            message, entity, bot, Reply(update, place, sender, message.message_id, message.text, message.sent)
        )
    if (spoken := _addressed(message, bot)) is not None:
        return Reply(update, place, sender, message.message_id, spoken, message.sent, addressed=True)
    answered = message.reply_to_message
    if place.private or (answered is not None and answered.sender is not None and answered.sender.id == bot.id):
        return Reply(update, place, sender, message.message_id, message.text, message.sent)
    return None


def _people(update: int, message: Message) -> Peopled | None:
    """Who came or went, of which groups have a message."""
    left = () if message.left_chat_member is None else (message.left_chat_member.id,)
    came = tuple(user.id for user in message.new_chat_members)
    if message.sender is None or not (came or left):
        return None
    return Peopled(update, _place(message.chat, message.topic), sender_of(message.sender), came, left)


def _command(message: Message, entity: Entity, bot: Account, said: Reply) -> Said | None:
    """What begins with a command, or is just ``said``."""
    name, _, addressee = said.text[1 : entity.length].partition("@")
    if addressee and addressee.lower() != (bot.username or "").lower():
        return None
    command = command_meant(name)
    if command is None:
        unknown = _unknown(said, name)
        private = said.place.private
        return unknown if unknown is None or not private else _owners(name, entity.length, message, unknown)
    return Command(
        said.update,
        said.place,
        said.sender,
        said.message,
        command,
        said.text[entity.length :].strip(),
        said.sent,
        _named(message),
        _person(message.reply_to_message),
    )


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


def _choice(update: int, message: Message, place: Venue, sender: Sender) -> Command | Reply | None:
    """What somebody has chosen of the bot's inline results; ``None`` where that plays nothing."""
    made, text = chosen.made_for(message), message.text or ""
    if made is None:
        return None
    first, _, rest = text.partition(" ")
    command = command_meant(first[1:]) if first.startswith("/") else None
    if command is None:
        return Reply(update, place, sender, message.message_id, text, message.sent, meant=made.table, turns=made.turns)
    return Command(
        update, place, sender, message.message_id, command, rest, message.sent, meant=made.table, turns=made.turns
    )


def _unknown(said: Reply, name: str) -> Mistyped | Reply | None:
    """What a command is that there is not. Groups have other bots' commands too; in private somebody meant us."""
    if (near := command_near(name)) is not None:
        return Mistyped(said.update, said.place, said.sender, said.message, name, near)
    return said if said.place.private else None


def _owners(name: str, length: int, message: Message, otherwise: Mistyped | Reply) -> OwnerCommand | Mistyped | Reply:
    """What a command in a private chat is to owners, where it is something else to them."""
    key = desk_command(name)
    if key is None:
        return otherwise
    origin = None if message.reply_to_message is None else message.reply_to_message.forward_origin
    author = None if origin is None else origin.sender_user or origin.sender_chat or origin.chat
    return OwnerCommand(
        otherwise.update,
        otherwise.place,
        otherwise.sender,
        message.message_id,
        key,
        (message.text or "")[length:].strip(),
        otherwise,
        origin is not None,
        None if author is None else author.id,
    )


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


def speaks_for_another(message: Message) -> bool:
    """Whether a channel speaks, or a group elsewhere, or what a linked channel posts is passed on.

    The group itself does where an administrator hides behind it.
    """
    chat = message.sender_chat
    return chat is not None and chat.id != message.chat.id


def _of_channel(update: int, message: Message, sender: Sender, bot: Account) -> Command | None:
    """A command in a channel's name, which is answered with why nothing is done; all else is talk to us."""
    first = message.entities[0] if message.entities else None
    if message.is_automatic_forward or first is None or first.offset or first.type != MessageEntityType.BOT_COMMAND:
        return None
    place, text = _place(message.chat, message.topic), message.text or ""
    request = _command(message, first, bot, Reply(update, place, sender, message.message_id, text, message.sent))
    return request if isinstance(request, Command) else None


def _is_foreign(user: User, message: Message) -> bool:
    """Whether a bot speaks; an administrator is none who hides behind the group, which is then named as the sender."""
    return user.is_bot and not (user.id == ChatID.ANONYMOUS_ADMIN and message.sender_chat is not None)


def _tap(update: int, query: Query, _: Account) -> Tap | None:
    message = query.message
    if message is None or query.data is None:
        return None
    return Tap(
        update,
        _place(message.chat, message.topic),
        sender_of(query.sender),
        query.id,
        message.message_id,
        query.data,
        photo=message.photo[-1].file_id if message.photo else None,
        ephemeral=message.ephemeral_message_id,
        borne=_borne(message),
    )


def _borne(message: Message) -> tuple[str, ...]:
    """The data of a message's buttons."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    return tuple(key.callback_data for row in rows for key in row if key.callback_data is not None)


def _membership(update: int, change: Membership, _: Account) -> Added | Removed | None:
    outside = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}
    before, after = change.old_chat_member.status, change.new_chat_member.status
    if change.chat.type not in _GROUPS or (before in outside) == (after in outside):
        return None
    place, sender = _place(change.chat, None), sender_of(change.sender)
    if after in outside:
        return Removed(update, place, sender)
    return Added(update, place, sender, after == ChatMemberStatus.ADMINISTRATOR)


def _others(update: int, change: Membership, _: Account) -> Peopled | None:
    """Somebody else came or went, of which the bot is told where it administers the group."""
    user, before, after = change.new_chat_member.user, change.old_chat_member, change.new_chat_member
    if change.chat.type not in _GROUPS or user is None or _outside(before) == _outside(after):
        return None
    came, left = ((), (user.id,)) if _outside(after) else ((user.id,), ())
    return Peopled(update, _place(change.chat, None), sender_of(change.sender), came, left)


def _outside(member: Member) -> bool:
    if member.status == ChatMemberStatus.RESTRICTED:
        return not member.is_member
    return member.status in {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}


def _place(chat: Chat, topic: int | None) -> Venue:
    private = chat.type == ChatType.PRIVATE
    return Venue(Scope(chat.id, topic), private, chat.title or "", chat.username, forum=chat.is_forum)


def sender_of(user: User) -> Sender:
    """Whoever sends something, as the bot knows people."""
    return Sender(user.id, display_name(user.first_name, user.last_name), user.language_code, user.username)


_READERS: Final[Mapping[str, Callable[[int, Any, Account], Request | None]]] = {
    "message": _message,
    "edited_message": _edited,
    "callback_query": _tap,
    "my_chat_member": _membership,
    "chat_member": _others,
}
"""What reads each kind of update, by its field in :class:`bot.telegram.updates.Update`."""
UPDATES: Final = (*_READERS, "inline_query")
"""The kinds of updates that Telegram is asked for; of the last :mod:`bot.telegram.inline` knows."""


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
