"""Faults on demand and the journal of calls. Knows no HTTP and no world."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from bot.playground.api_error import ApiError

Json = dict[str, Any]


class Fault(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the next `count` calls meet, of one `method` or for one `chat_id` where these are given.

    `retry_after` and `delay` are in seconds. With `after` the call is carried out first, so that only its
    answer is lost; a delay comes before. `status` and `description` belong to the kind `error`.
    """

    kind: Literal["retry_after", "error", "close", "delay"]
    count: int = 1
    method: str | None = None
    chat_id: int | None = None
    retry_after: int = 1
    status: int = 500
    description: str = "Internal Server Error"
    delay: float = 0.0
    after: bool = False

    def to_error(self) -> ApiError:
        """Give the error that a call meets."""
        if self.kind == "retry_after":
            reason = f"Too Many Requests: retry after {self.retry_after}"
            return ApiError(429, reason, retry_after=self.retry_after)
        return ApiError(self.status, self.description)


class FaultQueue:
    """The faults still to come, in the order they were asked for."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    @property
    def waiting_faults(self) -> list[Fault]:
        """The faults that have calls left to meet."""
        return list(self._waiting)

    def add_fault(self, fault: Fault) -> None:
        """Ask for a fault."""
        self._waiting.append(fault)

    def clear_faults(self) -> None:
        """Forget every fault."""
        self._waiting.clear()

    def take_fault(self, method: str, params: Json) -> Fault | None:
        """Find the fault that this call meets and count it down."""
        for fault in self._waiting:
            if fault.method not in (None, method):
                continue
            if fault.chat_id is not None and str(params.get("chat_id")) != str(fault.chat_id):
                continue
            fault.count -= 1
            if fault.count <= 0:
                self._waiting.remove(fault)
            return fault
        return None


class JournalEntry(msgspec.Struct, frozen=True):
    """One finished call: its parameters as they came, uploads as name and size, never the token.

    `ignored` names the parameters that a server of this version does not know.
    """

    number: int
    method: str
    parameters: Json
    time: float
    status: int
    result: Any
    ignored: tuple[str, ...] = ()


class CallJournal:
    """The latest calls, numbered from 1 on; `capacity` are kept."""

    def __init__(self, clock: Callable[[], float], capacity: int = 10_000) -> None:
        self._clock = clock
        self._entries: deque[JournalEntry] = deque(maxlen=capacity)
        self._number = 0
        self._changed = asyncio.Event()

    def record_call(
        self, method: str, parameters: Json, status: int, result: Any, *, ignored: tuple[str, ...] = ()
    ) -> None:
        """Note a finished call; `result` is the description of a call that failed."""
        self._number += 1
        self._entries.append(JournalEntry(self._number, method, parameters, self._clock(), status, result, ignored))
        self._changed.set()
        self._changed = asyncio.Event()

    def clear_entries(self) -> None:
        """Forget all calls; the numbers go on."""
        self._entries.clear()

    def find_entries(self, method: str | None = None, *, after: int = 0) -> list[JournalEntry]:
        """List the calls after a number, of one method or of all."""
        return [entry for entry in self._entries if entry.number > after and method in (None, entry.method)]

    async def wait_for_entries(
        self, method: str | None = None, *, after: int = 0, count: int = 1, seconds: float = 60.0
    ) -> list[JournalEntry]:
        """Wait until there are `count` such calls, at most `seconds`; give what there is then."""
        try:
            async with asyncio.timeout(seconds):
                while len(found := self.find_entries(method, after=after)) < count:
                    await self._changed.wait()
        except TimeoutError:
            return self.find_entries(method, after=after)
        return found
