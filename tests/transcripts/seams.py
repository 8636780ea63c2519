"""All that the recorder knows of the program: whoever moves the program's modules adapts this file and no other.

How a bot is built and what time, chance and waiting it is given; whether anything waits in its queues; how a chat's
table is read, for players who play legally; and, for the report of what was exercised, where texts are asked for.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final, get_args
from unittest.mock import patch

from msgspec.structs import replace
from redis.asyncio import Redis
from telegram import Bot

import bot as program
from bot import cli
from bot.app import Service
from bot.config import load
from bot.families import registry
from bot.handlers.commands import commands
from bot.handlers.router import Router
from bot.languages import languages
from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.connect import connect
from bot.store.dump import kind_of
from bot.store.embedded import EmbeddedRedis
from bot.store.keys import Scope
from bot.store.keyspace import KEYS
from bot.store.redis import Store
from bot.surroundings import Surroundings
from bot.tables.codec import decode_table, encode
from bot.tables.packing import packed
from bot.telegram import inbound
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from bot.texts.__main__ import messages
from bot.typed.commands import command_name
from engine.closing import CancelObjected, CancelProposed, GameCancelled, ObjectToCancel, ProposeCancel
from engine.errors import EngineError
from engine.extending import Extend, Extended
from engine.families import FAMILIES
from engine.game import Table, redact
from engine.hosting import DismissComputer, SeatComputers
from engine.invitations import EndInvitation, InvitationEnded, Invite, LapseInvitation, SeatOffered
from engine.klepka.state import GameState as Klepka
from engine.presence import Presence, PresenceNoted
from engine.record import applied
from engine.rulesets import rulesets
from engine.seats import Alter, Begin, Join, Leave, LobbyClosed, Open, OptionAltered, SeatLeft, SeatTaken
from engine.waiting import Abandon
from tests.support.klepka import rules
from tests.support.klepka_chats import dealt
from tests.transcripts.stored import Part, Volatile

__all__ = ["COMMANDS", "COMMAND_NAMES", "KINDS", "LOOPS", "PASSING", "PROGRAM", "command_name", "messages", "packed"]

COMMANDS: Final = commands()
"""Every command."""
OWNERS_COMMANDS: Final = frozenset(languages().desk.values())
"""The keys of those that only the bot's owners have."""
COMMAND_NAMES: Final = languages().commands
"""Their keys by all their names."""
KINDS: Final = tuple(registry.buttons())
"""Every kind of button."""
GAMES: Final = tuple(sorted(rulesets()))
"""Every game's id."""
SUBCOMMANDS: Final = tuple(cli.COMMANDS)
"""Those of the command line."""
PROGRAM: Final = str(Path(program.__file__).parent)
"""The folder of the modules whose tasks are the bot's work."""
LOOPS: Final = 5
"""How many loops wait for the next look: at deadlines, at cards to be turned face down, at messages to be deleted, at
boards that tell instants, and the desk's."""
VOLATILE: Final = (
    Volatile(r"hf:\{\d\d\}:owner", Part.VALUE),  # a random epoch
    Volatile(r"hf:\{\d\d\}:came", Part.SCORES),  # instants by Redis's clock
    Volatile(r"hf:\{\d\d\}:.*:aside:\d+", Part.VALUE, "at"),  # the same
    Volatile(r"hf:\{\d\d\}:vitals", Part.VALUE, "memory"),
    Volatile(r"hf:\{\d\d\}:.*:callers", Part.VALUE),  # the same
    Volatile(r"hf:\{\d\d\}:fades", Part.FRACTIONS),  # what waited for Redis has waited by its clock
    Volatile(r"hf:\{\d\d\}:.*:game-words", Part.ORDER),  # words of a set
    Volatile(r"hf:rewritten", Part.VALUE),  # an instant by Redis's clock
    Volatile(r"hf:\{living\}.*", Part.ALL),  # how often a worker has said that it lives
    Volatile(r"hf:wake:.*", Part.ALL),  # there until a worker looks
    Volatile(r"hf:.*:replicated", Part.ALL),  # there for a minute
)
"""What is stored and differs from one run to the next."""
VOLATILE_WORDS: Final = ((r"\d+ (MiB|МіБ)", r"… \1"), (r"Redis: [\d.,]+", "Redis: …"))
"""What is sent and differs from one run to the next, as regular expressions, and what takes its place: memory, and how
fast Redis answers."""
_NEVER_SEEN: Final = frozenset({"living", "alive", "wake", "replicated", "workers", "clock"})
"""Keys of which no record tells: what of :data:`VOLATILE` is left out, and what only real time makes."""
LISTENING: Final = frozenset({"answers of Redis"})
"""Tasks that do nothing by themselves, and are there anew whenever a connection is."""
_THOUGHTS: Final = 40
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
        # What waited for a bot that was killed has waited by Redis's clock, of which the script knows nothing.
        waited = timedelta(microseconds=-instant.microsecond % 1_000_000)
        return instant + waited - self.away

    def sent(self, arrived: datetime, sent: datetime) -> datetime:
        return self.counts(arrived, sent)

    def counts(self, arrived: datetime, sent: datetime) -> datetime:
        return self.of(sent if arrived.microsecond else arrived)

    async def beat(self, *, returning: bool) -> None:
        """There is nothing to learn from it."""


