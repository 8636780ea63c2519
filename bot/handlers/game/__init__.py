"""Commands and buttons of a game that runs or is over, alike for all families."""
