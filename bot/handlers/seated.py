"""Which player of a game somebody means: by a mention, by the number of the seat, or by answering a message."""

from typing import Final

from bot.telegram.inbound import Command
from bot.telegram.members import Members
from engine.errors import Malformed, Refusal
from engine.family import Game

_DIGITS: Final = 2
"""Of the number of a seat at most."""


class Seated:
    """Finds the seats of who is named; whose a name with ``@`` is, Telegram is asked."""

    def __init__(self, members: Members) -> None:
        self._members: Final = members

    async def named(self, request: Command, game: Game, typed: str) -> int | None:
        """The seat that a command names, or whose player's message it answers; ``None`` where it does neither.

        Args:
            request: the command.
            game: where to look.
            typed: the part of its text that is to name somebody.

        Raises:
            Refusal: ``no_such_player``.
            Malformed: ``who_is_meant``, of a text that names nobody.
        """
        typed = typed.strip()
        user = request.named[0][1] if request.named else None
        if user is None and typed.startswith("@"):
            return await self._called(request, game, typed[1:].split()[0] if typed[1:].split() else "")
        if user is None and typed.isdecimal() and len(typed) <= _DIGITS:
            if not 1 <= int(typed) <= len(game.players):
                raise Refusal("no_such_player")
            return int(typed) - 1
        if user is None and typed:
            raise Malformed("who_is_meant")
        if user is None:
            return None if request.answered is None else game.seat_of(request.answered)
        if (seat := game.seat_of(user)) is None:
            raise Refusal("no_such_player")
        return seat

    async def _called(self, request: Command, game: Game, username: str) -> int:
        for seat, player in enumerate(game.players):
            member = await self._members.of(request.place.scope.chat, player.user)
            if (member.username or "").lower() == username.lower() != "":
                return seat
        raise Refusal("no_such_player")