class _Marks:
    """Stands in for chance, where that makes a name."""

    def __init__(self) -> None:
        self._next: Final = count(1)

    def token_hex(self, size: int) -> str:
        return f"{next(self._next):0{2 * size}x}"


def _thoughts(_: float) -> Callable[[], bool]:
    left = iter(range(_THOUGHTS))
    return lambda: next(left, None) is not None


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


def command_line(arguments: list[str]) -> int:
    """What the command line does with its arguments; its exit status.

    Raises:
        SystemExit: the arguments are wrong, or help was asked for.
    """
    return cli.main(arguments)


def client_at(url: str) -> AbstractAsyncContextManager[Redis]:
    """A client of a Redis server that answers in bytes, as the bot has one."""
    return connect(url)


def socket_of(redis: Redis) -> Path:
    """The server's socket."""
    return Path(redis.connection_pool.connection_kwargs["path"])


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
    async with AsyncExitStack() as stack:
        # A broadcast's mark is of chance.
        stack.enter_context(patch("bot.store.broadcasts.secrets", _Marks()))
        # Who thinks for a time thinks a number of thoughts, the same on every machine.
        stack.enter_context(patch("bot.families.crossword.thinking._until", _thoughts))
        bot = Bot(token, base_url=f"{api}/bot", request=requests[0], get_updates_request=requests[1])
        await stack.enter_async_context(bot)
        config = load(environ, folder)
        service = Service(config, bot, redis, owns_port=bool(config.webhook_url), around=around)
        # The desk looks when everybody does: what it writes is there at the same step in each run.
        service._parts.owners_desk.desk._until_next_look = until_next_look  # type: ignore[misc]  # noqa: SLF001 - it has the machine's own
        stop = asyncio.Event()
        task = asyncio.create_task(service.run(stop))
        try:
            yield stop
        finally:
            stop.set()
            with suppress(asyncio.CancelledError):
                await task


async def waiting(redis: Redis, *, told: bool = True) -> int:
    """How many updates are to be handled and, unless not asked for, how many notices to be ``told``."""
    queues = [*_INBOX, *_OUTBOX] if told else _INBOX
    return int(await redis.eval(_WAITING, len(queues), *queues))


async def table(redis: Redis, chat: int, topic: int | None = None) -> Table | None:
    """A chat's table, with its secrets."""
    stored = await redis.hget(keys.game(Scope(chat, topic)), "state")
    return None if not stored else decode_table(stored if isinstance(stored, bytes) else stored.encode())


