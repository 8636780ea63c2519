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

from bot.store.embedded import EmbeddedRedis
from tests.bot.config import test_mutated_settings
from tests.bot.ingress import test_mutated_posts
from tests.bot.store import test_mutated_data
from tests.bot.tables import test_arrival_time, test_codec, test_games, test_served_time
from tests.bot.telegram.api import test_mutated_answers
from tests.bot.user_input import test_mutated_input
from tests.engine import test_mutated_files, test_proof
from tests.engine.crossword import (
    test_draft,
    test_endings,
    test_gcg_writer,
    test_laws,
    test_move_resolution,
    test_movegen,
    test_secrets,
    test_word_placements,
)
from tests.engine.duplicate import test_laws as duplicate_laws
from tests.engine.klepka import test_laws as klepka_laws
from tests.engine.klepka import test_secrets as klepka_secrets
from tests.long.time_shares import TimeShare

pytestmark = pytest.mark.long

# fmt: off
MODULES: Final = (
    test_codec, test_draft, test_endings, test_games, test_gcg_writer, test_laws, test_move_resolution, test_movegen,
    test_mutated_answers, test_mutated_data, test_mutated_files, test_mutated_input, test_mutated_posts,
    test_mutated_settings, test_proof, test_secrets, test_word_placements,
    duplicate_laws, klepka_laws, klepka_secrets,
)
# fmt: on
MODULES_OF_TIME: Final = (test_arrival_time, test_served_time)


def laws(*modules: ModuleType) -> Iterator[Any]:
    """The laws of some modules: every test that Hypothesis makes the examples of."""
    for module in modules:
        for name, found in vars(module).items():
            if name.startswith("test_") and getattr(found, "is_hypothesis_test", False):
                yield pytest.param(found, id=f"{module.__name__.removeprefix('tests.')}.{name}")


@pytest.mark.parametrize("law", [*laws(*MODULES)])
def test_a_law_holds_as_long_as_there_is_time(
    law: Any, time_share: TimeShare, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(law.hypothesis, "inner_test", counted(law.hypothesis.inner_test, time_share))
    for _ in time_share.rounds():
        seed(chance.getrandbits(32))(law)()


@pytest.mark.parametrize("law", [*laws(*MODULES_OF_TIME)])
def test_a_law_of_time_holds_as_long_as_there_is_time(
    law: Any, time_share: TimeShare, chance: Random, redis_server: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(law.hypothesis, "inner_test", counted(law.hypothesis.inner_test, time_share))
    for _ in time_share.rounds():
        seed(chance.getrandbits(32))(law)(redis_server=redis_server)


def counted(inner: Callable[..., None], share: TimeShare) -> Callable[..., None]:
    """The body of a law, which counts how often it is tried."""

    @wraps(inner)
    def tried(*arguments: Any, **named: Any) -> None:
        share.count_try("examples")
        inner(*arguments, **named)

    return tried
