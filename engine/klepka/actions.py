"""What players ask for in Klepka. Each action names its user in ``by``; cards and positions are those of ``deck``."""

from msgspec import Struct

from engine import messages
from engine.absence import AbsenceAction
from engine.clock import ClockAction
from engine.turns import Cancel, Pass, Surrender


class Form(messages.Action, Struct, frozen=True, tag="klepka_form"):
    """Make a word of the own cards; letters in brackets come from polysemy: ``м[о]л[о]к[о]`` (RULES §6.7)."""

    by: int
    word: str


class Flip(messages.Action, Struct, frozen=True, tag="klepka_flip"):
    """Turn up cards, all at once, by their positions."""

    by: int
    positions: tuple[int, ...]


class Trade(messages.Action, Struct, frozen=True, tag="klepka_trade"):
    """Play an exchange card, at any time: give an own card and take one of the user ``owner``.

    A card may be named by its letter alone where it is held in one colour only.
    """

    by: int
    give: str
    owner: int
    take: str


class Chaos(messages.Action, Struct, frozen=True, tag="klepka_chaos"):
    """Play a chaos card, at any time: mix the cards on the table."""

    by: int


class DoubleWord(messages.Action, Struct, frozen=True, tag="klepka_double"):
    """The host lets a word just formed count twice, where the table plays so (RULES §8, no. 41)."""

    by: int
    word: str


Action = Form | Flip | Pass | Trade | Chaos | DoubleWord | Surrender | Cancel | ClockAction | AbsenceAction
