"""Nothing from outside ends a loop: after whatever updates come, the next good move is answered at once."""

from pathlib import Path
from random import Random

import pytest

from tests.support.attacked_bot import check_survives, run_attacked_bot, update_mutations
from tests.support.mutated_updates import KINDS, UpdateMutator


async def test_a_few_hundred(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with run_attacked_bot(tmp_path) as table:
        await check_survives(table, update_mutations(table, Random("a few hundred")), 300, caplog)


def test_every_kind_of_update_is_made() -> None:
    made = UpdateMutator(Random(1), ["a"], ["b"], [{"id": 1, "type": "private"}])
    assert {kind for _ in range(3_000) for kind in made.sound_update()} == set(KINDS)
