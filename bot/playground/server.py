"""The playground as one object, which wires its parts, and opens and closes the server.

It binds only to loopback addresses, and answers only requests to one that no other site's page has made. The bot's side
needs a secret token: each playground makes its own.
"""

import asyncio
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from aiohttp import web

from bot.listener import PAGE_HEADERS, open_listener
from bot.playground.chats import GENERAL_TOPIC, Chat, Json
from bot.playground.dispatch import (
    BotApiRoutes,
    CallJournal,
    Fault,
    FaultQueue,
    error_response,
    is_loopback,
    json_response,
    read_json_object,
)
from bot.playground.methods import UpdateMethods, WorldBot
from bot.playground.server_version import NEWEST, VERSIONS, ApiError, ServerSwitches, bad_request_error
from bot.playground.update_queue import CALLBACK_SECONDS, UpdateQueue
from bot.playground.webhook import WebhookSender
from bot.playground.world import GROUP_TITLE, MAX_UPLOAD_BYTES, FileStore, World

BOARD_PATH = "/board"
"""The path of the bot's Mini App, below the playground's own address."""
STATUSES = ("administrator", "member", "left", "kicked")
_SERVER_SWITCHES = ("photo_in_place", "inline", "joining")
_GROUP_SWITCHES = ("can_delete", "can_pin", "can_manage_topics", "photos", "text", "slow", "forum")


class SwitchApi:
    """Serves ``/page/…`` and ``/control/…`` addresses that switch the server, and add groups and topics."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register these addresses."""
        for side in ("/control", "/page"):
            router.add_get(f"{side}/server", self._get_switches)
            router.add_post(f"{side}/server", self._set_switches)
            router.add_post(f"{side}/groups", self._add_group)
            router.add_post(side + "/groups/{chat:-?\\d+}", self._set_group_switches)
            router.add_post(side + "/groups/{chat:-?\\d+}/topics", self._add_topic)
            router.add_post(side + "/groups/{chat:-?\\d+}/topics/{thread:\\d+}", self._close_topic)

    async def _get_switches(self, _: web.Request) -> web.Response:
        return json_response(self._world.describe_switches())

    async def _set_switches(self, request: web.Request) -> web.Response:
        body = await _read_switches(request, (*_SERVER_SWITCHES, "privacy"), ("version",))
        version = body.get("version", self._world.server.version)
        if version not in VERSIONS:
            raise bad_request_error(f"the server's version is one of {', '.join(VERSIONS)}, not {version}")
        if version != self._world.server.version:
            self._world.server.version = version
            self._world.on_version_change()
        for name in _SERVER_SWITCHES:
            if name in body:
                setattr(self._world.server, name, body[name])
        self._world.privacy = body.get("privacy", self._world.privacy)
        self._world.inline.clear_cache()
        self._world.tell_switches()
        return json_response(self._world.describe_switches())

    async def _add_group(self, request: web.Request) -> web.Response:
        match await read_json_object(request):
            case {"title": str() as title, "people": list() as people}:
                return json_response(self._world.to_api_chat(self._world.add_group(title, tuple(people))))
            case _:
                raise bad_request_error('a group is {"title", "people": [ids]}')

    async def _set_group_switches(self, request: web.Request) -> web.Response:
        chat = self._world.require_group(int(request.match_info["chat"]))
        body = await _read_switches(request, _GROUP_SWITCHES, ("status",))
        status = body.get("status", chat.bot_status)
        if status not in STATUSES:
            raise bad_request_error(f"status is one of {', '.join(STATUSES)}")
        chat.may_send_photos = body.get("photos", chat.may_send_photos)
        chat.may_send_text = body.get("text", chat.may_send_text)
        chat.has_slow_mode = body.get("slow", chat.has_slow_mode)
        self._world.set_rights(
            chat,
            status,
            can_delete=body.get("can_delete", chat.can_delete),
            can_pin=body.get("can_pin", chat.can_pin),
            can_manage_topics=body.get("can_manage_topics", chat.can_manage_topics),
        )
        if "forum" in body:
            self._world.set_forum(chat, on=body["forum"])
        return json_response(self._world.describe_chat(chat))

    async def _add_topic(self, request: web.Request) -> web.Response:
        chat = self._world.require_group(int(request.match_info["chat"]))
        match await read_json_object(request):
            case {"person": int() as person, "name": str() as name} if person in chat.people:
                return json_response({"message_thread_id": self._world.add_topic(person, chat, name)})
            case _:
                raise bad_request_error('a topic is {"person": a member, "name"}')

    async def _close_topic(self, request: web.Request) -> web.Response:
        chat = self._world.require_group(int(request.match_info["chat"]))
        thread = int(request.match_info["thread"])
        if not chat.is_forum or thread not in {GENERAL_TOPIC, *chat.topics}:
            raise bad_request_error("no such topic")
        body = await _read_switches(request, ("closed",))
        if body.get("closed", thread in chat.closed_topics):
            chat.closed_topics.add(thread)
        else:
            chat.closed_topics.discard(thread)
        self._world.show_chat(chat)
        return json_response(self._world.describe_chat(chat))


