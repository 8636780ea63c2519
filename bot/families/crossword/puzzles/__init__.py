"""Puzzles of crossword games in the chat: start at :mod:`~bot.families.crossword.puzzles.puzzle_family`."""
