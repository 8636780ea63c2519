"""Moves that were refused, and whose messages their players may edit.

An edited message is read as what it has become, and counts from the instant of the edit. It is tried only if it is its
writer's newest move that was refused, at the same table, and they have not moved since. No other edit does anything.
"""

from typing import Final

from bot.store.people import RefusedMoves
from bot.tables.loaded_table import table_name
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText
from engine.crossword.state import GameState
from engine.turns import seats_after


class EditedMoves:
    """Remembers refused messages, and says which edits of them are tried again."""

    def __init__(self, refused_moves: RefusedMoves) -> None:
        self._refused_moves: Final = refused_moves

    async def remember_refused_move(self, request: Command | MistypedCommand | PlainText, state: GameState) -> None:
        """Note that the move in a message was not played at this table."""
        user, note = request.sender.user, f"{table_name(state)} {_last_turn_to_edit(state, request.sender.user)}"
        await self._refused_moves.save_refused_move(user, request.venue.message_chat, request.message, note)

    async def may_try_again(self, request: Command | PlainText, state: GameState) -> bool:
        """Whether to try an edited message: it was refused here, and its player has not moved since.

        Every commit counts turns, so a move that was played is never played again.
        """
        note = await self._refused_moves.find_refused_move(
            request.sender.user, request.venue.message_chat, request.message
        )
        name, _, until = (note or "").partition(" ")
        return name == table_name(state) and state.number <= int(until)


def _last_turn_to_edit(state: GameState, user: int) -> int:
    """The largest number of turns taken at which it is still the user's turn next."""
    before = 0
    for seat in (state.turn, *seats_after(state, state.turn)):
        if state.players[seat].user == user:
            break
        before += state.players[seat].takes_turns
    return state.number + before
