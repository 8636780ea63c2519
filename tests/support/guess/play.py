"""A guessing game that is played by chance, the same for the same seed and number."""

import hashlib
from datetime import UTC, datetime
from typing import Final

from engine.game import Action, Table
from engine.lexicon import Lexicon, load_lexicon
from engine.lobby_seats import Begin
from engine.rng import Draws
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from tests.support.guess.messages import Guess
from tests.support.guess.rules import GameState
from tests.support.guess.ruleset import Ruleset

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)


def play_random_game(ruleset: Ruleset, players: int, seed: str, number: int) -> tuple[GameState, list[LogEntry]]:
    """A game in which everybody guesses at random, and its log."""
    words, draws = load_lexicon(ruleset.lexicon), Draws(f"{seed}:{number}")
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    table, log = open_seated_table(ruleset, [f"Player {seat}" for seat in range(1, players + 1)], secret, _NOW)
    state = _apply_judged(table, Begin(1, message=number, lexicon=words.hash), words, log)
    while state.outcome is None:
        chosen, draws = draws.random_below(len(ruleset.words))
        state = _apply_judged(state, Guess(state.players[state.turn].user, ruleset.words[chosen]), words, log)
    return state, log


def _apply_judged(table: Table, action: Action, words: Lexicon, log: list[LogEntry]) -> GameState:
    after, entry = apply_with_lexicon(table, action, _NOW, words)
    if not isinstance(after, GameState):
        raise TypeError("a guessing game stays one")
    log.append(entry)
    return after
