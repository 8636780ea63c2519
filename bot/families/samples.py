"""Tables to show and to measure, for games that the engine plays with itself: the same in every run."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from engine.game import Begin, Game, apply
from engine.lexicon import Lexicon
from engine.rulesets import resolve, rulesets
from engine.seats import Join, Lobby, Seat, join, open_lobby

BEGUN: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When every sample begins."""
_FIRST_USER: Final = 1001


def lobby(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Lobby:
    """A lobby in which these people sit, at a table with these options.

    Args:
        ruleset: its id.
        names: one a seat; the first opened the table.
        number: which game; another number is another game.
        options: by name, as :func:`engine.rulesets.resolve` takes them.

    Raises:
        Refusal: ``table_full``, or an option that the ruleset does not know.
    """
    rules = resolve(rulesets()[ruleset], options)
    seats = [Seat(user, name) for user, name in enumerate(names, start=_FIRST_USER)]
    opened = open_lobby(rules, seats[0], hashlib.sha256(f"sample:{number}".encode()).hexdigest())
    for seat in seats[1:]:
        opened, _ = join(opened, Join(seat.user, seat.name))
    return opened


def begun(table: Lobby, number: int, words: Lexicon) -> Game:
    """The game of a lobby at its first turn."""
    game = apply(table, Begin(table.host, number, words.hash), BEGUN, words.__contains__).table
    if game is None or isinstance(game, Lobby):
        raise TypeError("a lobby that begins is a game")
    return game
