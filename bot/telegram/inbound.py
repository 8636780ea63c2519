"""What people ask for, as typed requests; :mod:`bot.telegram.reading` makes them of Telegram's updates."""

from datetime import datetime

from msgspec import Struct
from telegram.constants import ChatID

from bot.store.keys import Scope


class Sender(Struct, frozen=True):
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


class Venue(Struct, frozen=True):
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


class _Sent(Struct, frozen=True):
    """What every request has by place; msgspec has keywords of a whole class alone, so these are another's."""

    update: int
    place: Venue
    sender: Sender


class Asked(_Sent, frozen=True, kw_only=True):
    """What every request has."""

    arrived: datetime | None = None
    """When the update reached the bot, in UTC."""
    ephemeral: int | None = None
    """The number of the ephemeral message that it is, or that was tapped: its ``message`` is 0 then."""


class Written(Asked, frozen=True, kw_only=True):
    """What somebody wrote and may have changed since."""

    edited: bool = False
    """Whether this is what the message has become; it was there before, and may have been done."""
    meant: str | None = None
    """The short name of the table that an inline result was made for, where one was chosen."""
    turns: int | None = None
    """How many turns had been taken at that table when it was made."""


class Command(Written, frozen=True):
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


class Mistyped(Asked, frozen=True):
    """A command that there is not, and the one that it is ``near``."""

    message: int
    typed: str
    near: str


class Reply(Written, frozen=True):
    """A plain text that is meant for the bot: it answers one of its messages, or stands in the private chat."""

    message: int
    text: str
    sent: datetime
    """When it reached Telegram, in UTC and whole seconds."""
    addressed: bool = False
    """Whether it names the bot, as ``@bot KALEM``; the name is not in the text."""


class OwnerCommand(Asked, frozen=True):
    """What is a command to owners of the bot, in their private chats, and ``otherwise`` to everybody else."""

    message: int
    name: str
    text: str
    otherwise: Mistyped | Reply
    forwarded: bool = False
    """Whether it replies to a message that was forwarded."""
    author: int | None = None
    """Who, or which chat, that comes from, where it tells."""


class _Pressed(Asked, frozen=True, kw_only=True):
    """What a tap has by keyword."""

    photo: str | None = None
    """The file's id of the picture that the message shows."""
    borne: tuple[str, ...] = ()
    """The data of the message's own buttons, by Telegram's word and not by the presser's; none of one that is old."""


class Tap(_Pressed, frozen=True):
    """A pressed inline button; ``message`` is the message it hangs on."""

    query: str
    message: int
    data: str

    def bears(self, start: str, *besides: str) -> bool:
        """Whether the message has a button whose data begin so, other than some."""
        return any(one.startswith(start) and one not in besides for one in self.borne)


class Shared(Asked, frozen=True):
    """In private: a chat that somebody chose by the key that made the ``request`` of that number."""

    message: int
    request: int
    chat: int


class Added(Asked, frozen=True):
    """The bot became a member of a group."""

    administrator: bool


class Removed(Asked, frozen=True):
    """The bot is no longer a member of a group."""


class Peopled(Asked, frozen=True):
    """People came into a group, or left it or were put out."""

    came: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class Moved(Asked, frozen=True):
    """The group ``former`` became the supergroup ``chat``; either of them says so."""

    former: int
    chat: int


Said = Command | Mistyped | OwnerCommand | Reply
Request = Command | Mistyped | OwnerCommand | Reply | Tap | Shared | Added | Removed | Peopled | Moved
