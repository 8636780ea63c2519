"""Parses Telegram's updates into typed requests; knows Telegram's shapes and the commands' names, nothing of games.

Start at :func:`parse_update`, at the end. `bot.telegram.incoming.inline_mode` parses inline queries.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace
from telegram import User as Account
from telegram.constants import ChatID, MessageEntityType

from bot.store.update_context import UpdateContext
from bot.telegram.incoming import inline_mode, update_types
from bot.telegram.incoming.parse_membership import (
    parse_other_membership,
    parse_own_membership,
    parse_service_message,
)
from bot.telegram.incoming.requests import (
    Command,
    GroupMigrated,
    MembersChanged,
    MistypedCommand,
    OwnerCommand,
    PlainText,
    Request,
    Sender,
    SharedChat,
    Tap,
    TextRequest,
    Venue,
    to_sender,
    to_venue,
)
from bot.telegram.incoming.table_hints import keyboard_data, names_table, with_table_hints
from bot.telegram.incoming.update_types import (
    CallbackQuery,
    ChatShared,
    Message,
    MessageEntity,
    RepliedMessage,
    User,
)
from bot.user_input.command_names import find_command, find_owner_command, suggest_command
from bot.user_input.typed_text import LONGEST, normalize_typed_text
from bot.wording.formatting import NAMELESS, sanitize_text

R = TypeVar("R", bound=Request | None)


def _parse_message(
    update: UpdateContext, message: Message, bot: Account
) -> TextRequest | SharedChat | GroupMigrated | MembersChanged | None:
    if _is_passed_on(message, bot):
        return None
    if message.chat_shared is not None:
        return _parse_shared_chat(update, message, message.chat_shared)
    request, number = _parse_text_message(update, message, bot), message.ephemeral_message_id
    request = _with_normalized_text(request)
    if isinstance(request, Command | PlainText | MistypedCommand):
        request = with_table_hints(request, message, bot)
    return request if request is None or number is None else replace(request, ephemeral_id=number)


def _with_normalized_text(request: R) -> R:
    """The request with its text as handlers read it; the names of mentioned people stay as they are written."""
    match request:
        case Command(mentions=[_, *_]):
            text, mentions = _normalize_around_mentions(request)
            return replace(request, text=text, mentions=mentions)
        case Command() | PlainText():
            return replace(request, text=normalize_typed_text(request.text))
        case OwnerCommand():
            return replace(request, fallback=_with_normalized_text(request.fallback))
        case _:
            return request


def _normalize_around_mentions(command: Command) -> tuple[str, tuple[tuple[str, int], ...]]:
    pieces, mentions, rest = [], [], command.text
    for name, user in command.mentions:
        shown = name and (sanitize_text(name) or NAMELESS)
        mentions.append((shown, user))
        if name and name in rest:
            before, _, rest = rest.partition(name)
            pieces += [normalize_typed_text(before), shown]
    return " ".join(filter(None, (*pieces, normalize_typed_text(rest))))[:LONGEST], tuple(mentions)


def _is_passed_on(message: Message, bot: Account) -> bool:
    """Whether its sender need not be the author: it was forwarded, or posted via another bot.

    Nothing is done because of such a message, be it a command, a move or an answer.
    """
    via_other_bot = message.via_bot is not None and not inline_mode.is_posted_via_bot(message, bot)
    return message.forward_origin is not None or message.is_automatic_forward or via_other_bot


def _parse_shared_chat(update: UpdateContext, message: Message, shared: ChatShared) -> SharedChat | None:
    """A chat that the sender chose; only private chats have reply keyboards that ask for one."""
    venue = to_venue(message.chat, None)
    if message.sender is None or not venue.private:
        return None
    return SharedChat(update, venue, to_sender(message.sender), message.message_id, shared.request_id, shared.chat_id)


def _parse_text_message(
    update: UpdateContext, message: Message, bot: Account
) -> TextRequest | GroupMigrated | MembersChanged | None:
    if message.sender is None:
        return None
    former, now = message.migrate_from_chat_id or message.chat.id, message.migrate_to_chat_id or message.chat.id
    if former != now:
        return GroupMigrated(update, to_venue(message.chat, message.topic), to_sender(message.sender), former, now)
    if message.text is None:
        return parse_service_message(update, message)
    venue, sender = to_venue(message.chat, message.topic), to_sender(message.sender)
    if is_sent_by_channel(message):
        return _parse_channel_command(update, message, replace(sender, is_channel=True), bot)
    if _is_other_bot(message.sender, message):
        return None
    if inline_mode.is_posted_via_bot(message, bot):
        return _parse_inline_result(update, message, venue, sender)
    first = (entity for entity in message.entities if entity.offset == 0)
    # Bold letters or a link may begin at the same place.
    entity = next((one for one in first if one.type == MessageEntityType.BOT_COMMAND), None)
    if entity is not None:
        return _parse_command(
            message, entity, bot, PlainText(update, venue, sender, message.message_id, message.text, message.sent_at)
        )
    if (text := _text_without_bot_mention(message, bot)) is not None:
        return PlainText(update, venue, sender, message.message_id, text, message.sent_at, mentions_bot=True)
    replied = message.reply_to_message
    addressed = venue.private or (replied is not None and replied.sender is not None and replied.sender.id == bot.id)
    if addressed or names_table(normalize_typed_text(message.text)):
        return PlainText(
            update, venue, sender, message.message_id, message.text, message.sent_at, by_number_alone=not addressed
        )
    return None


def _parse_command(message: Message, entity: MessageEntity, bot: Account, plain_text: PlainText) -> TextRequest | None:
    """A text that begins with a command; in private it is ``plain_text`` where no command is like it."""
    name, _, addressee = plain_text.text[1 : entity.length].partition("@")
    if addressee and addressee.lower() != (bot.username or "").lower():
        return None
    command = find_command(name)
    if command is None:
        unknown = _mistyped_command(plain_text, name, names_bot=bool(addressee))
        private = plain_text.venue.private
        return unknown if unknown is None or not private else _owner_command(name, entity.length, message, unknown)
    return Command(
        plain_text.update,
        plain_text.venue,
        plain_text.sender,
        plain_text.message,
        command,
        plain_text.text[entity.length :],
        plain_text.sent_at,
        _text_mentions(message),
        _human_author(message.reply_to_message),
    )


def _parse_edited_message(update: UpdateContext, message: Message, bot: Account) -> Command | PlainText | None:
    """An edited message; an unknown command gets no suggestion here."""
    request = _parse_message(update, message, bot)
    return replace(request, is_edit=True) if isinstance(request, Command | PlainText) else None


def _text_without_bot_mention(message: Message, bot: Account) -> str | None:
    """The text of a message that begins or ends with a mention of the bot, without it; ``None`` for any other."""
    text, name = message.text or "", f"@{bot.username}".lower()
    if name not in text.lower():
        return None
    for entity in message.entities:
        if entity.type == MessageEntityType.MENTION and (part := message.entity_text(entity)).lower() == name:
            if text.startswith(part):
                return text[len(part) :].strip()
            if text.endswith(part):
                return text[: -len(part)].strip()
    return None


def _parse_inline_result(
    update: UpdateContext, message: Message, venue: Venue, sender: Sender
) -> Command | PlainText | None:
    """A chosen inline result of the bot; ``None`` where it holds no move."""
    target, text = inline_mode.result_target(message), message.text or ""
    if target is None:
        return None
    first, _, rest = text.partition(" ")
    command = find_command(first[1:]) if first.startswith("/") else None
    if command is None:
        return PlainText(
            update,
            venue,
            sender,
            message.message_id,
            text,
            message.sent_at,
            target_table=target.table,
            target_turns=target.turns,
        )
    return Command(
        update,
        venue,
        sender,
        message.message_id,
        command,
        rest,
        message.sent_at,
        target_table=target.table,
        target_turns=target.turns,
    )


def _mistyped_command(plain_text: PlainText, name: str, *, names_bot: bool) -> MistypedCommand | PlainText | None:
    """An unknown command. Groups have other bots' commands too; in private somebody meant this bot."""
    near = suggest_command(name) or ("help" if names_bot else None)
    if near is not None:
        return MistypedCommand(
            plain_text.update,
            plain_text.venue,
            plain_text.sender,
            plain_text.message,
            name,
            near,
            plain_text.sent_at,
            names_bot,
        )
    return plain_text if plain_text.venue.private else None


