"""Who may decide for a group: its owner and its administrators."""

from telegram.constants import ChatMemberStatus

from bot.outcomes import Refused
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Request
from engine.errors import Refusal


async def is_admin(gateway: Gateway, request: Request) -> bool:
    """Whether the sender administers the group; whom Telegram lets speak as the group does, and a stranger does not."""
    if request.sender.anonymous:
        return True
    try:
        member = await gateway.member(request.place.scope.chat, request.sender.user)
    except Refused:
        return False
    return member.status in {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR}


async def check_admin(gateway: Gateway, request: Request) -> None:
    """Raise a refusal, ``admins_only``, unless the sender administers the group."""
    if not await is_admin(gateway, request):
        raise Refusal("admins_only")


async def check_chooser(gateway: Gateway, request: Request) -> None:
    """The same for what changes a chat's settings: in private anybody may."""
    if not request.place.private:
        await check_admin(gateway, request)
