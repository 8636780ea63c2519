"""Groups: members and administrators, titles, and links that open a group."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from telegram import ChatFullInfo
from telegram.constants import ChatID, ChatMemberStatus

from bot.call_errors import CallFailed, RateLimited, RequestRejected
from bot.telegram.gateway import Gateway
from bot.telegram.requests import Request, Tap
from bot.wording.speaker import display_name
from bot.workers.recent import NewestDict
from engine.errors import Refusal

MEMBER_CACHE_SECONDS: Final = 60.0
_MOST: Final = 4096


async def fetch_group(gateway: Gateway, chat: int) -> ChatFullInfo | None:
    """Telegram's description of a group; ``None`` if the bot has left it or gets no answer."""
    try:
        return await gateway.fetch_chat(chat)
    except CallFailed:
        return None


def group_link(chat: ChatFullInfo, topic: int | None, post: int | None) -> str | None:
    """A link that opens a group at a message; ``None`` for groups without links, such as basic groups."""
    place = "/".join(str(part) for part in (topic, post) if part is not None)
    if chat.username:
        return f"https://t.me/{chat.username}/{place}".rstrip("/")
    text = str(chat.id)
    return f"https://t.me/c/{text[4:]}/{place}" if place and text.startswith("-100") else None


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A user's membership in a group."""

    is_admin: bool = False
    username: str | None = None
    present: bool = False
    name: str = ""
    is_bot: bool = False
    banned: bool = False


class GroupMembers:
    """Looks up members of groups, cached by a monotonic clock."""

    def __init__(self, gateway: Gateway, seconds: Callable[[], float] = monotonic) -> None:
        self._gateway: Final = gateway
        self._seconds: Final = seconds
        self._cache: Final[NewestDict[tuple[int, int], tuple[float, GroupMember]]] = NewestDict(_MOST)
        """The members, and until when each entry is valid, by chat and user."""
        self._throttled_until: Final[NewestDict[int, float]] = NewestDict(_MOST)  # by group, until when not to ask

    async def find_member(self, chat: int, user: int) -> GroupMember:
        """A user's membership, empty if unknown; never waits. Raises CallFailed, or the Refusal ``busy``."""
        key, now = (chat, user), self._seconds()
        until, member = self._cache.get(key, (now, GroupMember()))
        if until > now:
            return member
        if self._throttled_until.get(chat, now) > now:
            raise Refusal("busy")
        try:
            found = await self._gateway.fetch_member(chat, user)
        except RateLimited as error:
            self._throttled_until[chat] = now + error.seconds
            raise Refusal("busy") from error
        except RequestRejected:
            member = GroupMember()
        else:
            admin_statuses = {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR}
            # A restricted user may have left the group.
            present = found.status in admin_statuses | {ChatMemberStatus.MEMBER} or getattr(found, "is_member", False)
            person = found.user
            name = display_name(person.first_name, person.last_name)
            banned = found.status == ChatMemberStatus.BANNED
            member = GroupMember(found.status in admin_statuses, person.username, present, name, person.is_bot, banned)
        self._cache[key] = (now + MEMBER_CACHE_SECONDS, member)
        return member

    def forget_member(self, chat: int, user: int) -> None:
        """Forget a user's membership, so that Telegram is asked again."""
        self._cache.pop((chat, user), None)

    async def is_admin(self, request: Request) -> bool:
        """Whether the sender is an administrator, perhaps anonymous (not in a tap). Raises Refusal, CallFailed."""
        if request.sender.is_anonymous_admin and not isinstance(request, Tap):
            return True
        return (await self.find_member(request.venue.scope.chat, request.sender.user)).is_admin

    async def check_admin(self, request: Request) -> None:
        """Refuse with ``admins_only`` unless the sender is an administrator of the group."""
        if not await self.is_admin(request):
            raise Refusal("admins_only")

    async def check_asker(self, tap: Tap, asker: int) -> None:
        """Raise a refusal unless the ``asker`` tapped; if they were anonymous, any administrator may tap."""
        if asker == tap.sender.user:
            return
        if asker != ChatID.ANONYMOUS_ADMIN:
            raise Refusal("not_your_button")
        await self.check_admin(tap)

    async def check_may_change_settings(self, request: Request) -> None:
        """Refuse with ``admins_only`` unless the sender may change the settings; in private every user may."""
        if not request.venue.private:
            await self.check_admin(request)


_TITLE_SECONDS: Final = 60 * 60.0
_UNKNOWN_TITLE_SECONDS: Final = 60.0  # delay before asking again for an unknown title
_MAX_TITLES: Final = 1024


class GroupTitles:
    """Titles of groups, cached by a monotonic clock; one instance a process."""

    def __init__(self, gateway: Gateway, seconds: Callable[[], float]) -> None:
        self._gateway: Final = gateway
        self._seconds: Final = seconds
        self._titles: Final[NewestDict[int, tuple[float, str]]] = NewestDict(_MAX_TITLES)
        """The titles, and until when each is valid, by chat."""

    async def fetch_title(self, chat: int) -> str:
        """A group's title, cut to a name's length; empty if Telegram does not tell it."""
        until, title = self._titles.get(chat, (0.0, ""))
        if until <= self._seconds():
            group = await fetch_group(self._gateway, chat)
            group_title = None if group is None else group.title
            title = display_name(group_title, None) if group_title else title
            self._titles[chat] = (self._seconds() + (_TITLE_SECONDS if group_title else _UNKNOWN_TITLE_SECONDS), title)
        return title
