"""A Bot API server that answers several bots from memory: accounts, methods and updates."""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from aiohttp import web
from aiohttp.typedefs import Middleware
from msgspec import Struct

from bot.playground.chats import ADMIN_RIGHTS, Json
from bot.playground.dispatch import ApiCall, BotApiRoutes, CallJournal, FaultQueue, JournalEntry
from bot.playground.methods import UpdateMethods
from bot.playground.parameters import parse_parameters, resolve_attachment
from bot.playground.server_version import OLDEST, ApiError, bad_request_error
from bot.playground.update_queue import UpdateQueue
from bot.playground.webhook import WebhookSender
from bot.playground.world import MAX_PHOTO_BYTES, Upload

_COMMAND: Final = re.compile(r"/[A-Za-z0-9_]+(?:@[A-Za-z0-9_]+)?")


class FleetPerson(Struct, frozen=True):
    user: int
    name: str
    language: str = "tr"
    username: str = ""

    @property
    def to_user(self) -> Json:
        user = {"id": self.user, "is_bot": False, "first_name": self.name, "language_code": self.language}
        return user | ({"username": self.username} if self.username else {})


def make_chat(chat: int, title: str = "Masa") -> Json:
    """Return a private chat for a positive number, else a supergroup."""
    if chat > 0:
        return {"id": chat, "type": "private", "first_name": title}
    return {"id": chat, "type": "supergroup", "title": title}


def make_text_message(  # noqa: PLR0917 - a message is what it is made of
    message_id: int, chat: int, person: FleetPerson, text: str, reply: Json | None = None, topic: int | None = None
) -> Json:
    message: Json = {
        "message_id": message_id,
        "date": int(time.time()),
        "chat": make_chat(chat, person.name if chat > 0 else "Masa"),
        "from": person.to_user,
        "text": text,
    }
    if (command := _COMMAND.match(text)) is not None:
        message["entities"] = [{"type": "bot_command", "offset": 0, "length": command.end()}]
    if reply is not None:
        message["reply_to_message"] = reply
    if topic is not None:
        message |= {"message_thread_id": topic, "is_topic_message": True}
        message["chat"]["is_forum"] = True
    return {"message": message}


def make_tap(query: str, person: FleetPerson, message: Json, data: str) -> Json:
    return {
        "callback_query": {
            "id": query,
            "from": person.to_user,
            "message": message,
            "chat_instance": str(message["chat"]["id"]),
            "data": data,
        }
    }


_SIZES = ((90, 75), (320, 267), (800, 667), (1280, 1067))
"""The sizes in which Telegram returns each picture, in pixels."""


_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


def make_result(account: "BotAccount", call: ApiCall, parameters: Json, uploads: dict[str, Upload]) -> Any:
    """Return the result of a method; ``parameters`` are the call's, parsed."""
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
    """List a picture's sizes; one sent again by its file id keeps that id."""
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


_CONNECTIONS: Final = 100


class BotAccount:
    """A bot's account; ``number`` is its user id. It stores no messages, so that serving it costs little."""

    def __init__(self, number: int, version: str = OLDEST) -> None:
        self.version: Final = version
        self.bot_user: Final[Json] = {
            "id": number,
            "is_bot": True,
            "first_name": "Bench",
            "username": f"bench{number}_bot",
        }
        self.faults: Final = FaultQueue()
        self.journal: Final = CallJournal(leaves_out=frozenset({"getUpdates"}))
        self.journal.listeners.append(self._on_call)
        self.updates: Final = UpdateQueue(1)
        self.updates.on_confirmed = self._on_taken
        self.webhooks: Final = WebhookSender(self.updates, time.time, retry=0.05, longest_wait=1.0, answer_timeout=5.0)
        self.worker_ready: Final[defaultdict[str, asyncio.Event]] = defaultdict(asyncio.Event)
        """Set once a worker has asked for updates or registered its webhook; cleared before the worker starts."""
        self.call_count = 0
        self.member_status: Callable[[int, int], str] = lambda _chat, _user: "member"
        self.username_of: Callable[[int], str] = lambda _: ""
        self.on_acknowledged: Callable[[Json], None] = lambda _: None
        """Called with each update that the bot has accepted, and from then on may not lose."""
        self._update_methods: Final = UpdateMethods(self.updates, self.webhooks, _CONNECTIONS).methods()
        self._changed = asyncio.Event()
        self._message = 0
        self._update = 0

    def next_message_id(self) -> int:
        self._message += 1
        return self._message

    def send_text(  # noqa: PLR0917 - a message is what it is made of
        self,
        chat: int,
        person: FleetPerson,
        text: str,
        copies: int = 0,
        reply: Json | None = None,
        topic: int | None = None,
    ) -> Json:
        """Send a person's text to the bot, with ``copies`` duplicates; return the update."""
        return self.send_update(make_text_message(self.next_message_id(), chat, person, text, reply, topic), copies)

    def send_tap(self, person: FleetPerson, message: Json, data: str, copies: int = 0) -> Json:
        return self.send_update(make_tap(str(self._update + 1), person, message, data), copies)

    def send_update(self, payload: Json, copies: int = 0) -> Json:
        """Number an update and deliver it to the workers' webhooks, or to the next request for updates."""
        self._update += 1
        update = {"update_id": self._update, **payload}
        self.updates.push_raw_update(update, copies)
        return update

    @property
    def waiting_updates(self) -> int:
        return len(self.updates)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition, which is checked after each update that the bot accepts and each call that it makes."""
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        self.call_count += 1
        parameters = parse_parameters(call.method, call.parameters, uploads, self.version)
        if call.method in self._update_methods:
            if call.method in {"getUpdates", "setWebhook"}:
                self.worker_ready[call.worker].set()
            return await self._update_methods[call.method](parameters, call.worker)
        return self.make_result(call, parameters, uploads)

    def make_result(self, call: ApiCall, parameters: Json, uploads: dict[str, Upload]) -> Any:
        return make_result(self, call, parameters, uploads)

    def _on_taken(self, update: Json) -> None:
        self.on_acknowledged(update)
        self._changed.set()

    def _on_call(self, _: JournalEntry) -> None:
        self._changed.set()


class FleetBotApi:
    def __init__(self, *tokens: str, middlewares: Sequence[Middleware] = ()) -> None:
        self.accounts: Final = {token: BotAccount(int(token.partition(":")[0])) for token in tokens}
        self._middlewares: Final = middlewares
        self._runner: web.AppRunner | None = None
        self._url = ""

    def base_url(self, worker: str = "") -> str:
        """Return the part before ``/bot<token>``, for a worker or, without a name, for other callers."""
        return f"{self._url}/{worker}" if worker else self._url

    async def __aenter__(self) -> Self:
        application = web.Application(middlewares=self._middlewares, client_max_size=2 * MAX_PHOTO_BYTES)
        BotApiRoutes(self.accounts).add_routes(application.router)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()  # noqa: TID251 - what is measured is not this server
        host, port = self._runner.addresses[0][:2]
        self._url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        for account in self.accounts.values():
            await account.webhooks.close()
        if self._runner is not None:
            await self._runner.cleanup()
