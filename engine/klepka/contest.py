"""Games of Klepka that two computer players play against each other, to measure them.

The two games of a pair have the same cards on the same positions, and swapped seats.
"""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from engine.computer_ids import Level
from engine.game_setup import GameSetup
from engine.klepka import secrecy
from engine.klepka.players import ComputerView, SeenCard, choose_action, update_seen
from engine.klepka.rules import apply
from engine.klepka.ruleset import Ruleset
from engine.klepka.setup import open_game
from engine.klepka.state import GameState
from engine.lexicon import Lexicon
from engine.lobby_seats import Seat

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)

Scores = tuple[int, int]
"""Of the first and of the second player."""


def play_pair(ruleset: Ruleset, levels: tuple[Level, Level], words: Lexicon, name: str) -> tuple[Scores, Scores]:
    """Play two games with the same secret, the players' seats swapped in the second.

    Args:
        ruleset: resolved; no time passes.
        levels: who plays.
        words: the table's list.
        name: any text; the same one gives the same cards.

    Returns:
        The final scores of each game, in the order of ``levels``.
    """
    first, second = (play_game(ruleset, order, words, name) for order in (levels, levels[::-1]))
    return _scores(first), _scores(second)[::-1]


def play_game(ruleset: Ruleset, levels: Sequence[Level], words: Lexicon, name: str) -> GameState:
    """Play one game to its end, which is returned; ``levels`` are as many as sit down, in that order."""
    secret = hashlib.sha256(name.encode()).hexdigest()
    seats = tuple(Seat(user, f"Player {user}") for user, _ in enumerate(levels, 1))
    state, _ = open_game(
        ruleset, GameSetup(seats=seats, host=1, secret=secret, message=1, lexicon=words.hash, begins=_NOW)
    )
    seen: dict[int, SeenCard] = {}
    while state.outcome is None:
        user, view = state.players[state.turn].user, secrecy.view_for(state, None)
        action = choose_action(levels[user - 1], ComputerView(view, ruleset, words, seen, f"{name}:{user}"))
        number = state.number
        state, events = apply(state, action, _NOW, words.__contains__)
        seen = update_seen(seen, events, number)
    return state


def _scores(end: GameState) -> Scores:
    scores = {player.user: player.score for player in end.players}
    return scores[1], scores[2]
