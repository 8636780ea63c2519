"""The public view of a lobby, without its secret."""

from collections.abc import Mapping

from msgspec import Struct

from engine.computer_ids import is_computer
from engine.lobby_seats import Invitation, Lobby, Seat
from engine.messages import View


class LobbyView(View, Struct, frozen=True, tag="lobby"):
    """The public view of a lobby."""

    ruleset: str
    host: int
    seats: tuple[Seat, ...]
    least: int
    most: int
    tiles: int
    """How many tiles, or cards, the game is played with."""
    commitment: str
    pattern: tuple[str, ...]
    """The board's cells (RULES §1.1), one string a row, or ``#`` for each card."""
    options: Mapping[str, str] = {}
    values: dict[str, int] = {}
    colours: dict[str, str] = {}
    altered: tuple[str, ...] = ()
    """The options changed since it was opened, in the order of their first change."""
    invited: tuple[Invitation, ...] = ()
    begins: str = ""
    """The name of who goes first if the last game's players join again; empty if the order is drawn."""

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) >= self.most

    @property
    def has_room(self) -> bool:
        """Whether a seat is neither taken nor kept."""
        return len(self.seats) + len(self.invited) < self.most

    @property
    def can_take_computers(self) -> bool:
        """Whether a computer player can be seated or dismissed."""
        return self.has_room or any(is_computer(seat.user) for seat in self.seats)


def lobby_view(lobby: Lobby) -> LobbyView:
    """The public view of a lobby."""
    players = lobby.ruleset.players
    return LobbyView(
        lobby.ruleset.id,
        lobby.host,
        lobby.seats,
        players.least,
        players.most,
        lobby.ruleset.tiles,
        lobby.commitment,
        lobby.ruleset.pattern,
        lobby.ruleset.options_in_use,
        lobby.ruleset.values,
        lobby.ruleset.colours,
        lobby.altered,
        invited=lobby.invited,
        begins=lobby.order[0].name if lobby.order and players.order == "random" else "",
    )
