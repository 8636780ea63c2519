"""Ephemeral messages as a bot sends them to one person of a group."""

from typing import Any

SECRET = "K A L E M"  # noqa: S105 - a rack


def recipient_parameters(person: int, **more: Any) -> dict[str, Any]:
    """The parameters of 10.3."""
    return {"ephemeral_message_parameters": {"receiver_user_id": person, **more}}
