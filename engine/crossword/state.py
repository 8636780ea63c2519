"""The state of a crossword game, secrets included. Only ``rules`` makes new states; only ``secrecy`` shows them."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from engine.clock import Clock, ClockState
from engine.crossword.actions import Placement, TurnAction
from engine.crossword.ruleset import Ruleset
from engine.crossword.view import Challenged, DrawOffer, Highlights, LastTurn, Outcome, TurnKind, WordScore
from engine.game_base import OpenWindow, TurnGame

SCHEMA: Final = 1


class Player(Struct, frozen=True):
    """A seated player; players are in order of play."""

    user: int
    name: str
    rack: tuple[str, ...] = ()
    score: int = 0
    surrendered: int | None = None
    """How many had surrendered or forfeited before this player; ``None`` while in the game."""
    retired: bool = False
    """Whether the player is out of time and takes no more turns (RULES §5.7)."""
    exchanges: int = 0
    """The number of exchanges made."""
    skips: int = 0
    """Turns to be lost for failed challenges."""
    run: int = 0
    """The player's consecutive turns that belong to the run that may end the game (RULES §7.3)."""
    hints: int = 0
    """Steps of hints that were told (RULES §7.6)."""
    offered: int | None = None
    """How many turns had been taken when the player last offered a draw; ``None`` for never."""

    @property
    def active(self) -> bool:
        """Whether the player is still in the game."""
        return self.surrendered is None

    @property
    def takes_turns(self) -> bool:
        """Whether the player still takes turns."""
        return self.active and not self.retired


class Pending(Struct, frozen=True):
    """A laid and scored play that may still be challenged; refill and EX cells wait for it (RULES §7.1)."""

    play: int
    """The play's number: the count of turns taken, including it."""
    seat: int
    until: datetime
    tiles: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    score: int
    run: tuple[int, ...]
    """Each seat's turns in the run of passes or scoreless turns before the play."""
    took_bonus: bool
    laid: datetime
    """When the window began; pauses do not move it."""
    highlights: Highlights = Highlights()
    """The best word and play of the game before it."""
    late: int = 0
    """Milliseconds by which the window was extended, since the chat was told of the play late."""


class Hint(Struct, frozen=True):
    """The best turn of the player on turn, and how many of its steps were told (RULES §7.6)."""

    seat: int
    best: TurnAction
    steps: int
    """How many steps were told."""
    word: WordScore | None = None
    """The main word of a play."""
    score: int = 0


class UndoSnapshot(Struct, frozen=True):
    """The state before the last turn, so that it can be undone while nothing was drawn since.

    Dropped with the next change of racks, scores, runs or the board.
    """

    seat: int
    """The seat that took the turn, or left the game."""
    kind: TurnKind
    turn: int
    """The seat that was on turn."""
    number: int
    """How many turns had been taken before it."""
    players: tuple[Player, ...]
    last: LastTurn | None
    clocks: ClockState
    """The stopped clocks when the turn was taken."""
    bonus_taken: bool
    highlights: Highlights
    pending: Pending | None
    """The play that was open before it."""
    tiles: tuple[Placement, ...] = ()
    """The tiles that the turn laid."""
    left: tuple[int, ...] = ()
    """Each clock's time right after the turn; if it has more when the turn is undone, the surplus is extra time."""
    hint: Hint | None = None
    """The hint that its player had been told."""
    former: "UndoSnapshot | None" = None
    """If a player left the game: the snapshot of the turn before, which can still be restored."""


class GameState(TurnGame, frozen=True, kw_only=True, tag="crossword"):
    """A running or finished game. Cells are ``""``, a letter, or ``?`` and a blank's letter."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    cells: tuple[str, ...]
    bag: tuple[str, ...]
    bonus: str | None = None
    bonus_taken: bool = False
    last: LastTurn | None = None
    outcome: Outcome | None = None
    pending: Pending | None = None
    challenges: tuple[Challenged, ...] = ()
    offer: DrawOffer | None = None
    highlights: Highlights = Highlights()
    hint: Hint | None = None
    """``None`` if the player on turn has asked for none."""
    former: UndoSnapshot | None = None
    """``None`` if the last turn cannot be undone."""

    @property
    def clock_rule(self) -> Clock | None:
        """The clock in use."""
        return self.ruleset.clock_rule

    @property
    def phase_began_at(self) -> datetime | None:
        """When the turn began or was paused or, while the last play can be challenged, when its window opened."""
        return super().phase_began_at if self.pending is None else self.pending.laid

    @property
    def open_window(self) -> OpenWindow | None:
        """The window of the play that may be challenged or taken back."""
        play = self.pending
        return None if play is None else OpenWindow(play.play, play.laid, play.until)
