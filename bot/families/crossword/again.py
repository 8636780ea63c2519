"""A typed move that was refused or asked about, edited: tried again while its player has taken no turn since."""

from typing import Final

from bot.families.family import Services
from bot.tables.held import table_name
from bot.telegram.inbound import Command, Mistyped, Reply
from engine.crossword.state import GameState
from engine.turns import seats_after


class Again:
    """Remembers refused messages, and knows which of them count anew."""

    def __init__(self, services: Services) -> None:
        self._refusals: Final = services.refusals

    async def refused(self, request: Command | Mistyped | Reply, state: GameState) -> None:
        """Note that the move in a message was not played on this table."""
        user, note = request.sender.user, f"{table_name(state)} {_until(state, request.sender.user)}"
        await self._refusals.note(user, request.place.origin, request.message, note)

    async def counts(self, request: Command | Reply, state: GameState) -> bool:
        """Whether an edited message is to be tried: it was refused here, and its player has not moved since.

        A commit counts the turn, so that a move which was played is never played again.
        """
        note = await self._refusals.about(request.sender.user, request.place.origin, request.message)
        name, _, until = (note or "").partition(" ")
        return name == table_name(state) and state.number <= int(until)


def _until(state: GameState, user: int) -> int:
    """How many turns will have been taken at most when it is the user's: those of the players before."""
    before = 0
    for seat in (state.turn, *seats_after(state, state.turn)):
        if state.players[seat].user == user:
            break
        before += state.players[seat].plays
    return state.number + before
