"""The laws of whole games, tried on other games every time, for as long as there is time.

The laws stand beside what they are about; ``make test`` tries each on the same few examples every time.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import seed

from tests.bot import (
    test_codec,
    test_games,
    test_mutated_answers,
    test_mutated_chatter,
    test_mutated_posts,
    test_mutated_settings,
    test_mutated_stored,
)
from tests.engine import (
    test_draft,
    test_gcg_writer,
    test_laws,
    test_movegen,
    test_mutated_files,
    test_mutated_texts,
    test_near_misses,
    test_notation_fit,
    test_other_spots,
    test_places,
    test_proof,
    test_random_games,
    test_reading,
    test_runs,
    test_secrets,
    test_simulate,
)
from tests.engine.klepka import test_laws as klepka_laws
from tests.engine.klepka import test_secrets as klepka_secrets
from tests.engine.klepka import test_simulate as klepka_simulate
from tests.long.shares import Share

pytestmark = pytest.mark.long

MODULES: Final = (
    test_codec,
    test_draft,
    test_games,
    test_gcg_writer,
    test_laws,
    test_movegen,
    test_mutated_answers,
    test_mutated_chatter,
    test_mutated_files,
    test_mutated_posts,
    test_mutated_settings,
    test_mutated_stored,
    test_mutated_texts,
    test_near_misses,
    test_notation_fit,
    test_other_spots,
    test_places,
    test_proof,
    test_random_games,
    test_reading,
    test_runs,
    test_secrets,
    test_simulate,
    klepka_laws,
    klepka_secrets,
    klepka_simulate,
)


def laws(module: ModuleType) -> Iterator[Any]:
    """The laws of a module: every test that Hypothesis makes the examples of."""
    for name, found in vars(module).items():
        if name.startswith("test_") and getattr(found, "is_hypothesis_test", False):
            yield pytest.param(found, id=f"{module.__name__.removeprefix('tests.')}.{name}")


@pytest.mark.parametrize("law", [law for module in MODULES for law in laws(module)])
def test_a_law_holds_as_long_as_there_is_time(
    law: Any, share: Share, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(law.hypothesis, "inner_test", counted(law.hypothesis.inner_test, share))
    for _ in share.rounds():
        seed(chance.getrandbits(32))(law)()


def counted(inner: Callable[..., None], share: Share) -> Callable[..., None]:
    """The body of a law, which counts how often it is tried."""

    @wraps(inner)
    def tried(*arguments: Any, **named: Any) -> None:
        share.count("examples")
        inner(*arguments, **named)

    return tried
