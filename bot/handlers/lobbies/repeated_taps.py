"""A button that opens a table opens one, however often it is tapped before it is gone."""

from bot.tables.loaded_table import LoadedPlace
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.lobby_seats import Lobby
from engine.rulesets import Ruleset


def check_not_opened_before(place: LoadedPlace, host: int, ruleset: Ruleset) -> None:
    """Raise a refusal, ``lobby_open``, if a host's table of the same game and options still waits for its first guest.

    Whoever wants two such tables types the command.
    """
    for loaded in place.open_tables:
        lobby = loaded.table
        if (
            isinstance(lobby, Lobby)
            and lobby.host == host
            and lobby.ruleset == ruleset
            and all(seat.user == host or is_computer(seat.user) for seat in lobby.seats)
        ):
            raise Refusal("lobby_open")
