"""What a GCG file says, as typed records in the order of its lines. Knows neither boards nor scores."""

from typing import Final, Literal

from msgspec import Struct

from engine.crossword.geometry import Direction
from engine.crossword.notation import Sign
from engine.crossword.ruleset import Ruleset

Departure = Literal["surrender", "forfeit", "retired"]

PRICE: Final = 5
"""Challenges and started minutes are priced in multiples of this."""


class Line(Struct, frozen=True):
    """A line of a file: its number, counted from 1, and its text without the line end."""

    line: int
    text: str


class PlayerLine(Line, frozen=True):
    """``#player1 nick Full Name``."""

    number: int
    nick: str
    name: str


class Pragma(Line, frozen=True):
    """Any other line with ``#``; its name in lower case, and the rest. Notes keep their further lines."""

    name: str
    value: str


class Entry(Line, frozen=True):
    """A scored line of one player. ``rack`` is as written and may be empty or incomplete.

    ``score`` and ``total`` are ``None`` only where they could not be read (see :class:`UnreadableLine`).
    """

    nick: str
    rack: str
    score: int | None
    total: int | None


class Played(Entry, frozen=True):
    """Tiles were placed: ``signs`` is the whole main word from ``cell`` on."""

    cell: str
    direction: Direction
    signs: tuple[Sign, ...]


class Withdrawn(Entry, frozen=True):
    """``--``: the player took the last play back."""


class Passed(Entry, frozen=True):
    """``-``: the player let the turn go by."""


class Exchanged(Entry, frozen=True):
    """``-ABC`` or ``-3``: tiles went back; ``tiles`` is ``None`` where only their number is known."""

    count: int
    tiles: tuple[str, ...] | None


class Adjusted(Entry, frozen=True):
    """``(challenge) +5``, ``(time) -10``, ``(hint) -4``: points by a rule that the board does not show."""

    reason: str


class RackCounted(Entry, frozen=True):
    """``(OPEG) +14``: the points of tiles left at the end, gained, or lost when the score is negative."""

    tiles: tuple[str, ...]


class Departed(Line, frozen=True):
    """``#harfiyen surrender nick``, ``forfeit nick`` or ``retired nick``: the player takes no more turns."""

    nick: str
    why: Departure


class UnreadableLine(Line, frozen=True):
    """A line that GCG does not know, and why.

    ``entry`` is what could be read of it: a play whose figures are missing still lies on the board. Where a
    line that begins with ``>`` has none, a turn may have been lost with it.
    """

    reason: str
    nick: str | None = None
    entry: "Played | Passed | Exchanged | Withdrawn | Adjusted | RackCounted | None" = None


TurnRecord = Played | Passed | Exchanged
Scored = TurnRecord | Withdrawn | Adjusted | RackCounted
Record = PlayerLine | Pragma | Scored | Departed | UnreadableLine


class GcgFile(Struct, frozen=True):
    """A file as it was read: the game's ruleset, bonus cell and players, and every line in order."""

    ruleset: Ruleset
    """Resolved."""
    bonus: str | None
    nicks: tuple[str, ...]
    names: dict[str, str]
    """The full name of each nick."""
    incomplete: bool
    """Whether the file itself says that the game is not over."""
    records: tuple[Record, ...]
