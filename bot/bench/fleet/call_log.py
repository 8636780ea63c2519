"""The calls that came to the Bot API server: what was asked, what was answered, and the journal of them."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

Json = dict[str, Any]

STATUS_OK: Final = 200
"""The status of a call that was done."""


class ApiCall(Struct, frozen=True, kw_only=True):
    """One call of a method."""

    worker: str
    """The name of the worker whose address it came by; empty for the address that is nobody's."""
    method: str
    parameters: Json
    """Typed; of a picture its ``file`` and ``bytes``, of a document the ``content`` too."""
    received_at: float
    """When it came, in seconds of ``time.perf_counter``."""

    @property
    def chat(self) -> int | None:
        """The chat that it is about, if it names one."""
        chat = self.parameters.get("chat_id")
        return chat if isinstance(chat, int) else None

    @property
    def visible_text(self) -> str:
        """What people read of it: words, a caption, what a tap is answered; else nothing."""
        parameters = self.parameters
        media = parameters.get("media")
        return str(parameters.get("text") or parameters.get("caption") or (media or {}).get("caption") or "")


class LoggedCall(Struct, frozen=True, kw_only=True):
    """A call and what became of it."""

    number: int
    """From 1 on, in the order in which calls were carried out or refused."""
    call: ApiCall
    status: int
    """What was answered: 200, an error's number, or 0 where no answer could be read."""
    result: Any
    """What the method gives, a message mostly; ``None`` where it was not carried out."""

    @property
    def is_carried_out(self) -> bool:
        """Whether it was carried out, so that people see it, whatever the bot was answered."""
        return self.result is not None

    @property
    def message_id(self) -> int | None:
        """The number of the message that was sent or edited."""
        return self.result.get("message_id") if isinstance(self.result, dict) else None


class CallLog:
    """The calls of an account, but for those that fetch updates.

    Set ``keeps_entries`` to ``False`` where only ``listeners`` want them: they are told of each as it is noted.
    """

    def __init__(self) -> None:
        self.keeps_entries = True
        self.entries: Final[list[LoggedCall]] = []
        """In order."""
        self.by_chat: Final[defaultdict[int, list[LoggedCall]]] = defaultdict(list)
        """The same by chat."""
        self.listeners: Final[list[Callable[[LoggedCall], None]]] = []
        self._number = 0

    def record_call(self, call: ApiCall, status: int, result: Any) -> None:
        """Note a call."""
        self._number += 1
        entry = LoggedCall(number=self._number, call=call, status=status, result=result)
        if self.keeps_entries:
            self.entries.append(entry)
            if call.chat is not None:
                self.by_chat[call.chat].append(entry)
        for listener in self.listeners:
            listener(entry)

    def messages_to(self, chat: int) -> list[LoggedCall]:
        """The messages and edits that people of a chat see, in order."""
        return [entry for entry in self.by_chat.get(chat, ()) if entry.is_carried_out and entry.message_id is not None]
