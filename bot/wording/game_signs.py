"""The sign of each game, by which people tell tables of several games apart at a glance.

The variants of a game in several languages have one, as they have one nickname. Rulesets do not say it: they are stored
with each game, and what older games have would differ.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.rulesets import Ruleset, shipped_rulesets

_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "kelimelik": "🎯",
        "klepka": "🃏",
        "mini": "📎",
        "scrabble": "🔥",
        "super": "✨",
        "tournament": "👑",
        "wordbox": "📅",
    }
)
"""By the ids of rulesets, without the language. None means anything else; the page has drawing and glyph of each."""


def game_sign(titles: Mapping[str, str]) -> str:
    """The sign of the game that has these titles; empty where it has none, as if it was called otherwise once."""
    found = (ruleset for ruleset in shipped_rulesets().values() if ruleset.title == titles)
    return next((_sign_of(ruleset) for ruleset in found), "")


def _sign_of(ruleset: Ruleset) -> str:
    return _SIGNS.get(ruleset.id.removesuffix(f"-{ruleset.language}"), "")
