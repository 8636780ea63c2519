"""Which messages of a group reach the bot: all of them, or with privacy mode those that concern it."""

from bot.playground.chats import Chat, Json
from bot.playground.entities import commands_in


def sees(bot: Json, chat: Chat, message: Json, *, privacy: bool) -> bool:
    """Whether the bot, a Bot API User, is told of a message that somebody wrote in a chat."""
    if chat.is_private or chat.bot_status == "administrator":
        return True
    if chat.bot_status != "member":
        return False
    concerned = [message.get("reply_to_message", {}).get("from"), message.get("via_bot")]
    if not privacy or any(user is not None and user["id"] == bot["id"] for user in concerned):
        return True
    found = next(iter(commands_in(message)), None)
    if found is None:
        # What Telegram itself says of the chat is told to everybody there.
        return "text" not in message
    _, _, addressee = found
    return addressee == str(bot["username"]).lower() if addressee else chat.bot_spoke_last
