"""The tests' side: faults, the journal, updates and the bot's standing, all as JSON; switches are in `switches.py`.

POST   /control/faults      a `Fault`: {"kind": "retry_after" | "error" | "close" | "delay", "count"?,
"method"?, "chat_id"?, "retry_after"?, "status"?, "description"?, "delay"?,
"after"?}
GET    /control/faults      what is still to come
DELETE /control/faults      forget all
GET    /control/journal     calls; ?method= &after=NUMBER &count=N &wait=SECONDS waits until there are N
DELETE /control/journal     forget all
POST   /control/updates     {"person", "chat_id", "text", "reply_to"?}: say it as that person, or
{"update": {...}}: queue any update; without "update_id" it gets the next
POST   /control/privacy     {"on": true | false}: privacy mode, bot a plain member or administrator
POST   /control/status      {"chat_id", "status"}: the bot in a group: administrator, member, left, kicked
POST   /control/other_bot   {"chat_id"}: another bot spoke there last
GET    /control/chats/{id}  all messages of a chat, oldest first
"""

from typing import Any

import msgspec
from aiohttp import web

from bot.playground.errors import bad_request
from bot.playground.faults import Fault, Faults, Journal
from bot.playground.switches import STATUSES
from bot.playground.updates import UpdateQueue
from bot.playground.wire import as_json, read_object
from bot.playground.world import World

Json = dict[str, Any]


class ControlApi:
    """Serves the addresses of the module's docstring."""

    def __init__(self, world: World, updates: UpdateQueue, faults: Faults, journal: Journal) -> None:
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
        router.add_post("/control/privacy", self._set_privacy)
        router.add_post("/control/status", self._set_status)
        router.add_post("/control/other_bot", self._other_bot)
        router.add_get("/control/chats/{chat:-?\\d+}", self._messages)

    async def _add_fault(self, request: web.Request) -> web.Response:
        try:
            fault = msgspec.convert(await read_object(request), Fault)
        except msgspec.ValidationError as error:
            raise bad_request(f"not a fault: {error}") from None
        self._faults.add(fault)
        return as_json(fault)

    async def _list_faults(self, _: web.Request) -> web.Response:
        return as_json(self._faults.waiting)

    async def _clear_faults(self, _: web.Request) -> web.Response:
        self._faults.clear()
        return as_json([])

    async def _read_journal(self, request: web.Request) -> web.Response:
        query = request.query
        try:
            after, count = int(query.get("after", "0")), int(query.get("count", "1"))
            seconds = float(query.get("wait", "0"))
        except ValueError:
            raise bad_request("after, count and wait are numbers") from None
        entries = await self._journal.wait(query.get("method"), after=after, count=count, seconds=seconds)
        return as_json(entries)

    async def _clear_journal(self, _: web.Request) -> web.Response:
        self._journal.clear()
        return as_json([])

    async def _add_update(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        match body:
            case {"update": {"update_id": int(), **_kinds} as update}:
                self._updates.push_raw(update)
                return as_json(update)
            case {"update": dict() as update} if len(update) == 1:
                ((kind, payload),) = update.items()
                return as_json({"update_id": self._updates.push(kind, payload)})
            case {"person": int() as person, "chat_id": int() as chat_id, "text": str() as text}:
                return as_json(self._world.say(person, chat_id, text, reply_to=body.get("reply_to")))
            case _:
                raise bad_request('an update is {"update": {...}} or {"person", "chat_id", "text"}')

    async def _set_privacy(self, request: web.Request) -> web.Response:
        match await read_object(request):
            case {"on": bool() as on}:
                self._world.set_privacy(on=on)
                return as_json({"on": on})
            case _:
                raise bad_request('privacy is {"on": true} or {"on": false}')

    async def _set_status(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        if body.get("status") not in STATUSES:
            raise bad_request(f"status is one of {', '.join(STATUSES)}")
        self._world.set_bot_status(self._world.group(body.get("chat_id")), body["status"])
        return as_json(body)

    async def _other_bot(self, request: web.Request) -> web.Response:
        body = await read_object(request)
        self._world.group(body.get("chat_id")).bot_spoke_last = False
        return as_json(body)

    async def _messages(self, request: web.Request) -> web.Response:
        chat = self._world.chats.get(int(request.match_info["chat"]))
        if chat is None:
            raise bad_request("chat not found")
        return as_json(list(chat.messages.values()))
