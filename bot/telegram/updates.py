"""Parses Telegram's updates into typed requests; knows Telegram's types and the commands' names, but no games.

Start at :func:`parse_update`, at the end. python-telegram-bot decodes updates (:class:`telegram.Update`) without
checking types, so the fields of requests are checked here.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from telegram import (
    CallbackQuery,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    ChatShared,
    ChosenInlineResult,
    InlineKeyboardMarkup,
    MaybeInaccessibleMessage,
    Message,
    MessageEntity,
    Update,
    User,
)
from telegram.constants import ChatID, ChatMemberStatus, ChatType, MessageEntityType

from bot.logs import error_location
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.telegram import requests
from bot.telegram.keyboards import parse_button_data, parse_puzzle_link, parse_rack_link, table_of_button_data
from bot.telegram.requests import (
    BotAdded,
    BotRemoved,
    Command,
    GroupMigrated,
    InlineQueryRequest,
    MembersChanged,
    MessageId,
    MistypedCommand,
    OwnerCommand,
    OwnerId,
    OwnRightsChanged,
    PageAction,
    PageMove,
    PlainText,
    PuzzleAction,
    PuzzleMove,
    Request,
    Sender,
    SharedChat,
    Tap,
    TextRequest,
    Venue,
    to_command,
    to_sender,
    to_venue,
)
from bot.user_input.commands import LONGEST, find_command, find_owner_command, normalize_typed_text, suggest_command
from bot.wording.speaker import NAMELESS, sanitize_text
from engine.game_record import ID_DIGITS
from engine.rng import SEAL_DIGITS, SHOWN_DIGITS, commitment

Q = TypeVar("Q", bound=Command | PlainText | MistypedCommand)
_NUMBER: Final = re.compile(r"[#№]\s?([1-9]\d{0,2})(?:\s+|$)", re.ASCII)
"""A typed table number (``#3``). Telegram makes it a hashtag only if it contains letters."""
_SHOWN_NUMBER: Final = re.compile(r"^[^\w\n#]{0,4}#([1-9]\d{0,2})\b", re.MULTILINE)
"""A table number as in messages (:mod:`bot.wording.tables`)."""
_GROUP_MESSAGE: Final = re.compile(r"https://t\.me/(?:c/)?\w+(?:/\d+)+", re.ASCII)  # see `group_link`
_SEAL_OR_SECRET: Final = re.compile(
    rf"(?<![0-9a-f])(?:[0-9a-f]{{{SEAL_DIGITS}}}|[0-9a-f]{{{SHOWN_DIGITS}}})(?![0-9a-f])", re.ASCII
)
_FILE: Final = re.compile(r"harfiyen-([0-9a-f]{8})\.(?:gcg|json)", re.ASCII)
_GAME: Final = re.compile(rf"[0-9a-f]{{{ID_DIGITS}}}", re.ASCII)
_LEAD_TO_RECORDS: Final = frozenset({"past", "costly"})


def names_table(text: str) -> bool:
    """Whether a text begins with a table number, as ``#3 KALEM``."""
    return _NUMBER.match(text) is not None


def split_table_number(text: str) -> tuple[int | None, str]:
    """The table number before a text, if any, and the rest."""
    found = _NUMBER.match(text)
    return (None, text) if found is None else (int(found[1]), text[found.end() :].strip())


def _with_table_hints(request: Q, message: Message, bot: User) -> Q:
    """The request with the hints of its message about which table is meant; a table number is cut from the text."""
    if isinstance(request, MistypedCommand):
        number, _ = split_table_number(normalize_typed_text(message.text or "").partition(" ")[2])
        request = request if number is None else replace(request, table_number=number)
    elif names_table(request.text):
        number, rest = split_table_number(request.text)
        request = replace(request, table_number=number, text=rest)
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.from_user.id != bot.id:
        return request
    names = Counter(filter(None, map(table_of_button_data, keyboard_data(replied.reply_markup))))
    # An own board has several buttons of its table, and perhaps one that leads to the next game.
    most = max(names.values(), default=0)
    numbers = _SHOWN_NUMBER.findall(replied.text or replied.caption or "")
    keyboard, games = replied.reply_markup, games_told(replied)
    return replace(
        request,
        replied_message=replied.message_id,
        replied_tables=tuple(name for name, count in names.items() if count == most),
        replied_numbers=tuple(dict.fromkeys(map(int, numbers))),
        replied_games=games,
        replied_page=not (keyboard is None or names or games or _leads_to_table(keyboard)),
        replied_puzzle=_linked_puzzle(keyboard),
    )


def _linked_puzzle(keyboard: InlineKeyboardMarkup | None) -> tuple[str, int] | None:
    payloads = (link.partition("?start=")[2] for link in _links(keyboard))
    return next(filter(None, map(parse_puzzle_link, payloads)), None)


def _leads_to_table(keyboard: InlineKeyboardMarkup) -> bool:
    return any(
        _GROUP_MESSAGE.fullmatch(link) or parse_rack_link(link.partition("?start=")[2]) for link in _links(keyboard)
    )


def _links(keyboard: InlineKeyboardMarkup | None) -> tuple[str, ...]:
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(key.url for row in rows for key in row if key.url is not None)


def keyboard_data(keyboard: InlineKeyboardMarkup | None) -> tuple[str, ...]:
    """The data of a message's buttons."""
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(key.callback_data for row in rows for key in row if isinstance(key.callback_data, str))


def games_told(message: Message) -> tuple[str, ...]:
    """How the id of a message's game may begin; empty if the message does not show which game it is about."""
    file = None if message.document is None else _FILE.fullmatch(message.document.file_name or "")
    ids = [] if file is None else [file[1]]
    for digits in _SEAL_OR_SECRET.findall(message.text or message.caption or ""):
        ids.append(digits[:ID_DIGITS])
        if len(digits) == SEAL_DIGITS:
            # A game's revealed secret looks like a seal; no other game's id begins like either.
            ids.append(commitment(digits)[:ID_DIGITS])
    return tuple(dict.fromkeys((*ids, *_only_game_of_buttons(message.reply_markup))))


def _only_game_of_buttons(keyboard: InlineKeyboardMarkup | None) -> tuple[str, ...]:
    pressed = map(parse_button_data, keyboard_data(keyboard))
    games = {
        argument
        for one in pressed
        if one is not None and one.kind in _LEAD_TO_RECORDS
        for argument in one.arguments
        if _GAME.fullmatch(argument)
    }
    return tuple(games) if len(games) == 1 else ()


R = TypeVar("R", bound=Request | None)
_GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})
_OUTSIDE: Final = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})


