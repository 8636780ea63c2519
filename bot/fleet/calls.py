"""The calls that came to the Bot API server: what was asked, what was answered, and the journal of them."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

Json = dict[str, Any]

TAKEN: Final = 200
"""The status of a call that was done."""


class Call(Struct, frozen=True, kw_only=True):
    """One call of a method."""

    worker: str
    """The name of the worker whose address it came by; empty for the address that is nobody's."""
    method: str
    parameters: Json
    """Typed; of a picture its ``file`` and ``bytes``, of a document the ``content`` too."""
    at: float
    """When it came, in seconds of ``time.perf_counter``."""

    @property
    def chat(self) -> int | None:
        """The chat that it is about, if it names one."""
        chat = self.parameters.get("chat_id")
        return chat if isinstance(chat, int) else None

    @property
    def text(self) -> str:
        """What people read of it: words, a caption, what a tap is answered; else nothing."""
        given = self.parameters
        media = given.get("media")
        return str(given.get("text") or given.get("caption") or (media or {}).get("caption") or "")


class Entry(Struct, frozen=True, kw_only=True):
    """A call and what became of it."""

    number: int
    """From 1 on, in the order in which calls were carried out or refused."""
    call: Call
    status: int
    """What was answered: 200, an error's number, or 0 where no answer could be read."""
    result: Any
    """What the method gives, a message mostly; ``None`` where it was not carried out."""

    @property
    def shown(self) -> bool:
        """Whether it was carried out, so that people see it, whatever the bot was answered."""
        return self.result is not None

    @property
    def message(self) -> int | None:
        """The number of the message that was sent or edited."""
        return self.result.get("message_id") if isinstance(self.result, dict) else None


class Journal:
    """The calls of an account, but for those that fetch updates.

    Set ``keep`` to ``False`` where only ``listeners`` want them: they are told of each as it is noted.
    """

    def __init__(self) -> None:
        self.keep = True
        self.entries: Final[list[Entry]] = []
        """In order."""
        self.chats: Final[defaultdict[int, list[Entry]]] = defaultdict(list)
        """The same by chat."""
        self.listeners: Final[list[Callable[[Entry], None]]] = []
        self._number = 0

    def add(self, call: Call, status: int, result: Any) -> None:
        """Note a call."""
        self._number += 1
        entry = Entry(number=self._number, call=call, status=status, result=result)
        if self.keep:
            self.entries.append(entry)
            if call.chat is not None:
                self.chats[call.chat].append(entry)
        for listener in self.listeners:
            listener(entry)

    def sent(self, chat: int) -> list[Entry]:
        """The messages and edits that people of a chat see, in order."""
        return [entry for entry in self.chats.get(chat, ()) if entry.shown and entry.message is not None]
