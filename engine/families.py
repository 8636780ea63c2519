"""The families that this engine plays, and which of them something belongs to.

A family joins with an entry in ``FAMILIES``: the door, the rulesets, the encoding and the check of proofs ask what
stands there at that moment, so that a further family may be put there in a test.
"""

from engine.crossword.family import Crossword
from engine.duplicate.family import Duplicate
from engine.family_protocol import AnyFamily
from engine.game_base import Game
from engine.klepka.family import Klepka
from engine.messages import Event
from engine.ruleset_base import Ruleset

FAMILIES: tuple[AnyFamily, ...] = (Crossword(), Klepka(), Duplicate())
"""Those that there are."""


def family_of(game_or_ruleset: Ruleset | Game) -> AnyFamily:
    """The family of a ruleset or of a game.

    Raises:
        LookupError: it is of none of them.
    """
    ruleset = game_or_ruleset.ruleset if isinstance(game_or_ruleset, Game) else game_or_ruleset
    for family in FAMILIES:
        if isinstance(ruleset, family.ruleset):
            return family
    raise LookupError(f"a ruleset of no family: {ruleset.family!r}")


def family_of_event(event: Event) -> AnyFamily | None:
    """The family that tells such an event, the first of those that share it; ``None`` for the lobby's."""
    return next((family for family in FAMILIES if isinstance(event, family.events)), None)