def _parse_message(
    update: UpdateContext, message: Message, bot: User
) -> TextRequest | SharedChat | GroupMigrated | MembersChanged | None:
    if _is_passed_on(message, bot):
        return None
    if message.chat_shared is not None:
        return _parse_shared_chat(update, message, message.chat_shared)
    request, number = _parse_text_message(update, message, bot), _ephemeral_id(message)
    request = _with_normalized_text(request)
    if isinstance(request, Command | PlainText | MistypedCommand):
        request = _with_table_hints(request, message, bot)
    return request if request is None or number is None else replace(request, ephemeral_id=number)


def _with_normalized_text(request: R) -> R:
    """The request with its text in the form that handlers expect; names of mentioned people stay as they are."""
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


def _is_passed_on(message: Message, bot: User) -> bool:
    """Whether a message was forwarded, or posted via another bot, so that its sender may not be its author."""
    via_other_bot = message.via_bot is not None and not requests.is_posted_via_bot(message, bot)
    return message.forward_origin is not None or bool(message.is_automatic_forward) or via_other_bot


def _parse_shared_chat(update: UpdateContext, message: Message, shared: ChatShared) -> SharedChat | None:
    """The chat that the sender chose from a reply keyboard, which only private chats have."""
    if message.from_user is None or message.chat.type != ChatType.PRIVATE:
        return None
    venue, sender = to_venue(message.chat, None), to_sender(message.from_user)
    return SharedChat(update, venue, sender, message.message_id, shared.request_id, shared.chat_id)


