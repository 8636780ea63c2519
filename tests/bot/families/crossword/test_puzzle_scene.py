"""A puzzle's picture, of every game that has puzzles."""

import pytest

from bot.families.crossword.puzzles.puzzle_scene import puzzle_scene
from bot.families.puzzle_family import ShownPuzzle
from bot.pictures.sketches import Look
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.puzzles.shipped_puzzles import puzzle_games, shipped_puzzles


@pytest.mark.parametrize("game", puzzle_games())
def test_a_puzzle_is_drawn_whatever_clock_its_game_has(game: str) -> None:
    puzzle = shipped_puzzles(game)[0]
    speaker = Speaker(Texts(), "tr").about_table(puzzle.rules.title)
    sketch = puzzle_scene(ShownPuzzle(puzzle, speaker, Look("tr")), puzzle).to_page("", ()).sketch
    assert sketch is not None
    assert sketch.reusable
