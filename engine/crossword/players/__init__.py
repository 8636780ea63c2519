"""Computer players of crossword games; they know their seat's view, the table's rules and a search."""
