"""The people's side: the page, its live events, messages and presses of buttons.

Each page session belongs to one person and is told of that person's chats alone. Below `/page/people/{id}`:

    GET  /events        server-sent events: a snapshot, then every change
    GET  /commands      ?chat_id= &language=: the commands that are suggested there
    POST /messages      {"chat_id", "text", "reply_to"?, "thread"?, "ephemeral"?, "language"?} → the message;
                        `ephemeral` is the number of the ephemeral message that is answered
    POST /edits         {"chat_id", "message_id", "text"} → the message
    POST /deletions     {"chat_id", "message_id"}: away for everybody
    POST /presses       {"chat_id", "message_id", "data", "ephemeral"?, "wait"?} → {"callback_id"}; with `wait`
                        seconds also {"answer"}, null when there was none
    POST /dismissals    {"chat_id", "ephemeral"}: the message of that number is seen no more
    POST /queries       {"chat_id", "query", "offset"?} → {"query_id", "results", "next_offset", "button"}, or
                        {"results": null} when the bot did not answer
    POST /choices       {"chat_id", "query_id", "result_id", "thread"?} → the message
    GET  /shares        ?chat_id= &request_id=: what may be handed to the bot that asks
    POST /shares        {"chat_id", "request_id", "shared": [ids]} → the service message
    POST /language      {"language"}: what the person's client speaks

`/` is the page, `/page/people` has the bot and the people, `/page/files/{file_id}` a photo or document.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from bot.playground.callbacks import CALLBACK_SECONDS
from bot.playground.chats import Chat
from bot.playground.errors import bad_request
from bot.playground.files import FileStore
from bot.playground.sessions import Sessions
from bot.playground.shares import fitting, share
from bot.playground.switches import switched
from bot.playground.wire import as_json, read_object
from bot.playground.world import World

Json = dict[str, Any]

_PAGE = Path(__file__).with_name("page")
_SHOWN_MESSAGES = 200
_PULSE_SECONDS = 15
_PICTURES = ("image/png", "image/jpeg")
_LANGUAGES = ("tr", "en", "uk")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


class PeopleApi:
    """Serves the page and what it asks for."""

    def __init__(self, world: World, files: FileStore, sessions: Sessions) -> None:
        self._world = world
        self._files = files
        self._sessions = sessions

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses of the module's docstring."""
        router.add_get("/", self._index)
        router.add_get("/page/people", self._people)
        own = "/page/people/{person:\\d+}"
        router.add_get(own + "/events", self._events)
        router.add_get(own + "/commands", self._commands)
        router.add_get(own + "/shares", self._fitting)
        for name, serve in (
            ("messages", self._say),
            ("edits", self._edit),
            ("deletions", self._delete),
            ("presses", self._press),
            ("dismissals", self._dismiss),
            ("queries", self._ask),
            ("choices", self._choose),
            ("shares", self._share),
            ("language", self._speak),
        ):
            router.add_post(f"{own}/{name}", serve)
        router.add_get("/page/files/{file_id}", self._file)
        router.add_get("/page/{name:[a-z]+\\.(?:html|css|js|ttf)}", self._static)

    async def _index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGE / "index.html", headers=_HEADERS)

    async def _static(self, request: web.Request) -> web.FileResponse:
        path = _PAGE / request.match_info["name"]
        if not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=_HEADERS)

    async def _people(self, _: web.Request) -> web.Response:
        everybody = ((person, person.to_api().get("username")) for person in self._world.people.values())
        people = [{"id": person.id, "name": person.name, "username": username} for person, username in everybody]
        return as_json({"bot": self._world.bot_user, "people": people})

    async def _events(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request)
        headers = {**_HEADERS, "Content-Type": "text/event-stream"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        queue = self._sessions.open(person)
        try:
            event: Json | None = self._snapshot(person)
            while event is not None:
                await response.write(b"data: " + msgspec.json.encode(event) + b"\n\n")
                event = await self._next(queue, response)
        except ConnectionError:
            pass  # The page was closed: nothing is left to say to it.
        finally:
            self._sessions.close(person, queue)
        return response

    async def _next(self, queue: asyncio.Queue[Json | None], response: web.StreamResponse) -> Json | None:
        """Wait for an event, with a pulse that finds out about pages that went away."""
        while True:
            with suppress(TimeoutError):
                return await asyncio.wait_for(queue.get(), _PULSE_SECONDS)
            await response.write(b": pulse\n\n")

    async def _commands(self, request: web.Request) -> web.Response:
        person = self._person(request)
        chat = self._world.chat_of(person, _number(request, "chat_id"))
        return as_json(self._world.menus.shown(chat, self._world.people[person], request.query.get("language", "")))

    async def _say(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        said = self._world.say(
            self._person(request),
            _whole(body, "chat_id"),
            str(body.get("text", "")),
            reply_to=_perhaps(body, "reply_to"),
            thread=_perhaps(body, "thread"),
            ephemeral=_perhaps(body, "ephemeral"),
            language=str(body.get("language", "")),
        )
        return as_json(said)

    async def _edit(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        place = _whole(body, "chat_id"), _whole(body, "message_id")
        return as_json(self._world.edit(self._person(request), *place, str(body.get("text", ""))))

    async def _delete(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        self._world.remove(self._person(request), _whole(body, "chat_id"), _whole(body, "message_id"))
        return as_json({})

    async def _press(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        place = _whole(body, "chat_id"), _whole(body, "message_id")
        data, ephemeral = str(body.get("data")), body.get("ephemeral") is True
        callback = self._world.press(self._person(request), *place, data, ephemeral=ephemeral)
        told: Json = {"callback_id": callback.id}
        if seconds := body.get("wait"):
            done, _ = await asyncio.wait({callback.answer}, timeout=min(float(seconds), CALLBACK_SECONDS))
            answered = bool(done) and not callback.answer.cancelled()
            told["answer"] = callback.answer.result() if answered else None
        return as_json(told)

    async def _dismiss(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        person, chat_id = self._person(request), _whole(body, "chat_id")
        self._world.ephemeral.dismiss(chat_id, self._world.ephemeral.get(chat_id, person, _whole(body, "ephemeral")))
        return as_json({})

    async def _ask(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        person = self._person(request)
        if not self._world.server.inline:
            raise bad_request("BOT_INLINE_DISABLED")
        chat = self._world.chat_of(person, _whole(body, "chat_id"))
        asker = self._world.people[person]
        query = await self._world.inline.ask(asker, chat, str(body.get("query", "")), str(body.get("offset", "")))
        if query.offer is None:
            return as_json({"results": None})
        offer = query.offer
        shown: Json = {"query_id": query.id, "results": offer.results, "button": offer.button}
        return as_json({**shown, "next_offset": offer.next_offset})

    async def _choose(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        named = str(body.get("query_id")), str(body.get("result_id"))
        person, thread = self._person(request), _perhaps(body, "thread")
        return as_json(self._world.choose(person, _whole(body, "chat_id"), *named, thread=thread))

    async def _fitting(self, request: web.Request) -> web.Response:
        place = _number(request, "chat_id"), _number(request, "request_id")
        return as_json(fitting(self._world, self._person(request), *place))

    async def _share(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        place = _whole(body, "chat_id"), _whole(body, "request_id")
        match body.get("shared"):
            case list() as shared if all(isinstance(one, int) for one in shared):
                return as_json(share(self._world, self._person(request), *place, shared))
            case _:
                raise bad_request("shared must be a list of whole numbers")

    async def _speak(self, request: web.Request) -> web.Response:
        language = (await read_object(request)).get("language")
        if language not in _LANGUAGES:
            raise bad_request(f"language is one of {', '.join(_LANGUAGES)}")
        self._world.people[self._person(request)].language = language
        return as_json({"language": language})

    async def _file(self, request: web.Request) -> web.Response:
        stored = self._files.get(request.match_info["file_id"])
        headers = {**_HEADERS, "Cache-Control": "private, max-age=31536000, immutable"}
        if not stored.width:
            # Whatever a bot sent as a document is never run or shown by the browser.
            headers["Content-Disposition"] = "attachment"
        mime = stored.upload.mime if stored.upload.mime in _PICTURES else "application/octet-stream"
        return web.Response(body=stored.upload.content, content_type=mime, headers=headers)

    def _person(self, request: web.Request) -> int:
        person = int(request.match_info["person"])
        if person not in self._world.people:
            raise bad_request(f"no person {person}; there are {sorted(self._world.people)}")
        return person

    def _snapshot(self, person: int) -> Json:
        chats = [chat for chat in self._world.chats.values() if person in chat.people]
        return {
            "type": "snapshot",
            "person": person,
            "chats": [self._chat(chat, person) for chat in sorted(chats, key=lambda chat: chat.is_private)],
            "server": switched(self._world),
        }

    def _chat(self, chat: Chat, person: int) -> Json:
        return {
            **self._world.described(chat),
            "messages": list(chat.messages.values())[-_SHOWN_MESSAGES:],
            "ephemeral": self._world.ephemeral.shown(chat.id, person),
        }


def _whole(body: Json, name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int):
        raise bad_request(f"{name} must be a whole number")
    return value


def _perhaps(body: Json, name: str) -> int | None:
    return None if body.get(name) is None else _whole(body, name)


def _number(request: web.Request, name: str) -> int:
    try:
        return int(request.query[name])
    except (KeyError, ValueError):
        raise bad_request(f"{name} must be a whole number") from None
