"""The fields that the Bot API's ChatMember has beside its status, and what plain members may do."""

from bot.playground.state.chats import Chat, Json
from bot.playground.state.text_entities import find_commands

#: What an administrator may or may not do, by the names of the fields.
ADMIN_RIGHTS = (
    "can_be_edited",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)


_SEND_PERMISSIONS = (
    "messages",
    "audios",
    "documents",
    "photos",
    "videos",
    "video_notes",
    "voice_notes",
    "polls",
    "other_messages",
)


_OTHER_PERMISSIONS = (
    "add_web_page_previews",
    "react_to_messages",
    "edit_tag",
    "change_info",
    "invite_users",
    "pin_messages",
    "manage_topics",
)


def member_fields(status: str, chat: Chat) -> Json:
    """Give the fields that ChatMember has for this status of the bot in a chat."""
    if status == "kicked":
        return {"until_date": 0}
    if status != "administrator":
        return {}
    refused = {"can_be_edited", "can_promote_members"}
    refused |= set() if chat.can_delete else {"can_delete_messages"}
    refused |= set() if chat.can_pin else {"can_pin_messages"}
    return {"is_anonymous": False} | {right: right not in refused for right in ADMIN_RIGHTS}


def member_permissions(chat: Chat) -> Json:
    """Give the ChatPermissions of a group's plain members."""
    named = (*(f"can_send_{what}" for what in _SEND_PERMISSIONS), *(f"can_{what}" for what in _OTHER_PERMISSIONS))
    return dict.fromkeys(named, True) | {"can_send_photos": chat.may_send_photos}


def bot_receives(bot: Json, chat: Chat, message: Json, *, privacy: bool) -> bool:
    """Whether the bot, a Bot API User, is told of a message that somebody wrote in a chat."""
    if chat.is_private or chat.bot_status == "administrator":
        return True
    if chat.bot_status != "member":
        return False
    concerned = [message.get("reply_to_message", {}).get("from"), message.get("via_bot")]
    if not privacy or any(user is not None and user["id"] == bot["id"] for user in concerned):
        return True
    found = next(iter(find_commands(message)), None)
    if found is None:
        # What Telegram itself says of the chat is told to everybody there.
        return "text" not in message
    _, _, addressee = found
    return addressee == str(bot["username"]).lower() if addressee else chat.bot_spoke_last
