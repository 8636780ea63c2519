"""Which dictionary a table's ruleset means: a list, and perhaps another kind of dictionary in its place.

A ruleset names its list, as in ``tr``. Where the players chose another kind, the table's ruleset says so behind the
name, as in ``tr:live``; the rules read neither. What a chat is told also counts the words of its own that are in play,
as in ``tr:live+2-1``: two added, one taken out.
"""

import re
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
_COUNTS: Final = re.compile(r"\+(\d+)-(\d+)$")


def named(lexicon: str) -> tuple[str, Kind]:
    """The list and the kind of dictionary that a table's ruleset names."""
    name, _, kind = _COUNTS.sub("", lexicon).partition(":")
    return name, cast("Kind", kind) if kind in get_args(Kind) else _BUILTIN


def with_kind(ruleset: R, kind: Kind) -> R:
    """The ruleset with a kind of dictionary chosen; only crossword games have the choice."""
    if not isinstance(ruleset, CrosswordRuleset) or kind == _BUILTIN:
        return ruleset
    return replace(ruleset, lexicon=f"{ruleset.lexicon}:{kind}")


def counted(lexicon: str, added: int, removed: int) -> str:
    """The dictionary with the numbers of words that a chat has added to it and taken out of it."""
    return f"{lexicon}+{added}-{removed}" if added or removed else lexicon


def counts(lexicon: str) -> tuple[int, int]:
    """How many words a chat has added and taken out, as :func:`counted` wrote it."""
    found = _COUNTS.search(lexicon)
    return (int(found[1]), int(found[2])) if found else (0, 0)
