"""What players ask for in Klepka. Each action names its user in ``by``; cards and positions are those of ``deck``."""

from msgspec import Struct

from engine.clock import ClockAction


class Form(Struct, frozen=True, tag="klepka_form"):
    """Make a word of the own cards; letters in brackets come from polysemy: ``м[о]л[о]к[о]`` (RULES §6.7)."""

    by: int
    word: str


class Flip(Struct, frozen=True, tag="klepka_flip"):
    """Turn up cards, all at once, by their positions."""

    by: int
    positions: tuple[int, ...]


class Pass(Struct, frozen=True, tag="klepka_pass"):
    """Decline an extra flip; or, when the table is empty, end the turn."""

    by: int


class Trade(Struct, frozen=True, tag="klepka_trade"):
    """Play an exchange card, at any time: give an own card and take one of the user ``owner``.

    A card may be named by its letter alone where it is held in one colour only.
    """

    by: int
    give: str
    owner: int
    take: str


class Chaos(Struct, frozen=True, tag="klepka_chaos"):
    """Play a chaos card, at any time: mix the cards on the table."""

    by: int


class ConfirmDouble(Struct, frozen=True, tag="klepka_double"):
    """The host lets a word just formed count twice, where the table plays so (RULES §8, no. 41)."""

    by: int
    word: str


class Surrender(Struct, frozen=True, tag="klepka_surrender"):
    """Give the game up, at any time; the cards are set aside."""

    by: int


class Cancel(Struct, frozen=True, tag="klepka_cancel"):
    """End the game without a result. Who may do so is the caller's to decide."""

    by: int


Action = Form | Flip | Pass | Trade | Chaos | ConfirmDouble | Surrender | Cancel | ClockAction
