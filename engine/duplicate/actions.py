"""The actions of a Duplicate game. Tiles are as in :mod:`engine.crossword.actions`; answers name their user."""

from datetime import datetime

from msgspec import Struct

from engine import messages
from engine.clock import ClockAction
from engine.crossword.actions import Placement
from engine.duplicate.view import Play, Reason
from engine.turns import Cancel, Stop


class Answer(messages.Action, Struct, frozen=True, tag="duplicate_answer", omit_defaults=True):
    """Answer the open round, replacing the user's earlier answer; a user who is not in the game enters it.

    ``round``: the round's number, so that an answer cannot count for a later one. ``sent``: Telegram's date in served
    time (UTC less downtime); ``None`` if the arrival counts (RULES §10.1.3). ``lock``: whether the answer is final.
    """

    by: int
    name: str
    round: int
    tiles: tuple[Placement, ...]
    sent: datetime | None = None
    lock: bool = False


class Lock(messages.Action, Struct, frozen=True, tag="duplicate_lock"):
    """Make the answer to a round final."""

    by: int
    round: int


class Withdraw(messages.Action, Struct, frozen=True, tag="duplicate_withdraw"):
    """Withdraw the answer to a round before it is locked."""

    by: int
    round: int


class RackSearch(Struct, frozen=True):
    """The search's result for a drawn rack: the play to lay, why it was chosen, and up to five best; may be empty."""

    laid: Play | None = None
    reason: Reason = ""
    several_words: bool = False
    best: tuple[Play, ...] = ()


class Deal(messages.Action, Struct, frozen=True, tag="duplicate_deal", omit_defaults=True):
    """Open the next round or end the game, given the search's result for each rack drawn (RULES §10.1.6).

    Only the bot asks for it. ``due``: when the round ends, if the group's time of day sets that; ``None`` for the
    ruleset's seconds from now.
    """

    searched: tuple[RackSearch, ...]
    due: datetime | None = None


class CloseRound(messages.Action, Struct, frozen=True, tag="duplicate_close"):
    """Close the open round early; the host may, in the second half of a live one (RULES §10.1.3)."""

    by: int
    round: int


class NextNow(messages.Action, Struct, frozen=True, tag="duplicate_next"):
    """End the pause after a live round, as its host; ``round`` is the number of closed rounds."""

    by: int
    round: int


Action = Answer | Lock | Withdraw | Deal | CloseRound | NextNow | Stop | Cancel | ClockAction
