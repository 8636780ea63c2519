"""Commands of ``harfiyen`` for recorded games: games on a board, in GCG."""
