"""What the recording server knows: its one bot, chats, the calls that it got, and where the bot is to end."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Final

from telegram import ChatMemberAdministrator

from tests.transcripts.http_calls import Json

TOKEN: Final = "7000000001:" + "T" * 35


BOT: Final[Json] = {
    "id": 7_000_000_001,
    "is_bot": True,
    "first_name": "Harfiyen",
    "username": "harfiyen_bot",
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "supports_inline_queries": False,
}


FIRST_DATE: Final = 1_800_000_000


GIFTS: Final = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


RIGHTS: Final = tuple(name for name in signature(ChatMemberAdministrator).parameters if name.startswith("can_"))
"""What an administrator may do."""


@dataclass(slots=True)
class KillPoint:
    """At which call of the bot's it is to end, before the call is done or behind that."""

    method: str
    chat: int
    calls_left: int
    """How many such calls are still to come, this one included."""
    after_call: bool
    on_reached: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Call:
    """One call, as the bot made it: files by name, everything else read from JSON where it was JSON."""

    method: str
    parameters: Json
    files: dict[str, bytes]
    status: int
    result: Any
    """What the server answered: a result, or an error's description."""


@dataclass(slots=True)
class Chat:
    """A chat as the server knows it."""

    api: Json
    newest_message: int = 0
    pictures: int = 0
    """How many pictures were put into messages later."""
    admins: frozenset[int] = frozenset()
    is_open: bool = True
    """Of a private chat, whether its owner lets the bot write there."""
    messages: dict[int, Json] = field(default_factory=dict)


class Profile:
    """See the module."""

    def __init__(self) -> None:
        self._values: Final[dict[str, Any]] = {}

    def serves_method(self, method: str) -> bool:
        """Whether a method is about that."""
        return method in {"getChatMenuButton", "setChatMenuButton"} or "etMy" in method

    def serve_call(self, method: str, asked: Json) -> Any:
        """Serve a method that it knows."""
        about = json.dumps([asked.get("scope"), asked.get("language_code")])
        match method:
            case "getMyCommands":
                return self._values.get(f"commands {about}", [])
            case "setMyCommands":
                self._values[f"commands {about}"] = asked["commands"]
            case "getMyDescription" | "getMyShortDescription":
                name = "description" if method == "getMyDescription" else "short_description"
                return {name: self._values.get(f"{name} {about}", "")}
            case "setMyDescription" | "setMyShortDescription":
                name = "description" if method == "setMyDescription" else "short_description"
                self._values[f"{name} {about}"] = asked.get(name, "")
            case "getChatMenuButton":
                return self._values.get("button", {"type": "default"})
            case "setChatMenuButton":
                self._values["button"] = asked.get("menu_button") or {"type": "default"}
        return True
