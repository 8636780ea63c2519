"""What begins a game: somebody who asks for it, or whoever takes the last seat of a table that then starts."""

from engine.hosting import SeatComputers, seat
from engine.messages import Action
from engine.seats import Begin, Join, Lobby, join, starts


def filled(lobby: Lobby, action: Join | SeatComputers) -> Lobby | None:
    """The table after a seat with which its game begins by itself; ``None`` where it waits on.

    Raises:
        Refusal: as :func:`engine.seats.join`, or :func:`engine.hosting.seat`.
    """
    after, _ = join(lobby, action) if isinstance(action, Join) else seat(lobby, action)
    return after if starts(after) else None


def beginning(action: Action) -> Begin | None:
    """What begins a game, in whichever action it is; ``None`` where none begins."""
    match action:
        case Begin():
            return action
        case Join(begin=begin) | SeatComputers(begin=begin):
            return begin
        case _:
            return None
