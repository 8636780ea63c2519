"""Parses updates about who is in a group: the bot, and everybody else."""

from typing import Final

from telegram import User as Account
from telegram.constants import ChatMemberStatus, ChatType

from bot.store.update_context import UpdateContext
from bot.telegram.incoming.requests import BotAdded, BotRemoved, MembersChanged, OwnRightsChanged, to_sender, to_venue
from bot.telegram.incoming.update_types import ChatMemberStanding, ChatMemberUpdated, Message

_GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})


def parse_own_membership(
    update: UpdateContext, change: ChatMemberUpdated, _: Account
) -> BotAdded | BotRemoved | OwnRightsChanged | None:
    """The bot joined or left a group, or may do other things in it."""
    outside = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}
    before, after = change.old_chat_member.status, change.new_chat_member.status
    if change.chat.type not in _GROUPS or (before in outside and after in outside):
        return None
    venue, sender = to_venue(change.chat, None), to_sender(change.sender)
    if after in outside:
        return BotRemoved(update, venue, sender)
    if before not in outside:
        return OwnRightsChanged(update, venue, sender, change.new_chat_member.can_send_messages is not False)
    return BotAdded(update, venue, sender, after == ChatMemberStatus.ADMINISTRATOR)


def parse_other_membership(update: UpdateContext, change: ChatMemberUpdated, _: Account) -> MembersChanged | None:
    """Somebody else joined or left; Telegram tells that where the bot is an administrator."""
    user, before, after = change.new_chat_member.user, change.old_chat_member, change.new_chat_member
    if change.chat.type not in _GROUPS or user is None or _is_outside(before) == _is_outside(after):
        return None
    joined, left = ((), (user.id,)) if _is_outside(after) else ((user.id,), ())
    return MembersChanged(update, to_venue(change.chat, None), to_sender(change.sender), joined, left)


def parse_service_message(update: UpdateContext, message: Message) -> MembersChanged | None:
    """The service message of people who joined or left."""
    left = () if message.left_chat_member is None else (message.left_chat_member.id,)
    joined = tuple(user.id for user in message.new_chat_members)
    if message.sender is None or not (joined or left):
        return None
    return MembersChanged(update, to_venue(message.chat, message.topic), to_sender(message.sender), joined, left)


def _is_outside(member: ChatMemberStanding) -> bool:
    if member.status == ChatMemberStatus.RESTRICTED:
        return not member.is_member
    return member.status in {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}
