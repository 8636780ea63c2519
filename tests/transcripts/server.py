"""A Bot API server that hands out updates, answers every call with something fitting, and writes the calls down.

It runs in a thread of its own, so that the tasks of the bot's loop are the bot's alone. Whatever numbers it gives
depend on the chat and on nothing else: neither on the time nor on the order in which chats are served.
"""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Final, Self

from aiohttp import web

from tests.support.patience import PATIENCE
from tests.transcripts.chats import BOT, FIRST_DATE, GIFTS, RIGHTS, TOKEN, Call, Chat, End, Fault, Refused
from tests.transcripts.ephemerals import Ephemerals
from tests.transcripts.profile import Profile
from tests.transcripts.wire import Json, look_up, read


class Server:
    """See the module; one bot, any number of chats."""

    def __init__(self) -> None:
        self.calls: Final[list[Call]] = []
        self.chats: Final[dict[int, Chat]] = {}
        self.people: Final[dict[int, Json]] = {}
        self.faults: Final[list[Fault]] = []
        self.files: Final[dict[str, bytes]] = {}
        """The pictures by the ids of their files."""
        self.ephemerals: Final = Ephemerals()
        self.inline = False
        """Whether the bot is found to be one that is asked inline."""
        self.url = ""
        self.asked_from = 0
        """The newest offset with which updates were asked for: all before it are safe."""
        self.held = False
        """While set, calls that send pictures wait."""
        self.deaf = False
        """While set, calls are lost, and nothing comes of them."""
        self.end: End | None = None
        """Where the bot is to end."""
        self.waiting: Final[list[str]] = []
        """The methods of the calls that are not yet answered."""
        self.repeats: Final[list[Json]] = []
        """Updates that are handed out once more, although they were acknowledged."""
        self._profile: Final = Profile()
        self._given = False
        self._raw: Final[list[bytes]] = []
        self._updates: Final[list[Json]] = []
        self._news: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self._thread: Final = threading.Thread(target=self._serve, name="recording server", daemon=True)
        self._ready: Final[Future[str]] = Future()

    def __enter__(self) -> Self:
        self._thread.start()
        self.url = self._ready.result(timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=PATIENCE)

    def push(self, updates: Sequence[Json]) -> None:
        """Have updates fetched."""

        def add() -> None:
            self._updates.extend(updates)
            self._news.set()

        self._loop.call_soon_threadsafe(add)

    def repeat(self, update: Json) -> None:
        """Have an update fetched again."""

        # Noted at once, so that nobody takes the bot for idle before it has come.
        self.repeats.append(update)
        self._loop.call_soon_threadsafe(self._news.set)

    def feed(self, raws: Sequence[bytes]) -> None:
        """Have updates fetched that are no JSON of ours, together and once."""

        def add() -> None:
            self._raw.extend(raws)
            self._news.set()

        self._loop.call_soon_threadsafe(add)

    def number(self, chat: int) -> int:
        """The number of the next message of a chat."""
        self.chats[chat].newest += 1
        return self.chats[chat].newest

    def _serve(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        self._loop, self._stop, self._news = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", f"/bot{TOKEN}/{{method}}", self._answer)
        app.router.add_get("/gts", look_up)
        runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self._ready.set_result(f"http://{host}:{port}")
        await self._stop.wait()
        await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        asked, files = await read(request)
        if self.deaf:
            return _lost(request)
        if method == "getUpdates":
            return await self._get_updates(asked)
        self.waiting.append(method)
        while self.held and method == "sendPhoto":  # noqa: ASYNC110 - another thread changes it
            await asyncio.sleep(0.002)
        self.waiting.remove(method)
        end = self._ending(method, asked)
        if end is not None and not end.after:
            end.reached()
        if self.deaf:
            return _lost(request)
        fault = self._fault(method, asked)
        if fault is not None and not fault.done:
            return self._failed(method, asked, files, fault)
        try:
            result = self._do(method, asked, files)
        except Refused as refused:
            status = {"Forbidden": 403, "Not Found": 404}.get(str(refused).partition(":")[0], 400)
            return self._failed(method, asked, files, Fault(method, None, status, str(refused)))
        if fault is not None:
            return self._failed(method, asked, files, fault)
        self.calls.append(Call(method, asked, files, 200, result))
        if end is not None:
            end.reached()
            return _lost(request)
        return web.json_response({"ok": True, "result": result})

    def _ending(self, method: str, asked: Json) -> End | None:
        """Where the bot is to end, if it is at this call."""
        end = self.end
        if end is None or end.method != method or asked.get("chat_id") != end.chat:
            return None
        end.left -= 1
        if end.left:
            return None
        self.end = None
        return end

    def _fault(self, method: str, asked: Json) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method in {method, "*"} and fault.chat in {None, asked.get("chat_id")}:
                fault.times -= 1
                return fault
        return None

    def _failed(self, method: str, asked: Json, files: dict[str, bytes], fault: Fault) -> web.Response:
        self.calls.append(Call(method, asked, files, fault.status, fault.description))
        body: Json = {"ok": False, "error_code": fault.status, "description": fault.description}
        if fault.parameters:
            body["parameters"] = fault.parameters
        return web.json_response(body, status=fault.status)

    async def _get_updates(self, asked: Json) -> web.Response:
        offset = int(asked.get("offset") or 0)
        self.asked_from = max(self.asked_from, offset)
        if self._given:
            # Whoever asks again has put what was given into safety.
            self.repeats.pop(0)
            self._given = False
        deadline = self._loop.time() + float(asked.get("timeout") or 0)
        while True:
            ready = [update for update in self._updates if update["update_id"] >= offset]
            left = deadline - self._loop.time()
            if self.deaf:
                return web.json_response({"ok": False, "error_code": 502, "description": "Bad Gateway"}, status=502)
            if self._raw:
                body = b'{"ok":true,"result":[' + b",".join(self._raw) + b"]}"
                self._raw.clear()
                return web.Response(body=body, content_type="application/json")
            if self.repeats:
                self._given = True
                return web.json_response({"ok": True, "result": [self.repeats[0]]})
            if ready or left <= 0:
                self._updates[:] = ready
                return web.json_response({"ok": True, "result": ready})
            self._news.clear()
            try:
                async with asyncio.timeout(left):
                    await self._news.wait()
            except TimeoutError:
                pass

    def _do(self, method: str, asked: Json, files: dict[str, bytes]) -> Any:
        match method:
            case "getMe":
                return BOT | {"supports_inline_queries": self.inline}
            case _ if self._profile.knows(method):
                return self._profile.do(method, asked)
            case _ if self.ephemerals.is_one(method):
                return self._edit_ephemeral(method, asked, files)
            case "sendMessage" | "sendPhoto" | "sendDocument":
                return self._send(method, asked, files)
            case "editMessageText" | "editMessageCaption" | "editMessageMedia" | "editMessageReplyMarkup":
                return self._edit(asked, files)
            case "getChat":
                chat = self._chat(asked)
                return {
                    **chat.api,
                    "accent_color_id": 0,
                    "max_reaction_count": 11,
                    "accepted_gift_types": dict.fromkeys(GIFTS, False),
                }
            case "getChatMember":
                return self._member(self._chat(asked), int(asked["user_id"]))
            case _:
                return True

    def _chat(self, asked: Json) -> Chat:
        number = asked["chat_id"] if "chat_id" in asked else self.ephemerals.chat_of(asked)
        if number is None:
            raise Refused("Bad Request: chat_id is empty")
        chat = self.chats.get(int(number))
        if chat is None:
            raise Refused("Bad Request: chat not found")
        return chat

    def _send(self, method: str, asked: Json, files: dict[str, bytes]) -> Json:
        chat = self._chat(asked)
        if not chat.opened:
            raise Refused("Forbidden: bot can't initiate conversation with a user")
        self.ephemerals.check_text(asked)
        reader = self.ephemerals.reader(asked, chat)
        if reader is not None:
            return self._whisper(method, chat, reader, asked, files)
        number = self.number(chat.api["id"])
        message: Json = {"message_id": number, "date": FIRST_DATE + number, "chat": chat.api, "from": BOT}
        if asked.get("message_thread_id"):
            message |= {"message_thread_id": asked["message_thread_id"], "is_topic_message": True}
        if method == "sendMessage":
            message["text"] = asked["text"]
        else:
            message |= self._photo(asked, files, f"{chat.api['id']}-{number}")
        return self._kept(chat, message, asked)

    def _whisper(self, method: str, chat: Chat, reader: int, asked: Json, files: dict[str, bytes]) -> Json:
        """Send a message that one member alone sees."""
        message: Json = {"date": FIRST_DATE + chat.newest, "chat": chat.api, "from": BOT}
        message |= self._held(method, asked, files, f"{chat.api['id']}-{reader}-{self._next_file(chat)}")
        return self.ephemerals.keep(chat.api["id"], reader, self.people[reader], message)

    def _edit_ephemeral(self, method: str, asked: Json, files: dict[str, bytes]) -> bool:
        if not self.ephemerals.knows("10.2"):
            raise Refused("Not Found")
        self.ephemerals.check_text(asked)
        if not asked:
            raise Refused("Bad Request: chat_id is empty")
        changed: Json = {}
        chat = self._chat(asked)
        media = asked.get("media")
        if isinstance(media, dict):
            if files and not self.ephemerals.knows("10.3"):
                raise Refused("Bad Request: wrong file identifier/HTTP URL specified")
            named = {"photo": media["media"], "caption": media.get("caption", "")}
            changed = self._photo(named, files, f"{chat.api['id']}-{asked['receiver_user_id']}-{self._next_file(chat)}")
        elif "caption" in asked or "text" in asked:
            changed = {name: asked[name] for name in ("caption", "text") if name in asked}
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            changed["reply_markup"] = asked["reply_markup"]
        return self.ephemerals.edit(method, asked, changed)

    def _held(self, method: str, asked: Json, files: dict[str, bytes], file_id: str) -> Json:
        """What a new message holds."""
        found = {"text": asked["text"]} if method == "sendMessage" else self._photo(asked, files, file_id)
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            found["reply_markup"] = asked["reply_markup"]
        return found

    def _next_file(self, chat: Chat) -> int:
        """The number of a chat's next picture that is no new message."""
        chat.pictures += 1
        return chat.pictures

    def _edit(self, asked: Json, files: dict[str, bytes]) -> Json:
        chat = self._chat(asked)
        self.ephemerals.check_text(asked)
        message = chat.messages.get(int(asked["message_id"]))
        if message is None:
            raise Refused("Bad Request: message to edit not found")
        message = {**message, "edit_date": message["date"]}
        if "text" in asked:
            message["text"] = asked["text"]
        media = asked.get("media")
        if isinstance(media, dict):
            message |= self._photo(
                {"photo": media["media"], "caption": media.get("caption", "")},
                files,
                f"{chat.api['id']}-{message['message_id']}-{self._next_file(chat)}",
            )
        return self._kept(chat, message, asked)

    def _photo(self, asked: Json, files: dict[str, bytes], file_id: str) -> Json:
        named = str(asked.get("photo") or "")
        if files:
            self.files[file_id] = next(iter(files.values()))
        elif named in self.files:
            file_id = named
        else:
            raise Refused("Bad Request: wrong file identifier/HTTP URL specified")
        size = {"file_id": file_id, "file_unique_id": file_id, "width": 900, "height": 900}
        return {"photo": [size], "caption": asked.get("caption") or ""}

    def _kept(self, chat: Chat, message: Json, asked: Json) -> Json:
        message.pop("reply_markup", None)
        # Keys in the place of the keyboard are shown, and no part of a message.
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            message["reply_markup"] = asked["reply_markup"]
        chat.messages[message["message_id"]] = message
        return message

    def _member(self, chat: Chat, user: int) -> Json:
        person = BOT if user == BOT["id"] else self.people.get(user)
        if person is None:
            raise Refused("Bad Request: user not found")
        if user not in chat.admins:
            return {"user": person, "status": "member"}
        return {"user": person, "status": "administrator", "is_anonymous": False} | dict.fromkeys(RIGHTS, True)


def _lost(request: web.Request) -> web.Response:
    """Nobody hears what came of a call."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
