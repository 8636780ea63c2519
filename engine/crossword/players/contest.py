"""Games that two computer players play against each other, to measure them: each pair with the same bag, seats swapped.

They go through the engine's own door, with the words of a list and without a clock.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from engine.crossword import secrecy, timing
from engine.crossword.actions import Action
from engine.crossword.players.choosing import Mind, choose
from engine.crossword.players.sight import Search, Sight
from engine.crossword.rules import apply
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.state import GameState
from engine.crossword.turns import ends_the_game, waits
from engine.levels import GoesOn
from engine.lexicon import Lexicon
from engine.rng import Draws
from engine.seats import Seat

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When every game begins; nobody's thoughts take time there."""
_SEATS: Final = (Seat(1, "Player 1"), Seat(2, "Player 2"))

Scores = tuple[int, int]
"""Of the first and of the second player."""


class Contest:
    """Pairs of games of one kind.

    Args:
        ruleset: resolved.
        words: the table's list.
        search: finds the plays.
        thinks: called at the beginning of each turn, says how long it may last.
    """

    def __init__(self, ruleset: Ruleset, words: Lexicon, search: Search, thinks: Callable[[], GoesOn]) -> None:
        self._rules: Final = ruleset
        self._words: Final = words
        self._search: Final = search
        self._thinks: Final = thinks

    def pair(self, minds: tuple[Mind, Mind], name: str) -> tuple[Scores, Scores]:
        """Play two games with the same secret, the players' seats swapped in the second.

        Args:
            minds: who plays.
            name: any text; the same one gives the same tiles.

        Returns:
            The final scores of each game, in the order of ``minds``.
        """
        first, second = self._played(minds, name), self._played((minds[1], minds[0]), name)
        return first, (second[1], second[0])

    def _played(self, minds: tuple[Mind, Mind], name: str) -> Scores:
        secret = hashlib.sha256(name.encode()).hexdigest()
        state, _ = open_game(self._rules, _SEATS, host=1, secret=secret, message=1, lexicon=self._words.hash, now=_NOW)
        by_user = dict(zip((seat.user for seat in _SEATS), minds, strict=True))
        now = _NOW
        while state.outcome is None:
            action, now = self._next(state, by_user, name, now)
            state, _ = apply(state, action, now, self._words.__contains__)
        scores = {player.user: player.score for player in state.players}
        return scores[1], scores[2]

    def _next(self, state: GameState, minds: dict[int, Mind], name: str, now: datetime) -> tuple[Action, datetime]:
        """What happens next, and when: a window that all wait for closes by itself, unless somebody accepts."""
        due = timing.deadline(state)
        own = state.pending is not None and state.turn == state.pending.seat
        if due is not None and waits(state) and (own or not ends_the_game(state)):
            return timing.what_is_due(state, due), due
        sight = Sight(secrecy.view(state, state.turn), state.ruleset, self._words)
        draws = Draws(f"{name}:{state.number}:{sight.user}")
        return choose(minds[sight.user], sight, self._search, draws, self._thinks()), now
