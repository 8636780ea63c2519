"""Served time, tried on other courses of beats, absences, stalls and clocks that are set, as long as there is time."""

from random import Random
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import seed

from bot.store.embedded import EmbeddedRedis
from tests.bot.tables import test_arrival_time, test_served_time
from tests.long.test_laws import counted, laws
from tests.long.time_shares import TimeShare

pytestmark = pytest.mark.long

MODULES: Final[tuple[ModuleType, ...]] = (test_arrival_time, test_served_time)


@pytest.mark.parametrize("law", [law for module in MODULES for law in laws(module)])
def test_a_law_of_time_holds_as_long_as_there_is_time(
    law: Any, time_share: TimeShare, chance: Random, redis_server: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(law.hypothesis, "inner_test", counted(law.hypothesis.inner_test, time_share))
    for _ in time_share.rounds():
        seed(chance.getrandbits(32))(law)(redis_server=redis_server)
