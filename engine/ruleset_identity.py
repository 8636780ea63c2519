"""Whether the rules in a proof can be played by, and whether they are those that this version has under their name.

It loads the word lists, which :mod:`engine.rulesets` must not: commands that only list games start without them.
"""

from itertools import chain

import msgspec

from engine import dictionaries, families, ruleset_base
from engine.encoding import to_json
from engine.errors import Refusal
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets

UNPLAYABLE_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError)
"""What rules may raise over figures that no file of this program, or no game, ever had."""


def first_problem(ruleset: Ruleset) -> str | None:
    """The first thing that does not fit together in a table's rules; ``None`` where everything does."""
    try:
        return next(chain(ruleset_base.ruleset_problems(ruleset), families.family_of(ruleset).problems(ruleset)), None)
    except UNPLAYABLE_ERRORS as error:
        return f"they cannot be played by ({type(error).__name__})"


def difference_from_shipped(ruleset: Ruleset) -> tuple[str, str] | None:
    """What a table's rules say and what this version's say instead, with the options that the table chose.

    ``None`` where they agree; an id that this version lacks is a difference, too.
    """
    own = shipped_rulesets().get(ruleset.id)
    if own is None:
        return f"ruleset {ruleset.id}", f"one of {', '.join(shipped_rulesets())}"
    try:
        options = ruleset.options_in_use
        ours = msgspec.to_builtins(resolve_ruleset(own, options))
    except Refusal as refusal:
        return f"options {to_json(options)}", f"refused: {refusal}"
    except LookupError as error:
        return f"ruleset {ruleset.id}", f"options that cannot be chosen ({type(error).__name__})"
    theirs = msgspec.to_builtins(ruleset)
    if ruleset.lexicon in dictionaries.lexicon_choices(resolve_ruleset(own, options)):
        ours["lexicon"] = ruleset.lexicon
    names = (name for name in ours | theirs if ours.get(name) != theirs.get(name))
    name = next(names, None)
    return None if name is None else (f"{name} {to_json(theirs.get(name))}", f"{name} {to_json(ours.get(name))}")