async def lay_cards(redis: Redis, chat: int, hand: str, phase: Any) -> None:
    """Put cards on a table of Klepka, and into the first player's hand."""
    store, scope = Store(redis), Scope(chat)
    held = await store.load(scope)
    state = decode_table(held.state or b"")
    if not isinstance(state, Klepka):
        raise TypeError(f"no cards in {chat}")
    dealing = dealt("АБВГ АБВГ", hand, "К", phase=phase, ruleset=rules(deck="full", double="host"))
    laid = encode(replace(dealing, commitment=state.commitment))
    done = await store.commit(Commit(scope=scope, expected=held.version, update_id=None, state=laid))
    if not isinstance(done, Committed):
        raise TypeError("the cards are not laid")


async def spoil(redis: Redis, chat: int) -> None:
    """Have a table lie there as another version would have written it."""
    await redis.hset(keys.game(Scope(chat)), "state", packed(b'{"type": "crossword", "schema": 99}'))


def there() -> dict[str, set[str]]:
    """All that can be exercised, by kind, in the names that :class:`Seen` counts it by."""
    texts = set(messages("tr"))
    return {
        "commands": set(COMMANDS),
        "owners' commands": set(OWNERS_COMMANDS),
        "buttons": set(KINDS),
        "requests": {kind.__name__ for kind in get_args(inbound.Request)},
        "messages of the text files": texts,
        "refusals": {text.removeprefix("refusal-").replace("-", "_") for text in texts if text.startswith("refusal-")},
        "actions": _actions(),
        "events": _events(),
        "keys in Redis": set(KEYS) - _NEVER_SEEN,
    }


def kind_of_key(key: str) -> str:
    """What kind of key one is."""
    found = kind_of(key)
    return "unknown" if found is None else found[0]


def _actions() -> set[str]:
    told: list[type] = [Open, Join, Leave, Alter, Begin, Invite, EndInvitation, LapseInvitation, Abandon]
    told += [SeatComputers, DismissComputer, ProposeCancel, ObjectToCancel, Extend, Presence]
    for family in FAMILIES:
        told += family.actions
    return {_name(action) for action in told}


def _events() -> set[str]:
    told: list[type] = [SeatTaken, SeatLeft, OptionAltered, SeatOffered, InvitationEnded, LobbyClosed]
    told += [CancelProposed, CancelObjected, GameCancelled, Extended, PresenceNoted]
    for family in FAMILIES:
        told += family.events
    return {_name(event) for event in told}


def _name(event: type) -> str:
    return f"{event.__module__.removeprefix('engine.')}.{event.__name__}"


@dataclass(slots=True)
class Seen:
    """What was exercised: messages of the text files, refusals, requests, actions and events."""

    texts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    owners: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)


@contextmanager
def watched(seen: Seen) -> Iterator[None]:
    """Note what is exercised; what the bot does is left as it is."""
    wording, refused, handle = Texts._format, EngineError.__init__, Router.handle  # noqa: SLF001 - the one door

    def noted_text(self: Texts, language: str, message: str, arguments: Any) -> str:
        seen.texts[message] += 1
        return wording(self, language, message, arguments)

    def noted_refusal(self: EngineError, code: str, **fields: Any) -> None:
        seen.refusals[code] += 1
        refused(self, code, **fields)

    async def noted_request(self: Router, request: inbound.Request) -> None:
        seen.requests[type(request).__name__] += 1
        if isinstance(request, inbound.OwnerCommand):
            seen.owners[request.name] += 1
        await handle(self, request)

    def noted_event(event: Any, viewer: int | None) -> Any:
        seen.events[_name(type(event))] += 1
        return redact(event, viewer)

    def noted_action(table: Any, action: Any, *rest: Any, **named: Any) -> Any:
        done = applied(table, action, *rest, **named)
        seen.actions[_name(type(action))] += 1
        return done

    def noted_opening(*given: Any) -> Open:
        seen.actions[_name(Open)] += 1
        return Open(*given)

    with (
        patch.object(Texts, "_format", noted_text),
        patch.object(EngineError, "__init__", noted_refusal),
        patch.object(Router, "handle", noted_request),
        patch("bot.tables.notices.redact", noted_event),
        patch("bot.tables.games.applied", noted_action),
        patch("bot.tables.games.Open", noted_opening),
    ):
        yield
