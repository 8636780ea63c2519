"""The guessing game in the bot, as if its lines stood in ``engine/families.py`` and ``bot/families/family_list.py``.

Its texts are looked for here, as they are not where those of a room in ``bot/families`` are found.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bot import languages
from bot.families import family_list, registry
from tests.support.guess.command_line import Guesses
from tests.support.guess.registered import register_guess_family

TEXTS: Final = Path(__file__).parent / "texts"


@contextmanager
def add_guess_family_to_bot(texts: Path = TEXTS) -> Iterator[None]:
    """Let the engine and the bot play the guessing game too, with texts that lie in a folder."""
    with register_guess_family(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "ROOTS", (*languages.ROOTS, texts))
        patch.setattr(family_list, "COMMAND_LINE_FAMILIES", (*family_list.COMMAND_LINE_FAMILIES, Guesses()))
        # Read at the start, once.
        patch.setattr(
            registry, "FAMILIES", tuple(family.load_chat_family() for family in family_list.COMMAND_LINE_FAMILIES)
        )
        yield
