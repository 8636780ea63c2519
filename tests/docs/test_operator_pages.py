"""What operators and sceptics read: settings, the seal shown, the sizes of the word lists."""

import re

import pytest

from bot.config import SETTINGS
from bot.lexicon.build import RECIPES
from engine.lexicon import load_lexicon
from engine.rng import commitment
from tests.support.checkout import DOCS, page_section, page_text


def test_the_list_of_settings_has_every_setting_in_order() -> None:
    told = re.findall(r"^- `(\w+)`", page_section(DOCS / "operate.md", "Settings"), re.MULTILINE)
    assert told == list(SETTINGS)


def test_the_secret_shown_fits_its_seal() -> None:
    secret, seal = re.findall(r"\b[0-9a-f]{64}\b", page_text(DOCS / "fairness.md"))
    assert commitment(secret) == seal


@pytest.mark.parametrize("name", sorted(name for name, recipe in RECIPES.items() if recipe.is_shipped))
def test_the_list_of_word_lists_has_their_size(name: str) -> None:
    told = dict(re.findall(r"^- `([\w-]+)`, ([\d,]+) words: ", page_text(DOCS / "dictionaries.md"), re.MULTILINE))
    assert told[name] == f"{len(load_lexicon(name)):,}"
