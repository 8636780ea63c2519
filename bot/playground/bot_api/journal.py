"""The journal of calls: what the bot asked, and what came of it. Knows no HTTP and no world."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from bot.playground.bot_api.calls import ApiCall
from bot.playground.state.files import Upload


class JournalEntry(ApiCall, frozen=True, kw_only=True):
    """One finished call: its parameters as they came, uploads as name and size, never the token.

    `status` is what was answered. `result` is what the method gave where the call was carried out, even if that
    answer was lost, else the description of the error. `ignored` names the parameters that a server of this version
    does not know.
    """

    number: int
    time: float
    status: int
    result: Any
    is_carried_out: bool
    ignored: tuple[str, ...] = ()

    @property
    def message_id(self) -> int | None:
        """The number of the message that was sent or edited."""
        return self.result.get("message_id") if isinstance(self.result, dict) else None


class CallJournal:
    """The latest calls, numbered from 1 on; `capacity` are kept.

    Set `keeps_entries` to `False` where only `listeners` want them: they are told of each as it is noted. Calls of
    the methods in `leaves_out` are not noted.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        capacity: int = 10_000,
        *,
        leaves_out: frozenset[str] = frozenset(),
    ) -> None:
        self.keeps_entries = True
        self.listeners: list[Callable[[JournalEntry], None]] = []
        self._clock = clock
        self._leaves_out = leaves_out
        self._entries: deque[JournalEntry] = deque(maxlen=capacity)
        self.last_number = 0
        """The number of the newest call; 0 before the first."""
        self._changed = asyncio.Event()

    def record_call(
        self,
        call: ApiCall,
        uploads: Mapping[str, Upload],
        status: int,
        result: Any,
        *,
        is_carried_out: bool,
        ignored: tuple[str, ...] = (),
    ) -> None:
        """Note a finished call."""
        if call.method in self._leaves_out:
            return
        self.last_number += 1
        files = {name: {"file": one.name, "bytes": len(one.content)} for name, one in uploads.items()}
        entry = JournalEntry(
            method=call.method,
            parameters=call.parameters | files,
            worker=call.worker,
            received_at=call.received_at,
            number=self.last_number,
            time=self._clock(),
            status=status,
            result=result,
            is_carried_out=is_carried_out,
            ignored=ignored,
        )
        if self.keeps_entries:
            self._entries.append(entry)
            self._changed.set()
            self._changed = asyncio.Event()
        for listener in self.listeners:
            listener(entry)

    def clear_entries(self) -> None:
        """Forget all calls; the numbers go on."""
        self._entries.clear()

    def find_entries(self, method: str | None = None, *, after: int = 0) -> list[JournalEntry]:
        """List the calls after a number, of one method or of all."""
        newer = islice(self._entries, max(0, len(self._entries) - (self.last_number - after)), None)
        return [entry for entry in newer if entry.number > after and method in (None, entry.method)]

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
