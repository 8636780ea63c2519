"""The shipped rulesets of the crossword family."""

from engine.crossword.ruleset import Ruleset
from engine.rulesets import shipped_rulesets


def crossword_rulesets() -> dict[str, Ruleset]:
    """The family's rulesets by id, in alphabetical order."""
    return {name: ruleset for name, ruleset in shipped_rulesets().items() if isinstance(ruleset, Ruleset)}
