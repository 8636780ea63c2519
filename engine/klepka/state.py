"""The whole of a game of Klepka, secrets included. Only ``rules`` makes new states; only ``showing`` shows them."""

from typing import Final

from msgspec import Struct

from engine.clock import ClockState
from engine.history import History
from engine.klepka.deck import face_down
from engine.klepka.ruleset import Ruleset
from engine.klepka.view import Flipped, FormedWord, Outcome, Phase
from engine.rng import Draws

SCHEMA: Final = 2
PAIR: Final = 2


class Player(Struct, frozen=True):
    """A seated player; the tuple of players is in the order of play."""

    user: int
    name: str
    cards: tuple[str, ...] = ()
    """The open collection, in the order in which the cards came."""
    score: int = 0
    passed: bool = False
    """Whether the player has passed since cards last moved, the table being empty."""
    surrendered: int | None = None
    """How many had given up before this player did; ``None`` while the player plays on."""

    @property
    def active(self) -> bool:
        """Whether the player still plays."""
        return self.surrendered is None


class GameState(Struct, frozen=True, tag="klepka"):
    """A game in progress or over."""

    schema: int
    ruleset: Ruleset
    """Resolved: the table's options are applied."""
    lexicon: str
    """The hash of the word list that judges."""
    players: tuple[Player, ...]
    table: tuple[str, ...]
    """Secret: the cards by position, ``""`` where one was taken."""
    draws: Draws
    """Secret."""
    secret: str
    """What the published commitment commits to; shown when the game is over."""
    commitment: str
    host: int
    """The user who opened the table and confirms doubled words."""
    turn: int
    """The seat on turn."""
    discarded: tuple[str, ...] = ()
    phase: Phase = "words"
    number: int = 0
    """Turns taken."""
    words: tuple[FormedWord, ...] = ()
    """Every word of the game, in order."""
    idle: int = 0
    """Turns in a row in which nobody did anything and the time ran out."""
    clocks: ClockState = ClockState()
    outcome: Outcome | None = None
    history: History = ()
    flipped: Flipped | None = None

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)

    @property
    def formed(self) -> int:
        """How many words the player on turn has formed in this turn."""
        return sum(word.turn == self.number for word in self.words)

    @property
    def flips(self) -> int:
        """How many cards are turned up next: a pair, and one more for each word of the turn (RULES §6.5)."""
        wanted = PAIR if self.phase == "extra" else PAIR * (self.formed + 1)
        return min(wanted, len(face_down(self.table)))
