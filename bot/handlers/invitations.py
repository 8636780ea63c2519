"""Invitations: the host or an administrator keeps seats of a lobby for named people, who accept or decline.

A tap tells who taps, so a username is enough to invite a person whom the bot does not know.
"""

import re
from datetime import timedelta
from typing import Final, NamedTuple

from bot.families.services import ChatContext, ChatServices
from bot.handlers.lobby import LobbyHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.tables.table_loader import human_users, require_lobby
from bot.telegram.keyboards import ButtonData
from bot.telegram.requests import Command, Request, Tap
from bot.texts import Html
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, plain_refusal_text
from bot.wording.tables import below_table_name
from engine import invitations
from engine.errors import Malformed, Refusal
from engine.invitations import INVITATION_LIFETIME, EndInvitation, Guest, Invite
from engine.lobby_seats import Lobby

_HOUR: Final = timedelta(hours=1)
_USERNAME: Final = re.compile(r"@[a-z0-9_]{3,32}", re.ASCII | re.IGNORECASE)
_SEPARATOR: Final = re.compile(r"[\s,]+|$")
_BOT_NAME_ENDING: Final = "bot"  # only usernames of bots end like this
_MAX_INVITED: Final = 10  # how many people a command may invite, as Telegram is asked about each
_NamedPerson = tuple[str, int | None]  # a person as typed, and their user id if the message has it


class _NotInvited(NamedTuple):
    typed: str
    refusal: Refusal


class InvitationHandlers:
    """Keeps seats, and handles the answers; checks at every tap whether its user may do so."""

    def __init__(self, services: ChatServices, lobby: LobbyHandlers, owner: OwnerAccess) -> None:
        self._lobby: Final = lobby
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._owner: Final = owner

    @handles_command("invite", "group", "host")
    async def invite_people(self, request: Command, context: ChatContext) -> None:
        """``/davet @kim @kim``: keep a seat for each named person; as a reply, for the author of that message."""
        lobby = require_lobby(context.loaded.table)
        user, as_admin = request.sender.user, await self._acts_as_admin(request, lobby)
        invitations.check_may_invite(lobby, user, ruling=as_admin)
        meant = _parse_named_people(request)
        guests, left = await self._check_guests(
            meant, lobby, request.venue.scope.chat, already_invited=context.loaded.is_duplicate
        )
        if left and len(meant) == 1:
            raise left[0].refusal
        if guests:
            await self._games.apply_action(context.loaded, Invite(user, tuple(guests), as_admin), request.update)
        report = _invitation_report(guests, left, context.chat_speaker)
        await self._replies.reply_briefly(request, below_table_name(context.loaded, context.chat_speaker, report))

    async def handle_invitation_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Accept or decline an invitation for the guest, or withdraw it for the host."""
        lobby, sender = context.loaded.table, tap.sender
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        number, way = pressed.arguments
        invitation = invitations.find_invitation(lobby, int(number))
        is_for_sender = invitation.is_for(sender.user, sender.username or "")
        if way == "y":
            if not is_for_sender:
                raise Refusal("not_invited")
            await self._lobby.join_table(tap, context)
            return
        username = (sender.username or "") if is_for_sender and invitation.user is None else ""
        as_admin = not is_for_sender and await self._acts_as_admin(tap, lobby)
        await self._games.apply_action(
            context.loaded, EndInvitation(sender.user, invitation.number, username, as_admin), tap.update
        )
        await self._replies.show_toast(
            tap, context.language, "invitation-declined" if is_for_sender else "invitation-withdrawn"
        )

    async def _acts_as_admin(self, request: Request, lobby: Lobby) -> bool:
        return request.sender.user != lobby.host and await self._members.is_admin(request)

    async def _check_guests(
        self, named: list[_NamedPerson], lobby: Lobby, chat: int, *, already_invited: bool
    ) -> tuple[list[Guest], list[_NotInvited]]:
        guests: list[Guest] = []
        left: list[_NotInvited] = []
        for written, user in named:
            try:
                guest = await (
                    self._check_member(chat, user) if user else self._find_guest_by_username(chat, written[1:], lobby)
                )
            except Refusal as refusal:
                left.append(_NotInvited(written, refusal))
                continue
            try:
                lobby = invitations.reserve_seat(lobby, guest, self._games.times.now)
            except Refusal as refusal:
                if not already_invited or refusal.code != "invited_already":
                    left.append(_NotInvited(written, refusal))
                    continue
            guests.append(guest)
        return guests, left

    async def _find_guest_by_username(self, chat: int, username: str, lobby: Lobby) -> Guest:
        if username.lower().endswith(_BOT_NAME_ENDING):
            raise Refusal("invited_is_bot")
        met = await self._owner.find_user_by_name(username)
        for user in (*human_users(lobby.seats), *(() if met is None else (met,))):
            # Another user may have the username by now.
            if ((await self._members.find_member(chat, user)).username or "").lower() == username.lower():
                return await self._check_member(chat, user)
        return Guest(f"@{username}", username=username)

    async def _check_member(self, chat: int, user: int) -> Guest:
        member = await self._members.find_member(chat, user)
        if member.is_bot:
            raise Refusal("invited_is_bot")
        if member.banned or self._owner.is_banned(user):
            raise Refusal("invited_is_banned")
        if not member.present:
            raise Refusal("invited_is_away")
        return Guest(member.name, user)


def _parse_named_people(request: Command) -> list[_NamedPerson]:
    text, named = request.text.strip(), list(request.mentions)
    if not text and request.replied_user is not None:
        return [("", request.replied_user)]
    found: dict[str | int, _NamedPerson] = {}
    while text:
        user: int | None = None
        if named and text.startswith(named[0][0]):
            typed, user = named.pop(0)
        elif (name := _USERNAME.match(text)) is not None:
            typed = name[0]
        else:
            raise Malformed("whom_to_invite")
        found.setdefault(user or typed.lower(), (typed, user))
        if (between := _SEPARATOR.match(text, len(typed))) is None:
            raise Malformed("whom_to_invite")
        text = text[between.end() :]
    if named or not 1 <= len(found) <= _MAX_INVITED:
        raise Malformed("whom_to_invite")
    return list(found.values())


def _invitation_report(guests: list[Guest], not_invited: list[_NotInvited], speaker: Speaker) -> str:
    lines = []
    hours, names = INVITATION_LIFETIME // _HOUR, [speaker.player_name(guest.name) for guest in guests]
    if len(names) == 1:
        lines.append(speaker.html("invited", name=names[0], hours=hours))
    elif names:
        lines.append(speaker.html("invited-several", names=Html(", ".join(names)), hours=hours))
    lines += [
        speaker.html("invited-not", name=speaker.player_name(one.typed), why=plain_refusal_text(one.refusal, speaker))
        for one in not_invited
    ]
    return "\n".join(lines)
