"""The whole of a crossword game, secrets included. Only ``rules`` makes new states; only ``view`` shows them."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from engine.clock import ClockState
from engine.crossword.actions import Placement
from engine.crossword.ruleset import Ruleset
from engine.crossword.view import Challenged, DrawOffer, LastTurn, Outcome, WordScore
from engine.history import History
from engine.rng import Draws

SCHEMA: Final = 3


class Player(Struct, frozen=True):
    """A seated player; the tuple of players is in the order of play."""

    user: int
    name: str
    rack: tuple[str, ...] = ()
    score: int = 0
    surrendered: int | None = None
    """How many had given up or forfeited before this player did; ``None`` while the player is in the game."""
    retired: bool = False
    """Whether the player is out of time and takes no more turns (RULES §5.7)."""
    exchanges: int = 0
    """Exchanges made."""
    skips: int = 0
    """Turns to be lost for failed challenges."""
    offered: int | None = None
    """The turns taken when the player last offered a draw; ``None`` for never."""

    @property
    def active(self) -> bool:
        """Whether the player is still in the game."""
        return self.surrendered is None

    @property
    def plays(self) -> bool:
        """Whether the player still takes turns."""
        return self.active and not self.retired


class Pending(Struct, frozen=True):
    """A play laid and scored that may yet be challenged; refill and EX cells wait for it (RULES §7.1)."""

    play: int
    """Its number: the turns taken with it."""
    seat: int
    until: datetime
    tiles: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    score: int
    scoreless: int
    """The run of turns without score before it."""
    took_bonus: bool
    laid: datetime | None = None
    """When it was laid, which no pause moves; ``None`` where an earlier version laid it."""


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
    """Consecutive turns without score up to now: passes, exchanges, turns lost by challenges."""
    bonus: str | None = None
    bonus_taken: bool = False
    last: LastTurn | None = None
    outcome: Outcome | None = None
    pending: Pending | None = None
    challenges: tuple[Challenged, ...] = ()
    clocks: ClockState = ClockState()
    offer: DrawOffer | None = None
    history: History = ()

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)
