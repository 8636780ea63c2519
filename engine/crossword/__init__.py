"""The crossword family: Kelimelik, Scrabble and every game whose words cross on a board of premium cells."""
