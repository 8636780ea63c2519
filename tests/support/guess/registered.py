"""The guessing game among the families, as if its line stood in ``engine/families.py``."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine import families
from tests.support.guess.family import GUESSING


@contextmanager
def register_guess_family() -> Iterator[None]:
    """Let the engine play the guessing game too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(families, "FAMILIES", (*families.FAMILIES, GUESSING))
        yield
