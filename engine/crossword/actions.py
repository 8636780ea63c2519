"""The actions of players. Each names its user in ``by``; a tile is ``A``, or ``?A`` for a blank that stands for A."""

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
    """Challenge words of the last play (RULES §7.1).

    ``words``, in upper case, are those challenged; empty means all. ``play`` is the number of the play as the view
    shows it, so that a challenge cannot hit a later play.
    """

    by: int
    words: tuple[str, ...] = ()
    play: int | None = None


class TakeBack(messages.Action, Struct, frozen=True, tag="take_back"):
    """Take back the user's own play within the table's time for it; ``play`` is its number in the view."""

    by: int
    play: int | None = None


class OfferDraw(messages.Action, Struct, frozen=True, tag="offer_draw"):
    """Offer a draw (RULES §5.7)."""

    by: int


class AcceptDraw(messages.Action, Struct, frozen=True, tag="accept_draw"):
    """Accept the offered draw."""

    by: int


class DeclineDraw(messages.Action, Struct, frozen=True, tag="decline_draw"):
    """Decline the offered draw, or withdraw the user's own offer."""

    by: int


TurnAction = Place | Exchange | Pass


class AskHint(messages.Action, Struct, frozen=True, tag="ask_hint"):
    """Ask for the next step of a hint (RULES §7.6).

    ``number`` is the count of turns taken when it was asked for, and ``step`` the step's number, from 1, so that no
    step is told or charged twice.
    """

    by: int
    number: int
    step: int
    best: TurnAction | None = None
    """Secret, only with the first step: the best turn, found by the caller's search, which all steps reveal."""


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
