"""Each player's rack while events go by, for lines of events that bear none; ``None`` once it is not known."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.crossword.events import (
    Event,
    PlayWithdrawn,
    TileExchanged,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.tiles import face_of

Tiles = Sequence[str] | None


class FollowedRacks:
    """The racks of a game's players, by seat; redacted events leave them unknown."""

    def __init__(self, players: int) -> None:
        self._racks: Final[list[Tiles]] = [()] * players

    def rack_of(self, seat: int) -> tuple[str, ...]:
        """A seat's tiles; none where they are not known."""
        return tuple(self._racks[seat] or ())

    def follow_event(self, event: Event) -> None:
        """Take an event of the game."""
        match event:
            case TilesPlaced(seat=seat, rack=rack, tiles=tiles):
                self._racks[seat] = _change_rack(rack, gone=[face_of(placement.tile) for placement in tiles])
            case TilesDrawn(seat=seat, tiles=drawn):
                self._racks[seat] = _change_rack(self._racks[seat], come=drawn)
            case TilesExchanged(seat=seat, rack=rack, tiles=given):
                self._racks[seat] = _change_rack(rack, gone=given)
            case PlayWithdrawn(seat=seat, rack=rack) | TurnPassed(seat=seat, rack=rack):
                self._racks[seat] = rack
            case TileExchanged(seat=seat, victim=victim, lost=lost, gained=gained, swapped=swapped):
                one, other = (lost or "", gained or "")
                self._racks[victim] = _change_rack(self._racks[victim], gone=[one], come=[other])
                if swapped:
                    self._racks[seat] = _change_rack(self._racks[seat], gone=[other], come=[one])
            case _:
                pass


def _change_rack(rack: Tiles, *, gone: Tiles = (), come: Tiles = ()) -> Tiles:
    if rack is None or gone is None or come is None or "" in (*gone, *come):
        return None
    left = Counter(rack)
    left.subtract(gone)
    left.update(come)
    return None if min(left.values(), default=0) < 0 else tuple(left.elements())