async def _read_switches(request: web.Request, flags: tuple[str, ...], choices: tuple[str, ...] = ()) -> Json:
    """A request's flags and choices; ApiError 400 for all else, as a misspelt switch would change nothing."""
    body = await read_json_object(request)
    if unknown := sorted(body.keys() - {*flags, *choices}):
        raise bad_request_error(f"no switch {unknown[0]}; there are {', '.join((*choices, *flags))}")
    if wrong := [name for name in flags if name in body and not isinstance(body[name], bool)]:
        raise bad_request_error(f"{wrong[0]} is true or false")
    return body


def share_with_bot(world: World, person: int, chat_id: int, request_id: int, shared: list[int]) -> Json:
    """Give the bot what its keyboard's key asks for; return the service message. Raises ApiError if unsuitable."""
    chat = world.require_chat_of_person(person, chat_id)
    request = _require_request(chat, request_id)
    return world.add_service_message(person, chat, {"chat_shared": _make_chat_shared(world, person, request, shared)})


def list_shareable(world: World, person: int, chat_id: int, request_id: int) -> list[Json]:
    """What a person may choose for a key of the bot's keyboard, each with `id` and `name`."""
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


_MAX_WAITING = 1000


class PageSessions:
    """The sessions of open pages, by person; `None` in a session's queue ends it."""

    def __init__(self) -> None:
        self._queues: dict[int, set[asyncio.Queue[Json | None]]] = {}

    def send_event(self, people: Iterable[int], event: Json) -> None:
        """Send an event to every page of exactly these people."""
        for person in people:
            for queue in tuple(self._queues.get(person, ())):
                if queue.qsize() < _MAX_WAITING:
                    queue.put_nowait(event)
                else:
                    # A page that does not read loses its session, and gets a new one when it comes back.
                    self._queues[person].discard(queue)
                    queue.put_nowait(None)

    def open_session(self, person: int) -> asyncio.Queue[Json | None]:
        """Begin a session."""
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._queues.setdefault(person, set()).add(queue)
        return queue

    def close_session(self, person: int, queue: asyncio.Queue[Json | None]) -> None:
        """End a session."""
        self._queues[person].discard(queue)

    def close_sessions(self) -> None:
        """End all sessions."""
        for queues in self._queues.values():
            for queue in queues:
                queue.put_nowait(None)


_PAGE = Path(__file__).with_name("page")
_SHOWN_MESSAGES = 200
_HEARTBEAT_SECONDS = 15
_PICTURES = ("image/png", "image/jpeg")
_LANGUAGES = ("tr", "en", "uk")

_FILE = "/page/files/{file_id}"
_HEADERS = {
    **dict.fromkeys(("/", "/page/{name}", "/page/people/{person}/events"), PAGE_HEADERS),
    _FILE: {**PAGE_HEADERS, "Cache-Control": "private, max-age=31536000, immutable"},
}


