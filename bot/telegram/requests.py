"""What people ask for, as typed requests; `bot.telegram.updates` makes them of Telegram's updates."""

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

OwnerId = Annotated[int, Meta(gt=-(2**52), lt=2**52)]
"""The id of a chat or a person; Telegram promises 52 bits at most."""
MessageId = Annotated[int, Meta(ge=0, lt=2**52)]


class Sender(Struct, frozen=True):
    """Who sent something, with the name shown at the table."""

    user: OwnerId
    name: str
    language: str | None
    username: str | None = None
    """Without ``@``."""
    is_channel: bool = False
    """Whether it was sent in the name of a channel or another group, which hides the person."""

    @property
    def is_anonymous_admin(self) -> bool:
        """Whether an administrator speaks as the group, which hides the person."""
        return self.user == ChatID.ANONYMOUS_ADMIN and not self.is_channel

    @property
    def base_language(self) -> str | None:
        """The code of the client's language without a region: ``uk`` of ``uk-UA``."""
        return self.language and self.language.replace("_", "-").partition("-")[0].lower()

    @property
    def public_name(self) -> str:
        """The name to show to others; empty for an anonymous administrator."""
        return "" if self.is_anonymous_admin else self.name


def to_sender(user: User) -> Sender:
    """A Telegram user as a sender."""
    return Sender(user.id, display_name(user.first_name, user.last_name), user.language_code, user.username)


class Venue(Struct, frozen=True):
    """Where something was sent: the chat (and topic), whether it is private, and how to link to it."""

    scope: Scope
    private: bool
    title: str
    username: str | None
    migrated_from: int | None = None
    """The number of the group when this was sent, if it has become the supergroup of ``scope`` since."""
    is_forum: bool = False

    @property
    def has_migrated(self) -> bool:
        """Whether the group has become a supergroup since: its old messages have other numbers."""
        return self.migrated_from is not None

    @property
    def message_chat(self) -> int:
        """The chat in which the request's message numbers are valid."""
        return self.scope.chat if self.migrated_from is None else self.migrated_from


def to_venue(chat: Chat, topic: int | None) -> Venue:
    """Where something was said, as requests have it."""
    private = chat.type == ChatType.PRIVATE
    return Venue(Scope(chat.id, topic), private, chat.title or "", chat.username, is_forum=bool(chat.is_forum))


class _RequestHeader(Struct, frozen=True):
    """The positional fields of every request; a class of its own, as msgspec makes all fields of a class keywords."""

    update: UpdateContext
    venue: Venue
    sender: Sender


class BaseRequest(_RequestHeader, frozen=True, kw_only=True):
    """The fields of every request."""

    arrived_at: datetime | None = None
    """When the update reached the bot, in UTC."""
    ephemeral_id: MessageId | None = None
    """The number of the ephemeral message that was sent or tapped; ``message`` is 0 then."""
    own_sending: Sending | None = None
    """How a reply to it is sent, where that differs from what else is sent because of the update."""

    @property
    def sending(self) -> Sending:
        """How a reply to it is sent."""
        return self.own_sending or self.update.sending

    @property
    def usernames(self) -> Mapping[str, int]:
        """The usernames that it shows, without their ``@``, and whose each is: its sender's, and its chat's."""
        named = ((self.venue.username, self.venue.scope.chat), (self.sender.username, self.sender.user))
        return {name: whose for name, whose in named if name is not None}

    def moved_to(self, place: Scope) -> Self:
        """The request as it would come from the supergroup that its group has become, if that is there."""
        if place == self.venue.scope:
            return self
        return replace(self, venue=replace(self.venue, scope=place, migrated_from=self.venue.scope.chat))