def _parse_text_message(
    update: UpdateContext, message: Message, bot: User
) -> TextRequest | GroupMigrated | MembersChanged | None:
    if message.from_user is None:
        return None
    former, now = message.migrate_from_chat_id or message.chat.id, message.migrate_to_chat_id or message.chat.id
    if former != now:
        return GroupMigrated(update, to_venue(message.chat, _topic(message)), to_sender(message.from_user), former, now)
    if message.text is None:
        return _parse_service_message(update, message)
    plain_text = PlainText(
        update,
        to_venue(message.chat, _topic(message)),
        to_sender(message.from_user),
        message.message_id,
        message.text,
        _sent_at(message),
    )
    if _is_sent_by_channel(message):
        sender = replace(plain_text.sender, is_channel=True)
        return _parse_channel_command(message, bot, replace(plain_text, sender=sender))
    if _is_other_bot(message.from_user, message):
        return None
    if requests.is_posted_via_bot(message, bot):
        return _parse_inline_result(message, plain_text)
    first = (entity for entity in message.entities if entity.offset == 0)
    # Bold text or a link may start at the same place.
    entity = next((one for one in first if one.type == MessageEntityType.BOT_COMMAND), None)
    if entity is not None:
        return _parse_command(message, entity, bot, plain_text)
    if (text := _text_without_bot_mention(message, bot)) is not None:
        return replace(plain_text, text=text, mentions_bot=True)
    replied = message.reply_to_message and message.reply_to_message.from_user
    addressed = plain_text.venue.private or (replied is not None and replied.id == bot.id)
    if addressed or names_table(normalize_typed_text(message.text)):
        return replace(plain_text, by_number_alone=not addressed)
    return None


def _parse_command(message: Message, entity: MessageEntity, bot: User, plain_text: PlainText) -> TextRequest | None:
    name, _, addressee = plain_text.text[1 : entity.length].partition("@")
    if addressee and addressee.lower() != (bot.username or "").lower():
        return None
    command = find_command(name)
    if command is None:
        unknown = _mistyped_command(plain_text, name, names_bot=bool(addressee))
        private = plain_text.venue.private
        return unknown if unknown is None or not private else _owner_command(name, entity.length, message, unknown)
    return replace(
        to_command(plain_text, command, plain_text.text[entity.length :]),
        mentions=_text_mentions(message),
        replied_user=_human_author(message.reply_to_message),
    )


def _parse_edited_message(update: UpdateContext, message: Message, bot: User) -> Command | PlainText | None:
    """An edited message; unknown commands get no suggestion here."""
    request = _parse_message(update, message, bot)
    return replace(request, is_edit=True) if isinstance(request, Command | PlainText) else None


def _text_without_bot_mention(message: Message, bot: User) -> str | None:
    text, name = message.text or "", f"@{bot.username}".lower()
    if name not in text.lower():
        return None
    for entity in message.entities:
        if entity.type == MessageEntityType.MENTION and (part := _entity_text(message, entity)).lower() == name:
            if text.startswith(part):
                return text[len(part) :].strip()
            if text.endswith(part):
                return text[: -len(part)].strip()
    return None


def _parse_inline_result(message: Message, plain_text: PlainText) -> Command | PlainText | None:
    if (target := requests.result_target(message)) is None:
        return None
    plain_text = replace(plain_text, target_table=target.table, target_turns=target.turns)
    first, _, rest = plain_text.text.partition(" ")
    command = find_command(first[1:]) if first.startswith("/") else None
    return plain_text if command is None else to_command(plain_text, command, rest)


def _mistyped_command(plain_text: PlainText, name: str, *, names_bot: bool) -> MistypedCommand | PlainText | None:
    """An unknown command. In a group it may be another bot's; in private it is this bot's."""
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
    key = find_owner_command(name)
    if key is None:
        return fallback
    raw_text = (message.text or "")[length:].strip()
    origin = None if message.reply_to_message is None else message.reply_to_message.forward_origin
    authors = (getattr(origin, source, None) for source in ("sender_user", "sender_chat", "chat"))
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
        next((author.id for author in authors if author is not None), None),
    )


def _text_mentions(message: Message) -> tuple[tuple[str, int], ...]:
    return tuple(
        (_entity_text(message, entity), entity.user.id)
        for entity in message.entities
        if entity.type == MessageEntityType.TEXT_MENTION and entity.user is not None
    )


def _human_author(message: Message | None) -> int | None:
    user = None if message is None else message.from_user
    return None if user is None or user.is_bot else user.id


def _is_sent_by_channel(message: Message) -> bool:
    """Whether a message was sent as a channel or another group; anonymous administrators send as the group."""
    chat = message.sender_chat
    return chat is not None and chat.id != message.chat.id


