"""The fields that the Bot API's ChatMember has beside its status, and what plain members may do."""

from math import ceil

from bot.playground.api_error import ApiError, bad_request_error
from bot.playground.server_version import SINCE_EPHEMERAL, is_known_since
from bot.playground.state.chats import GENERAL_TOPIC, Chat, Json
from bot.playground.state.text_entities import read_commands

#: How long a plain member waits between two messages where slow mode is on.
SLOW_MODE_SECONDS = 10

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


def member_fields(status: str, chat: Chat, version: str) -> Json:
    """Give the fields that ChatMember has for this status of the bot in a chat, on a server of this version."""
    if status == "kicked":
        return {"until_date": 0}
    if status == "restricted":
        may_nothing = dict.fromkeys(member_permissions(chat), False)
        return {"is_member": True, "until_date": 0, **may_nothing}
    if status != "administrator":
        return {}
    refused = {"can_be_edited", "can_promote_members"}
    refused |= set() if chat.can_delete else {"can_delete_messages"}
    refused |= set() if chat.can_pin else {"can_pin_messages"}
    refused |= set() if chat.can_manage_topics else {"can_manage_topics"}
    rights = (*ADMIN_RIGHTS, *(["can_send_welcome_messages"] if is_known_since(SINCE_EPHEMERAL, version) else []))
    return {"is_anonymous": False} | {right: right not in refused for right in rights}


def member_permissions(chat: Chat) -> Json:
    """Give the ChatPermissions of a group's plain members."""
    named = (*(f"can_send_{what}" for what in _SEND_PERMISSIONS), *(f"can_{what}" for what in _OTHER_PERMISSIONS))
    return dict.fromkeys(named, True) | {
        "can_send_messages": chat.may_send_text,
        "can_send_photos": chat.may_send_photos,
        "can_pin_messages": False,
    }


def check_may_send(chat: Chat, thread: int | None, now: float, *, is_photo: bool, is_text: bool) -> None:
    """Check that the bot may send a message now, to a topic if it names one; `now` is in seconds.

    Raises:
        ApiError: 400 where it may not, 429 before the group's slow mode lets it write again.
    """
    if chat.is_private:
        return
    is_admin = chat.bot_status == "administrator"
    if chat.is_forum and (thread or GENERAL_TOPIC) in chat.closed_topics and not (is_admin and chat.can_manage_topics):
        raise bad_request_error("TOPIC_CLOSED")
    if is_admin:
        return
    if is_text and (not chat.may_send_text or chat.bot_status == "restricted"):
        raise bad_request_error("not enough rights to send text messages to the chat")
    if is_photo and (not chat.may_send_photos or chat.bot_status == "restricted"):
        raise bad_request_error("not enough rights to send photos to the chat")
    seconds = ceil(chat.sent_at + SLOW_MODE_SECONDS - now) if chat.has_slow_mode else 0
    if seconds > 0:
        raise ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def bot_receives(bot: Json, chat: Chat, message: Json, *, privacy: bool) -> bool:
    """Whether the bot, a Bot API User, is told of a message that somebody wrote in a chat."""
    if chat.is_private or chat.bot_status == "administrator":
        return True
    if chat.bot_status not in {"member", "restricted"}:
        return False
    concerned = [message.get("reply_to_message", {}).get("from"), message.get("via_bot")]
    if not privacy or any(user is not None and user["id"] == bot["id"] for user in concerned):
        return True
    found = next(iter(read_commands(message)), None)
    if found is None:
        # What Telegram itself says of the chat is told to everybody there.
        return "text" not in message
    _, _, addressee = found
    return addressee == str(bot["username"]).lower() if addressee else chat.bot_spoke_last