class HintedRequest(BaseRequest, frozen=True, kw_only=True):
    """A message that may say which table it means."""

    table_number: int | None = None
    """The number of the table that its text begins with, as ``#3``; the text is without it."""
    replied_message: MessageId | None = None
    """The bot's message that it replies to."""
    replied_tables: tuple[str, ...] = ()
    """The short names of the tables that most buttons of that message are about."""
    replied_numbers: tuple[int, ...] = ()
    """The numbers of the tables that lines of that message begin with."""
    replied_games: tuple[str, ...] = ()
    """The beginnings of the ids that the game may have of which that message tells otherwise than by such buttons."""
    replied_page: bool = False
    """Whether that message has buttons, and none is about a table or one game, or leads there: it tells of no game."""
    replied_puzzle: tuple[str, int] | None = None
    """The puzzle that a link on that message opens, and the chat where the link stands, 0 for none."""


class EditableRequest(HintedRequest, frozen=True, kw_only=True):
    """A message that its sender may edit."""

    is_edit: bool = False
    """Whether the message was edited: its former text may have been handled before."""
    target_table: str | None = None
    """The short name of the table that an inline result was made for, if the message is such a result."""
    target_turns: int | None = None
    """How many turns had been taken at that table when the result was made."""
    answered_table: str | None = None
    """The short name of the table that its sender said it means, when they were asked."""


class Command(EditableRequest, frozen=True):
    """A command and what follows it."""

    message: MessageId
    name: str
    text: str
    sent_at: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    mentions: tuple[tuple[str, OwnerId], ...] = ()
    """The mentioned people without a username: the text of the mention, and the user."""
    replied_user: OwnerId | None = None
    """The author of the message that this replies to, if a person."""


class MistypedCommand(HintedRequest, frozen=True):
    """A command that does not exist, and the nearest one that does."""

    message: MessageId
    typed: str
    suggestion: str
    sent_at: datetime
    """As of a command."""
    names_bot: bool = False
    """Whether it is addressed to this bot, as ``/stop@bot``."""


class PlainText(EditableRequest, frozen=True):
    """A text for the bot that is no command: a reply to its message, a mention of it, or sent in the private chat."""

    message: MessageId
    text: str
    sent_at: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    mentions_bot: bool = False
    """Whether it mentions the bot, as ``@bot KALEM``; ``text`` is without the mention."""
    by_number_alone: bool = False
    """Whether nothing but a table's number in front says that it is for the bot, so that it may as well be talk."""


def to_command(request: PlainText, name: str, text: str) -> Command:
    """The command of that key and text which a text without one stands for; all else stays as it is."""
    shared = {field: value for field, value in asdict(request).items() if field in Command.__struct_fields__}
    return Command(**{**shared, "name": name, "text": text})


class OwnerCommand(BaseRequest, frozen=True):
    """A command for the bot's owners in their private chats; for everybody else it is ``fallback``."""

    message: MessageId
    name: str
    text: str
    raw_text: str
    """The text with its lines and signs as they were typed."""
    fallback: MistypedCommand | PlainText
    replies_to_forward: bool = False
    forward_author: OwnerId | None = None
    """The user or chat that the forwarded message comes from, if it says so."""


class _TapHeader(BaseRequest, frozen=True, kw_only=True):
    photo: str | None = None
    """The file's id of the picture that the message shows."""
    keyboard_data: tuple[str, ...] = ()
    """The data of the message's buttons, as Telegram reports them; empty for a message that is too old."""


class Tap(_TapHeader, frozen=True):
    """A tapped inline button; ``message`` is the message that has it."""

    query: str
    """What is answered; empty for an inline result that its presser chose."""
    message: MessageId
    data: str

    @property
    def tells_no_chat(self) -> bool:
        """Whether Telegram named no message (Bot API 10.5); its venue is then the presser's private chat."""
        return not self.message and self.ephemeral_id is None

    def has_button(self, prefix: str, *except_for: str) -> bool:
        """Whether the message has a button whose data begin with ``prefix``, other than those given."""
        return any(one.startswith(prefix) and one not in except_for for one in self.keyboard_data)


class SharedChat(BaseRequest, frozen=True):
    """A chat that somebody chose in private, by the reply keyboard's button with that ``request_id``."""

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


class PageAction(BaseRequest, frozen=True):
    """Something done on the board page of a table; its venue is the person's private chat."""

    scope: Scope
    """Its table's."""
    move: PageMove
    sent_at: datetime
    """When it arrived, in UTC."""


