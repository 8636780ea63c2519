"""The guessing game in the bot, as if its lines stood in ``engine/families.py`` and ``bot/families/listed.py``.

Its texts are looked for here, as they are not where those of a room in ``bot/families`` are found.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bot import languages
from bot.families import listed, registry
from tests.support.guess.command_line import Guesses
from tests.support.guess.registered import registered

TEXTS: Final = Path(__file__).parent / "texts"


@contextmanager
def in_bot(texts: Path = TEXTS) -> Iterator[None]:
    """Let the engine and the bot play the guessing game too, with texts that lie in a folder."""
    with registered(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "ROOTS", (*languages.ROOTS, texts))
        patch.setattr(listed, "FAMILIES", (*listed.FAMILIES, Guesses()))
        # Read at the start, once.
        patch.setattr(registry, "FAMILIES", tuple(family.in_chat() for family in listed.FAMILIES))
        yield
