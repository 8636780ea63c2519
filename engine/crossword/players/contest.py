"""Games that computer players play against each other, to measure them; of a pair, with the same bag and swapped seats.

They go through the engine's own door, with the words of a list and without a clock.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from engine.computer_ids import HasTime
from engine.crossword import secrecy, timing
from engine.crossword.actions import Action
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.turn_choice import Strength, choose_action
from engine.crossword.rules import apply
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.state import GameState
from engine.crossword.turns import is_last_play_open, is_waiting_for_window
from engine.game_base import GameSetup
from engine.lexicon import Lexicon
from engine.lobby_seats import Seat
from engine.rng import Draws

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When every game begins; nobody's thoughts take time there."""

Scores = tuple[int, int]
"""Of the first and of the second player."""


class Contest:
    """Games of one kind.

    Args:
        new_time_limit: called at the beginning of each turn, says how long it may last.
        watch: gets each state of a game, the first one and the last one among them.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        words: Lexicon,
        search: PlaySearch,
        new_time_limit: Callable[[], HasTime],
        watch: Callable[[GameState], None] = lambda _: None,
    ) -> None:
        self._rules: Final = ruleset
        self._words: Final = words
        self._search: Final = search
        self._thinks: Final = new_time_limit
        self._watch: Final = watch

    def play_pair(self, strengths: tuple[Strength, Strength], name: str) -> tuple[Scores, Scores]:
        """Play two games with the same secret, the players' seats swapped in the second.

        Args:
            strengths: who plays.
            name: any text; the same one gives the same tiles.

        Returns:
            The final scores of each game, in the order of ``strengths``.
        """
        first, second = self.play_game(strengths, name), self.play_game(strengths[::-1], name)
        return (first[0], first[1]), (second[1], second[0])

    def play_game(self, strengths: Sequence[Strength], name: str) -> tuple[int, ...]:
        """Play one game with a secret that the name gives.

        Args:
            strengths: who plays, as many as the ruleset lets play, in the order of sitting down.
            name: any text; the same one gives the same tiles.

        Returns:
            The final scores, in the order of ``strengths``.
        """
        seats = [Seat(user, f"Player {user}") for user, _ in enumerate(strengths, 1)]
        secret = hashlib.sha256(name.encode()).hexdigest()
        state, _ = open_game(
            self._rules,
            GameSetup(seats=seats, host=1, secret=secret, message=1, lexicon=self._words.hash, begins=_NOW),
        )
        by_user = dict(enumerate(strengths, 1))
        now = _NOW
        self._watch(state)
        while state.outcome is None:
            action, now = self._next_action(state, by_user, name, now)
            state, _ = apply(state, action, now, self._words.__contains__)
            self._watch(state)
        scores = {player.user: player.score for player in state.players}
        return tuple(scores[seat.user] for seat in seats)

    def _next_action(
        self, state: GameState, strengths: dict[int, Strength], name: str, now: datetime
    ) -> tuple[Action, datetime]:
        """What happens next, and when: a window that all wait for closes by itself, unless somebody accepts."""
        due = timing.deadline(state)
        own = state.pending is not None and state.turn == state.pending.seat
        if due is not None and is_waiting_for_window(state) and (own or not is_last_play_open(state)):
            return timing.due_action(state, due), due
        sight = ComputerView(secrecy.view_for(state, state.turn), state.ruleset, self._words)
        draws = Draws(f"{name}:{state.number}:{sight.user}")
        return choose_action(strengths[sight.user], sight, self._search, draws, self._thinks()), now
