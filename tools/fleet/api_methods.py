"""What the methods of the Bot API give; messages are remembered by nobody but those who were sent them."""

import time
from typing import TYPE_CHECKING, Any

from bot.playground.chats import ADMIN_RIGHTS, Json
from bot.playground.dispatch import ApiCall
from bot.playground.parameters import resolve_attachment
from bot.playground.server_version import ApiError, bad_request_error
from bot.playground.world import Upload
from tools.fleet.make_updates import FleetPerson, make_chat

if TYPE_CHECKING:  # it answers with these
    from tools.fleet.bot_account import BotAccount

_SIZES = ((90, 75), (320, 267), (800, 667), (1280, 1067))
"""Telegram answers a picture with several sizes of it, which a bot has to read."""
_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


def make_result(account: "BotAccount", call: ApiCall, parameters: Json, uploads: dict[str, Upload]) -> Any:
    """Give what a method gives; ``parameters`` are the call's, typed.

    Raises:
        ApiError: there is no such message, chat or method here.
    """
    match call.method:
        case "getMe":
            return account.bot_user
        case "sendMessage" | "sendPhoto" | "sendDocument":
            return _make_message(account, call, parameters, uploads, account.next_message_id())
        case "editMessageText" | "editMessageCaption" | "editMessageMedia" | "editMessageReplyMarkup":
            message = _make_message(account, call, parameters, uploads, parameters["message_id"])
            return message | {"edit_date": int(time.time())}
        case "getChat":
            more = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(_GIFTS, False)}
            return make_chat(parameters["chat_id"]) | more
        case "getChatMember":
            return _make_member(account, parameters["chat_id"], parameters["user_id"])
        case "getChatAdministrators":
            return []
        case "getFile" | "getMyCommands":
            raise ApiError(404, "Not Found")
        case _:
            return True


def _make_message(
    account: "BotAccount", call: ApiCall, parameters: Json, uploads: dict[str, Upload], number: int
) -> Json:
    """A message as it stands once it was sent or edited."""
    if call.chat is None:
        raise bad_request_error("chat not found")
    message: Json = {
        "message_id": number,
        "date": int(time.time()),
        "chat": make_chat(call.chat),
        "from": account.bot_user,
    }
    picture = parameters.get("photo")
    if call.method == "editMessageMedia":
        picture = resolve_attachment(parameters["media"]["media"], uploads)
    if picture is not None:
        message |= {"photo": _make_photo_sizes(picture, number), "caption": call.visible_text}
    elif "document" in parameters:
        message |= {
            "document": {"file_id": f"document-{number}", "file_unique_id": str(number)},
            "caption": call.visible_text,
        }
    elif call.visible_text:
        message["text"] = call.visible_text
    if parameters.get("reply_markup"):
        message["reply_markup"] = parameters["reply_markup"]
    if parameters.get("message_thread_id"):
        message |= {"message_thread_id": parameters["message_thread_id"], "is_topic_message": True}
    return message


def _make_photo_sizes(picture: str | Upload, number: int) -> list[Json]:
    """A picture in several sizes; one that is sent again by its file's id keeps that."""
    file = picture.rpartition("-")[0] if isinstance(picture, str) else f"photo-{number}"
    return [
        {"file_id": f"{file}-{width}", "file_unique_id": f"{file}-{width}", "width": width, "height": height}
        for width, height in _SIZES
    ]


def _make_member(account: "BotAccount", chat: int, user: int) -> Json:
    own = user == account.bot_user["id"]
    person = account.bot_user if own else FleetPerson(user, str(user), username=account.username_of(user)).to_user
    status = "member" if own else account.member_status(chat, user)
    more = {"is_anonymous": False} | dict.fromkeys(ADMIN_RIGHTS, True) if status == "administrator" else {}
    return {"status": status, "user": person, **more}
