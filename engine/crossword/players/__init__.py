"""Computer players of crossword games: what a seat's view, the table's rules and a search make them do."""
