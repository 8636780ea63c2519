"""How requests are told apart while they wait, and how much one person may ask for.

Which request is of which kind is for :mod:`bot.handlers.kinds`.
"""

from dataclasses import dataclass
from typing import Literal

from bot.workers.haste import Haste

Late = Literal["chat", "person"]
"""Where an answer waits for room: where it was asked for, or where its reader is written to alone."""
Counted = Literal["action", "look", "tap", "talk"]
"""What a person has a share of; events of the chat itself are nobody's. Nobody is told that they talk too much."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a request is."""

    looks: bool
    """Whether it changes nothing of a game and may wait for what does."""
    alike: str | None
    """What all that one answer serves have in common, where one may serve several."""
    counted: Counted | None
    lent: bool = False
    """Whether it may be somebody's good move, and so is tried beyond their share."""
    late: Late | None = None
    """Where it waits for room before it is composed, as it shows how something stands then."""


def shares() -> dict[Counted, Haste]:
    """How much one person may ask for in one chat: enough for anybody who plays."""
    return {"action": Haste(10, 2.0), "look": Haste(6, 5.0), "tap": Haste(20, 1.0), "talk": Haste(6, 5.0)}
