"""A table until its game begins: people sit down, are invited, get up, and change their minds about it."""

from random import Random
from typing import Final

from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from engine.game import Game, Table
from engine.lobby_seats import Invitation, Leave, Lobby
from engine.turns import Cancel
from tools.chaos import table_decisions
from tools.chaos.expected_actions import (
    AcceptInvitation,
    CloseInvitation,
    FixedAction,
    InvitePlayer,
    OpenTable,
    StartGame,
    TakeSeat,
)
from tools.chaos.places import Place
from tools.chaos.players import TablePlayers
from tools.chaos.table_kinds import TableKind
from tools.chaos.table_watcher import COMMIT_WAIT_SECONDS, TableWatcher
from tools.chaos.update_sender import PlayerAction
from tools.fleet.make_updates import FleetPerson


class LobbyPlayer:
    """Has the people of a table sit down.

    Args:
        players: who they are.
        watcher: how the table has come along.
        kind: what is played.
        rng: decides.
        place: where there are several tables; ``None`` where there is one.
    """

    def __init__(
        self,
        players: TablePlayers,
        watcher: TableWatcher,
        kind: TableKind,
        rng: Random,
        place: Place | None = None,
    ) -> None:
        self._players: Final = players
        self._watcher: Final = watcher
        self._kind: Final = kind
        self._rng: Final = rng
        self._place: Final = place

    async def open_and_start(self) -> bool:
        """Open, sit down and begin; whether a game began."""
        party, chance = self._players, self._rng
        host, *others = party.players
        await self._open_table()
        if chance.random() < 0.05:  # noqa: PLR2004 - some tables never begin
            await self._wait_until_open()
            party.send_text(host, "/iptal", FixedAction(host.user, fixed=Cancel(host.user)))
            return False
        await self._change_options()
        for one in others:
            if self._kind.is_played and chance.random() < 0.25:  # noqa: PLR2004 - of all players
                await self._invite_and_answer(one)
            self._take_seat(one)
            if chance.random() < 0.1 and not self._kind.starts_when_full:  # noqa: PLR2004 - some get up once more
                party.send_text(one, "/ayril", FixedAction(one.user, fixed=Leave(one.user)))
                self._take_seat(one)
        if self._kind.is_played and chance.random() < 0.1:  # noqa: PLR2004 - some wait for nobody
            await self._invite_stranger()
        for _ in range(1 + (chance.random() < 0.2)):  # noqa: PLR2004 - some begin twice
            message = party.sender.account.next_message_id()
            party.send_text(host, "/baslat", StartGame(host.user, message=message), message=message)
        return await self._wait_until_started()

    async def _open_table(self) -> None:
        """Open; where several tables are, until it is known which one it is."""
        host, record = self._players.host, self._players.record
        opens = OpenTable(host.user, name=host.name)
        if self._place is None:
            self._players.open_table(f"/yeni {self._kind.game}", opens)
            return
        async with self._place.lock_opening(host.user):
            await self._place.may_play.wait()
            self._players.open_table(f"/yeni {self._kind.game}", opens)
            await self._place.find_number(record, host.user)

    def _take_seat(self, person: FleetPerson) -> None:
        message = self._players.sender.account.next_message_id()
        ask = TakeSeat(person.user, name=person.name, message=message, username=person.username)
        self._players.send_text(person, "/katil", ask, message=message)

    async def _change_options(self) -> None:
        """Some hosts change an option before anybody sits down."""
        if (
            self._kind.waits_for_window
            or self._kind.starts_when_full
            or not self._kind.is_played
            or self._rng.random() >= 0.2  # noqa: PLR2004 - a few
        ):
            return
        _, lobby = await self._wait_until_open()
        if isinstance(lobby, Lobby):
            self._players.send_action(table_decisions.choose_option_change(lobby, self._rng), 1)
            await self._watcher.wait_for_version(self._players.record, 2, COMMIT_WAIT_SECONDS)

    async def _invite_and_answer(self, guest: FleetPerson) -> None:
        """A seat is kept for somebody who plays; how they answer has been seen when this returns, if anything came."""
        version, _ = await self._wait_until_open()
        inviter = self._players.admin if self._rng.random() < 0.2 else self._players.host  # noqa: PLR2004 - few rule
        self._players.send_action(invite_player(inviter, guest, self._rng), version)
        version, lobby = await self._wait_for_invitation(guest, version)
        if lobby is None:
            return
        kept = next(one for one in lobby.invited if one.is_for(guest.user, guest.username))
        answers = choose_invitation_answers(lobby, kept, guest, self._players.stranger, self._rng)
        for done in answers:
            self._players.send_action(done, version)
        if any(done.user != self._players.stranger.user for done in answers):
            await self._watcher.wait_for_version(self._players.record, version + 1, COMMIT_WAIT_SECONDS)

    async def _invite_stranger(self) -> None:
        """A seat is kept for somebody who does not come, where the players need it not."""
        version, lobby = await self._wait_until_open()
        if isinstance(lobby, Lobby) and len(self._players.players) < lobby.ruleset.players.most:
            self._players.send_action(invite_player(self._players.host, self._players.stranger, self._rng), version)
            await self._wait_for_invitation(self._players.stranger, version)

    async def _wait_for_invitation(self, guest: FleetPerson, version: int) -> tuple[int, Lobby | None]:
        """The table once a seat is kept for somebody; without it where nothing more comes of anything."""
        while await self._watcher.wait_for_version(self._players.record, version + 1, COMMIT_WAIT_SECONDS):
            version, table = await self._watcher.read_table(self._players.record)
            if not isinstance(table, Lobby):
                break
            if any(one.is_for(guest.user, guest.username) for one in table.invited):
                return version, table
        return version, None

    async def _wait_until_open(self) -> tuple[int, Table | None]:
        """The table once there is one: what waits for Redis or Telegram has all the time that there is."""
        while not await self._watcher.wait_for_version(self._players.record, 1, COMMIT_WAIT_SECONDS):
            pass
        return await self._watcher.read_table(self._players.record)

    async def _wait_until_started(self) -> bool:
        """Whether the game begins before nothing new is to be begun."""
        while not self._players.sender.stopping.is_set():
            version, table = await self._watcher.read_table(self._players.record)
            if isinstance(table, Game):
                return True
            await self._watcher.wait_for_version(self._players.record, version + 1, COMMIT_WAIT_SECONDS)
        return False


