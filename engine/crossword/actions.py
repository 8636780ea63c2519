"""What players ask for. Each action names its user in ``by``; tiles are ``A``, a blank standing for A is ``?A``."""

from msgspec import Struct


class Placement(Struct, frozen=True):
    """One tile put on one cell: ``tile`` is a letter, or ``?`` and the letter that a blank stands for."""

    cell: str
    tile: str


class Place(Struct, frozen=True, tag="place"):
    """Put tiles on the board."""

    by: int
    tiles: tuple[Placement, ...]


class Exchange(Struct, frozen=True, tag="exchange"):
    """Give rack tiles back for new ones; a blank is ``?``."""

    by: int
    tiles: tuple[str, ...]


class Pass(Struct, frozen=True, tag="pass"):
    """Let the turn go by."""

    by: int


class Surrender(Struct, frozen=True, tag="surrender"):
    """Give the game up, at any time (RULES §1.4)."""

    by: int


class Cancel(Struct, frozen=True, tag="cancel"):
    """End the game without a result. Who may do so is the caller's to decide."""

    by: int


Action = Place | Exchange | Pass | Surrender | Cancel
