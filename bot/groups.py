"""Groups as a private chat speaks of them: what they are called, and the way back to them."""

from telegram import Bot, ChatFullInfo
from telegram.error import TelegramError

from bot.store.keys import Scope


async def group_of(bot: Bot, scope: Scope) -> ChatFullInfo | None:
    """What Telegram says of a group; ``None`` when it does not say."""
    try:
        return await bot.get_chat(scope.chat)
    except TelegramError:
        return None


def link_to(chat: ChatFullInfo, topic: int | None, post: int | None) -> str | None:
    """An address that opens a group at the bot's newest message, where Telegram has one: public and supergroups."""
    place = "/".join(str(part) for part in (topic, post) if part is not None)
    if chat.username:
        return f"https://t.me/{chat.username}/{place}".rstrip("/")
    text = str(chat.id)
    return f"https://t.me/c/{text[4:]}/{place}" if place and text.startswith("-100") else None
