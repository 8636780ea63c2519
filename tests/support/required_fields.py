"""The fields that the Bot API requires in what the stand-in for Telegram answers, and which an answer lacks."""

from collections.abc import Iterator
from typing import Any, Final

from bot.playground.server_version import is_known_since

_ADMINISTRATOR: Final = (
    "user status can_be_edited is_anonymous can_manage_chat can_delete_messages can_manage_video_chats"
    " can_restrict_members can_promote_members can_change_info can_invite_users can_post_stories can_edit_stories"
    " can_delete_stories"
)
REQUIRED: Final = {
    "User": "id is_bot first_name",
    "Chat": "id type",
    "ChatFullInfo": "id type accent_color_id max_reaction_count accepted_gift_types",
    "AcceptedGiftTypes": "unlimited_gifts limited_gifts unique_gifts premium_subscription gifts_from_channels",
    "Message": "message_id date chat",
    "MessageEntity": "type offset length",
    "PhotoSize": "file_id file_unique_id width height",
    "Document": "file_id file_unique_id",
    "ForumTopicCreated": "name icon_color",
    "creator": "user status is_anonymous",
    "administrator": _ADMINISTRATOR,
    "member": "user status",
    "left": "user status",
    "kicked": "user status until_date",
    "Update": "update_id",
    "CallbackQuery": "id from chat_instance",
    "InlineQuery": "id from query offset",
    "ChatMemberUpdated": "chat from date old_chat_member new_chat_member",
    "WebhookInfo": "url has_custom_certificate pending_update_count",
    "BotCommand": "command description",
    "BotDescription": "description",
    "BotShortDescription": "short_description",
}
"""By type, by status for members of chats; as of Bot API 10.0."""
_ADDED: Final = {"administrator": (("10.3", "can_send_welcome_messages"),)}
_TYPES: Final = {
    **dict.fromkeys(("from", "user", "receiver_user", "left_chat_member", "new_chat_members", "via_bot"), "User"),
    **dict.fromkeys(("message", "edited_message", "reply_to_message", "pinned_message"), "Message"),
    **dict.fromkeys(("entities", "caption_entities"), "MessageEntity"),
    **dict.fromkeys(("old_chat_member", "new_chat_member"), "ChatMember"),
    "chat": "Chat",
    "photo": "PhotoSize",
    "document": "Document",
    "forum_topic_created": "ForumTopicCreated",
    "callback_query": "CallbackQuery",
    "inline_query": "InlineQuery",
    "my_chat_member": "ChatMemberUpdated",
    "accepted_gift_types": "AcceptedGiftTypes",
}
"""Of the fields that hold objects, or lists of them."""
_RESULTS: Final = {
    "getMe": "User",
    "getChat": "ChatFullInfo",
    "getChatMember": "ChatMember",
    "getWebhookInfo": "WebhookInfo",
    "getMyCommands": "BotCommand",
    "getMyDescription": "BotDescription",
    "getMyShortDescription": "BotShortDescription",
    "getUpdates": "Update",
}


def missing_fields(method: str, result: Any, version: str) -> Iterator[str]:
    """The required fields that a method's result lacks, each behind its type."""
    if kind := _RESULTS.get(method) or ("Message" if method.startswith(("send", "editMessage")) else None):
        yield from _missing_in(kind, result, version)


def _missing_in(kind: str, value: Any, version: str) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _missing_in(kind, one, version)
    if not isinstance(value, dict):
        return
    kind = value["status"] if kind == "ChatMember" else kind
    added = (name for since, name in _ADDED.get(kind, ()) if is_known_since(since, version))
    for name in (*REQUIRED[kind].split(), *added):
        if name not in value:
            yield f"{kind}.{name}"
    for name, inner in value.items():
        if name in _TYPES:
            yield from _missing_in(_TYPES[name], inner, version)
