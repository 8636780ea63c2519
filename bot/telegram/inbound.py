"""What people ask for, as typed requests; :mod:`bot.telegram.reading` makes them of Telegram's updates."""

from dataclasses import dataclass, field
from datetime import datetime

from telegram.constants import ChatID

from bot.store.keys import Scope


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent something, with the name shown at the table."""

    user: int
    name: str
    language: str | None
    username: str | None = None
    """Without ``@``."""
    channel: bool = False
    """Whether a channel speaks, or another group, in its own name, so that nobody can tell who it is."""

    @property
    def anonymous(self) -> bool:
        """Whether an administrator speaks as the group, so that nobody can tell who it is."""
        return self.user == ChatID.ANONYMOUS_ADMIN and not self.channel

    @property
    def shown(self) -> str:
        """The name that others are told; empty for an administrator whom nobody is to know."""
        return "" if self.anonymous else self.name


@dataclass(frozen=True, slots=True)
class Venue:
    """Where something was sent: the chat (and topic), whether it is private, and how to link to it."""

    scope: Scope
    private: bool
    title: str
    username: str | None
    former: int | None = None
    """The group that this was sent in, where it has become a supergroup since, the `scope` here."""
    forum: bool = False
    """Whether the group has topics."""

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
class Written(Asked):
    """What somebody wrote and may have changed since."""

    edited: bool = field(default=False, kw_only=True)
    """Whether this is what the message has become; it was there before, and may have been done."""
    meant: str | None = field(default=None, kw_only=True)
    """The short name of the table that an inline result was made for, where one was chosen."""
    turns: int | None = field(default=None, kw_only=True)
    """How many turns had been taken at that table when it was made."""


@dataclass(frozen=True, slots=True)
class Command(Written):
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


@dataclass(frozen=True, slots=True)
class Mistyped(Asked):
    """A command that there is not, and the one that it is ``near``."""

    message: int
    typed: str
    near: str


@dataclass(frozen=True, slots=True)
class Reply(Written):
    """A plain text that is meant for the bot: it answers one of its messages, or stands in the private chat."""

    message: int
    text: str
    sent: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    addressed: bool = False
    """Whether it names the bot, as ``@bot KALEM``; the name is not in the text."""


@dataclass(frozen=True, slots=True)
class OwnerCommand(Asked):
    """What is a command to owners of the bot, in their private chats, and ``otherwise`` to everybody else."""

    message: int
    name: str
    text: str
    otherwise: Mistyped | Reply
    forwarded: bool = False
    """Whether it replies to a message that was forwarded."""
    author: int | None = None
    """Who, or which chat, that comes from, where it tells."""


@dataclass(frozen=True, slots=True)
class Tap(Asked):
    """A pressed inline button; ``message`` is the message it hangs on."""

    query: str
    message: int
    data: str
    photo: str | None = field(default=None, kw_only=True)
    """The file's id of the picture that the message shows."""
    borne: tuple[str, ...] = field(default=(), kw_only=True)
    """The data of the message's own buttons, by Telegram's word and not by the presser's; none of one that is old."""

    def bears(self, start: str, *besides: str) -> bool:
        """Whether the message has a button whose data begin so, other than some."""
        return any(one.startswith(start) and one not in besides for one in self.borne)


@dataclass(frozen=True, slots=True)
class Shared(Asked):
    """In private: a chat that somebody chose by the key that made the ``request`` of that number."""

    message: int
    request: int
    chat: int


@dataclass(frozen=True, slots=True)
class Added(Asked):
    """The bot became a member of a group."""

    administrator: bool


@dataclass(frozen=True, slots=True)
class Removed(Asked):
    """The bot is no longer a member of a group."""


@dataclass(frozen=True, slots=True)
class Peopled(Asked):
    """People came into a group, or left it or were put out."""

    came: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved(Asked):
    """The group ``former`` became the supergroup ``chat``; either of them says so."""

    former: int
    chat: int


Said = Command | Mistyped | OwnerCommand | Reply
Request = Command | Mistyped | OwnerCommand | Reply | Tap | Shared | Added | Removed | Peopled | Moved
