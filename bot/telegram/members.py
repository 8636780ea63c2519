"""What people are in groups, asked of Telegram and remembered for a moment: who asks again is asked about once.

So whoever was made an administrator, or is one no longer, is treated as before for that moment.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeVar

from telegram.constants import ChatMemberStatus

from bot.outcomes import Refused, TooFast
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Request, Tap
from bot.wording.people import display_name
from engine.errors import Refusal

KNOWN_SECONDS: Final = 60.0
"""How long it is remembered what somebody is."""
_MOST: Final = 4096

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a group."""

    administrator: bool = False
    """Whether they may decide for the group: its owner and its administrators."""
    username: str | None = None
    present: bool = False
    """Whether they are in the group at all."""
    name: str = ""
    """As it is shown at a table."""
    bot: bool = False
    banned: bool = False
    """Whether they were put out of the group for good."""


class Members:
    """Those of all groups.

    Args:
        gateway: asks about them.
        seconds: a clock that only goes forward.
    """

    def __init__(self, gateway: Gateway, seconds: Callable[[], float] = monotonic) -> None:
        self._gateway: Final = gateway
        self._seconds: Final = seconds
        self._known: Final[dict[tuple[int, int], tuple[float, Member]]] = {}
        """Until when, and what; the newest few thousand."""
        self._shut: Final[dict[int, float]] = {}
        """Until when nothing is asked about a group: Telegram has said so."""

    async def of(self, chat: int, user: int) -> Member:
        """What somebody is in a group; whom Telegram does not know there is nothing.

        Raises:
            Refusal: ``busy``: Telegram is not to be asked now; nobody's move waits until it may be.
            Undone: it gave no answer.
        """
        who, now = (chat, user), self._seconds()
        until, member = self._known.get(who, (now, Member()))
        if until > now:
            return member
        if self._shut.get(chat, now) > now:
            raise Refusal("busy")
        try:
            found = await self._gateway.member(chat, user)
        except TooFast as error:
            _note(self._shut, chat, now + error.seconds)
            raise Refusal("busy") from error
        except Refused:
            member = Member()
        else:
            deciding = {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR}
            # Who is restricted may have left as well.
            present = found.status in deciding | {ChatMemberStatus.MEMBER} or getattr(found, "is_member", False)
            person = found.user
            name = display_name(person.first_name, person.last_name)
            banned = found.status == ChatMemberStatus.BANNED
            member = Member(found.status in deciding, person.username, present, name, person.is_bot, banned)
        _note(self._known, who, (now + KNOWN_SECONDS, member))
        return member

    async def is_admin(self, request: Request) -> bool:
        """Whether the sender administers the group; whom Telegram lets speak as the group does, a stranger not.

        Raises:
            Refusal, Undone: as :meth:`of`.
        """
        if request.sender.anonymous and not isinstance(request, Tap):
            return True
        return (await self.of(request.place.scope.chat, request.sender.user)).administrator

    async def check_admin(self, request: Request) -> None:
        """Raise a refusal, ``admins_only``, unless the sender administers the group."""
        if not await self.is_admin(request):
            raise Refusal("admins_only")

    async def check_chooser(self, request: Request) -> None:
        """The same for what changes a chat's settings: in private anybody may."""
        if not request.place.private:
            await self.check_admin(request)


def _note(notes: dict[K, V], key: K, value: V) -> None:
    """Remember something as the newest, and no more than a few thousand."""
    notes.pop(key, None)
    notes[key] = value
    if len(notes) > _MOST:
        del notes[next(iter(notes))]
