"""What players ask for. Each action names its user in ``by``; tiles are ``A``, a blank standing for A is ``?A``."""

from msgspec import Struct

from engine import messages
from engine.absence import AbsenceAction
from engine.clock import ClockAction
from engine.timekeeping import LengthenWindow
from engine.turns import Cancel, Pass, Surrender, Undo


class Placement(Struct, frozen=True):
    """One tile put on one cell: ``tile`` is a letter, or ``?`` and the letter that a blank stands for."""

    cell: str
    tile: str


class Place(messages.Action, Struct, frozen=True, tag="place"):
    """Put tiles on the board."""

    by: int
    tiles: tuple[Placement, ...]


class Exchange(messages.Action, Struct, frozen=True, tag="exchange"):
    """Give rack tiles back for new ones; a blank is ``?``."""

    by: int
    tiles: tuple[str, ...]


class Challenge(messages.Action, Struct, frozen=True, tag="challenge"):
    """Doubt words of the last play (RULES §7.1).

    ``words`` names them in upper case, none means all; ``play`` is the number of the play that is meant, as the
    view's open window gives it, so that a challenge never meets a later play.
    """

    by: int
    words: tuple[str, ...] = ()
    play: int | None = None


class TakeBack(messages.Action, Struct, frozen=True, tag="take_back"):
    """Take the own play back while the table's seconds for that run; ``play`` is its number, as the view gives it."""

    by: int
    play: int | None = None


class OfferDraw(messages.Action, Struct, frozen=True, tag="offer_draw"):
    """Propose that the game be drawn (RULES §5.7)."""

    by: int


class AcceptDraw(messages.Action, Struct, frozen=True, tag="accept_draw"):
    """Agree to the draw that is offered."""

    by: int


class DeclineDraw(messages.Action, Struct, frozen=True, tag="decline_draw"):
    """Turn the offered draw down, or take the own offer back."""

    by: int


TurnAction = Place | Exchange | Pass


class AskHint(messages.Action, Struct, frozen=True, tag="ask_hint"):
    """Be told the next step of a hint (RULES §7.6).

    ``number`` is how many turns were taken when it was asked, and ``step`` which step it is, from 1 on, so that none
    is told, or paid for, twice.
    """

    by: int
    number: int
    step: int
    best: TurnAction | None = None
    """Secret, with the first step alone: the turn that all steps are about, as a search found it before."""


Action = (
    TurnAction
    | AskHint
    | Challenge
    | TakeBack
    | Undo
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Surrender
    | Cancel
    | ClockAction
    | LengthenWindow
    | AbsenceAction
)
