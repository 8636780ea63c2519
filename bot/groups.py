"""What Telegram says of a group: its title and address."""

from telegram import Bot, ChatFullInfo
from telegram.error import TelegramError


async def group_info(bot: Bot, chat: int) -> ChatFullInfo | None:
    """A group as Telegram describes it; ``None`` where the bot is no longer in it or gets no answer."""
    try:
        return await bot.get_chat(chat)
    except TelegramError:
        return None