class PageApi:
    """Serves the chat page, its files, and what people do there."""

    def __init__(self, world: World, files: FileStore, sessions: PageSessions, token: str) -> None:
        self._token = token
        self._world = world
        self._files = files
        self._sessions = sessions

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the page's addresses: ``/`` and those below ``/page``."""
        router.add_get("/", self._serve_index)
        router.add_get("/page/people", self._list_people)
        own = "/page/people/{person:\\d+}"
        router.add_get(own + "/events", self._stream_events)
        router.add_get(own + "/commands", self._list_commands)
        router.add_get(own + "/shares", self._list_shareable)
        for name, act in (
            ("messages", self._post_message),
            ("edits", self._edit_message),
            ("deletions", self._delete_message),
            ("presses", self._press_button),
            ("dismissals", self._dismiss_ephemeral),
            ("queries", self._ask_inline),
            ("choices", self._choose_inline_result),
            ("shares", self._share_chosen),
            ("language", self._set_language),
            ("apps", self._open_app),
        ):
            router.add_post(f"{own}/{name}", partial(self._answer_person, act))
        router.add_get(_FILE, self._serve_file)
        router.add_get("/page/{name:[a-z]+\\.(?:html|css|js|ttf)}", self._serve_static)

    async def _answer_person(
        self, act: Callable[[int, Json], Json | Awaitable[Json]], request: web.Request
    ) -> web.Response:
        done = act(self._require_person(request), await read_json_object(request))
        return json_response(done if isinstance(done, dict) else await done)

    async def _serve_index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGE / "index.html")

    async def _serve_static(self, request: web.Request) -> web.FileResponse:
        path = _PAGE / request.match_info["name"]
        if not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path)

    async def _list_people(self, _: web.Request) -> web.Response:
        everybody = ((person, person.to_api_user().get("username")) for person in self._world.people.values())
        people = [{"id": person.id, "name": person.name, "username": username} for person, username in everybody]
        return json_response({"bot": self._world.bot_user, "people": people})

    async def _stream_events(self, request: web.Request) -> web.StreamResponse:
        person = self._require_person(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        queue = self._sessions.open_session(person)
        try:
            event: Json | None = self._make_snapshot(person)
            while event is not None:
                await response.write(b"data: " + msgspec.json.encode(event) + b"\n\n")
                event = await self._next_event(queue, response)
        except ConnectionError:
            pass  # The page was closed.
        finally:
            self._sessions.close_session(person, queue)
        return response

    async def _next_event(self, queue: asyncio.Queue[Json | None], response: web.StreamResponse) -> Json | None:
        """Wait for an event, sending pulses that detect closed pages."""
        while True:
            with suppress(TimeoutError):
                return await asyncio.wait_for(queue.get(), _HEARTBEAT_SECONDS)
            await response.write(b": pulse\n\n")

    async def _list_commands(self, request: web.Request) -> web.Response:
        person = self._require_person(request)
        chat = self._world.require_chat_of_person(person, _require_query_integer(request, "chat_id"))
        spoken = request.query.get("language", "")
        return json_response(self._world.command_lists.visible_commands(chat, self._world.people[person], spoken))

    def _post_message(self, person: int, body: Json) -> Json:
        return self._world.write_as_person(
            person,
            _require_integer(body, "chat_id"),
            str(body.get("text", "")),
            reply_to=_optional_integer(body, "reply_to"),
            thread=_optional_integer(body, "thread"),
            ephemeral=_optional_integer(body, "ephemeral"),
            language=str(body.get("language", "")),
        )

    def _edit_message(self, person: int, body: Json) -> Json:
        return self._world.edit_as_person(person, *_place_of_message(body), str(body.get("text", "")))

    def _delete_message(self, person: int, body: Json) -> Json:
        self._world.delete_as_person(person, *_place_of_message(body))
        return {}

    async def _press_button(self, person: int, body: Json) -> Json:
        data, ephemeral = str(body.get("data")), body.get("ephemeral") is True
        callback = self._world.press_button(person, *_place_of_message(body), data, ephemeral=ephemeral)
        told: Json = {"callback_id": callback.id}
        if seconds := body.get("wait"):
            done, _ = await asyncio.wait({callback.answer}, timeout=min(float(seconds), CALLBACK_SECONDS))
            answered = bool(done) and not callback.answer.cancelled()
            told["answer"] = callback.answer.result() if answered else None
        return told

    def _dismiss_ephemeral(self, person: int, body: Json) -> Json:
        chat_id, ephemeral = _require_integer(body, "chat_id"), self._world.ephemeral
        shown = ephemeral.require_ephemeral(chat_id, person, _require_integer(body, "ephemeral"))
        ephemeral.dismiss_ephemeral(chat_id, shown)
        return {}

    async def _ask_inline(self, person: int, body: Json) -> Json:
        if not self._world.server.inline:
            raise bad_request_error("BOT_INLINE_DISABLED")
        chat = self._world.require_chat_of_person(person, _require_integer(body, "chat_id"))
        asker = self._world.people[person]
        query = await self._world.inline.ask_bot(asker, chat, str(body.get("query", "")), str(body.get("offset", "")))
        if query.shown_answer is None:
            return {"results": None}
        offer = query.shown_answer
        shown: Json = {"query_id": query.id, "results": offer.results, "button": offer.button}
        return {**shown, "next_offset": offer.next_offset}

    def _choose_inline_result(self, person: int, body: Json) -> Json:
        named, thread = (str(body.get("query_id")), str(body.get("result_id"))), _optional_integer(body, "thread")
        return self._world.choose_inline_result(person, _require_integer(body, "chat_id"), *named, thread=thread)

    async def _list_shareable(self, request: web.Request) -> web.Response:
        place = _require_query_integer(request, "chat_id"), _require_query_integer(request, "request_id")
        return json_response(list_shareable(self._world, self._require_person(request), *place))

    def _share_chosen(self, person: int, body: Json) -> Json:
        place = _require_integer(body, "chat_id"), _require_integer(body, "request_id")
        match body.get("shared"):
            case list() as shared if all(isinstance(one, int) for one in shared):
                return share_with_bot(self._world, person, *place, shared)
            case _:
                raise bad_request_error("shared must be a list of whole numbers")

    def _set_language(self, person: int, body: Json) -> Json:
        language = body.get("language")
        if language not in _LANGUAGES:
            raise bad_request_error(f"language is one of {', '.join(_LANGUAGES)}")
        self._world.people[person].language = language
        return {"language": language}

    def _open_app(self, person: int, body: Json) -> Json:
        fields = {
            "auth_date": str(int(self._world.clock())),
            "user": msgspec.json.encode(self._world.people[person].to_api_user()).decode(),
        }
        if start := str(body.get("startapp", "")):
            fields["start_param"] = start
        init_data = urlencode({**fields, "hash": _sign_init_data(fields, self._token)})
        return {"url": f"{body.get('url') or f'{BOARD_PATH}/'}#{urlencode({'tgWebAppData': init_data})}"}

    async def _serve_file(self, request: web.Request) -> web.Response:
        stored = self._files.require_file(request.match_info["file_id"])
        # The browser never runs or shows a bot's documents.
        headers = {} if stored.width else {"Content-Disposition": "attachment"}
        mime = stored.upload.mime if stored.upload.mime in _PICTURES else "application/octet-stream"
        return web.Response(body=stored.upload.content, content_type=mime, headers=headers)

    def _require_person(self, request: web.Request) -> int:
        person = int(request.match_info["person"])
        if person not in self._world.people:
            raise bad_request_error(f"no person {person}; there are {sorted(self._world.people)}")
        return person

    def _make_snapshot(self, person: int) -> Json:
        chats = [chat for chat in self._world.chats.values() if person in chat.people]
        return {
            "type": "snapshot",
            "person": person,
            "chats": [
                {
                    **self._world.describe_chat(chat),
                    "messages": list(chat.messages.values())[-_SHOWN_MESSAGES:],
                    "ephemeral": self._world.ephemeral.visible_to_person(chat.id, person),
                }
                for chat in sorted(chats, key=lambda chat: chat.is_private)
            ],
            "server": self._world.describe_switches(),
        }


def _sign_init_data(fields: Mapping[str, str], token: str) -> str:
    """Telegram's hash of a Mini App's data: HMAC-SHA-256 over the sorted fields, by a key derived from the token."""
    key = hmac.digest(b"WebAppData", token.encode(), "sha256")
    return hmac.digest(key, "\n".join(f"{name}={fields[name]}" for name in sorted(fields)).encode(), "sha256").hex()


def _place_of_message(body: Json) -> tuple[int, int]:
    return _require_integer(body, "chat_id"), _require_integer(body, "message_id")


def _require_integer(body: Json, name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int):
        raise bad_request_error(f"{name} must be a whole number")
    return value


def _optional_integer(body: Json, name: str) -> int | None:
    return None if body.get(name) is None else _require_integer(body, name)


def _require_query_integer(request: web.Request, name: str) -> int:
    try:
        return int(request.query[name])
    except (KeyError, ValueError):
        raise bad_request_error(f"{name} must be a whole number") from None


class ControlApi:
    """Serves the addresses below ``/control``, by which tests add faults and updates, and read journal and chats."""

    def __init__(self, world: World, updates: UpdateQueue, faults: FaultQueue, journal: CallJournal) -> None:
        self._world = world
        self._updates = updates
        self._faults = faults
        self._journal = journal

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses below ``/control``."""
        router.add_post("/control/faults", self._add_fault)
        router.add_get("/control/faults", self._list_faults)
        router.add_delete("/control/faults", self._clear_faults)
        router.add_get("/control/journal", self._read_journal)
        router.add_delete("/control/journal", self._clear_journal)
        router.add_post("/control/updates", self._add_update)
        router.add_get("/control/chats/{chat:-?\\d+}", self._list_messages)

    async def _add_fault(self, request: web.Request) -> web.Response:
        try:
            fault = msgspec.convert(await read_json_object(request), Fault)
        except msgspec.ValidationError as error:
            raise bad_request_error(f"not a fault: {error}") from None
        self._faults.add_fault(fault)
        return json_response(fault)

    async def _list_faults(self, _: web.Request) -> web.Response:
        return json_response(self._faults.waiting_faults)

    async def _clear_faults(self, _: web.Request) -> web.Response:
        self._faults.clear_faults()
        return json_response([])

    async def _read_journal(self, request: web.Request) -> web.Response:
        query = request.query
        try:
            after, count = int(query.get("after", "0")), int(query.get("count", "1"))
            seconds = float(query.get("wait", "0"))
        except ValueError:
            raise bad_request_error("after, count and wait are numbers") from None
        entries = await self._journal.wait_for_entries(query.get("method"), after=after, count=count, seconds=seconds)
        return json_response(entries)

    async def _clear_journal(self, _: web.Request) -> web.Response:
        self._journal.clear_entries()
        return json_response([])

    async def _add_update(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        match body:
            case {"update": {"update_id": int(), **_kinds} as update}:
                self._updates.push_raw_update(update)
                return json_response(update)
            case {"update": dict() as update} if len(update) == 1:
                ((kind, payload),) = update.items()
                return json_response({"update_id": self._updates.push_update(kind, payload)})
            case {"person": int() as person, "chat_id": int() as chat_id, "text": str() as text}:
                return json_response(self._world.write_as_person(person, chat_id, text, reply_to=body.get("reply_to")))
            case _:
                raise bad_request_error('an update is {"update": {...}} or {"person", "chat_id", "text"}')

    async def _list_messages(self, request: web.Request) -> web.Response:
        chat = self._world.chats.get(int(request.match_info["chat"]))
        if chat is None:
            raise bad_request_error("chat not found")
        return json_response(list(chat.messages.values()))


_BOT_ID = 7_000_000_001
_TOKEN_BYTES = 26
DEFAULT_USERNAME = "harfiyen_bot"
_FORM_OVERHEAD_BYTES = 1_000_000
_LAST_PORT = 65535


class Playground:
    """A local stand-in for Telegram with a chat page, for one bot and four people.

    `token` is the bot's, by default a new one. `server` is the initial version of the Bot API. `clock` gives seconds
    since 1970 for dates; `webhook_retry` is the first wait, in seconds, before a failed delivery is repeated.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        bot_username: str = DEFAULT_USERNAME,
        bot_name: str = "Harfiyen",
        server: str = NEWEST,
        clock: Callable[[], float] = time.time,
        webhook_retry: float = 1.0,
    ) -> None:
        self.token = f"{_BOT_ID}:{secrets.token_urlsafe(_TOKEN_BYTES)}" if token is None else token
        number = self.token.partition(":")[0]
        bot = {
            "id": int(number) if number.isdigit() else 1,
            "is_bot": True,
            "first_name": bot_name,
            "username": bot_username,
        }
        self.faults = FaultQueue()
        self.journal = CallJournal(clock)
        self.files = FileStore()
        # Greater than in any earlier run: a bot that remembers updates takes none for a repeat.
        self.updates = UpdateQueue(int(clock() * 1000))
        self.sessions = PageSessions()
        self.world = World(bot, clock, self.updates, self.sessions.send_event)
        self.world.server = ServerSwitches(server)
        self.world.add_group(GROUP_TITLE, tuple(self.world.people))
        self._webhook = WebhookSender(self.updates, clock, retry=webhook_retry)
        methods = UpdateMethods(self.updates, self._webhook)
        self._bot = WorldBot(self.world, self.files, methods, self.faults, self.journal)
        self._listening = AsyncExitStack()
        self.serve_board: Callable[[web.Request], Awaitable[web.StreamResponse]] | None = None
        """Answers requests below :data:`BOARD_PATH` while the bot runs."""
        self.url = ""
        """The page's address without a slash at its end, and what precedes `/bot<token>`; empty before the start."""

    async def start(self, host: str = "127.0.0.1", port: int = 8080) -> None:
        """Serve, also again after a stop; port 0 takes a free one.

        Raises ValueError if the host is no loopback address or the port does not exist, OSError if the port is taken.
        """
        if not 0 <= port <= _LAST_PORT:
            raise ValueError(f"a port is a number from 0 to {_LAST_PORT}, not {port}")
        if not is_loopback(host):
            raise ValueError(f"the playground serves this machine only: {host} is not a loopback address")
        app = web.Application(
            middlewares=[_refuse_other_sites], client_max_size=MAX_UPLOAD_BYTES + _FORM_OVERHEAD_BYTES
        )
        for part in (
            BotApiRoutes({self.token: self._bot}),
            PageApi(self.world, self.files, self.sessions, self.token),
            SwitchApi(self.world),
            ControlApi(self.world, self.updates, self.faults, self.journal),
        ):
            part.add_routes(app.router)
        app.router.add_route("*", f"{BOARD_PATH}/{{path:.*}}", self._serve_board)
        self.url = await self._listening.enter_async_context(open_listener(app, host, port, headers=_HEADERS))
        self.updates.open_queue()

    async def _serve_board(self, request: web.Request) -> web.StreamResponse:
        if self.serve_board is None:
            raise web.HTTPNotFound
        return await self.serve_board(request)

    async def stop(self) -> None:
        """End every session and delivery and close the server."""
        self.updates.close_queue()
        self.sessions.close_sessions()
        self.world.inline.cancel_waiting()
        await self._webhook.close()
        await self._listening.aclose()


@web.middleware
async def _refuse_other_sites(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests that other sites have made, and give all refusals the same form."""
    if _is_made_elsewhere(request) or not is_loopback(_hostname(f"//{request.host}")):
        return error_response(ApiError(403, "Forbidden: the playground serves this machine only"))
    try:
        return await handler(request)
    except ApiError as error:
        return error_response(error)


def _is_made_elsewhere(request: web.Request) -> bool:
    """Whether a page of another site made a request, as the browser says; links to the page itself are allowed."""
    said = request.headers
    if request.path == "/" and said.get("Sec-Fetch-Mode") == "navigate":
        return False
    origin = said.get("Origin")
    is_foreign = origin is not None and origin.partition("://")[2] != request.host
    return is_foreign or said.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}


def _hostname(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
