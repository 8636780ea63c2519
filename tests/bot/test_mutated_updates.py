"""Nothing from outside ends a loop: after whatever updates come, the next good move is answered at once."""

from pathlib import Path
from random import Random

import pytest

from tests.support.besieged import besieged, mutations, survives
from tests.support.mutated import KINDS, Mutations


async def test_a_few_hundred(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with besieged(tmp_path) as table:
        await survives(table, mutations(table, Random("a few hundred")), 300, caplog)


def test_every_kind_of_update_is_made() -> None:
    made = Mutations(Random(1), ["a"], ["b"], [{"id": 1, "type": "private"}])
    assert {kind for _ in range(3_000) for kind in made.sound()} == set(KINDS)
