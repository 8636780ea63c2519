"""What keys of a keyboard in private ask for: a group, told to the bot in a service message."""

from typing import Any

from bot.playground.api_error import bad_request_error
from bot.playground.state.chats import Chat, Json
from bot.playground.state.world import World


def share_with_bot(world: World, person: int, chat_id: int, request_id: int, shared: list[int]) -> Json:
    """Hand the bot what a key of its keyboard asks for, as that person; give the service message.

    Raises:
        ApiError: 400 for a request that is not on the keyboard, or for what does not fit it.
    """
    chat = world.require_chat_of_person(person, chat_id)
    request = _require_request(chat, request_id)
    return world.add_service_message(person, chat, {"chat_shared": _make_chat_shared(world, person, request, shared)})


def list_shareable(world: World, person: int, chat_id: int, request_id: int) -> list[Json]:
    """List what a person may choose from: each with `id` and `name`."""
    request = _require_request(world.require_chat_of_person(person, chat_id), request_id)
    groups = [chat for chat in world.chats.values() if _fits_request(chat, person, request)]
    return [{"id": chat.id, "name": chat.title} for chat in groups]


def _require_request(chat: Chat, request_id: int) -> Json:
    for row in (chat.keyboard or {}).get("keyboard", []):
        for key in row:
            asked: Json = key.get("request_chat", {})
            if asked.get("request_id") == request_id:
                return asked
    raise bad_request_error("BUTTON_INVALID")


def _make_chat_shared(world: World, person: int, request: Json, shared: list[int]) -> Json:
    chat = world.chats.get(shared[0]) if len(shared) == 1 else None
    if chat is None or not _fits_request(chat, person, request):
        raise bad_request_error("CHAT_ID_INVALID")
    if request.get("bot_administrator_rights") and chat.bot_status != "administrator":
        world.set_bot_status(chat, "administrator")
    told: Json = {"request_id": request["request_id"], "chat_id": chat.id}
    return told | ({"title": chat.title} if request.get("request_title") else {})


def _fits_request(chat: Chat, person: int, request: Json) -> bool:
    asked: list[tuple[Any, Any]] = [
        (request.get("chat_is_forum"), chat.is_forum),
        (request.get("chat_is_created") or None, chat.owner == person),
        (request.get("bot_is_member") or None, chat.has_bot),
        (request.get("chat_is_channel") or None, False),
        (request.get("chat_has_username") or None, False),
    ]
    is_there = not chat.is_private and person in chat.people
    return is_there and all(wanted is None or bool(wanted) == found for wanted, found in asked)
