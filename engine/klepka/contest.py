"""Games of Klepka that two computer players play against each other, to measure them.

The two games of a pair have the same cards on the same positions, and swapped seats.
"""

import hashlib
from datetime import UTC, datetime
from typing import Final

from engine.klepka import secrecy
from engine.klepka.players import Seen, Sight, choose, noticed
from engine.klepka.rules import apply
from engine.klepka.ruleset import Ruleset
from engine.klepka.setup import open_game
from engine.levels import Level
from engine.lexicon import Lexicon
from engine.seats import Seat

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
_SEATS: Final = (Seat(1, "Player 1"), Seat(2, "Player 2"))

Scores = tuple[int, int]
"""Of the first and of the second player."""


def pair(ruleset: Ruleset, levels: tuple[Level, Level], words: Lexicon, name: str) -> tuple[Scores, Scores]:
    """Play two games with the same secret, the players' seats swapped in the second.

    Args:
        ruleset: resolved; no time passes.
        levels: who plays.
        words: the table's list.
        name: any text; the same one gives the same cards.

    Returns:
        The final scores of each game, in the order of ``levels``.
    """
    first, second = _played(ruleset, levels, words, name), _played(ruleset, (levels[1], levels[0]), words, name)
    return first, (second[1], second[0])


def _played(ruleset: Ruleset, levels: tuple[Level, Level], words: Lexicon, name: str) -> Scores:
    secret = hashlib.sha256(name.encode()).hexdigest()
    state, _ = open_game(ruleset, _SEATS, host=1, secret=secret, message=1, lexicon=words.hash, now=_NOW)
    seen: dict[int, Seen] = {}
    while state.outcome is None:
        user, view = state.players[state.turn].user, secrecy.view(state, None)
        action = choose(levels[user - 1], Sight(view, ruleset, words, seen, f"{name}:{user}"))
        number = state.number
        state, events = apply(state, action, _NOW, words.__contains__)
        seen = noticed(seen, events, number)
    scores = {player.user: player.score for player in state.players}
    return scores[1], scores[2]
