"""A table until its game begins: people sit down, are invited, get up, and change their minds about it."""

from random import Random
from typing import Final

from bot.chaos import deeds
from bot.chaos.asks import Accepts, Begins, Frees, Invites, Opens, Plain, Sits
from bot.chaos.boards import Done
from bot.chaos.kinds import Kind
from bot.chaos.party import Party
from bot.chaos.watch import COMMIT_SECONDS, Watch
from bot.fleet.updates import Person
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.game import Game, Table
from engine.seats import Invitation, Leave, Lobby
from engine.turns import Cancel


class LobbyOf:
    """Has the people of a table sit down.

    Args:
        party: who they are.
        watch: how the table has come along.
        kind: what is played.
        chance: decides.
    """

    def __init__(self, party: Party, watch: Watch, kind: Kind, chance: Random) -> None:
        self._party: Final = party
        self._watch: Final = watch
        self._kind: Final = kind
        self._chance: Final = chance

    async def begins(self) -> bool:
        """Open, sit down and begin; whether a game began."""
        party, chance = self._party, self._chance
        host, *others = party.players
        party.say(host, f"/yeni {self._kind.game}", Opens(host.user, name=host.name))
        if chance.random() < 0.05:  # noqa: PLR2004 - some tables never begin
            await self._opened()
            party.say(host, "/iptal", Plain(host.user, asked=Cancel(host.user)))
            return False
        await self._choose_options()
        for one in others:
            if self._kind.plays and chance.random() < 0.25:  # noqa: PLR2004 - of all players
                await self._invite(one)
            self._sit(one)
            if chance.random() < 0.1 and not self._kind.fills:  # noqa: PLR2004 - some get up once more
                party.say(one, "/ayril", Plain(one.user, asked=Leave(one.user)))
                self._sit(one)
        if self._kind.plays and chance.random() < 0.1:  # noqa: PLR2004 - some wait for nobody
            await self._invite_in_vain()
        for _ in range(1 + (chance.random() < 0.2)):  # noqa: PLR2004 - some begin twice
            message = party.stage.account.next_message()
            party.say(host, "/baslat", Begins(host.user, message=message), message=message)
        return await self._begun()

    def _sit(self, person: Person) -> None:
        message = self._party.stage.account.next_message()
        ask = Sits(person.user, name=person.name, message=message, username=person.username)
        self._party.say(person, "/katil", ask, message=message)

    async def _choose_options(self) -> None:
        """Some hosts change an option before anybody sits down."""
        if self._kind.patient or self._kind.fills or not self._kind.plays or self._chance.random() >= 0.2:  # noqa: PLR2004 - a few
            return
        _, lobby = await self._opened()
        if isinstance(lobby, Lobby):
            self._party.do(deeds.options(lobby, self._chance), 1)
            await self._watch.until(self._party.place, 2, COMMIT_SECONDS)

    async def _invite(self, guest: Person) -> None:
        """A seat is kept for somebody who plays; how they answer has been seen when this returns, if anything came."""
        version, _ = await self._opened()
        inviter = self._party.administrator if self._chance.random() < 0.2 else self._party.host  # noqa: PLR2004 - few rule
        self._party.do(invitation(inviter, guest, self._chance), version)
        version, lobby = await self._until_kept(guest, version)
        if lobby is None:
            return
        kept = next(one for one in lobby.invited if one.is_for(guest.user, guest.username))
        answers = answered(lobby, kept, guest, self._party.stranger, self._chance)
        for done in answers:
            self._party.do(done, version)
        if any(done.user != self._party.stranger.user for done in answers):
            await self._watch.until(self._party.place, version + 1, COMMIT_SECONDS)

    async def _invite_in_vain(self) -> None:
        """A seat is kept for somebody who does not come, where the players need it not."""
        version, lobby = await self._opened()
        if isinstance(lobby, Lobby) and len(self._party.players) < lobby.ruleset.players.most:
            self._party.do(invitation(self._party.host, self._party.stranger, self._chance), version)
            await self._until_kept(self._party.stranger, version)

    async def _until_kept(self, guest: Person, version: int) -> tuple[int, Lobby | None]:
        """The table once a seat is kept for somebody; without it where nothing more comes of anything."""
        while await self._watch.until(self._party.place, version + 1, COMMIT_SECONDS):
            version, table = await self._watch.table(self._party.place)
            if not isinstance(table, Lobby):
                break
            if any(one.is_for(guest.user, guest.username) for one in table.invited):
                return version, table
        return version, None

    async def _opened(self) -> tuple[int, Table | None]:
        """The table once there is one: what waits for Redis or Telegram has all the time that there is."""
        while not await self._watch.until(self._party.place, 1, COMMIT_SECONDS):
            pass
        return await self._watch.table(self._party.place)

    async def _begun(self) -> bool:
        """Whether the game begins before nothing new is to be begun."""
        while not self._party.stage.stopping.is_set():
            version, table = await self._watch.table(self._party.place)
            if isinstance(table, Game):
                return True
            await self._watch.until(self._party.place, version + 1, COMMIT_SECONDS)
        return False


def invitation(inviter: Person, guest: Person, chance: Random) -> Done:
    """Somebody asks to keep a seat, for a username or for whoever wrote a message."""
    ask = Invites(inviter.user, user=guest.user, username=guest.username)
    if chance.random() < 0.5:  # noqa: PLR2004 - either
        return Done(inviter.user, "/davet", ask, answers=guest.user)
    return Done(inviter.user, f"/davet @{guest.username}", ask)


def answered(lobby: Lobby, kept: Invitation, guest: Person, stranger: Person, chance: Random) -> list[Done]:
    """What is made of an invitation: taken, turned down, taken back, both at once, or nothing; strangers try too."""
    done = []
    if chance.random() < 0.3:  # noqa: PLR2004 - some meddle
        done += [_taken(lobby, kept, stranger), _freed(lobby, kept, stranger.user, stranger.username)]
    match chance.randrange(5):
        case 0 | 1:
            done.append(_taken(lobby, kept, guest))
        case 2:
            done.append(_freed(lobby, kept, guest.user, guest.username))
        case 3:
            done.append(_freed(lobby, kept, lobby.host, ""))
        case _:
            both = [_taken(lobby, kept, guest), _freed(lobby, kept, guest.user, guest.username)]
            done += chance.choice(([], both))
    return done


def _taken(lobby: Lobby, kept: Invitation, person: Person) -> Done:
    table = table_name(lobby)
    ask = Accepts(person.user, table, name=person.name, message=1, username=person.username, number=kept.number)
    return Done(person.user, data("seat", table, kept.number, "y"), ask, tap=True)


def _freed(lobby: Lobby, kept: Invitation, user: int, username: str) -> Done:
    table = table_name(lobby)
    ask = Frees(user, table, number=kept.number, username=username)
    return Done(user, data("seat", table, kept.number, "n"), ask, tap=True)
