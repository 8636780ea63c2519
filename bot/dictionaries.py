"""Which dictionary a table's ruleset means: a list, and perhaps another kind of dictionary in its place.

A ruleset names its list, as in ``tr``. Where the players chose another kind, the table's ruleset says so behind the
name, as in ``tr:live``; the rules read neither.
"""

from typing import Final, Literal, TypeVar, cast, get_args

from msgspec.structs import replace

from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.rulesets import Ruleset

Kind = Literal["builtin", "common", "live"]
"""``builtin``: the list that the ruleset names; ``common``: a smaller list of common words; ``live``: a service."""

R = TypeVar("R", bound=Ruleset)
OPTION: Final = "dictionary"
"""The name of the table option."""
_BUILTIN: Final[Kind] = "builtin"


def named(lexicon: str) -> tuple[str, Kind]:
    """The list and the kind of dictionary that a table's ruleset names."""
    name, _, kind = lexicon.partition(":")
    return name, cast("Kind", kind) if kind in get_args(Kind) else _BUILTIN


def with_kind(ruleset: R, kind: Kind) -> R:
    """The ruleset with a kind of dictionary chosen; only crossword games have the choice."""
    if not isinstance(ruleset, CrosswordRuleset) or kind == _BUILTIN:
        return ruleset
    return replace(ruleset, lexicon=f"{ruleset.lexicon}:{kind}")
