"""The families that this engine plays, and which of them something belongs to.

A family joins with an entry in ``FAMILIES``: the door, the rulesets, the encoding and the check of proofs ask what
stands there at that moment, so that a further family may be put there in a test.
"""

from engine.crossword.family import Crossword
from engine.family import AnyFamily, Game
from engine.klepka.family import Klepka
from engine.messages import Event
from engine.parameters import Ruleset

FAMILIES: tuple[AnyFamily, ...] = (Crossword(), Klepka())
"""Those that there are."""


def of(owned: Ruleset | Game) -> AnyFamily:
    """The family of a ruleset or of a game.

    Raises:
        LookupError: it is of none of them.
    """
    ruleset = owned.ruleset if isinstance(owned, Game) else owned
    for family in FAMILIES:
        if isinstance(ruleset, family.ruleset):
            return family
    raise LookupError(f"a ruleset of no family: {ruleset.family!r}")


def of_event(event: Event) -> AnyFamily | None:
    """The family that tells such an event, the first of those that share it; ``None`` for the lobby's."""
    return next((family for family in FAMILIES if isinstance(event, family.events)), None)
