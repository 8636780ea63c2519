"""One thing that the doctor examines."""

from typing import Final, Literal

from msgspec import Struct

Status = Literal["good", "advice", "wrong"]

_SIGNS: Final = {"good": "✓", "advice": "!", "wrong": "✗"}


class Check(Struct, frozen=True):
    """One thing examined: how it is, what was found, and what to do where it could be better."""

    name: str
    status: Status
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{_SIGNS[self.status]} {self.name}: {self.found}"
        return f"{line}\n    {self.remedy}" if self.remedy else line
