"""Commands of ``harfiyen`` for recorded crossword games in GCG."""
