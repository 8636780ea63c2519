"""The switches of the playground, for tests and for the page alike, all as JSON; `…` is `/control` or `/page`.

GET  …/server                 what is switched how
POST …/server                 {"version"?: "10.0" | "10.2" | "10.3" | "10.4", "photo_in_place"?, "delivery"?, "inline"?,
"inline_feedback"?, "privacy"?}: each of the last five true or false; see `servers.py`
POST …/groups                 {"title", "people": [ids]} → the chat
POST …/groups/{id}            {"status"?, "can_delete"?, "can_pin"?, "photos"?, "forum"?}: the bot in a group, whether
members may send photos there, and whether it has topics
POST …/groups/{id}/topics     {"person", "name"} → {"message_thread_id"}
"""

from dataclasses import asdict
from typing import Any

from aiohttp import web

from bot.playground.errors import bad_request
from bot.playground.servers import VERSIONS
from bot.playground.wire import as_json, read_object
from bot.playground.world import World

Json = dict[str, Any]

STATUSES = ("administrator", "member", "left", "kicked")
_OF_SERVER = ("photo_in_place", "delivery", "inline", "inline_feedback")
_OF_GROUP = ("can_delete", "can_pin", "photos", "forum")


class SwitchApi:
    """Serves the addresses of the module's docstring."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses."""
        for side in ("/control", "/page"):
            router.add_get(f"{side}/server", self._read)
            router.add_post(f"{side}/server", self._switch)
            router.add_post(f"{side}/groups", self._add_group)
            router.add_post(side + "/groups/{chat:-?\\d+}", self._switch_group)
            router.add_post(side + "/groups/{chat:-?\\d+}/topics", self._add_topic)

    async def _read(self, _: web.Request) -> web.Response:
        return as_json(switched(self._world))

    async def _switch(self, request: web.Request) -> web.Response:
        body = await _read_switches(request, (*_OF_SERVER, "privacy"), "version")
        version = body.get("version", self._world.server.version)
        if version not in VERSIONS:
            raise bad_request(f"the server's version is one of {', '.join(VERSIONS)}, not {version}")
        if version != self._world.server.version:
            self._world.server.version = version
            self._world.on_version()
        for name in _OF_SERVER:
            if name in body:
                setattr(self._world.server, name, body[name])
        self._world.privacy = body.get("privacy", self._world.privacy)
        self._world.inline.forget()
        self._world.tell(self._world.people, {"type": "server", "server": switched(self._world)})
        return as_json(switched(self._world))

    async def _add_group(self, request: web.Request) -> web.Response:
        match await read_object(request):
            case {"title": str() as title, "people": list() as people}:
                return as_json(self._world.chat_api(self._world.add_group(title, tuple(people))))
            case _:
                raise bad_request('a group is {"title", "people": [ids]}')

    async def _switch_group(self, request: web.Request) -> web.Response:
        chat = self._world.group(int(request.match_info["chat"]))
        body = await _read_switches(request, _OF_GROUP, "status")
        status = body.get("status", chat.bot_status)
        if status not in STATUSES:
            raise bad_request(f"status is one of {', '.join(STATUSES)}")
        chat.photos = body.get("photos", chat.photos)
        self._world.set_rights(
            chat,
            status,
            can_delete=body.get("can_delete", chat.can_delete),
            can_pin=body.get("can_pin", chat.can_pin),
        )
        if "forum" in body:
            self._world.set_forum(chat, on=body["forum"])
        return as_json(self._world.described(chat))

    async def _add_topic(self, request: web.Request) -> web.Response:
        chat = self._world.group(int(request.match_info["chat"]))
        match await read_object(request):
            case {"person": int() as person, "name": str() as name} if person in chat.people:
                return as_json({"message_thread_id": self._world.add_topic(person, chat, name)})
            case _:
                raise bad_request('a topic is {"person": a member, "name"}')


def switched(world: World) -> Json:
    """Say what is switched how, and which versions there are."""
    return {**asdict(world.server), "privacy": world.privacy, "versions": VERSIONS}


async def _read_switches(request: web.Request, flags: tuple[str, ...], chosen: str) -> Json:
    """Read a body of flags and one choice; 400 for anything else, since a switch misspelt would change nothing."""
    body = await read_object(request)
    if unknown := sorted(body.keys() - {*flags, chosen}):
        raise bad_request(f"no switch {unknown[0]}; there are {', '.join((chosen, *flags))}")
    if wrong := [name for name in flags if name in body and not isinstance(body[name], bool)]:
        raise bad_request(f"{wrong[0]} is true or false")
    return body
