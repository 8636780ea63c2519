"""Typed requests, which `bot.telegram.updates` makes of Telegram's updates."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal, NamedTuple, Self

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace
from telegram import (
    Chat,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
    Message,
    User,
)
from telegram.constants import ChatID, ChatType, InlineQueryLimit, MessageEntityType, ParseMode
from telegram.helpers import create_deep_linked_url

from bot import message_limits
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.texts import Html
from bot.wording.speaker import display_name
from bot.workers.sending import Sending

OwnerId = Annotated[int, Meta(gt=-(2**52), lt=2**52)]  # the id of a chat or a person, at most 52 bits long
MessageId = Annotated[int, Meta(ge=0, lt=2**52)]


class Sender(Struct, frozen=True):
    """The sender of a request, with the name shown at the table."""

    user: OwnerId
    name: str
    language: str | None
    username: str | None = None  # without `@`
    is_channel: bool = False  # whether it was sent as a channel or another group, which hides the person

    @property
    def is_anonymous_admin(self) -> bool:
        """Whether an administrator writes as the group, which hides the person."""
        return self.user == ChatID.ANONYMOUS_ADMIN and not self.is_channel

    @property
    def base_language(self) -> str | None:
        """The client's language code without a region: ``uk`` for ``uk-UA``."""
        return self.language and self.language.replace("_", "-").partition("-")[0].lower()

    @property
    def public_name(self) -> str:
        """The name for others to see; empty for an anonymous administrator."""
        return "" if self.is_anonymous_admin else self.name


def to_sender(user: User) -> Sender:
    """The sender of a Telegram user's request."""
    return Sender(user.id, display_name(user.first_name, user.last_name), user.language_code, user.username)


class Venue(Struct, frozen=True):
    """The place of a request: the chat and topic, whether it is private, and how to link to it."""

    scope: Scope
    private: bool
    title: str
    username: str | None
    migrated_from: int | None = None  # the group's former id, if it has become the supergroup of `scope` since
    is_forum: bool = False

    @property
    def has_migrated(self) -> bool:
        """Whether the group has become a supergroup since, with other message numbers."""
        return self.migrated_from is not None

    @property
    def message_chat(self) -> int:
        """The chat in which the request's message numbers are valid."""
        return self.scope.chat if self.migrated_from is None else self.migrated_from


def to_venue(chat: Chat, topic: int | None) -> Venue:
    """The venue of a chat and topic."""
    private = chat.type == ChatType.PRIVATE
    return Venue(Scope(chat.id, topic), private, chat.title or "", chat.username, is_forum=bool(chat.is_forum))


class _RequestHeader(Struct, frozen=True):
    """The positional fields of requests, apart because msgspec makes a class's fields keyword-only all together."""

    update: UpdateContext
    venue: Venue
    sender: Sender


class BaseRequest(_RequestHeader, frozen=True, kw_only=True):
    """The fields of every request."""

    arrived_at: datetime | None = None  # when the update reached the bot, in UTC
    ephemeral_id: MessageId | None = None  # the number of the sent or tapped ephemeral message; `message` is 0 then
    own_sending: Sending | None = None  # how to send a reply, if different from the update's other messages

    @property
    def sending(self) -> Sending:
        """The priority and the other properties of a reply."""
        return self.own_sending or self.update.sending

    @property
    def is_secret(self) -> bool:
        """Whether nobody else can read it or the reply."""
        return self.venue.private or self.ephemeral_id is not None

    @property
    def usernames(self) -> Mapping[str, int]:
        """The ids behind the usernames (without ``@``) of its sender and its chat."""
        named = ((self.venue.username, self.venue.scope.chat), (self.sender.username, self.sender.user))
        return {name: whose for name, whose in named if name is not None}

    def moved_to(self, place: Scope) -> Self:
        """The request as if made in the supergroup that its group has become, if ``place`` is there."""
        if place == self.venue.scope:
            return self
        return replace(self, venue=replace(self.venue, scope=place, migrated_from=self.venue.scope.chat))


