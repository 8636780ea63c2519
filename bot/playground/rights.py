"""The fields that the Bot API's ChatMember has beside its status, and what plain members may do."""

from typing import Any

from bot.playground.chats import Chat

Json = dict[str, Any]

#: What an administrator may or may not do, by the names of the fields.
GRANTED = (
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
_SENT = ("messages", "audios", "documents", "photos", "videos", "video_notes", "voice_notes", "polls", "other_messages")
_DONE = (
    "add_web_page_previews",
    "react_to_messages",
    "edit_tag",
    "change_info",
    "invite_users",
    "pin_messages",
    "manage_topics",
)


def rights(status: str, chat: Chat) -> Json:
    """Give the fields that ChatMember has for this status of the bot in a chat."""
    if status == "kicked":
        return {"until_date": 0}
    if status != "administrator":
        return {}
    refused = {"can_be_edited", "can_promote_members"}
    refused |= set() if chat.can_delete else {"can_delete_messages"}
    refused |= set() if chat.can_pin else {"can_pin_messages"}
    return {"is_anonymous": False} | {right: right not in refused for right in GRANTED}


def permissions(chat: Chat) -> Json:
    """Give the ChatPermissions of a group's plain members."""
    named = (*(f"can_send_{what}" for what in _SENT), *(f"can_{what}" for what in _DONE))
    return dict.fromkeys(named, True) | {"can_send_photos": chat.photos}
