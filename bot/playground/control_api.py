"""The tests' side: faults, the journal and updates, all as JSON; switches are in `switch_api.py`.

POST   /control/faults      a `Fault`: {"kind": "retry_after" | "error" | "close" | "delay" | "garbage" | "half",
"count"?, "method"?, "chat_id"?, "retry_after"?, "status"?, "description"?, "parameters"?, "delay"?, "after"?}
GET    /control/faults      what is still to come
DELETE /control/faults      forget all
GET    /control/journal     calls; ?method= &after=NUMBER &count=N &wait=SECONDS waits until there are N
DELETE /control/journal     forget all
POST   /control/updates     {"person", "chat_id", "text", "reply_to"?}: say it as that person, or
{"update": {...}}: queue any update; without "update_id" it gets the next
GET    /control/chats/{id}  all messages of a chat, oldest first
"""

import msgspec
from aiohttp import web

from bot.playground.api_error import bad_request_error
from bot.playground.bot_api.faults import Fault, FaultQueue
from bot.playground.bot_api.journal import CallJournal
from bot.playground.http_messages import json_response, read_json_object
from bot.playground.state.update_queue import UpdateQueue
from bot.playground.state.world import World


class ControlApi:
    """Serves the addresses of the module's docstring."""

    def __init__(self, world: World, updates: UpdateQueue, faults: FaultQueue, journal: CallJournal) -> None:
        self._world = world
        self._updates = updates
        self._faults = faults
        self._journal = journal

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses."""
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
