"""The switches of the playground, for tests and for the page alike, all as JSON; `…` is `/control` or `/page`.

GET  …/server                 what is switched how
POST …/server                 {"version"?: "10.0" | "10.3" | "10.4", "photo_in_place"?, "inline"?, "privacy"?}: each
of the last three true or false; see `server_version.py`
POST …/groups                 {"title", "people": [ids]} → the chat
POST …/groups/{id}            {"status"?, "can_delete"?, "can_pin"?, "can_manage_topics"?, "photos"?, "text"?, "slow"?,
"forum"?}: the bot in a group, whether members may send photos and text there, whether it has slow mode and topics
POST …/groups/{id}/topics     {"person", "name"} → {"message_thread_id"}
POST …/groups/{id}/topics/{thread}  {"closed"}: whether members may write there; 1 is the general topic
"""

from dataclasses import asdict

from aiohttp import web

from bot.playground.api_error import bad_request_error
from bot.playground.http_messages import json_response, read_json_object
from bot.playground.server_version import VERSIONS
from bot.playground.state.chats import GENERAL_TOPIC, Json
from bot.playground.state.world import World

STATUSES = ("administrator", "member", "left", "kicked")
_SERVER_SWITCHES = ("photo_in_place", "inline")
_GROUP_SWITCHES = ("can_delete", "can_pin", "can_manage_topics", "photos", "text", "slow", "forum")


class SwitchApi:
    """Serves the addresses of the module's docstring."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses."""
        for side in ("/control", "/page"):
            router.add_get(f"{side}/server", self._get_switches)
            router.add_post(f"{side}/server", self._set_switches)
            router.add_post(f"{side}/groups", self._add_group)
            router.add_post(side + "/groups/{chat:-?\\d+}", self._set_group_switches)
            router.add_post(side + "/groups/{chat:-?\\d+}/topics", self._add_topic)
            router.add_post(side + "/groups/{chat:-?\\d+}/topics/{thread:\\d+}", self._close_topic)

    async def _get_switches(self, _: web.Request) -> web.Response:
        return json_response(describe_switches(self._world))

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
        self._world.tell_pages(self._world.people, {"type": "server", "server": describe_switches(self._world)})
        return json_response(describe_switches(self._world))

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


def describe_switches(world: World) -> Json:
    """Say what is switched how, and which versions there are."""
    return {**asdict(world.server), "privacy": world.privacy, "versions": VERSIONS}


async def _read_switches(request: web.Request, flags: tuple[str, ...], choices: tuple[str, ...] = ()) -> Json:
    """Read a body of flags and choices; 400 for anything else, since a switch misspelt would change nothing."""
    body = await read_json_object(request)
    if unknown := sorted(body.keys() - {*flags, *choices}):
        raise bad_request_error(f"no switch {unknown[0]}; there are {', '.join((*choices, *flags))}")
    if wrong := [name for name in flags if name in body and not isinstance(body[name], bool)]:
        raise bad_request_error(f"{wrong[0]} is true or false")
    return body
