"""What people type for the engine's own names, in all languages at once: directions, colours, kinds of cards."""

from functools import cache
from types import MappingProxyType
from typing import Final

from bot.languages import Languages, languages
from engine.vocabulary import Vocabulary

_KINDS: Final = ("directions", "colours", "rewards", "draw")


def vocabulary() -> Vocabulary:
    """The words of every language, whatever a chat speaks; ``draw`` has those that answer an offered draw."""
    return _gathered(languages())


@cache
def _gathered(spoken: Languages) -> Vocabulary:
    return Vocabulary(
        MappingProxyType({kind: spoken.words(kind) for kind in _KINDS}),
        MappingProxyType({kind: frozenset(word for _, _, word in spoken.typed(kind)) for kind in _KINDS}),
    )
