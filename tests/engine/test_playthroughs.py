"""Whole games, replayed line by line from ``tests/playthroughs``.

``HARFIYEN_REGENERATE=playthroughs`` in the environment rewrites what the engine is expected to say; read the difference
before you keep it.
"""

import os
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest

from engine.crossword.shipped import crossword_rulesets
from engine.duplicate.ruleset import Ruleset as DuplicateRuleset
from engine.duplicate.simulate import record_game, simulate_game
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support import klepka_playthroughs, playthroughs
from tests.support.boards import shared_searcher

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


def test_every_ruleset_has_a_playthrough() -> None:
    assert {ruleset(file.read_text(encoding="utf-8")) for file in FILES} == set(shipped_rulesets())


def ruleset(text: str) -> str:
    return next(line.split()[1] for line in text.splitlines() if line.startswith("ruleset "))


def replayed(text: str) -> list[str]:
    """The file as the engine writes it, in the notation of its family."""
    if isinstance(shipped_rulesets()[ruleset(text)], DuplicateRuleset):
        return list(duplicate_lines(text))
    family = playthroughs if ruleset(text) in crossword_rulesets() else klepka_playthroughs
    return list(family.playthrough_lines(playthroughs.parse_playthrough(text)))


def duplicate_lines(text: str) -> Iterator[str]:
    """A game in rounds as its record has it, behind its ruleset and its seed."""
    rules = resolve_ruleset(shipped_rulesets()[ruleset(text)], {"rounds": "all"})
    assert isinstance(rules, DuplicateRuleset)
    seed = next(line.split()[1] for line in text.splitlines() if line.startswith("seed "))
    played = simulate_game(rules, ["greedy"], seed, 1, load_lexicon(rules.lexicon), shared_searcher())
    yield from (f"ruleset {rules.id}", f"seed {seed}", "")
    yield from record_game(rules, played.events).splitlines()


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_a_whole_game_replays_line_by_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = replayed(text)
    if os.environ.get("HARFIYEN_REGENERATE") == "playthroughs":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    assert not [line for line in lines if line.startswith(playthroughs.UNFINISHED)], "the game is not over"
    pairs = zip_longest(text.splitlines(), lines)
    for number, (expected, actual) in enumerate(pairs, start=1):
        assert actual == expected, f"{file.name}, line {number}"
