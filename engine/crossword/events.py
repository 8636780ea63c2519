"""The events of the family; :mod:`engine.crossword.secrecy` removes the secrets of some."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine import messages
from engine.absence import AbsenceEvent
from engine.clock import ClockEvent
from engine.crossword.actions import Placement
from engine.crossword.view import Challenged, Outcome, TurnKind, WordScore
from engine.timekeeping import WindowLengthened
from engine.turns import PlayerSurrendered

WindowEnd = Literal["acted", "accepted", "time", "challenge"]


class DrawnTile(Struct, frozen=True):
    """A tile drawn for the order of play; it is public."""

    user: int
    tile: str


class GameStarted(messages.Event, Struct, frozen=True, tag="game_started"):
    """The game began; ``rounds`` holds the draws for the order of play, later rounds being redraws of ties."""

    order: tuple[int, ...]
    rounds: tuple[tuple[DrawnTile, ...], ...]
    bonus: str | None
    """The random bonus cell, public from the start."""


class TilesPlaced(messages.Event, Struct, frozen=True, tag="tiles_placed"):
    """A play was laid and scored: its tiles, the words with their scores, and the bonuses in ``score``.

    If plays can be challenged, ``play`` is its number, and it may be withdrawn until ``until``.
    """

    seat: int
    tiles: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    bingo: int
    cell_bonus: int
    score: int
    rack: tuple[str, ...] | None = None
    """Secret: the rack that the play was made from."""
    play: int | None = None
    until: datetime | None = None


class TilesDrawn(messages.Event, Struct, frozen=True, tag="tiles_drawn"):
    """A player drew tiles from the bag."""

    seat: int
    count: int
    tiles: tuple[str, ...] | None = None
    """Secret: the faces drawn."""

    @property
    def is_silent(self) -> bool:
        """True: the group is told of the event that caused the draw."""
        return True


class TilesExchanged(messages.Event, Struct, frozen=True, tag="tiles_exchanged"):
    """A player exchanged tiles with the bag."""

    seat: int
    count: int
    tiles: tuple[str, ...] | None = None
    """Secret: the faces given back."""
    rack: tuple[str, ...] | None = None
    """Secret: the rack before the exchange."""


class TileExchanged(messages.Event, Struct, frozen=True, tag="tile_exchanged"):
    """An EX cell exchanged a tile of ``victim`` for one of the bag or, if ``swapped``, of the mover (RULES §5.5)."""

    seat: int
    """The mover, who covered the cell."""
    victim: int
    cell: str
    swapped: bool = False
    lost: str | None = None
    """Secret: the tile that left the victim's rack."""
    gained: str | None = None
    """Secret: the tile that replaced it."""


class TurnPassed(messages.Event, Struct, frozen=True, tag="turn_passed"):
    """A player passed, or the clock did it (``automatic``)."""

    seat: int
    rack: tuple[str, ...] | None = None
    """Secret: the player's rack."""
    automatic: bool = False


class WindowClosed(messages.Event, Struct, frozen=True, tag="window_closed"):
    """A play can no longer be challenged and stands.

    ``reason``: the next player ``acted``, or ``accepted`` the last play of the game, the ``time`` was up, or the
    ``challenge`` failed.
    """

    seat: int
    play: int
    reason: WindowEnd


class PlayKept(messages.Event, Struct, frozen=True, tag="play_kept"):
    """A play can no longer be taken back: its time is over, or the next player has acted."""

    seat: int
    play: int

    @property
    def is_silent(self) -> bool:
        """True: the group was told with the play how long it can be taken back."""
        return True


class TurnUndone(messages.Event, Struct, frozen=True, tag="turn_undone"):
    """The last turn was undone, by its player or by an administrator's ``ruling``; its player is on turn again."""

    seat: int
    kind: TurnKind
    tiles: tuple[Placement, ...] = ()
    """A play's tiles; public, since all have seen them."""
    words: tuple[WordScore, ...] = ()
    score: int = 0
    """The points that were removed."""
    ruling: bool = False
    name: str = ""
    """The administrator's name; empty for one who posts as the group."""
    own: bool = False
    """Whether the administrator who ruled had taken the turn."""


class PlayChallenged(messages.Event, Struct, frozen=True, tag="play_challenged"):
    """A player challenged a play, with the outcome."""

    challenge: Challenged


class PlayWithdrawn(messages.Event, Struct, frozen=True, tag="play_withdrawn"):
    """A play was challenged off: its tiles are back on the rack and its score is gone."""

    seat: int
    tiles: tuple[Placement, ...]
    """Public, since all have seen them."""
    phonies: tuple[str, ...]
    score: int
    """The points that were removed."""
    rack: tuple[str, ...] | None = None
    """Secret: the rack with the tiles returned."""


class PointsAdjusted(messages.Event, Struct, frozen=True, tag="points_adjusted"):
    """A failed challenge gave points to a player or took them (RULES §7.1)."""

    seat: int
    points: int


class TurnLost(messages.Event, Struct, frozen=True, tag="turn_lost"):
    """A player misses one turn for a failed challenge."""

    seat: int


class HintTold(messages.Event, Struct, frozen=True, tag="hint_told"):
    """A player was told a step of a hint; secret to that player until the end of the game (RULES §7.6)."""

    seat: int
    step: int | None = None
    """Secret: which step it was."""

    @property
    def is_silent(self) -> bool:
        """True: hints stay secret until the end."""
        return True


class DrawOffered(messages.Event, Struct, frozen=True, tag="draw_offered"):
    """A player offers a draw."""

    seat: int


class DrawAccepted(messages.Event, Struct, frozen=True, tag="draw_accepted"):
    """A player accepted the draw; ``missing`` lists the seats that have not yet."""

    seat: int
    missing: tuple[int, ...]


class DrawDeclined(messages.Event, Struct, frozen=True, tag="draw_declined"):
    """A player declined the draw, or withdrew the offer (``withdrawn``)."""

    seat: int
    withdrawn: bool = False


class PlayerForfeited(messages.Event, Struct, frozen=True, tag="player_forfeited"):
    """A player lost on time; the others, if any, play on without that rack."""

    seat: int


class PlayerRetired(messages.Event, Struct, frozen=True, tag="player_retired"):
    """A player is out of time and takes no more turns; the score counts (RULES §5.7)."""

    seat: int


class GameEnded(messages.Event, Struct, frozen=True, tag="game_ended"):
    """The game is over; the secret behind the draws becomes public."""

    outcome: Outcome
    secret: str


Event = (
    GameStarted
    | TilesPlaced
    | TilesDrawn
    | TilesExchanged
    | TileExchanged
    | TurnPassed
    | WindowClosed
    | PlayKept
    | TurnUndone
    | PlayChallenged
    | PlayWithdrawn
    | PointsAdjusted
    | TurnLost
    | HintTold
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | PlayerSurrendered
    | PlayerForfeited
    | PlayerRetired
    | GameEnded
    | ClockEvent
    | WindowLengthened
    | AbsenceEvent
)