class HintedRequest(BaseRequest, frozen=True, kw_only=True):
    """A message that may tell which table it means."""

    table_number: int | None = None  # the table number before its text, as `#3`, which the text lacks
    replied_message: MessageId | None = None  # the bot's message to which it replies
    replied_tables: tuple[str, ...] = ()  # the short names of the tables of most buttons of that message
    replied_numbers: tuple[int, ...] = ()  # the table numbers at the beginnings of that message's lines
    replied_games: tuple[str, ...] = ()  # the possible beginnings of the game's id, by links or other buttons
    replied_page: bool = False  # whether that message has buttons, but none for a table or a single game
    replied_puzzle: tuple[str, int] | None = None  # the puzzle of a link there, and its chat, 0 for none


class EditableRequest(HintedRequest, frozen=True, kw_only=True):
    """A message that its sender may edit."""

    is_edit: bool = False  # whether the message was edited; its former text may have been handled
    target_table: str | None = None  # the short name of an inline result's table
    target_turns: int | None = None  # the number of turns at that table when the result was made
    answered_table: str | None = None  # the short name of the table that the sender chose when asked


class Command(EditableRequest, frozen=True):
    """A command and the text after it."""

    message: MessageId
    name: str
    text: str
    sent_at: datetime  # by Telegram's clock, in UTC and whole seconds
    mentions: tuple[tuple[str, OwnerId], ...] = ()  # those without a username: the mention's text, and the user
    replied_user: OwnerId | None = None  # the author of the replied message, if a person


class MistypedCommand(HintedRequest, frozen=True):
    """An unknown command, and the nearest known one."""

    message: MessageId
    typed: str
    suggestion: str
    sent_at: datetime  # by Telegram's clock, in UTC and whole seconds
    names_bot: bool = False  # whether it names this bot, as `/stop@bot`


class PlainText(EditableRequest, frozen=True):
    """A text for the bot without a command: a reply, a mention, or in the private chat."""

    message: MessageId
    text: str
    sent_at: datetime  # by Telegram's clock, in UTC and whole seconds
    mentions_bot: bool = False  # whether it mentions the bot, as `@bot KALEM`; `text` lacks the mention
    by_number_alone: bool = False  # whether only a table number marks it as meant for the bot, so that it may be talk


def edit_key(request: Command | MistypedCommand | PlainText) -> int:
    """Identifies a message among those of its chat when it is edited; below 0 for ephemeral ones."""
    return request.message if request.ephemeral_id is None else -request.ephemeral_id


def to_command(request: PlainText, name: str, text: str) -> Command:
    """The command that a text without one stands for; other fields stay."""
    shared = {field: value for field, value in asdict(request).items() if field in Command.__struct_fields__}
    return Command(**{**shared, "name": name, "text": text})


class OwnerCommand(BaseRequest, frozen=True):
    """An owner's command in private; for others it is ``fallback``."""

    message: MessageId
    name: str
    text: str
    raw_text: str  # the text with its lines and characters as typed
    fallback: MistypedCommand | PlainText
    replies_to_forward: bool = False
    forward_author: OwnerId | None = None  # the user or chat that a forwarded message comes from, if known


class _TapHeader(BaseRequest, frozen=True, kw_only=True):
    photo: str | None = None  # the file id of the message's picture
    keyboard_data: tuple[str, ...] = ()  # of the message's buttons; empty if it is too old


class Tap(_TapHeader, frozen=True):
    """A tapped inline button of ``message``."""

    query: str  # the callback query's id; empty for a chosen inline result
    message: MessageId
    data: str

    @property
    def tells_no_chat(self) -> bool:
        """Whether Telegram named no message (Bot API 10.5), so that the venue is the presser's private chat."""
        return not self.message and self.ephemeral_id is None

    def has_button(self, prefix: str, *except_for: str) -> bool:
        """Whether the message has a button, besides the given ones, whose data begin with ``prefix``."""
        return any(one.startswith(prefix) and one not in except_for for one in self.keyboard_data)


