"""The engine's three kinds of refusal, and the limits for numbers in rules files.

A refusal carries a stable code and fields, never wording: the sentences are in the bot's text files
(``refusal-<code>``). The limits are beyond any real game, but small enough to compute with.
"""

from collections.abc import Iterator, Mapping
from typing import Final

Field = str | int | tuple[str, ...]


class EngineError(Exception):
    """Base class: a code in snake case, and the facts that its sentence needs."""

    def __init__(self, code: str, **fields: Field) -> None:
        super().__init__(code, fields)
        self.code: Final = code
        self.fields: Final[Mapping[str, Field]] = fields

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.code}({facts})"


class Refusal(EngineError):
    """The request is understood but against the rules; the state is unchanged."""


class Malformed(EngineError):
    """The request is not understood: its syntax is wrong."""


class Ambiguous(EngineError):
    """The request has several meanings and the player must choose one."""


class DataError(Exception):
    """A file of rules, letters or words is wrong; the message names the file, the place and the remedy."""


MOST_TILES: Final = 1_000
"""The most tiles in a bag, or cards in a deck."""
MOST_POINTS: Final = 1_000
"""The most points of a face, a bonus or a penalty."""
MOST_SECONDS: Final = 365 * 24 * 60 * 60
"""The most seconds on a clock: a game is kept for a year after its last move."""


def range_problems(name: str, figure: int, least: int, most: int) -> Iterator[str]:
    """Yield a sentence if a number is below ``least`` or above ``most``."""
    if figure < least:
        yield f"{name} is {figure}; it must be at least {least}"
    elif figure > most:
        yield f"{name} is {figure}; it must be at most {most:,}"
