"""Faults on demand: what a call meets instead of a proper answer. Knows no HTTP and no world."""

from collections.abc import Callable
from typing import Literal

import msgspec

from bot.playground.api_error import ApiError
from bot.playground.bot_api.calls import ApiCall
from bot.playground.state.chats import Json


class Fault(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the next `count` calls meet, of one `method` or for one `chat_id` where these are given.

    `retry_after` and `delay` are in seconds; the delay comes first, whatever the kind. With `after` the call is then
    carried out, so that only its answer is lost. `status`, `description` and `parameters`, which the answer holds
    beside, belong to the kind `error`. `garbage` is answered with a page, `half` with half of the answer.
    """

    kind: Literal["retry_after", "error", "close", "delay", "garbage", "half"]
    count: int = 1
    method: str | None = None
    chat_id: int | None = None
    retry_after: int = 1
    status: int = 500
    description: str = "Internal Server Error"
    parameters: Json = {}
    delay: float = 0.0
    after: bool = False

    @property
    def runs_method(self) -> bool:
        """Whether the call is carried out."""
        return self.after or self.kind == "delay"

    def to_error(self) -> ApiError:
        """Give the error that a call meets, or as which one without a readable answer is noted."""
        match self.kind:
            case "retry_after":
                reason = f"Too Many Requests: retry after {self.retry_after}"
                return ApiError(429, reason, {"retry_after": self.retry_after})
            case "garbage":
                return ApiError(502, "the answer was no answer on demand")
            case "half":
                return ApiError(500, "half of the answer was sent on demand")
            case "close":
                return ApiError(500, "the connection was closed on demand")
            case _:
                return ApiError(self.status, self.description, self.parameters)


FaultChooser = Callable[[ApiCall], Fault | None]


class FaultQueue:
    """The faults still to come, in the order they were asked for.

    A `chooser` is asked for each call, those for updates too, before the queue is.
    """

    def __init__(self) -> None:
        self.chooser: FaultChooser | None = None
        self._waiting: list[Fault] = []

    @property
    def waiting_faults(self) -> list[Fault]:
        """The faults that have calls left to meet."""
        return list(self._waiting)

    def add_fault(self, fault: Fault) -> None:
        """Ask for a fault."""
        self._waiting.append(fault)

    def clear_faults(self) -> None:
        """Forget every fault in the queue."""
        self._waiting.clear()

    def take_fault(self, call: ApiCall) -> Fault | None:
        """Find the fault that this call meets and count it down."""
        if self.chooser is not None and (chosen := self.chooser(call)) is not None:
            return chosen
        for fault in self._waiting:
            if fault.method not in (None, call.method) or fault.chat_id not in (None, call.chat):
                continue
            fault.count -= 1
            if fault.count <= 0:
                self._waiting.remove(fault)
            return fault
        return None