def _owner_command(
    name: str, length: int, message: Message, fallback: MistypedCommand | PlainText
) -> OwnerCommand | MistypedCommand | PlainText:
    """The owners' command of that name, if there is one; else ``fallback``."""
    key = find_owner_command(name)
    if key is None:
        return fallback
    raw_text = (message.text or "")[length:].strip()
    origin = None if message.reply_to_message is None else message.reply_to_message.forward_origin
    author = None if origin is None else origin.sender_user or origin.sender_chat or origin.chat
    return OwnerCommand(
        fallback.update,
        fallback.venue,
        fallback.sender,
        message.message_id,
        key,
        normalize_typed_text(raw_text),
        raw_text,
        fallback,
        origin is not None,
        None if author is None else author.id,
    )


def _text_mentions(message: Message) -> tuple[tuple[str, int], ...]:
    return tuple(
        (message.entity_text(entity), entity.user.id)
        for entity in message.entities
        if entity.type == MessageEntityType.TEXT_MENTION and entity.user is not None
    )


def _human_author(message: RepliedMessage | None) -> int | None:
    """The person who wrote a message; ``None`` if a bot or a channel wrote it."""
    user = None if message is None else message.sender
    return None if user is None or user.is_bot else user.id


def is_sent_by_channel(message: Message) -> bool:
    """Whether a message was sent in the name of a channel or another group.

    An anonymous administrator sends in the name of the group itself, which does not count.
    """
    chat = message.sender_chat
    return chat is not None and chat.id != message.chat.id


