"""The whole of a Duplicate game, secrets included. Only ``rules`` makes new states; only ``secrecy`` shows them."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from engine.crossword.state import GameState as Position
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import ClosedRound, Outcome, Play, Reason
from engine.game_base import Game

SCHEMA: Final = 1
MOST_PEOPLE: Final = 100
"""Who answer; the next is told so."""
MOST_SEATS: Final = 250
"""With those who only opened their board."""


class StandingAnswer(Struct, frozen=True):
    """A player's last answer to the open round; ``sent`` is the instant by which it is the last."""

    play: Play
    sent: datetime
    counts: bool = True


class Player(Struct, frozen=True, omit_defaults=True):
    """Who is in the game, in the order of entering."""

    user: int
    name: str
    score: int = 0
    """Points with solo bonuses."""
    from_lobby: bool = False
    """Whether the player sat in the lobby: waited for in the first round as if they had answered."""
    since: int = 0
    """The round of the first answer; 0 for none yet. An answer to the open round counts when it closes."""
    points: tuple[int | None, ...] = ()
    """Without bonuses, of each closed round since :attr:`since`; ``None`` for no answer."""
    tops: int = 0
    solos: int = 0
    answer: StandingAnswer | None = None
    """Secret."""
    locked: bool = False
    """Secret."""

    @property
    def active(self) -> bool:
        """Always: nobody leaves a game in which nobody is waited for."""
        return True


class Round(Struct, frozen=True):
    """The open round; what is found of it is secret."""

    number: int
    rack: tuple[str, ...]
    opened: datetime
    due: datetime
    laid: Play
    reason: Reason
    several_words: bool
    best: tuple[Play, ...]
    called: bool = False
    closes: datetime | None = None
    """When it closes early, as everybody has locked or the host asked for it."""


class GameState(Game, frozen=True, kw_only=True, tag="duplicate"):
    """A game in progress or over. Cells are as in a crossword game."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    cells: tuple[str, ...]
    kept: tuple[str, ...] = ()
    """Between two rounds: what the last laid play left of its rack."""
    bag: tuple[str, ...]
    """Secret: what is neither on the board, nor on the rack, nor kept."""
    round: Round | None = None
    """``None`` between two rounds."""
    closed: tuple[ClosedRound, ...] = ()
    known: int = 0
    """How many players there were when the last round closed: later ones are shown when the next does."""
    opens: datetime | None = None
    """When the next rack may be drawn; ``None`` while a round is open and at the end."""
    noplays: int = 0
    """Racks without a play in a row."""
    outcome: Outcome | None = None

    @property
    def position(self) -> Position:
        """The open round's board and rack as a crossword game of one player, seat 0: for laying and scoring."""
        raise NotImplementedError