def invite_player(inviter: FleetPerson, guest: FleetPerson, rng: Random) -> PlayerAction:
    """Somebody asks to keep a seat, for a username or for whoever wrote a message."""
    ask = InvitePlayer(inviter.user, user=guest.user, username=guest.username)
    if rng.random() < 0.5:  # noqa: PLR2004 - either
        return PlayerAction(inviter.user, "/davet", ask, reply_to=guest.user)
    return PlayerAction(inviter.user, f"/davet @{guest.username}", ask)


def choose_invitation_answers(
    lobby: Lobby, invitation: Invitation, guest: FleetPerson, stranger: FleetPerson, rng: Random
) -> list[PlayerAction]:
    """What is made of an invitation: taken, turned down, taken back, both at once, or nothing; strangers try too."""
    done = []
    if rng.random() < 0.3:  # noqa: PLR2004 - some meddle
        done += [
            _accept_invitation(lobby, invitation, stranger),
            _close_invitation(lobby, invitation, stranger.user, stranger.username),
        ]
    match rng.randrange(5):
        case 0 | 1:
            done.append(_accept_invitation(lobby, invitation, guest))
        case 2:
            done.append(_close_invitation(lobby, invitation, guest.user, guest.username))
        case 3:
            done.append(_close_invitation(lobby, invitation, lobby.host, ""))
        case _:
            both = [
                _accept_invitation(lobby, invitation, guest),
                _close_invitation(lobby, invitation, guest.user, guest.username),
            ]
            done += rng.choice(([], both))
    return done


def _accept_invitation(lobby: Lobby, invitation: Invitation, person: FleetPerson) -> PlayerAction:
    table = table_name(lobby)
    ask = AcceptInvitation(
        person.user, table, name=person.name, message=1, username=person.username, number=invitation.number
    )
    return PlayerAction(person.user, encode_button_data("seat", table, invitation.number, "y"), ask, is_tap=True)


def _close_invitation(lobby: Lobby, invitation: Invitation, user: int, username: str) -> PlayerAction:
    table = table_name(lobby)
    ask = CloseInvitation(user, table, number=invitation.number, username=username)
    return PlayerAction(user, encode_button_data("seat", table, invitation.number, "n"), ask, is_tap=True)
