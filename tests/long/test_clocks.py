"""Served time, tried on other courses of beats, absences, stalls and clocks that are set, as long as there is time."""

from random import Random
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import seed

from bot.store.embedded import EmbeddedRedis
from tests.bot import test_dated, test_served, test_stalls
from tests.long.shares import Share
from tests.long.test_laws import counted, laws

pytestmark = pytest.mark.long

MODULES: Final[tuple[ModuleType, ...]] = (test_dated, test_served, test_stalls)


@pytest.mark.parametrize("law", [law for module in MODULES for law in laws(module)])
def test_a_law_of_time_holds_as_long_as_there_is_time(
    law: Any, share: Share, chance: Random, redis_server: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(law.hypothesis, "inner_test", counted(law.hypothesis.inner_test, share))
    for _ in share.rounds():
        seed(chance.getrandbits(32))(law)(redis_server=redis_server)
