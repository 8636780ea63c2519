"""A player's own board in crossword games. Start at ``steps``, which says what each step shows and plays."""
