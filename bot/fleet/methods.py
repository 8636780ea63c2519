"""What the methods of the Bot API give; messages are remembered by nobody but those who were sent them."""

import time
from typing import Any

from bot.fleet.account import Account
from bot.fleet.calls import Call, Json
from bot.fleet.updates import Person, chat_of
from bot.playground.errors import ApiError, bad_request
from bot.playground.rights import GRANTED

_SIZES = ((90, 75), (320, 267), (800, 667), (1280, 1067))
"""Telegram answers a picture with several sizes of it, which a bot has to read."""
_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


async def carry_out(account: Account, call: Call) -> Any:
    """Do what a call asks for; what the method gives.

    Raises:
        ApiError: there is no such message, chat or method here.
    """
    given = call.parameters
    match call.method:
        case "getMe":
            return account.user
        case "getUpdates" | "setWebhook" | "deleteWebhook":
            return await _hear(account, call)
        case "sendMessage" | "sendPhoto" | "sendDocument":
            return _message(account, call, account.next_message())
        case "editMessageText" | "editMessageCaption" | "editMessageMedia" | "editMessageReplyMarkup":
            return _message(account, call, given["message_id"]) | {"edit_date": int(time.time())}
        case "getChat":
            more = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(_GIFTS, False)}
            return chat_of(given["chat_id"]) | more
        case "getChatMember":
            return _member(account, given["chat_id"], given["user_id"])
        case "getChatAdministrators":
            return []
        case "getFile" | "getMyCommands" | "getWebhookInfo":
            raise ApiError(404, "Not Found")
        case _:
            return True


async def _hear(account: Account, call: Call) -> Any:
    """How a worker wants its updates; who asks for them is given some."""
    given = call.parameters
    if call.method == "deleteWebhook":
        account.webhooks.forget(call.worker)
        return True
    account.ready[call.worker].set()
    if call.method == "setWebhook":
        account.webhooks.register(call.worker, given["url"], given.get("secret_token", ""))
        return True
    return await account.polls.read(given.get("offset", 0), given.get("limit"), given.get("timeout", 0))


def _message(account: Account, call: Call, number: int) -> Json:
    """A message as it stands once it was sent or edited."""
    given = call.parameters
    if call.chat is None:
        raise bad_request("chat not found")
    message: Json = {
        "message_id": number,
        "date": int(time.time()),
        "chat": chat_of(call.chat),
        "from": account.user,
    }
    media = given.get("media") or given
    picture = media.get("photo") or (media.get("media") if call.method == "editMessageMedia" else None)
    if picture is not None:
        message |= {"photo": _photo(picture, number), "caption": call.text}
    elif "document" in given:
        message |= {"document": {"file_id": f"document-{number}", "file_unique_id": str(number)}, "caption": call.text}
    elif call.text:
        message["text"] = call.text
    if given.get("reply_markup"):
        message["reply_markup"] = given["reply_markup"]
    if given.get("message_thread_id"):
        message |= {"message_thread_id": given["message_thread_id"], "is_topic_message": True}
    return message


def _photo(picture: str | Json, number: int) -> list[Json]:
    """A picture in several sizes; one that is sent again by its file's id keeps that."""
    file = picture.rpartition("-")[0] if isinstance(picture, str) else f"photo-{number}"
    return [
        {"file_id": f"{file}-{width}", "file_unique_id": f"{file}-{width}", "width": width, "height": height}
        for width, height in _SIZES
    ]


def _member(account: Account, chat: int, user: int) -> Json:
    """Somebody in a group."""
    own = user == account.user["id"]
    person = account.user if own else Person(user, str(user), username=account.called(user)).as_user
    status = "member" if own else account.standing(chat, user)
    more = {"is_anonymous": False} | dict.fromkeys(GRANTED, True) if status == "administrator" else {}
    return {"status": status, "user": person, **more}
