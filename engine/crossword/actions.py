"""What players ask for. Each action names its user in ``by``; tiles are ``A``, a blank standing for A is ``?A``."""

from msgspec import Struct

from engine.clock import ClockAction


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
    """Let the turn go by; while the last play waits for a challenge, accept it (RULES §7.1)."""

    by: int


class Challenge(Struct, frozen=True, tag="challenge"):
    """Doubt words of the last play (RULES §7.1).

    ``words`` names them in upper case, none means all; ``play`` is the number of the play that is meant, as the
    view's open window gives it, so that a challenge never meets a later play.
    """

    by: int
    words: tuple[str, ...] = ()
    play: int | None = None


class OfferDraw(Struct, frozen=True, tag="offer_draw"):
    """Propose that the game be drawn (RULES §5.7)."""

    by: int


class AcceptDraw(Struct, frozen=True, tag="accept_draw"):
    """Agree to the draw that is offered."""

    by: int


class DeclineDraw(Struct, frozen=True, tag="decline_draw"):
    """Turn the offered draw down, or take the own offer back."""

    by: int


class Surrender(Struct, frozen=True, tag="surrender"):
    """Give the game up, at any time (RULES §1.4)."""

    by: int


class Cancel(Struct, frozen=True, tag="cancel"):
    """End the game without a result. Who may do so is the caller's to decide."""

    by: int


Turn = Place | Exchange | Pass
Action = Turn | Challenge | OfferDraw | AcceptDraw | DeclineDraw | Surrender | Cancel | ClockAction
