"""The people's side: the page, its live events, messages and presses of buttons.

Each page session belongs to one person and is told of that person's chats alone.

    GET  /                                  the page
    GET  /page/people                       the bot and the people
    GET  /page/people/{id}/events           server-sent events: a snapshot, then every change
    POST /page/people/{id}/messages         {"chat_id", "text", "reply_to"?} → the message
    POST /page/people/{id}/presses          {"chat_id", "message_id", "data", "wait"?} → {"callback_id"}, and
                                            with `wait` seconds also {"answer"}, null when there was none
    GET  /page/files/{file_id}              a photo or document
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from bot.playground.chats import Chat
from bot.playground.errors import bad_request
from bot.playground.files import FileStore
from bot.playground.wire import as_json, read_object
from bot.playground.world import CALLBACK_SECONDS, World

Json = dict[str, Any]

_PAGE = Path(__file__).with_name("page")
_SHOWN_MESSAGES = 200
_PULSE_SECONDS = 15
_MOST_WAITING = 1000
_PICTURES = ("image/png", "image/jpeg")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


class Sessions:
    """The open pages, by person; `None` in a queue ends its session."""

    def __init__(self) -> None:
        self._queues: dict[int, set[asyncio.Queue[Json | None]]] = {}

    def tell(self, people: Iterable[int], event: Json) -> None:
        """Send an event to every page of these people and of nobody else."""
        for person in people:
            for queue in tuple(self._queues.get(person, ())):
                if queue.qsize() < _MOST_WAITING:
                    queue.put_nowait(event)
                else:
                    # This page does not read: it is let go, and begins anew when it comes back.
                    self._queues[person].discard(queue)
                    queue.put_nowait(None)

    def open(self, person: int) -> asyncio.Queue[Json | None]:
        """Begin a session."""
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._queues.setdefault(person, set()).add(queue)
        return queue

    def close(self, person: int, queue: asyncio.Queue[Json | None]) -> None:
        """End a session."""
        self._queues[person].discard(queue)

    def close_all(self) -> None:
        """Let every session end."""
        for queues in self._queues.values():
            for queue in queues:
                queue.put_nowait(None)


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
        router.add_get("/page/people/{person:\\d+}/events", self._events)
        router.add_post("/page/people/{person:\\d+}/messages", self._say)
        router.add_post("/page/people/{person:\\d+}/presses", self._press)
        router.add_get("/page/files/{file_id}", self._file)
        router.add_get("/page/{name:index\\.html|style\\.css|app\\.js|icons\\.js}", self._static)

    async def _index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGE / "index.html", headers=_HEADERS)

    async def _static(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGE / request.match_info["name"], headers=_HEADERS)

    async def _people(self, _: web.Request) -> web.Response:
        people = [{"id": person.id, "name": person.name} for person in self._world.people.values()]
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

    async def _say(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        reply_to = _whole(body, "reply_to") if body.get("reply_to") is not None else None
        text = str(body.get("text", ""))
        said = self._world.say(self._person(request), _whole(body, "chat_id"), text, reply_to=reply_to)
        return as_json(said)

    async def _press(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        callback = self._world.press(
            self._person(request), _whole(body, "chat_id"), _whole(body, "message_id"), str(body.get("data"))
        )
        told: Json = {"callback_id": callback.id}
        if seconds := body.get("wait"):
            done, _ = await asyncio.wait({callback.answer}, timeout=min(float(seconds), CALLBACK_SECONDS))
            answered = bool(done) and not callback.answer.cancelled()
            told["answer"] = callback.answer.result() if answered else None
        return as_json(told)

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
            "chats": [self._chat(chat) for chat in sorted(chats, key=lambda chat: chat.is_private)],
            "commands": self._world.commands,
        }

    def _chat(self, chat: Chat) -> Json:
        return {
            "chat": self._world.chat_api(chat),
            "people": len(chat.people),
            "pinned": chat.pinned,
            "messages": list(chat.messages.values())[-_SHOWN_MESSAGES:],
        }


def _whole(body: Json, name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int):
        raise bad_request(f"{name} must be a whole number")
    return value
