"""Analysis of finished games by what the players could know at each turn."""
