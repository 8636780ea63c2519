"""Which dictionary a table has chosen, and what its chat is told of it.

What a ruleset says of it, :mod:`engine.dictionaries` knows: ``tr``, or ``tr:live``. What a chat is told also counts the
words of its own that are in play, as in ``tr:live+2-1``: two added, one taken out.
"""

import re
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from engine import dictionaries
from engine.dictionaries import BUILTIN, Kind
from engine.rulesets import Ruleset

__all__ = ["OPTION", "Kind", "counted", "counts", "named", "with_kind"]

R = TypeVar("R", bound=Ruleset)
OPTION: Final = "dictionary"
"""The name of the table option."""
_COUNTS: Final = re.compile(r"\+(\d+)-(\d+)$")


def named(lexicon: str) -> tuple[str, Kind]:
    """The list and the kind of dictionary that a table's ruleset names."""
    return dictionaries.named(_COUNTS.sub("", lexicon))


def with_kind(ruleset: R, kind: Kind) -> R:
    """The ruleset with a kind of dictionary chosen; one that has lists of its own to choose from keeps to them."""
    if ruleset.lexica or kind == BUILTIN:
        return ruleset
    own: Any = ruleset  # every ruleset is a Struct, which its type does not say
    chosen: R = replace(own, lexicon=f"{ruleset.lexicon}:{kind}")
    return chosen


def counted(lexicon: str, added: int, removed: int) -> str:
    """The dictionary with the numbers of words that a chat has added to it and taken out of it."""
    return f"{lexicon}+{added}-{removed}" if added or removed else lexicon


def counts(lexicon: str) -> tuple[int, int]:
    """How many words a chat has added and taken out, as :func:`counted` wrote it."""
    found = _COUNTS.search(lexicon)
    return (int(found[1]), int(found[2])) if found else (0, 0)
