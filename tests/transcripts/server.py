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

from tests.support.waiting import PATIENCE
from tests.transcripts.ephemerals import Ephemerals
from tests.transcripts.http_calls import Json, read_call, serve_dictionary
from tests.transcripts.server_state import (
    BOT,
    FIRST_DATE,
    GIFTS,
    RIGHTS,
    TOKEN,
    Call,
    Chat,
    Fault,
    KillPoint,
    Profile,
    Refused,
)


class RecordingServer:
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
        self.newest_offset = 0
        """The newest offset with which updates were asked for: all before it are safe."""
        self.holds_photos = False
        """While set, calls that send pictures wait."""
        self.drops_calls = False
        """While set, calls are lost, and nothing comes of them."""
        self.kill_point: KillPoint | None = None
        """Where the bot is to end."""
        self.open_calls: Final[list[str]] = []
        """The methods of the calls that are not yet answered."""
        self.repeats: Final[list[Json]] = []
        """Updates that are handed out once more, although they were acknowledged."""
        self._profile: Final = Profile()
        self._has_given_repeat = False
        self._raw: Final[list[bytes]] = []
        self._updates: Final[list[Json]] = []
        self._updates_event: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self._thread: Final = threading.Thread(target=self._run_thread, name="recording server", daemon=True)
        self._ready: Final[Future[str]] = Future()

    def __enter__(self) -> Self:
        self._thread.start()
        self.url = self._ready.result(timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=PATIENCE)

    def push_updates(self, updates: Sequence[Json]) -> None:
        """Have updates fetched."""

        def add() -> None:
            self._updates.extend(updates)
            self._updates_event.set()

        self._loop.call_soon_threadsafe(add)

    def push_again(self, update: Json) -> None:
        """Have an update fetched again."""

        # Noted at once, so that nobody takes the bot for idle before it has come.
        self.repeats.append(update)
        self._loop.call_soon_threadsafe(self._updates_event.set)

    def push_raw(self, raws: Sequence[bytes]) -> None:
        """Have updates fetched that are no JSON of ours, together and once."""

        def add() -> None:
            self._raw.extend(raws)
            self._updates_event.set()

        self._loop.call_soon_threadsafe(add)

    def next_message_id(self, chat: int) -> int:
        """The number of the next message of a chat."""
        self.chats[chat].newest_message += 1
        return self.chats[chat].newest_message

    def _run_thread(self) -> None:
        asyncio.run(self._run_server())

    async def _run_server(self) -> None:
        self._loop, self._stop, self._updates_event = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", f"/bot{TOKEN}/{{method}}", self._handle_call)
        app.router.add_get("/gts", serve_dictionary)
        runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self._ready.set_result(f"http://{host}:{port}")
        await self._stop.wait()
        await runner.cleanup()

    async def _handle_call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        asked, files = await read_call(request)
        if self.drops_calls:
            return _drop_connection(request)
        if method == "getUpdates":
            return await self._get_updates(asked)
        self.open_calls.append(method)
        while self.holds_photos and method == "sendPhoto":  # noqa: ASYNC110 - another thread changes it
            await asyncio.sleep(0.002)
        self.open_calls.remove(method)
        end = self._reached_kill_point(method, asked)
        if end is not None and not end.after_call:
            end.on_reached()
        if self.drops_calls:
            return _drop_connection(request)
        fault = self._next_fault(method, asked)
        if fault is not None and not fault.done:
            return self._fail_call(method, asked, files, fault)
        try:
            result = self._serve_call(method, asked, files)
        except Refused as refused:
            status = {"Forbidden": 403, "Not Found": 404}.get(str(refused).partition(":")[0], 400)
            return self._fail_call(method, asked, files, Fault(method, None, status, str(refused)))
        if fault is not None:
            return self._fail_call(method, asked, files, fault)
        self.calls.append(Call(method, asked, files, 200, result))
        if end is not None:
            end.on_reached()
            return _drop_connection(request)
        return web.json_response({"ok": True, "result": result})

    def _reached_kill_point(self, method: str, asked: Json) -> KillPoint | None:
        """Where the bot is to end, if it is at this call."""
        end = self.kill_point
        if end is None or end.method != method or asked.get("chat_id") != end.chat:
            return None
        end.calls_left -= 1
        if end.calls_left:
            return None
        self.kill_point = None
        return end

    def _next_fault(self, method: str, asked: Json) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method in {method, "*"} and fault.chat in {None, asked.get("chat_id")}:
                fault.times -= 1
                return fault
        return None

    def _fail_call(self, method: str, asked: Json, files: dict[str, bytes], fault: Fault) -> web.Response:
        self.calls.append(Call(method, asked, files, fault.status, fault.description))
        body: Json = {"ok": False, "error_code": fault.status, "description": fault.description}
        if fault.parameters:
            body["parameters"] = fault.parameters
        return web.json_response(body, status=fault.status)

    async def _get_updates(self, asked: Json) -> web.Response:
        offset = int(asked.get("offset") or 0)
        self.newest_offset = max(self.newest_offset, offset)
        if self._has_given_repeat:
            # Whoever asks again has put what was given into safety.
            self.repeats.pop(0)
            self._has_given_repeat = False
        deadline = self._loop.time() + float(asked.get("timeout") or 0)
        while True:
            ready = [update for update in self._updates if update["update_id"] >= offset]
            left = deadline - self._loop.time()
            if self.drops_calls:
                return web.json_response({"ok": False, "error_code": 502, "description": "Bad Gateway"}, status=502)
            if self._raw:
                body = b'{"ok":true,"result":[' + b",".join(self._raw) + b"]}"
                self._raw.clear()
                return web.Response(body=body, content_type="application/json")
            if self.repeats:
                self._has_given_repeat = True
                return web.json_response({"ok": True, "result": [self.repeats[0]]})
            if ready or left <= 0:
                self._updates[:] = ready
                return web.json_response({"ok": True, "result": ready})
            self._updates_event.clear()
            try:
                async with asyncio.timeout(left):
                    await self._updates_event.wait()
            except TimeoutError:
                pass

    def _serve_call(self, method: str, asked: Json, files: dict[str, bytes]) -> Any:
        match method:
            case "getMe":
                return BOT | {"supports_inline_queries": self.inline}
            case _ if self._profile.serves_method(method):
                return self._profile.serve_call(method, asked)
            case _ if self.ephemerals.serves_method(method):
                return self._edit_ephemeral(method, asked, files)
            case "sendMessage" | "sendPhoto" | "sendDocument":
                return self._send_message(method, asked, files)
            case "editMessageText" | "editMessageCaption" | "editMessageMedia" | "editMessageReplyMarkup":
                return self._edit_message(asked, files)
            case "getChat":
                chat = self._chat_of_call(asked)
                return {
                    **chat.api,
                    "accent_color_id": 0,
                    "max_reaction_count": 11,
                    "accepted_gift_types": dict.fromkeys(GIFTS, False),
                }
            case "getChatMember":
                return self._chat_member(self._chat_of_call(asked), int(asked["user_id"]))
            case _:
                return True

    def _chat_of_call(self, asked: Json) -> Chat:
        number = asked["chat_id"] if "chat_id" in asked else self.ephemerals.chat_of(asked)
        if number is None:
            raise Refused("Bad Request: chat_id is empty")
        chat = self.chats.get(int(number))
        if chat is None:
            raise Refused("Bad Request: chat not found")
        return chat

    def _send_message(self, method: str, asked: Json, files: dict[str, bytes]) -> Json:
        chat = self._chat_of_call(asked)
        if not chat.is_open:
            raise Refused("Forbidden: bot can't initiate conversation with a user")
        self.ephemerals.refuse_unknown_markup(asked)
        reader = self.ephemerals.reader_of_send(asked, chat)
        if reader is not None:
            return self._send_ephemeral(method, chat, reader, asked, files)
        number = self.next_message_id(chat.api["id"])
        message: Json = {"message_id": number, "date": FIRST_DATE + number, "chat": chat.api, "from": BOT}
        if asked.get("message_thread_id"):
            message |= {"message_thread_id": asked["message_thread_id"], "is_topic_message": True}
        if method == "sendMessage":
            message["text"] = asked["text"]
        else:
            message |= self._photo_content(asked, files, f"{chat.api['id']}-{number}")
        return self._store_message(chat, message, asked)

    def _send_ephemeral(self, method: str, chat: Chat, reader: int, asked: Json, files: dict[str, bytes]) -> Json:
        """Send a message that one member alone sees."""
        message: Json = {"date": FIRST_DATE + chat.newest_message, "chat": chat.api, "from": BOT}
        message |= self._message_content(method, asked, files, f"{chat.api['id']}-{reader}-{self._next_file(chat)}")
        return self.ephemerals.store_message(chat.api["id"], reader, self.people[reader], message)

    def _edit_ephemeral(self, method: str, asked: Json, files: dict[str, bytes]) -> bool:
        if not self.ephemerals.is_at_least("10.2"):
            raise Refused("Not Found")
        self.ephemerals.refuse_unknown_markup(asked)
        if not asked:
            raise Refused("Bad Request: chat_id is empty")
        changed: Json = {}
        chat = self._chat_of_call(asked)
        media = asked.get("media")
        if isinstance(media, dict):
            if files and not self.ephemerals.is_at_least("10.3"):
                raise Refused("Bad Request: wrong file identifier/HTTP URL specified")
            named = {"photo": media["media"], "caption": media.get("caption", "")}
            changed = self._photo_content(
                named, files, f"{chat.api['id']}-{asked['receiver_user_id']}-{self._next_file(chat)}"
            )
        elif "caption" in asked or "text" in asked:
            changed = {name: asked[name] for name in ("caption", "text") if name in asked}
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            changed["reply_markup"] = asked["reply_markup"]
        return self.ephemerals.edit_message(method, asked, changed)

    def _message_content(self, method: str, asked: Json, files: dict[str, bytes], file_id: str) -> Json:
        """What a new message holds."""
        found = {"text": asked["text"]} if method == "sendMessage" else self._photo_content(asked, files, file_id)
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            found["reply_markup"] = asked["reply_markup"]
        return found

    def _next_file(self, chat: Chat) -> int:
        """The number of a chat's next picture that is no new message."""
        chat.pictures += 1
        return chat.pictures

    def _edit_message(self, asked: Json, files: dict[str, bytes]) -> Json:
        chat = self._chat_of_call(asked)
        self.ephemerals.refuse_unknown_markup(asked)
        message = chat.messages.get(int(asked["message_id"]))
        if message is None:
            raise Refused("Bad Request: message to edit not found")
        message = {**message, "edit_date": message["date"]}
        if "text" in asked:
            message["text"] = asked["text"]
        media = asked.get("media")
        if isinstance(media, dict):
            message |= self._photo_content(
                {"photo": media["media"], "caption": media.get("caption", "")},
                files,
                f"{chat.api['id']}-{message['message_id']}-{self._next_file(chat)}",
            )
        return self._store_message(chat, message, asked)

    def _photo_content(self, asked: Json, files: dict[str, bytes], file_id: str) -> Json:
        named = str(asked.get("photo") or "")
        if files:
            self.files[file_id] = next(iter(files.values()))
        elif named in self.files:
            file_id = named
        else:
            raise Refused("Bad Request: wrong file identifier/HTTP URL specified")
        size = {"file_id": file_id, "file_unique_id": file_id, "width": 900, "height": 900}
        return {"photo": [size], "caption": asked.get("caption") or ""}

    def _store_message(self, chat: Chat, message: Json, asked: Json) -> Json:
        message.pop("reply_markup", None)
        # Keys in the place of the keyboard are shown, and no part of a message.
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            message["reply_markup"] = asked["reply_markup"]
        chat.messages[message["message_id"]] = message
        return message

    def _chat_member(self, chat: Chat, user: int) -> Json:
        person = BOT if user == BOT["id"] else self.people.get(user)
        if person is None:
            raise Refused("Bad Request: user not found")
        if user not in chat.admins:
            return {"user": person, "status": "member"}
        return {"user": person, "status": "administrator", "is_anonymous": False} | dict.fromkeys(RIGHTS, True)


def _drop_connection(request: web.Request) -> web.Response:
    """Nobody hears what came of a call."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
