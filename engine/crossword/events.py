"""What the engine tells. Some events carry secrets; :func:`redact` makes them fit for one viewer's eyes."""

from msgspec import Struct
from msgspec.structs import replace

from engine.crossword.actions import Placement
from engine.crossword.view import Outcome, WordScore


class DrawnTile(Struct, frozen=True):
    """A tile drawn for the order of play; it is public."""

    user: int
    tile: str


class GameStarted(Struct, frozen=True, tag="game_started"):
    """The order of play is found; ``rounds`` holds the draws that found it, later rounds being redraws of ties."""

    order: tuple[int, ...]
    rounds: tuple[tuple[DrawnTile, ...], ...]
    bonus: str | None
    """The random bonus cell, public from the start."""


class TilesPlaced(Struct, frozen=True, tag="tiles_placed"):
    """A play stands: its tiles, the words with their scores, and the bonuses in ``score``."""

    seat: int
    tiles: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    bingo: int
    cell_bonus: int
    score: int
    rack: tuple[str, ...] | None = None
    """Secret: the rack that the play was made from."""


class TilesDrawn(Struct, frozen=True, tag="tiles_drawn"):
    """Tiles came from the bag to a rack."""

    seat: int
    count: int
    tiles: tuple[str, ...] | None = None
    """Secret."""


class TilesExchanged(Struct, frozen=True, tag="tiles_exchanged"):
    """Tiles went back to the bag."""

    seat: int
    count: int
    tiles: tuple[str, ...] | None = None
    """Secret."""
    rack: tuple[str, ...] | None = None
    """Secret: the rack before the exchange."""


class TurnPassed(Struct, frozen=True, tag="turn_passed"):
    """A player let the turn go by."""

    seat: int
    rack: tuple[str, ...] | None = None
    """Secret."""


class PlayerSurrendered(Struct, frozen=True, tag="player_surrendered"):
    """A player gave up; with others left the game goes on without the rack."""

    seat: int


class GameEnded(Struct, frozen=True, tag="game_ended"):
    """The game is over; the secret behind the draws becomes public."""

    outcome: Outcome
    secret: str


Event = GameStarted | TilesPlaced | TilesDrawn | TilesExchanged | TurnPassed | PlayerSurrendered | GameEnded


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    match event:
        case TilesPlaced(seat=seat) | TurnPassed(seat=seat) if seat != viewer:
            return replace(event, rack=None)
        case TilesDrawn(seat=seat) if seat != viewer:
            return replace(event, tiles=None)
        case TilesExchanged(seat=seat) if seat != viewer:
            return replace(event, tiles=None, rack=None)
        case _:
            return event
