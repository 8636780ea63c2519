"""What a game of any family begins with."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from engine.lobby_seats import Seat
from engine.rng import seed


class GameSetup(Struct, frozen=True, kw_only=True):
    """The people and the instant that a game begins with, and all that its chance comes from."""

    seats: Sequence[Seat]
    """In the order of sitting down."""
    host: int
    """The user who opened the table."""
    secret: str
    """32 bytes in hex, whose commitment was published when the lobby opened."""
    message: int
    """The id of the message that started the game; part of the seed."""
    lexicon: str
    """The hash of the word list."""
    begins: datetime
    """When the first turn begins."""
    order: Sequence[Seat] = ()
    """Of play, where the players of a rematch are the same; any other is found as RULES §1.3 says."""
    sown: str = ""
    """The seed, where it is not to be made of all that (:attr:`engine.lobby_seats.Begin.sown`)."""

    @property
    def seed(self) -> str:
        """What all chance of the game comes from, in hex."""
        return self.sown or seed(self.secret, [seat.user for seat in self.seats], self.message)
