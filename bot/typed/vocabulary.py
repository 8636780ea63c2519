"""What people type for the engine's own names, in all languages at once: directions, colours, kinds of cards."""

from functools import cache
from types import MappingProxyType
from typing import Final

from bot.languages import Languages, languages
from engine.vocabulary import Vocabulary, folded

_KINDS: Final = ("directions", "colours", "rewards", "draw")


def vocabulary() -> Vocabulary:
    """The words of every language, whatever a chat speaks; ``draw`` has those that answer an offered draw.

    Of directions the first word of each language, and those of one letter, are nothing else; the others are words, too.
    """
    return _gathered(languages())


@cache
def _gathered(spoken: Languages) -> Vocabulary:
    return Vocabulary(
        MappingProxyType({kind: spoken.words(kind) for kind in _KINDS}),
        MappingProxyType({kind: frozenset(word for _, _, word in spoken.typed(kind)) for kind in _KINDS}),
        MappingProxyType({"directions": _further(spoken, "directions")}),
    )


def _further(spoken: Languages, kind: str) -> frozenset[str]:
    """The words of a kind, folded, that are neither a language's first one for their meaning nor a single letter."""
    lists = [(meaning, words) for code in spoken.codes for meaning, words in spoken.section(code, kind).items()]
    chief = {folded(word) for meaning, words in lists for word in (meaning, words[0])}
    return frozenset(word for word in spoken.words(kind) if len(word) > 1) - chief
