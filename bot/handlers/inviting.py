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
from bot.telegram.answers import Answers, refused
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Request, Tap
from bot.telegram.members import Members
from bot.texts import Html
from bot.typed.commands import command
from bot.wording.speaker import Speaker
from engine import invitations
from engine.errors import Malformed, Refusal
from engine.invitations import KEPT, EndInvitation, Guest, Invite
from engine.seats import Lobby

_HOUR: Final = timedelta(hours=1)
_USERNAME: Final = re.compile(r"@[a-z0-9_]{3,32}", re.ASCII | re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,]+|$")
_OF_BOTS: Final = "bot"
"""How Telegram has every bot's username end, and nobody else's."""


_MOST: Final = 10
"""Whom one command names: each is asked about at Telegram."""
_Meant = tuple[str, int | None]
"""Somebody as they are written, and who they are where the message says so."""


class People(Protocol):
    """What the owners' desk knows of people."""

    async def whose(self, name: str) -> int | None:
        """Who was last seen with a username."""

    def is_shut(self, chat: int) -> bool:
        """Whether somebody is banned."""


class _Left(NamedTuple):
    """Somebody for whom no seat is kept, as they were written, and why."""

    written: str
    why: Refusal


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
        """``/davet @kim @kim``: keep a seat for each while any is free; as a reply, for that message's writer."""
        lobby = check_waits(context.held.table)
        user, ruling = request.sender.user, await self._rules(request, lobby)
        invitations.check_may_invite(lobby, user, ruling=ruling)
        meant = _meant(request)
        guests, left = await self._judged(meant, lobby, request.place.scope.chat, seen=context.held.seen)
        if left and len(meant) == 1:
            raise left[0].why
        if guests:
            await self._games.play(context.held, Invite(user, tuple(guests), ruling), request.update)
        await self._answers.briefly(request, _told(guests, left, context.voice))

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

    async def _judged(
        self, meant: list[_Meant], lobby: Lobby, chat: int, *, seen: bool
    ) -> tuple[list[Guest], list[_Left]]:
        """For whom seats can be kept, in the order in which they are named, and for whom not.

        Args:
            meant: who is named.
            lobby: the table.
            chat: where it is.
            seen: whether they were invited before, and only are to be told of.
        """
        guests: list[Guest] = []
        left: list[_Left] = []
        for written, user in meant:
            try:
                guest = await (self._member(chat, user) if user else self._called(chat, written[1:], lobby))
            except Refusal as refusal:
                left.append(_Left(written, refusal))
                continue
            try:
                lobby = invitations.kept(lobby, guest, self._games.instants.now)
            except Refusal as refusal:
                if not seen or refusal.code != "invited_already":
                    left.append(_Left(written, refusal))
                    continue
            guests.append(guest)
        return guests, left

    async def _called(self, chat: int, username: str, lobby: Lobby) -> Guest:
        """Whoever has a username: somebody at the table, somebody whom the bot has met, or nobody it knows."""
        if username.lower().endswith(_OF_BOTS):
            raise Refusal("invited_is_bot")
        met = await self._people.whose(username)
        for user in (*people(lobby.seats), *(() if met is None else (met,))):
            # A name may be another's by now.
            if ((await self._members.of(chat, user)).username or "").lower() == username.lower():
                return await self._member(chat, user)
        return Guest(f"@{username}", username=username)

    async def _member(self, chat: int, user: int) -> Guest:
        """Somebody of the group."""
        member = await self._members.of(chat, user)
        if member.bot:
            raise Refusal("invited_is_bot")
        if member.banned or self._people.is_shut(user):
            raise Refusal("invited_is_banned")
        if not member.present:
            raise Refusal("invited_is_away")
        return Guest(member.name, user)


def _meant(request: Command) -> list[_Meant]:
    """Whom a command invites, each once.

    Raises:
        Malformed: ``whom_to_invite``, where it is nobody, or not they alone, or too many.
    """
    text, named = request.text.strip(), list(request.named)
    if not text and request.answered is not None:
        return [("", request.answered)]
    found: dict[str | int, _Meant] = {}
    while text:
        user: int | None = None
        if named and text.startswith(named[0][0]):
            written, user = named.pop(0)
        elif (name := _USERNAME.match(text)) is not None:
            written = name[0]
        else:
            raise Malformed("whom_to_invite")
        found.setdefault(user or written.lower(), (written, user))
        if (between := _BETWEEN.match(text, len(written))) is None:
            raise Malformed("whom_to_invite")
        text = text[between.end() :]
    if named or not 1 <= len(found) <= _MOST:
        raise Malformed("whom_to_invite")
    return list(found.values())


def _told(guests: list[Guest], left: list[_Left], voice: Speaker) -> str:
    """For whom a seat is kept, and why not for others, as HTML."""
    lines = []
    hours, names = KEPT // _HOUR, [voice.named(guest.name) for guest in guests]
    if len(names) == 1:
        lines.append(voice.html("invited", name=names[0], hours=hours))
    elif names:
        lines.append(voice.html("invited-several", names=Html(", ".join(names)), hours=hours))
    lines += [voice.html("invited-not", name=voice.named(one.written), why=refused(one.why, voice)) for one in left]
    return "\n".join(lines)
