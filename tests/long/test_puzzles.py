"""Every puzzle that ships wins its simulation again, with the same figures."""

import pytest

from bot.families.crossword.puzzle_family import PuzzleSource
from engine.crossword.puzzles.finder import puzzle_faults
from engine.crossword.puzzles.shipped_puzzles import puzzle_games, shipped_puzzles


@pytest.mark.long(seconds=90)
@pytest.mark.parametrize("game", puzzle_games())
def test_every_puzzle_that_ships_wins_its_simulation_again(game: str) -> None:
    finder = PuzzleSource(game).finder
    found = {one.id: [*puzzle_faults(one, finder, simulate=True)] for one in shipped_puzzles(game)}
    assert {name: faults for name, faults in found.items() if faults} == {}
