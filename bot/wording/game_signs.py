"""The sign of each game, by which people tell tables of several games apart at a glance.

The variants of a game in several languages have one, as they have one nickname. Rulesets do not say it: they are stored
with each game, and what older games have would differ.
"""

from collections.abc import Mapping
from typing import Final

from engine.rulesets import shipped_rulesets

_SIGNS: Final = {
    "kelimelik": "🎯",
    "klepka": "🃏",
    "mini": "📎",
    "scrabble": "🔥",
    "super": "✨",
    "tournament": "👑",
    "wordbox": "📅",
}
"""By the ids of rulesets, without the language. None means anything else; the page has drawing and glyph of each."""


def game_sign(titles: Mapping[str, str]) -> str:
    """The sign of the game that has these titles; empty where it has none, as if it was called otherwise once."""
    ids = (one.id.removesuffix(f"-{one.language}") for one in shipped_rulesets().values() if one.title == titles)
    return _SIGNS.get(next(ids, ""), "")
