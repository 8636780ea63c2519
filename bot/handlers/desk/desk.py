"""The desk's door: who may come in, who is not heard at all, and the looks at what the desk does by itself."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from redis.exceptions import RedisError

from bot.handlers.desk.announcing import BroadcastHandlers
from bot.handlers.desk.banning import BanHandlers
from bot.handlers.desk.broadcaster import Broadcaster
from bot.handlers.desk.closing import MaintenanceHandlers
from bot.handlers.desk.pulse import Pulse
from bot.handlers.desk.standing import Standing
from bot.handlers.desk.status import StatusHandlers
from bot.handlers.desk.watch import Watch
from bot.store.acquaintances import Acquaintances
from bot.store.keys import Scope
from bot.store.vitals import Vitals
from bot.surroundings import until_stopped
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command, OwnerCommand, Request, Tap
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 2.0
"""After how long at most another process's bans hold here, too."""
_SAY_SECONDS: Final = 10.0
_WATCH_SECONDS: Final = 30.0
MARK: Final = "desk"
"""What the data of the desk's buttons begin with; nobody else's button does."""

OnCommand = Callable[[OwnerCommand, Speaker], Awaitable[None]]


class Elsewhere(Protocol):
    """Whose broadcasts are this process's to tell."""

    @property
    def epoch(self) -> str | None:
        """``None`` where they are another's."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """Who answers the owners."""

    status: StatusHandlers
    maintenance: MaintenanceHandlers
    bans: BanHandlers
    broadcast: BroadcastHandlers

    @property
    def commands(self) -> Mapping[str, OnCommand]:
        """By the commands' keys in ``typed.toml``."""
        return {
            "status": self.status.status,
            "maintenance": self.maintenance.maintenance,
            "ban": self.bans.ban,
            "unban": self.bans.unban,
            "broadcast": self.broadcast.broadcast,
        }


class Desk:
    """See the module.

    Args:
        owners: those of ``OWNER_IDS``.
        handlers: who answers them.
        standing: who is banned.
        acquaintances: hears of chats.
        vitals: counts moves, and is told how this process is.
        pulse: tells that.
        watch: looks after the bot.
        broadcaster: tells all chats.
        charge: whether broadcasts and alerts are this process's.
        answers: refuses whoever is banned.
        until_next_look: waits that many seconds, or until told to stop.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        *,
        owners: Collection[int],
        handlers: Handlers,
        standing: Standing,
        acquaintances: Acquaintances,
        vitals: Vitals,
        pulse: Pulse,
        watch: Watch,
        broadcaster: Broadcaster,
        charge: Elsewhere,
        answers: Answers,
        until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._owners: Final = owners
        self._handlers: Final = handlers
        self._commands: Final = handlers.commands
        self._standing: Final = standing
        self._acquaintances: Final = acquaintances
        self._vitals: Final = vitals
        self._pulse: Final = pulse
        self._watch: Final = watch
        self._broadcaster: Final = broadcaster
        self._charge: Final = charge
        self._answers: Final = answers
        self._until_next_look: Final = until_next_look
        self._seconds: Final = seconds
        self._say_at = self._watch_at = float("-inf")
        self._begun = self._in_charge = False
        """Whether broadcasts and alerts were this process's when Redis last answered."""

    def hears(self, request: Request) -> bool:
        """Whether neither the sender nor the chat is banned."""
        return self._standing.of(request) is None

    def is_shut(self, chat: int) -> bool:
        """Whether a chat, or a person, is banned."""
        return chat in self._standing.banned

    async def whose(self, name: str) -> int | None:
        """Who was last seen with a name with ``@``, given without it; ``None`` where nobody was."""
        return await self._acquaintances.named(name)

    async def turns_away(self, request: Request, language: str) -> bool:
        """Note whom the bot hears from; whether that is not to be heard, as it is banned.

        Then a command or a tap is refused kindly, once a day, and nothing else is said.
        """
        who = self._standing.of(request)
        if who is None:
            place, sender = request.place, request.sender
            names = [(sender.username, sender.user)]
            if not place.private:
                names.append((place.username, place.scope.chat))
            self._acquaintances.heard(place.scope.chat, names)
            return False
        if isinstance(request, Command | Tap) and await self._standing.bans.to_tell(who):
            await self._answers.refuse(request, language, Refusal("banned" if who > 0 else "banned_chat"))
        elif isinstance(request, Tap):
            await self._answers.quiet(request)
        return True

    async def moved(self, former: int, chat: int) -> None:
        """A group has become a supergroup."""
        await self._standing.moved(former, chat)
        await self._acquaintances.forget(former)
        self._acquaintances.played(Scope(former), running=False)

    async def left(self, chat: int) -> None:
        """The bot was put out of a group."""
        await self._acquaintances.forget(chat)

    def applied(self, scope: Scope, *, running: bool) -> None:
        """Something was done at a table, whose game runs, or does so no more."""
        self._vitals.moved()
        self._acquaintances.played(scope, running=running)

    def _is_owner(self, request: Request) -> bool:
        user = request.sender.user
        return user in self._owners and request.place.private and request.place.scope.chat == user

    async def command(self, request: OwnerCommand, voice: Speaker) -> bool:
        """Do what an owner commands; ``False`` where nobody is one, and nothing was done."""
        if not self._is_owner(request):
            return False
        await self._commands[request.name](request, voice)
        return True

    async def tap(self, tap: Tap, voice: Speaker) -> bool:
        """Do what an owner's button asks; ``False`` where it is none, or nobody is an owner."""
        mark, _, rest = tap.data.partition(":")
        if mark != MARK or not self._is_owner(tap):
            return False
        match rest.split(":"):
            case ["", "closed", chosen]:
                await self._handlers.maintenance.tapped(tap, voice, chosen)
            case ["", "send", draft, whom]:
                await self._handlers.broadcast.send(tap, voice, draft, whom)
            case ["", "drop", draft]:
                await self._handlers.broadcast.drop(tap, voice, draft)
            case ["", "stop", draft]:
                await self._handlers.broadcast.stop(tap, voice, draft)
            case _:
                return False
        return True

    async def begin(self) -> None:
        """Know who is banned before anybody is heard."""
        try:
            await self._standing.renew()
        except RedisError as error:
            log.warning("who is banned waits for Redis: %s", error)

    async def run(self, stop: asyncio.Event) -> None:
        """Look now and then, until told to stop."""
        try:
            while not stop.is_set():
                try:
                    await self._look()
                except RedisError as error:
                    log.info("a look of the desk was left out: %s", error)
                    if self._owners and self._in_charge:
                        await self._watch.away()
                await self._until_next_look(stop, _LOOK_SECONDS)
        finally:
            await self._broadcaster.close()

    async def _look(self) -> None:
        await self._standing.renew()
        now = self._seconds()
        if now >= self._say_at:
            self._say_at = now + _SAY_SECONDS
            await self._acquaintances.write()
            await self._vitals.say(self._pulse.vital())
        self._broadcaster.look()
        self._in_charge = self._charge.epoch is not None
        if self._in_charge and not self._begun:
            await self._acquaintances.begin()
            self._begun = True
        if self._owners and self._in_charge and now >= self._watch_at:
            self._watch_at = now + _WATCH_SECONDS
            await self._watch.look()

    async def settle(self) -> None:
        """Write what was gathered, as the process ends."""
        try:
            await self._acquaintances.write()
        except RedisError as error:
            log.info("which chats were heard from is not written: %s", error)