def _parse_channel_command(message: Message, bot: User, plain_text: PlainText) -> Command | None:
    """A channel's command, which is refused with a reason; other messages of channels are ignored."""
    first = message.entities[0] if message.entities else None
    if first is None or first.offset or first.type != MessageEntityType.BOT_COMMAND:
        return None
    request = _parse_command(message, first, bot, plain_text)
    return request if isinstance(request, Command) else None


def _is_other_bot(user: User, message: Message) -> bool:
    """Whether another bot sent a message; anonymous administrators look like bots, but are none."""
    return user.is_bot and not (user.id == ChatID.ANONYMOUS_ADMIN and message.sender_chat is not None)


def _topic(message: Message) -> int | None:
    """The forum topic of a message; a thread of replies is none."""
    return message.message_thread_id if message.is_topic_message else None


def _sent_at(message: Message) -> datetime:
    return message.edit_date or message.date


def _entity_text(message: Message, entity: MessageEntity) -> str:
    """The part of a text that an entity marks, in UTF-16 units as Telegram counts; half characters are dropped."""
    units = (message.text or "").encode("utf-16-le")
    return units[entity.offset * 2 : (entity.offset + entity.length) * 2].decode("utf-16-le", "ignore")


def _ephemeral_id(message: MaybeInaccessibleMessage) -> int | None:
    """The id of an ephemeral message, a field that python-telegram-bot does not know (Bot API 10.2)."""
    name = "ephemeral_message_id"
    number: int | None = getattr(message, name, message.api_kwargs.get(name))
    return number


def _parse_service_message(update: UpdateContext, message: Message) -> MembersChanged | None:
    left = () if message.left_chat_member is None else (message.left_chat_member.id,)
    joined = tuple(user.id for user in message.new_chat_members)
    if message.from_user is None or not (joined or left):
        return None
    return MembersChanged(update, to_venue(message.chat, _topic(message)), to_sender(message.from_user), joined, left)


def _parse_own_membership(
    update: UpdateContext, change: ChatMemberUpdated, _: User
) -> BotAdded | BotRemoved | OwnRightsChanged | None:
    before, after = change.old_chat_member.status, change.new_chat_member.status
    if change.chat.type not in _GROUPS or (before in _OUTSIDE and after in _OUTSIDE):
        return None
    venue, sender = to_venue(change.chat, None), to_sender(change.from_user)
    if after in _OUTSIDE:
        return BotRemoved(update, venue, sender)
    if before not in _OUTSIDE:
        may_write = getattr(change.new_chat_member, "can_send_messages", True)
        return OwnRightsChanged(update, venue, sender, may_write)
    return BotAdded(update, venue, sender, after == ChatMemberStatus.ADMINISTRATOR)


def _parse_other_membership(update: UpdateContext, change: ChatMemberUpdated, _: User) -> MembersChanged | None:
    """The event that another user joined or left, which Telegram tells administrators."""
    user, before, after = change.new_chat_member.user, change.old_chat_member, change.new_chat_member
    if change.chat.type not in _GROUPS or _is_outside(before) == _is_outside(after):
        return None
    joined, left = ((), (user.id,)) if _is_outside(after) else ((user.id,), ())
    return MembersChanged(update, to_venue(change.chat, None), to_sender(change.from_user), joined, left)


def _is_outside(member: ChatMember) -> bool:
    return not member.is_member if isinstance(member, ChatMemberRestricted) else member.status in _OUTSIDE


def _parse_tap(update: UpdateContext, query: CallbackQuery, _: User) -> Tap | None:
    message = query.message
    if query.data is None:
        return None
    if message is None:
        # A tap on a message that Telegram does not tell (Bot API 10.5).
        is_inline = query.inline_message_id is not None
        return _tap_without_chat(update, query.from_user, query.id, query.data) if is_inline else None
    topic, photo, keyboard = None, None, None
    if isinstance(message, Message):  # else the message is too old for Telegram to show it
        topic, keyboard = _topic(message), message.reply_markup
        photo = message.photo[-1].file_id if message.photo else None
    return Tap(
        update,
        to_venue(message.chat, topic),
        to_sender(query.from_user),
        query.id,
        message.message_id,
        query.data,
        photo=photo,
        ephemeral_id=_ephemeral_id(message),
        keyboard_data=keyboard_data(keyboard),
    )


