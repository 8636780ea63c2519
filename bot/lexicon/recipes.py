"""Every lexicon that can be made, by its name."""

from typing import Final

from bot.lexicon.common import common
from bot.lexicon.english import SCOWL, UWU, gather_english
from bot.lexicon.gathering import Recipe
from bot.lexicon.turkish import TRNLP, gather_turkish
from bot.lexicon.ukrainian import HUNSPELL, PYMORPHY, WUKRAINIAN, gather_singular_nouns, gather_ukrainian

_FULL: Final = {
    "en": Recipe("en", (UWU, SCOWL), gather_english),
    "tr": Recipe("tr", (TRNLP,), gather_turkish),
    "uk": Recipe("uk", (HUNSPELL, WUKRAINIAN), gather_ukrainian),
}

RECIPES: Final = (
    _FULL
    | {f"{language}-common": common(recipe) for language, recipe in _FULL.items()}
    | {"uk-nouns": Recipe("uk", (HUNSPELL, WUKRAINIAN, PYMORPHY), gather_singular_nouns, ships=False)}
)
