"""Which messages of a group reach the bot: all of them, or with privacy mode those that concern it."""

from bot.playground.chats import Chat, Json


def sees(bot: Json, chat: Chat, message: Json, *, privacy: bool) -> bool:
    """Whether the bot, a Bot API User, is told of a message that somebody wrote in a chat."""
    if chat.is_private or chat.bot_status == "administrator":
        return True
    if chat.bot_status != "member":
        return False
    replied = message.get("reply_to_message")
    if not privacy or (replied is not None and replied["from"]["id"] == bot["id"]):
        return True
    command = next((one for one in message.get("entities", ()) if one["type"] == "bot_command"), None)
    if command is None:
        return False
    # Offsets count UTF-16 units: cut there, not in code points.
    raw = str(message["text"]).encode("utf-16-le")
    start, end = command["offset"] * 2, (command["offset"] + command["length"]) * 2
    _, _, addressee = raw[start:end].decode("utf-16-le").partition("@")
    if addressee:
        return addressee.lower() == str(bot["username"]).lower()
    return chat.bot_spoke_last
