"""Whole games, replayed line by line from ``tests/playthroughs``.

``HARFIYEN_REGENERATE=playthroughs`` in the environment rewrites what the engine is expected to say; read the difference
before you keep it.
"""

import os
from itertools import zip_longest
from pathlib import Path

import pytest

from engine.rulesets import rulesets
from tests.support import playthroughs

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


def test_every_ruleset_has_a_playthrough() -> None:
    played = {playthroughs.read(file.read_text(encoding="utf-8")).ruleset for file in FILES}
    assert played == set(rulesets())


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_a_whole_game_replays_line_by_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    script = playthroughs.read(text)
    if os.environ.get("HARFIYEN_REGENERATE") == "playthroughs":
        file.write_text("\n".join(playthroughs.lines(script)) + "\n", encoding="utf-8")
        return
    pairs = zip_longest(text.splitlines(), playthroughs.lines(script))
    for number, (expected, actual) in enumerate(pairs, start=1):
        assert actual == expected, f"{file.name}, line {number}"
