"""The families that this engine plays.

A family joins with an entry in ``FAMILIES``. The other modules read it at each call, so that tests may add a family.
"""

from engine.crossword.family import Crossword
from engine.duplicate.family import Duplicate
from engine.family_protocol import AnyFamily
from engine.game_base import Game
from engine.klepka.family import Klepka
from engine.messages import Event
from engine.ruleset_base import Ruleset

FAMILIES: tuple[AnyFamily, ...] = (Crossword(), Klepka(), Duplicate())


def family_of(game_or_ruleset: Ruleset | Game) -> AnyFamily:
    """The family of a ruleset or of a game; raises LookupError if there is none."""
    ruleset = game_or_ruleset.ruleset if isinstance(game_or_ruleset, Game) else game_or_ruleset
    for family in FAMILIES:
        if isinstance(ruleset, family.ruleset):
            return family
    raise LookupError(f"a ruleset of no family: {ruleset.family!r}")


def family_of_event(event: Event) -> AnyFamily | None:
    """The family of an event, the first if several share it; ``None`` for lobby events."""
    return next((family for family in FAMILIES if isinstance(event, family.events)), None)
