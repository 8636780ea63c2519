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
    """What the game is played on, one string a row: a board's cells (RULES §1.1), or ``#`` for each card."""
    options: Mapping[str, str] = {}
    """The table's options in use, by name."""
    values: dict[str, int] = {}
    """Points of every face."""
    colours: dict[str, str] = {}
    """The colour of each face, where tiles are coloured."""
    altered: tuple[str, ...] = ()
    """The options that were changed since it was opened, in the order in which they first were."""
    invited: tuple[Invitation, ...] = ()
    """For whom seats are kept."""
    begins: str = ""
    """Who goes first if the players of the game before sit down again; empty where that is found otherwise."""

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
