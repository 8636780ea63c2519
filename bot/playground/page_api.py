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

import msgspec
from aiohttp import web

from bot.playground.api_error import bad_request_error
from bot.playground.chat_sharing import list_shareable, share_with_bot
from bot.playground.http_messages import json_response, read_json_object
from bot.playground.page_sessions import PageSessions
from bot.playground.state.button_presses import CALLBACK_SECONDS
from bot.playground.state.chats import Chat, Json
from bot.playground.state.files import FileStore
from bot.playground.state.world import World
from bot.playground.switch_api import describe_switches

_PAGE = Path(__file__).with_name("page")
_SHOWN_MESSAGES = 200
_HEARTBEAT_SECONDS = 15
_PICTURES = ("image/png", "image/jpeg")
_LANGUAGES = ("tr", "en", "uk")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


class PageApi:
    """Serves the page and what it asks for."""

    def __init__(self, world: World, files: FileStore, sessions: PageSessions) -> None:
        self._world = world
        self._files = files
        self._sessions = sessions

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses of the module's docstring."""
        router.add_get("/", self._serve_index)
        router.add_get("/page/people", self._list_people)
        own = "/page/people/{person:\\d+}"
        router.add_get(own + "/events", self._stream_events)
        router.add_get(own + "/commands", self._list_commands)
        router.add_get(own + "/shares", self._list_shareable)
        for name, serve in (
            ("messages", self._post_message),
            ("edits", self._edit_message),
            ("deletions", self._delete_message),
            ("presses", self._press_button),
            ("dismissals", self._dismiss_ephemeral),
            ("queries", self._ask_inline),
            ("choices", self._choose_inline_result),
            ("shares", self._share_chosen),
            ("language", self._set_language),
        ):
            router.add_post(f"{own}/{name}", serve)
        router.add_get("/page/files/{file_id}", self._serve_file)
        router.add_get("/page/{name:[a-z]+\\.(?:html|css|js|ttf)}", self._serve_static)

    async def _serve_index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGE / "index.html", headers=_HEADERS)

    async def _serve_static(self, request: web.Request) -> web.FileResponse:
        path = _PAGE / request.match_info["name"]
        if not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=_HEADERS)

    async def _list_people(self, _: web.Request) -> web.Response:
        everybody = ((person, person.to_api_user().get("username")) for person in self._world.people.values())
        people = [{"id": person.id, "name": person.name, "username": username} for person, username in everybody]
        return json_response({"bot": self._world.bot_user, "people": people})

    async def _stream_events(self, request: web.Request) -> web.StreamResponse:
        person = self._require_person(request)
        headers = {**_HEADERS, "Content-Type": "text/event-stream"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        queue = self._sessions.open_session(person)
        try:
            event: Json | None = self._make_snapshot(person)
            while event is not None:
                await response.write(b"data: " + msgspec.json.encode(event) + b"\n\n")
                event = await self._next_event(queue, response)
        except ConnectionError:
            pass  # The page was closed: nothing is left to say to it.
        finally:
            self._sessions.close_session(person, queue)
        return response

    async def _next_event(self, queue: asyncio.Queue[Json | None], response: web.StreamResponse) -> Json | None:
        """Wait for an event, with a pulse that finds out about pages that went away."""
        while True:
            with suppress(TimeoutError):
                return await asyncio.wait_for(queue.get(), _HEARTBEAT_SECONDS)
            await response.write(b": pulse\n\n")

    async def _list_commands(self, request: web.Request) -> web.Response:
        person = self._require_person(request)
        chat = self._world.require_chat_of_person(person, _require_query_integer(request, "chat_id"))
        return json_response(
            self._world.command_lists.visible_commands(
                chat, self._world.people[person], request.query.get("language", "")
            )
        )

    async def _post_message(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        message = self._world.write_as_person(
            self._require_person(request),
            _require_integer(body, "chat_id"),
            str(body.get("text", "")),
            reply_to=_optional_integer(body, "reply_to"),
            thread=_optional_integer(body, "thread"),
            ephemeral=_optional_integer(body, "ephemeral"),
            language=str(body.get("language", "")),
        )
        return json_response(message)

    async def _edit_message(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        place = _require_integer(body, "chat_id"), _require_integer(body, "message_id")
        return json_response(
            self._world.edit_as_person(self._require_person(request), *place, str(body.get("text", "")))
        )

    async def _delete_message(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        self._world.delete_as_person(
            self._require_person(request), _require_integer(body, "chat_id"), _require_integer(body, "message_id")
        )
        return json_response({})

    async def _press_button(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        place = _require_integer(body, "chat_id"), _require_integer(body, "message_id")
        data, ephemeral = str(body.get("data")), body.get("ephemeral") is True
        callback = self._world.press_button(self._require_person(request), *place, data, ephemeral=ephemeral)
        told: Json = {"callback_id": callback.id}
        if seconds := body.get("wait"):
            done, _ = await asyncio.wait({callback.answer}, timeout=min(float(seconds), CALLBACK_SECONDS))
            answered = bool(done) and not callback.answer.cancelled()
            told["answer"] = callback.answer.result() if answered else None
        return json_response(told)

    async def _dismiss_ephemeral(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        person, chat_id = self._require_person(request), _require_integer(body, "chat_id")
        self._world.ephemeral.dismiss_ephemeral(
            chat_id, self._world.ephemeral.require_ephemeral(chat_id, person, _require_integer(body, "ephemeral"))
        )
        return json_response({})

    async def _ask_inline(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        person = self._require_person(request)
        if not self._world.server.inline:
            raise bad_request_error("BOT_INLINE_DISABLED")
        chat = self._world.require_chat_of_person(person, _require_integer(body, "chat_id"))
        asker = self._world.people[person]
        query = await self._world.inline.ask_bot(asker, chat, str(body.get("query", "")), str(body.get("offset", "")))
        if query.shown_answer is None:
            return json_response({"results": None})
        offer = query.shown_answer
        shown: Json = {"query_id": query.id, "results": offer.results, "button": offer.button}
        return json_response({**shown, "next_offset": offer.next_offset})

    async def _choose_inline_result(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        named = str(body.get("query_id")), str(body.get("result_id"))
        person, thread = self._require_person(request), _optional_integer(body, "thread")
        return json_response(
            self._world.choose_inline_result(person, _require_integer(body, "chat_id"), *named, thread=thread)
        )

    async def _list_shareable(self, request: web.Request) -> web.Response:
        place = _require_query_integer(request, "chat_id"), _require_query_integer(request, "request_id")
        return json_response(list_shareable(self._world, self._require_person(request), *place))

    async def _share_chosen(self, request: web.Request) -> web.Response:
        body = await read_json_object(request)
        place = _require_integer(body, "chat_id"), _require_integer(body, "request_id")
        match body.get("shared"):
            case list() as shared if all(isinstance(one, int) for one in shared):
                return json_response(share_with_bot(self._world, self._require_person(request), *place, shared))
            case _:
                raise bad_request_error("shared must be a list of whole numbers")

    async def _set_language(self, request: web.Request) -> web.Response:
        language = (await read_json_object(request)).get("language")
        if language not in _LANGUAGES:
            raise bad_request_error(f"language is one of {', '.join(_LANGUAGES)}")
        self._world.people[self._require_person(request)].language = language
        return json_response({"language": language})

    async def _serve_file(self, request: web.Request) -> web.Response:
        stored = self._files.require_file(request.match_info["file_id"])
        headers = {**_HEADERS, "Cache-Control": "private, max-age=31536000, immutable"}
        if not stored.width:
            # Whatever a bot sent as a document is never run or shown by the browser.
            headers["Content-Disposition"] = "attachment"
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
            "chats": [self._describe_chat(chat, person) for chat in sorted(chats, key=lambda chat: chat.is_private)],
            "server": describe_switches(self._world),
        }

    def _describe_chat(self, chat: Chat, person: int) -> Json:
        return {
            **self._world.describe_chat(chat),
            "messages": list(chat.messages.values())[-_SHOWN_MESSAGES:],
            "ephemeral": self._world.ephemeral.visible_to_person(chat.id, person),
        }


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
