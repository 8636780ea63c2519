"""The rules of the games: pure functions of states and actions, without clock, randomness or I/O."""
