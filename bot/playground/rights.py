"""The fields that the Bot API's ChatMember has beside its status. Knows no chats."""

from typing import Any

Json = dict[str, Any]


def rights(status: str) -> Json:
    """Give the fields that ChatMember has for this status."""
    if status == "kicked":
        return {"until_date": 0}
    if status != "administrator":
        return {}
    granted = (
        "can_be_edited can_manage_chat can_delete_messages can_manage_video_chats can_restrict_members "
        "can_promote_members can_change_info can_invite_users can_post_stories can_edit_stories "
        "can_delete_stories can_pin_messages can_manage_topics"
    )
    refused = ("can_be_edited", "can_promote_members")
    return {"is_anonymous": False} | {right: right not in refused for right in granted.split()}