def _parse_channel_command(update: UpdateContext, message: Message, sender: Sender, bot: Account) -> Command | None:
    """A command in a channel's name, which is refused with a reason; other messages of channels are ignored."""
    first = message.entities[0] if message.entities else None
    if first is None or first.offset or first.type != MessageEntityType.BOT_COMMAND:
        return None
    venue, text = to_venue(message.chat, message.topic), message.text or ""
    request = _parse_command(
        message, first, bot, PlainText(update, venue, sender, message.message_id, text, message.sent_at)
    )
    return request if isinstance(request, Command) else None


def _is_other_bot(user: User, message: Message) -> bool:
    """Whether another bot sent a message; an anonymous administrator appears as a bot, and is none."""
    return user.is_bot and not (user.id == ChatID.ANONYMOUS_ADMIN and message.sender_chat is not None)


def _parse_tap(update: UpdateContext, query: CallbackQuery, _: Account) -> Tap | None:
    message = query.message
    if message is None or query.data is None:
        return None
    return Tap(
        update,
        to_venue(message.chat, message.topic),
        to_sender(query.sender),
        query.id,
        message.message_id,
        query.data,
        photo=message.photo[-1].file_id if message.photo else None,
        ephemeral_id=message.ephemeral_message_id,
        keyboard_data=keyboard_data(message.reply_markup),
    )


_PARSERS: Final[Mapping[str, Callable[[UpdateContext, Any, Account], Request | None]]] = {
    "message": _parse_message,
    "edited_message": _parse_edited_message,
    "callback_query": _parse_tap,
    "my_chat_member": parse_own_membership,
    "chat_member": parse_other_membership,
}
"""The parser of each kind of update, by its field in :class:`bot.telegram.incoming.update_types.Update`."""

UPDATE_KINDS: Final = (*_PARSERS, "inline_query")
"""The kinds of updates that the bot asks Telegram for; `bot.telegram.incoming.inline_mode` parses the last."""


def parse_update(raw: bytes, bot: Account, update: UpdateContext | None = None) -> Request | None:
    """The request of a raw update; ``None`` when the bot has nothing to do with it.

    Args:
        raw: the update as Telegram sent it.
        bot: the bot's account.
        update: is handed on with the request; by default a new one of the same number.

    Raises:
        msgspec.DecodeError: the bytes are no update.
    """
    decoded = update_types.decode_update(raw)
    for kind, parser in _PARSERS.items():
        if (content := getattr(decoded, kind)) is not None:
            return parser(update or UpdateContext(decoded.update_id), content, bot)
    return None
