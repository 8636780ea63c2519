"""Groups as a private chat speaks of them: what they are called, and the way back to them."""

from telegram import ChatFullInfo

from bot.outcomes import Undone
from bot.telegram.gateway import Gateway


async def group_info(gateway: Gateway, chat: int) -> ChatFullInfo | None:
    """A group as Telegram describes it; ``None`` where the bot is no longer in it or gets no answer."""
    try:
        return await gateway.chat(chat)
    except Undone:
        return None


def link_to(chat: ChatFullInfo, topic: int | None, post: int | None) -> str | None:
    """An address that opens a group at the bot's newest message, where Telegram has one: public and supergroups."""
    place = "/".join(str(part) for part in (topic, post) if part is not None)
    if chat.username:
        return f"https://t.me/{chat.username}/{place}".rstrip("/")
    text = str(chat.id)
    return f"https://t.me/c/{text[4:]}/{place}" if place and text.startswith("-100") else None
