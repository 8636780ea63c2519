"""What is asked of a Duplicate game. Tiles are as in :mod:`engine.crossword.actions`; answers name their user."""

from datetime import datetime

from msgspec import Struct

from engine import messages
from engine.clock import ClockAction
from engine.crossword.actions import Placement
from engine.duplicate.view import Play, Reason
from engine.turns import Cancel, Stop


class Answer(messages.Action, Struct, frozen=True, tag="duplicate_answer", omit_defaults=True):
    """Answer the open round, in place of any earlier answer of the same person; who is not in the game yet enters.

    ``round``: the number of the round that is meant, so that an answer never meets a later one. ``sent``: when Telegram
    dates it, in served time; ``None`` where its arrival counts (RULES §10.1.3). ``lock``: whether it is final.
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
    """Take the answer to a round back, before it is locked."""

    by: int
    round: int


class RackSearch(Struct, frozen=True):
    """What a search found for one rack that was drawn: the play to lay and why it, and up to five best; or nothing."""

    laid: Play | None = None
    reason: Reason = ""
    several_words: bool = False
    best: tuple[Play, ...] = ()


class Deal(messages.Action, Struct, frozen=True, tag="duplicate_deal", omit_defaults=True):
    """Open the next round, or end the game: what the search found for each rack drawn (RULES §10.1.6).

    The bot's own action; nobody asks for it. ``due``: when the round ends, where the group's time of day sets that;
    ``None`` for the ruleset's seconds from now.
    """

    searched: tuple[RackSearch, ...]
    due: datetime | None = None


class CloseRound(messages.Action, Struct, frozen=True, tag="duplicate_close"):
    """Close the open round before its time, as the host may in the second half of a live one (RULES §10.1.3)."""

    by: int
    round: int


class NextNow(messages.Action, Struct, frozen=True, tag="duplicate_next"):
    """End the pause after a live round, as the host may; ``round`` is the number of closed rounds."""

    by: int
    round: int


Action = Answer | Lock | Withdraw | Deal | CloseRound | NextNow | Stop | Cancel | ClockAction
