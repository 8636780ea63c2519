"""What the bot is said to be, by language, and its button of the menu: kept, and given back as it was told."""

from collections.abc import Callable
from typing import Any

from bot.playground.errors import bad_request
from bot.playground.files import Upload

Json = dict[str, Any]

MAX_DESCRIPTION = 512
MAX_SHORT_DESCRIPTION = 120
_BUTTONS = frozenset({"commands", "default", "web_app"})


class Profile:
    """The bot's descriptions and button."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str] = {}
        self._button: Json = {"type": "default"}

    def table(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them."""
        return {
            "getMyDescription": self._get("description"),
            "getMyShortDescription": self._get("short_description"),
            "setMyDescription": self._set("description", MAX_DESCRIPTION),
            "setMyShortDescription": self._set("short_description", MAX_SHORT_DESCRIPTION),
            "getChatMenuButton": lambda _, __: self._button,
            "setChatMenuButton": self._set_button,
        }

    def _get(self, name: str) -> Callable[[Json, dict[str, Upload]], Json]:
        """Serve a text in a language, or where there is none in it the one for all others."""

        def serve(params: Json, _: dict[str, Upload]) -> Json:
            code = params.get("language_code", "")
            return {name: self._texts.get((name, code)) or self._texts.get((name, ""), "")}

        return serve

    def _set(self, name: str, limit: int) -> Callable[[Json, dict[str, Upload]], bool]:
        """Serve a text of limited length."""

        def serve(params: Json, _: dict[str, Upload]) -> bool:
            text = params.get(name, "")
            if len(text) > limit:
                raise bad_request(f"{name.upper()}_TOO_LONG")
            self._texts[name, params.get("language_code", "")] = text
            return True

        return serve

    def _set_button(self, params: Json, _: dict[str, Upload]) -> bool:
        button = params.get("menu_button") or {"type": "default"}
        if button.get("type") not in _BUTTONS:
            raise bad_request("can't parse menu button: unsupported type specified")
        if "chat_id" not in params:
            self._button = dict(button)
        return True