class SharedChat(BaseRequest, frozen=True):
    """A chat that a user chose in private, with the reply keyboard's button of that ``request_id``."""

    message: MessageId
    request_id: int
    chat: OwnerId


PageActionKind = Literal[
    "play",
    "exchange",
    "pass",
    "challenge",
    "take_back",
    "draw",
    "accept",
    "decline",
    "surrender",
    "hint",
    "lock",
    "withdraw",
    "flip",
    "form",
    "chaos",
    "trade",
    "double",
]


_Number = Annotated[int, Meta(ge=0, lt=2**31)]
_Sign = Annotated[str, Meta(max_length=8)]
"""A cell or a tile."""


class PageMove(Struct, frozen=True, kw_only=True):
    """What a person did on the board page. Its texts come from outside and are checked by the game."""

    kind: PageActionKind
    table: Annotated[str, Meta(max_length=16)]
    """The table's short name."""
    number: _Number
    """How many turns, or rounds, had been taken as the page showed it."""
    tiles: Annotated[dict[_Sign, _Sign], Meta(max_length=32)] = {}
    """Of a play: the tiles by their cells, ``?A`` for a blank."""
    given: Annotated[tuple[_Sign, ...], Meta(max_length=32)] = ()
    """The tiles of an exchange, ``?`` for a blank."""
    play: _Number | None = None
    """The number of the play that is challenged or taken back."""
    standing: Annotated[dict[_Sign, _Sign], Meta(max_length=32)] = {}
    """In Duplicate: the own answer as the page showed it, its tiles by their cells."""
    text: Annotated[str, Meta(max_length=200)] = ""
    """In Klepka: positions, a word or the cards of a trade, as typed after the chat's command."""


class PageAction(BaseRequest, frozen=True):
    """Something done on the board page of a table; its venue is the person's private chat."""

    scope: Scope
    """Its table's."""
    move: PageMove
    sent_at: datetime
    """When it arrived, in UTC."""


PuzzleActionKind = Literal["open", "answer", "hint", "give_up", "next"]


class PuzzleMove(Struct, frozen=True, kw_only=True):
    """What a person did on the page of a puzzle. Its texts come from outside and are checked by the puzzle."""

    kind: PuzzleActionKind
    puzzle: Annotated[str, Meta(pattern=r"^[0-9a-f]{12}\Z")] | None = None
    """Its id; ``None`` to get another one."""
    chat: Annotated[int, Meta(gt=-(2**53), lt=2**53)] = 0
    """The chat from which they come to a puzzle that they open, 0 for none."""
    tiles: Annotated[dict[_Sign, _Sign], Meta(max_length=32)] = {}
    """Of an answer: the tiles by their cells, ``?A`` for a blank."""
    number: _Number = 0
    """The number of the hint, from 1."""
    game: Annotated[str, Meta(max_length=40)] = ""
    """The id of the game of which they want another puzzle."""


class PuzzleAction(BaseRequest, frozen=True):
    """Something done on the page of a puzzle; its venue is the person's private chat."""

    move: PuzzleMove


class BotAdded(BaseRequest, frozen=True):
    """The bot became a member of a group."""

    as_admin: bool


class BotRemoved(BaseRequest, frozen=True):
    """The bot is no longer a member of a group."""


class OwnRightsChanged(BaseRequest, frozen=True):
    """The bot's rights in a group changed."""

    may_write: bool  # whether it may send messages there, as far as the update tells


class MembersChanged(BaseRequest, frozen=True):
    """People joined a group, left it or were removed."""

    joined_users: tuple[OwnerId, ...] = ()
    left_users: tuple[OwnerId, ...] = ()


