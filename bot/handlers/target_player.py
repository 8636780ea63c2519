"""The player whom a command names, by a seat, a username, a mention or a reply."""

from typing import Final

from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command
from engine.errors import Malformed, Refusal
from engine.game_base import Game

_MAX_SEAT_DIGITS: Final = 2
"""So many digits a seat's number has at most."""


async def find_target_seat(members: GroupMembers, request: Command, game: Game, typed: str) -> int | None:
    """The seat that a command names, or whose player it replies to; ``None`` if it does neither.

    Raises:
        Refusal: ``no_such_player``.
        Malformed: ``who_is_meant`` if the text names nobody.
    """
    typed = typed.strip()
    user = request.mentions[0][1] if request.mentions else None
    if user is None and typed.startswith("@"):
        return await _find_seat_by_username(members, request, game, typed[1:].split()[0] if typed[1:].split() else "")
    if user is None and typed.isdecimal() and len(typed) <= _MAX_SEAT_DIGITS:
        if not 1 <= int(typed) <= len(game.players):
            raise Refusal("no_such_player")
        return int(typed) - 1
    if user is None and typed:
        raise Malformed("who_is_meant")
    if user is None:
        return None if request.replied_user is None else game.seat_of(request.replied_user)
    if (seat := game.seat_of(user)) is None:
        raise Refusal("no_such_player")
    return seat


async def _find_seat_by_username(members: GroupMembers, request: Command, game: Game, username: str) -> int:
    for seat, player in enumerate(game.players):
        member = await members.find_member(request.venue.scope.chat, player.user)
        if (member.username or "").lower() == username.lower() != "":
            return seat
    raise Refusal("no_such_player")
