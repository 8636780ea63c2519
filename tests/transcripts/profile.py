"""What a server keeps of its bot: menus of commands, descriptions, the button beside the field."""

import json
from typing import Any, Final

from tests.transcripts.wire import Json


class Profile:
    """See the module."""

    def __init__(self) -> None:
        self._kept: Final[dict[str, Any]] = {}

    def knows(self, method: str) -> bool:
        """Whether a method is about that."""
        return method in {"getChatMenuButton", "setChatMenuButton"} or "etMy" in method

    def do(self, method: str, asked: Json) -> Any:
        """Serve a method that it knows."""
        about = json.dumps([asked.get("scope"), asked.get("language_code")])
        match method:
            case "getMyCommands":
                return self._kept.get(f"commands {about}", [])
            case "setMyCommands":
                self._kept[f"commands {about}"] = asked["commands"]
            case "getMyDescription" | "getMyShortDescription":
                name = "description" if method == "getMyDescription" else "short_description"
                return {name: self._kept.get(f"{name} {about}", "")}
            case "setMyDescription" | "setMyShortDescription":
                name = "description" if method == "setMyDescription" else "short_description"
                self._kept[f"{name} {about}"] = asked.get(name, "")
            case "getChatMenuButton":
                return self._kept.get("button", {"type": "default"})
            case "setChatMenuButton":
                self._kept["button"] = asked.get("menu_button") or {"type": "default"}
        return True