def _parse_chosen_result(update: UpdateContext, chosen: ChosenInlineResult, _: User) -> Tap | None:
    """A chosen inline result as a tap of the user who chose it; the result has a button's data."""
    if table_of_button_data(chosen.result_id) is None:
        return None
    return _tap_without_chat(update, chosen.from_user, "", chosen.result_id)


def _tap_without_chat(update: UpdateContext, user: User, query: str, data: str) -> Tap:
    """A tap taken as if in the user's private chat, where replies go."""
    sender = to_sender(user)
    return Tap(update, Venue(Scope(sender.user), True, "", sender.username), sender, query, 0, data)


_PARSERS: Final[Mapping[str, Callable[[UpdateContext, Any, User], Request | None]]] = {
    "message": _parse_message,
    "edited_message": _parse_edited_message,
    "callback_query": _parse_tap,
    "chosen_inline_result": _parse_chosen_result,
    "my_chat_member": _parse_own_membership,
    "chat_member": _parse_other_membership,
}
UPDATE_KINDS: Final = (*_PARSERS, "inline_query")
_INLINE_MARK: Final = b'"inline_query"'
_UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError)
"""What python-telegram-bot and the parsers raise for a missing field or a wrong type."""


class _PageUpdate(Struct):
    update_id: int
    scope: str
    sender: Sender
    sent: float
    move: PageMove | None = None
    puzzle: PuzzleMove | None = None


def to_page_update(number: int, scope: Scope, sender: Sender, move: PageMove | PuzzleMove, sent: float) -> bytes:
    """The inbox's form of a page's action at ``sent`` (Unix seconds); ``scope``: its table's, or the private chat's."""
    told = _PageUpdate(number, str(scope), sender, sent)
    if isinstance(move, PuzzleMove):
        told.puzzle = move
    else:
        told.move = move
    return msgspec.json.encode(told)


def _parse_page_action(raw: bytes, update: UpdateContext) -> PageAction | PuzzleAction:
    read = msgspec.json.decode(raw, type=_PageUpdate)
    venue = Venue(Scope(read.sender.user), True, "", read.sender.username)
    if read.move is None:
        return PuzzleAction(update, venue, read.sender, msgspec.convert(read.puzzle, PuzzleMove))
    sent = datetime.fromtimestamp(read.sent, UTC)
    return PageAction(update, venue, read.sender, Scope.parse(read.scope), read.move, sent)


def parse_update(raw: bytes, bot: User, update: UpdateContext | None = None) -> Request | None:
    """The request of a raw update; ``None`` if it does not concern the bot. Raises msgspec.DecodeError."""
    if update is not None and update.is_web:
        return _parse_page_action(raw, update)
    try:
        decoded = _decode_update(raw)
        for kind, parser in _PARSERS.items():
            if (content := getattr(decoded, kind)) is not None:
                return _checked(parser(update or UpdateContext(decoded.update_id), content, bot))
    except _UNREADABLE as error:
        raise msgspec.ValidationError(f"a field is not of its type: {error_location(error)}") from error
    return None


def parse_inline_query(raw: bytes) -> InlineQueryRequest | None:
    """The inline query of a raw update; ``None`` for other updates, and for malformed bytes."""
    if _INLINE_MARK not in raw:
        return None
    try:
        update = _decode_update(raw)
        if (query := update.inline_query) is None:
            return None
        in_private, text = query.chat_type == ChatType.SENDER, normalize_typed_text(query.query)
        sender = to_sender(query.from_user)
        _check_types(sender)
        return InlineQueryRequest(msgspec.convert(query.id, str), sender, text, in_private, update.update_id)
    except (*_UNREADABLE, msgspec.DecodeError, RecursionError):
        return None  # the inbox's reader reports an update that cannot be read


def _decode_update(raw: bytes) -> Update:
    update = Update.de_json(msgspec.json.decode(raw))
    msgspec.convert(update.update_id, MessageId)
    return update


def _checked(request: Request | None) -> Request | None:
    """The request itself. Raises msgspec.ValidationError if a field's type is wrong."""
    if request is not None:
        scope = request.venue.scope
        msgspec.convert((scope.chat, scope.topic), tuple[OwnerId, MessageId | None])
        plain = request.fallback if isinstance(request, OwnerCommand) else request
        _check_types(plain, plain.venue, plain.sender)
    return request


def _check_types(*parts: Struct) -> None:
    for part in parts:
        msgspec.convert(asdict(part), type(part))
