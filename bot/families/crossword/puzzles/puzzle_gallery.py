"""A puzzle, for the gallery; loaded with it alone."""

from bot.families.crossword.puzzles.puzzle_family import CrosswordPuzzles
from bot.families.gallery import DrawPicture, table_drawer
from bot.families.puzzle_family import ShownPuzzle
from bot.pictures.sketches import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles


def puzzle_drawer(texts: Texts, game: str) -> DrawPicture:
    """The first puzzle that ships for a game, as its solver sees it."""
    puzzle, family = shipped_puzzles(game)[0], CrosswordPuzzles()

    def sketch(speaker: Speaker, look: Look) -> Sketch:
        return family.sketch(ShownPuzzle(puzzle, speaker, look))

    return table_drawer(texts, game, sketch)
