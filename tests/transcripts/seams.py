"""All that the recorder knows of the program: whoever moves the program's modules adapts this file and no other.

How a bot is built and what time, chance and waiting it is given; whether anything waits in its queues; how a chat's
table is read, for players who play legally; and, for the report of what was exercised, where texts are asked for.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from redis.asyncio import Redis
from telegram import Bot

import bot as program
from bot.app import Service
from bot.config import load
from bot.families import registry
from bot.handlers.commands import commands
from bot.languages import languages
from bot.store import keys
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.keys import Scope
from bot.surroundings import Surroundings
from bot.tables.codec import decode_table
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from bot.texts.__main__ import messages
from bot.typed.commands import command_name
from engine.closing import CancelObjected, CancelProposed, GameCancelled
from engine.errors import EngineError
from engine.extending import Extended
from engine.families import FAMILIES
from engine.game import Table, redact
from engine.invitations import InvitationEnded, SeatOffered
from engine.presence import PresenceNoted
from engine.seats import LobbyClosed, OptionAltered, SeatLeft, SeatTaken

__all__ = ["COMMANDS", "COMMAND_NAMES", "KINDS", "LOOPS", "PASSING", "PROGRAM", "command_name", "messages"]

COMMANDS: Final = commands()
"""Every command."""
COMMAND_NAMES: Final = languages().commands
"""Their keys by all their names."""
KINDS: Final = tuple(registry.buttons())
"""Every kind of button."""
PROGRAM: Final = str(Path(program.__file__).parent)
"""The folder of the modules whose tasks are the bot's work."""
LOOPS: Final = 3
"""How many loops wait for the next look: at deadlines, at cards to be turned face down, at messages to be deleted."""
PASSING: Final = "menus"
"""The task of a start that ends by itself."""
_WAITING: Final = "local n = 0 for _, k in ipairs(KEYS) do n = n + redis.call('XLEN', k) end return n"
_INBOX: Final = [keys.inbox(number) for number in range(keys.SHARDS)]
_OUTBOX: Final = [keys.outbox(shard) for shard in range(keys.SHARDS)]


class _Served:
    """Served time of a service that was away for as long as the script says."""

    stale = False

    def __init__(self, clock: Callable[[], datetime], away: Callable[[], timedelta]) -> None:
        self._clock, self._away = clock, away

    def __call__(self) -> datetime:
        return self.of(self._clock())

    @property
    def away(self) -> timedelta:
        return self._away()

    def of(self, instant: datetime) -> datetime:
        return instant - self.away

    def sent(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - the clock is Telegram's own
        return self.of(arrived)

    def counts(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - the clock is Telegram's own
        return self.of(arrived)

    async def beat(self, *, returning: bool) -> None:
        """There is nothing to learn from it."""


@asynccontextmanager
async def redis_in(folder: Path) -> AsyncIterator[Redis]:
    """A Redis server of its own; durability is not what is tried here."""
    server = EmbeddedRedis(folder)
    await server.start()
    try:
        async with connect(server.url) as client:
            await client.config_set("appendfsync", "no")
            yield client
    finally:
        await server.stop()


@asynccontextmanager
async def running(
    redis: Redis,
    *,
    environ: dict[str, str],
    folder: Path,
    token: str,
    api: str,
    clock: Callable[[], datetime],
    away: Callable[[], timedelta],
    pause: Callable[[float], Awaitable[None]],
    until_next_look: Callable[[asyncio.Event, float], Awaitable[None]],
    secret: Callable[[], str],
) -> AsyncIterator[asyncio.Event]:
    """The whole bot on one Redis and one Bot API server; setting the event that is yielded has it end."""
    requests = AiohttpRequest(), AiohttpRequest(connections=1)
    around = Surroundings(
        clock=clock,
        served=_Served(clock, away),
        monotonic=lambda: clock().timestamp(),
        pause=pause,
        until_next_look=until_next_look,
        secret=secret,
    )
    async with Bot(token, base_url=f"{api}/bot", request=requests[0], get_updates_request=requests[1]) as bot:
        config = load(environ, folder)
        service = Service(config, bot, redis, owns_port=bool(config.webhook_url), around=around)
        stop = asyncio.Event()
        task = asyncio.create_task(service.run(stop))
        try:
            yield stop
        finally:
            stop.set()
            await task


async def waiting(redis: Redis, *, told: bool = True) -> int:
    """How many updates are to be handled and, unless not asked for, how many notices to be ``told``."""
    queues = [*_INBOX, *_OUTBOX] if told else _INBOX
    return int(await redis.eval(_WAITING, len(queues), *queues))


async def table(redis: Redis, chat: int, topic: int | None = None) -> Table | None:
    """A chat's table, with its secrets."""
    stored = await redis.hget(keys.game(Scope(chat, topic)), "state")
    return None if not stored else decode_table(stored if isinstance(stored, bytes) else stored.encode())


def events() -> set[str]:
    """Every event that there is, by the names that :class:`Seen` counts them by."""
    told: list[type] = [SeatTaken, SeatLeft, OptionAltered, SeatOffered, InvitationEnded, LobbyClosed]
    told += [CancelProposed, CancelObjected, GameCancelled, Extended, PresenceNoted]
    for family in FAMILIES:
        told += family.events
    return {_name(event) for event in told}


def _name(event: type) -> str:
    return f"{event.__module__.removeprefix('engine.')}.{event.__name__}"


@dataclass(slots=True)
class Seen:
    """What was exercised: messages of the text files, refusals, and events."""

    texts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)


@contextmanager
def watched(seen: Seen) -> Iterator[None]:
    """Note what is exercised; what the bot does is left as it is."""
    wording, refused = Texts._format, EngineError.__init__  # noqa: SLF001 - the one door

    def noted_text(self: Texts, language: str, message: str, arguments: Any) -> str:
        seen.texts[message] += 1
        return wording(self, language, message, arguments)

    def noted_refusal(self: EngineError, code: str, **fields: Any) -> None:
        seen.refusals[code] += 1
        refused(self, code, **fields)

    def noted_event(event: Any, viewer: int | None) -> Any:
        seen.events[_name(type(event))] += 1
        return redact(event, viewer)

    with (
        patch.object(Texts, "_format", noted_text),
        patch.object(EngineError, "__init__", noted_refusal),
        patch("bot.tables.notices.redact", noted_event),
    ):
        yield