class BotAdded(BaseRequest, frozen=True):
    """The bot became a member of a group."""

    as_admin: bool


class BotRemoved(BaseRequest, frozen=True):
    """The bot is no longer a member of a group."""


class OwnRightsChanged(BaseRequest, frozen=True):
    """What the bot may do in a group is something else than before."""

    may_write: bool
    """Whether it may send messages there at all, as far as this says."""


class MembersChanged(BaseRequest, frozen=True):
    """People joined a group, left it or were removed."""

    joined_users: tuple[OwnerId, ...] = ()
    left_users: tuple[OwnerId, ...] = ()


class GroupMigrated(BaseRequest, frozen=True):
    """The group ``old_chat`` became the supergroup ``new_chat``; Telegram says so in both chats."""

    old_chat: OwnerId
    new_chat: OwnerId


TextRequest = Command | MistypedCommand | OwnerCommand | PlainText

Request = (
    Command
    | MistypedCommand
    | OwnerCommand
    | PlainText
    | Tap
    | PageAction
    | SharedChat
    | BotAdded
    | BotRemoved
    | OwnRightsChanged
    | MembersChanged
    | GroupMigrated
)


def message_that_asked(request: Request) -> int | None:
    """The message that asked, if there is one and its number is still valid in the chat that is answered."""
    if not isinstance(request, Command | MistypedCommand | PlainText):
        return None
    return None if request.venue.has_migrated or request.ephemeral_id is not None else request.message


MOST_RESULTS: Final = int(InlineQueryLimit.RESULTS)
"""How many results Telegram takes."""
_MOST_TITLE: Final = 120
_MOST_DESCRIPTION: Final = 250
"""More than any client shows of either."""
_START_PAYLOAD: Final = "inline"
"""The payload of ``/start`` from the button above the results; the bot greets as for any unknown payload."""
_TABLE_PAYLOAD: Final = "at_"
_LINK: Final = re.compile(
    rf"https?://(?:t|telegram)\.me/\w+/?\?start={_TABLE_PAYLOAD}([0-9a-f]{{8}})_(\d{{1,6}})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class InlineQueryRequest:
    """What somebody has typed so far; of the chat Telegram says only whether it is the one with the bot."""

    query_id: str
    sender: Sender
    text: str
    in_private: bool = False
    update_id: int | None = None


@dataclass(frozen=True, slots=True)
class InlineResult:
    """A result: a plain title and description that its reader alone sees, and the HTML posted once it is chosen."""

    title: str
    description: str
    posted_html: Html
    button_data: str = ""
    """The data of the button that choosing it taps; it is the result's id, which the chooser's chat does not see."""


def to_result_articles(results: Sequence[InlineResult]) -> list[InlineQueryResultArticle]:
    """The results in Telegram's form, as many as it takes; their links have no preview."""
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
    """The short name of the table that a result was made for, and how many turns had been taken there."""

    table: str
    turns: int


def add_target_link(text: str, target: ResultTarget, username: str) -> Html:
    """A move's text with a link that names its target; ``username`` is the bot's."""
    first, space, rest = text.partition(" ")
    link = create_deep_linked_url(username, f"{_TABLE_PAYLOAD}{target.table}_{target.turns}")
    return Html(f'<a href="{link}">{html.escape(first)}</a>{space}{html.escape(rest)}')


def is_posted_via_bot(message: Message, bot: User) -> bool:
    """Whether a message is one of the bot's inline results that its sender chose."""
    return message.via_bot is not None and message.via_bot.id == bot.id


def result_target(message: Message) -> ResultTarget | None:
    """The target of a message posted via the bot; ``None`` for a message that holds no move."""
    links = (entity.url for entity in message.entities if entity.type == MessageEntityType.TEXT_LINK)
    found = (_LINK.fullmatch(url) for url in links if url is not None)
    return next((ResultTarget(match[1], int(match[2])) for match in found if match is not None), None)
