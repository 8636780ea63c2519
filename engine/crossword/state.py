"""The whole of a crossword game, secrets included. Only ``rules`` makes new states; only ``view`` shows them."""

from typing import Final

from msgspec import Struct

from engine.crossword.view import LastTurn, Outcome
from engine.rng import Draws
from engine.rulesets import Ruleset

SCHEMA: Final = 1


class Player(Struct, frozen=True):
    """A seated player; the tuple of players is in the order of play."""

    user: int
    name: str
    rack: tuple[str, ...] = ()
    score: int = 0
    surrendered: int | None = None
    """How many had given up before this player did; ``None`` while the player plays on."""

    @property
    def active(self) -> bool:
        """Whether the player still plays."""
        return self.surrendered is None


class GameState(Struct, frozen=True, tag="crossword"):
    """A game in progress or over. Cells are ``""``, a letter, or ``?`` and the letter of a blank."""

    schema: int
    ruleset: Ruleset
    """Resolved: the table's options are applied."""
    lexicon: str
    """The hash of the word list that judges."""
    players: tuple[Player, ...]
    cells: tuple[str, ...]
    bag: tuple[str, ...]
    draws: Draws
    secret: str
    """What the published commitment commits to; shown when the game is over."""
    commitment: str
    host: int
    """The user who opened the table."""
    turn: int
    """The seat to move."""
    number: int = 0
    """Turns taken."""
    passes: int = 0
    """Consecutive passes up to now."""
    scoreless: int = 0
    """Consecutive turns without score up to now: passes and exchanges."""
    bonus: str | None = None
    bonus_taken: bool = False
    last: LastTurn | None = None
    outcome: Outcome | None = None

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)
