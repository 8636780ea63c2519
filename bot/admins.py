"""Who may decide for a group: its owner and its administrators."""

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest

from bot.inbound import Request


async def is_admin(bot: Bot, request: Request) -> bool:
    """Whether the sender administers the group; whom Telegram lets speak as the group does, and a stranger does not."""
    if request.sender.anonymous:
        return True
    try:
        member = await bot.get_chat_member(request.place.scope.chat, request.sender.user)
    except BadRequest:
        return False
    return member.status in {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR}
