"""One call of the Bot API as it came, and what people would read of it. Knows no HTTP."""

from typing import Any

import msgspec

from bot.playground.state.chats import Json


class ApiCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call of a method.

    `parameters` are as they came: from a form all of them are texts. `worker` names whose address it came by, where
    each process of a bot has its own; `received_at` is in seconds of `time.perf_counter`.
    """

    method: str
    parameters: Json
    worker: str = ""
    received_at: float = 0.0

    @property
    def chat(self) -> int | None:
        """The number of the chat that it names, if it names one by its number."""
        named = str(self.parameters.get("chat_id", ""))
        return int(named) if named.removeprefix("-").isdecimal() else None

    @property
    def topic(self) -> int | None:
        """The number of the topic that it names."""
        named = self.parameters.get("message_thread_id")
        return None if named is None else int(named)

    @property
    def visible_text(self) -> str:
        """What people read of it: a text, a caption, what a tap is answered; else nothing."""
        given, media = self.parameters, self.json_parameter("media") or {}
        return str(given.get("text") or given.get("caption") or media.get("caption") or "")

    def json_parameter(self, name: str) -> Any:
        """A parameter that is JSON, read where it came as a text; `None` where it is absent."""
        value = self.parameters.get(name)
        return msgspec.json.decode(value) if isinstance(value, str) else value