class GroupMigrated(BaseRequest, frozen=True):
    """The group ``old_chat`` became the supergroup ``new_chat``; Telegram says so in both chats."""

    old_chat: OwnerId
    new_chat: OwnerId


TextRequest = Command | MistypedCommand | OwnerCommand | PlainText

# What concerns one chat, whose table and settings are loaded for it.
RequestInChat = (
    Command
    | MistypedCommand
    | OwnerCommand
    | PlainText
    | Tap
    | PageAction
    | PuzzleAction
    | SharedChat
    | BotAdded
    | BotRemoved
)
Request = RequestInChat | OwnRightsChanged | MembersChanged | GroupMigrated


def message_that_asked(request: Request) -> int | None:
    """The request's message, if its number is valid in the chat of the answer."""
    if not isinstance(request, Command | MistypedCommand | PlainText):
        return None
    return None if request.venue.has_migrated or request.ephemeral_id is not None else request.message


MOST_RESULTS: Final = int(InlineQueryLimit.RESULTS)  # Telegram's limit
_MOST_TITLE: Final = 120
_MOST_DESCRIPTION: Final = 250  # more than any client shows
_START_PAYLOAD: Final = "inline"  # from the button above the results; greeted like any unknown payload
_TABLE_PAYLOAD: Final = "at_"
_LINK: Final = re.compile(
    rf"https?://(?:t|telegram)\.me/\w+/?\?start={_TABLE_PAYLOAD}([0-9a-f]{{8}})_(\d{{1,6}})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class InlineQueryRequest:
    """A text typed so far in inline mode; of the chat Telegram tells only whether it is the one with the bot."""

    query_id: str
    sender: Sender
    text: str
    in_private: bool = False
    update_id: int | None = None


@dataclass(frozen=True, slots=True)
class InlineResult:
    """An inline result: plain title and description, which only its reader sees, and the HTML to post."""

    title: str
    description: str
    posted_html: Html
    button_data: str = ""  # the data of the button that choosing it presses; the result's id, which others do not see


def to_result_articles(results: Sequence[InlineResult]) -> list[InlineQueryResultArticle]:
    """The results in Telegram's form, up to its limit; links have no preview."""
    return [
        InlineQueryResultArticle(
            article.button_data or str(number),
            message_limits.truncate_text(article.title, _MOST_TITLE),
            InputTextMessageContent(
                str(article.posted_html), ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)
            ),
            description=message_limits.truncate_text(article.description, _MOST_DESCRIPTION),
        )
        for number, article in enumerate(results[:MOST_RESULTS])
    ]


def private_chat_button(text: str) -> InlineQueryResultsButton:
    """The button above the results that opens the private chat."""
    return InlineQueryResultsButton(text, start_parameter=_START_PAYLOAD)


class ResultTarget(NamedTuple):
    """The short name of a result's table, and the number of turns taken there."""

    table: str
    turns: int


def add_target_link(text: str, target: ResultTarget, username: str) -> Html:
    """A move's text with a link that encodes its target; ``username`` is the bot's."""
    first, space, rest = text.partition(" ")
    link = create_deep_linked_url(username, f"{_TABLE_PAYLOAD}{target.table}_{target.turns}")
    return Html(f'<a href="{link}">{html.escape(first)}</a>{space}{html.escape(rest)}')


def is_posted_via_bot(message: Message, bot: User) -> bool:
    """Whether a message is a chosen inline result of the bot."""
    return message.via_bot is not None and message.via_bot.id == bot.id


def result_target(message: Message) -> ResultTarget | None:
    """The target of a message posted via the bot; ``None`` if it holds no move."""
    links = (entity.url for entity in message.entities if entity.type == MessageEntityType.TEXT_LINK)
    found = (_LINK.fullmatch(url) for url in links if url is not None)
    return next((ResultTarget(match[1], int(match[2])) for match in found if match is not None), None)
