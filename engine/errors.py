"""The three ways in which the engine says no.

Each carries a stable code and fields, never wording: the sentences live in the bot's text files (``refusal-<code>``).
"""

from collections.abc import Mapping
from typing import Final

Field = str | int | tuple[str, ...]


class EngineError(Exception):
    """The common parent: a code in snake case and the facts that a sentence about it needs."""

    def __init__(self, code: str, **fields: Field) -> None:
        super().__init__(code, fields)
        self.code: Final = code
        self.fields: Final[Mapping[str, Field]] = fields

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.code}({facts})"


class Refusal(EngineError):
    """The request is understood and against the rules. The state is unchanged."""


class Malformed(EngineError):
    """The request is not understood: its syntax is wrong."""


class Ambiguous(EngineError):
    """The request has several meanings and the player must choose one."""


class DataError(Exception):
    """A file of rules, letters or words is wrong; the message names the file, the place and the remedy."""
