"""A guessing game that is played by chance, the same for the same seed and number."""

import hashlib
from datetime import UTC, datetime
from typing import Final

from engine.game import Action, Table
from engine.lexicon import Lexicon, lexicon
from engine.record import LogEntry, judged, seated
from engine.rng import Draws
from engine.seats import Begin
from tests.support.guess.messages import Guess
from tests.support.guess.rules import GameState
from tests.support.guess.ruleset import Ruleset

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)


def played(ruleset: Ruleset, players: int, seed: str, number: int) -> tuple[GameState, list[LogEntry]]:
    """A game in which everybody guesses at random, and its log."""
    words, draws = lexicon(ruleset.lexicon), Draws(f"{seed}:{number}")
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    table, log = seated(ruleset, [f"Player {seat}" for seat in range(1, players + 1)], secret, _NOW)
    state = _step(table, Begin(1, message=number, lexicon=words.hash), words, log)
    while state.outcome is None:
        chosen, draws = draws.below(len(ruleset.words))
        state = _step(state, Guess(state.players[state.turn].user, ruleset.words[chosen]), words, log)
    return state, log


def _step(table: Table, action: Action, words: Lexicon, log: list[LogEntry]) -> GameState:
    after, entry = judged(table, action, _NOW, words)
    if not isinstance(after, GameState):
        raise TypeError("a guessing game stays one")
    log.append(entry)
    return after
