"""Seats of an open table that are kept for named people: offered by its host, or an administrator, and answered.

Whose a seat is the tapper shows: a username is enough to invite somebody whom the bot has never met.
"""

import re
from datetime import timedelta
from typing import Final, NamedTuple, Protocol

from bot.families.context import Context
from bot.handlers.lobby import LobbyHandlers
from bot.tables.games import Games
from bot.tables.held import check_waits, people
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Request, Tap
from bot.telegram.members import Members
from bot.typed.commands import command
from engine import invitations
from engine.errors import Malformed, Refusal
from engine.invitations import KEPT, EndInvitation, Invite
from engine.seats import Lobby

_HOUR: Final = timedelta(hours=1)
_USERNAME: Final = re.compile(r"@([a-z0-9_]{3,32})", re.ASCII | re.IGNORECASE)
_OF_BOTS: Final = "bot"
"""How Telegram has every bot's username end, and nobody else's."""


class People(Protocol):
    """What the owners' desk knows of people."""

    async def whose(self, name: str) -> int | None:
        """Who was last seen with a username."""

    def is_shut(self, chat: int) -> bool:
        """Whether somebody is banned."""


class _Guest(NamedTuple):
    """Whoever is invited: a user, or a username of which no more is known."""

    user: int | None
    username: str
    name: str


class InvitingHandlers:
    """Offers seats, and takes answers; who presses is judged anew each time.

    Args:
        lobby: seats whoever accepts.
        members: knows people of the group.
        games: applies actions.
        answers: tells what was done.
        people: knows those whom the bot has met.
    """

    def __init__(self, lobby: LobbyHandlers, members: Members, games: Games, answers: Answers, people: People) -> None:
        self._lobby: Final = lobby
        self._members: Final = members
        self._games: Final = games
        self._answers: Final = answers
        self._people: Final = people

    @command("invite", "group", "host")
    async def invite(self, request: Command, context: Context) -> None:
        """``/davet @kim``: keep a seat; as a reply, for whoever wrote that message."""
        lobby = check_waits(context.held.table)
        user, ruling = request.sender.user, await self._rules(request, lobby)
        invitations.check_may_invite(lobby, user, ruling=ruling)
        guest = await self._meant(request, lobby)
        action = Invite(user, guest.name, guest.user, guest.username, ruling)
        await self._games.play(context.held, action, request.update)
        name = context.voice.named(guest.name)
        await self._answers.briefly(request, context.voice.html("invited", name=name, hours=KEPT // _HOUR))

    async def answered(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The buttons of an invitation: whoever is invited takes the seat or not, the host takes it back.

        Raises:
            Refusal: ``stale_button``, ``invitation_over``, ``not_invited``; and as :meth:`LobbyHandlers.join`.
        """
        lobby, sender = context.held.table, tap.sender
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        number, way = pressed.rest
        kept = invitations.open_one(lobby, int(number))
        mine = kept.is_for(sender.user, sender.username or "")
        if way == "y":
            if not mine:
                raise Refusal("not_invited")
            await self._lobby.join(tap, context)
            return
        username = (sender.username or "") if mine and kept.user is None else ""
        ruling = not mine and await self._rules(tap, lobby)
        await self._games.play(context.held, EndInvitation(sender.user, kept.number, username, ruling), tap.update)
        await self._answers.toast(tap, context.language, "invitation-declined" if mine else "invitation-withdrawn")

    async def _rules(self, request: Request, lobby: Lobby) -> bool:
        """Whether the sender decides as an administrator, and not as the host."""
        return request.sender.user != lobby.host and await self._members.is_admin(request)

    async def _meant(self, request: Command, lobby: Lobby) -> _Guest:
        """Whom a command invites.

        Raises:
            Malformed: ``whom_to_invite``, where it is nobody, or several.
            Refusal: ``invited_is_bot``, ``invited_is_banned``, ``invited_is_away``.
        """
        chat, typed = request.place.scope.chat, request.text.strip()
        if request.named:
            (written, user), *others = request.named
            if others or typed != written:
                raise Malformed("whom_to_invite")
            return await self._member(chat, user)
        if not typed and request.answered is not None:
            return await self._member(chat, request.answered)
        if (found := _USERNAME.fullmatch(typed)) is None:
            raise Malformed("whom_to_invite")
        return await self._called(chat, found[1], lobby)

    async def _called(self, chat: int, username: str, lobby: Lobby) -> _Guest:
        """Whoever has a username: somebody at the table, somebody whom the bot has met, or nobody it knows."""
        if username.lower().endswith(_OF_BOTS):
            raise Refusal("invited_is_bot")
        met = await self._people.whose(username)
        for user in (*people(lobby.seats), *(() if met is None else (met,))):
            # A name may be another's by now.
            if ((await self._members.of(chat, user)).username or "").lower() == username.lower():
                return await self._member(chat, user)
        return _Guest(None, username, f"@{username}")

    async def _member(self, chat: int, user: int) -> _Guest:
        """Somebody of the group."""
        member = await self._members.of(chat, user)
        if member.bot:
            raise Refusal("invited_is_bot")
        if member.banned or self._people.is_shut(user):
            raise Refusal("invited_is_banned")
        if not member.present:
            raise Refusal("invited_is_away")
        return _Guest(user, "", member.name)
