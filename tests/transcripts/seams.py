"""All that the recorder knows of the program: whoever moves the program's modules adapts this file and no other.

How a bot is built and what time, chance and waiting it is given; whether anything waits in its queues; how a chat's
table is read, for players who play legally; and, for the report of what was exercised, where texts are asked for.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
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
from bot.config import load_config
from bot.families import registry
from bot.handlers.dispatch.router import Router
from bot.handlers.general import all_command_rows
from bot.languages import languages
from bot.runtime import Runtime
from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.store.keys import KEYS, identify_key
from bot.store.scope import FIRST_TABLE, Scope
from bot.store.server.embedded import EmbeddedRedis
from bot.tables.codec import compress_json, decode_table, encode_stored
from bot.telegram.api.transport import AiohttpRequest
from bot.telegram.incoming import requests
from bot.texts import Texts
from bot.texts.__main__ import message_arguments
from bot.user_input.command_names import command_name
from engine.absence import Presence, PresenceNoted
from engine.cancellation import CancelObjected, CancelProposed, GameCancelled, ObjectToCancel, ProposeCancel
from engine.computer_players import DismissComputer, SeatComputers
from engine.errors import EngineError
from engine.extra_time import Extend, Extended
from engine.families import FAMILIES
from engine.game import Table, redact
from engine.invitations import EndInvitation, InvitationEnded, Invite, LapseInvitation, SeatOffered
from engine.klepka.state import GameState as Klepka
from engine.lobby_lifecycle import Abandon
from engine.lobby_seats import Alter, Begin, Join, Leave, LobbyClosed, Open, OptionAltered, SeatLeft, SeatTaken
from engine.rulesets import shipped_rulesets
from engine.table_log import apply_and_log
from tests.support.klepka import klepka_rules
from tests.support.klepka_chats import klepka_game_of_chat
from tests.transcripts.stored_values import Part, Volatile

__all__ = [
    "COMMANDS",
    "COMMAND_NAMES",
    "KINDS",
    "LOOK_LOOPS",
    "PROGRAM",
    "STARTUP_TASK",
    "command_name",
    "compress_json",
    "message_arguments",
]

COMMANDS: Final = all_command_rows()
"""Every command."""
OWNERS_COMMANDS: Final = frozenset(languages().owner_commands_by_name.values())
"""The keys of those that only the bot's owners have."""
COMMAND_NAMES: Final = languages().commands_by_name
"""Their keys by all their names."""
KINDS: Final = tuple(registry.all_button_kinds())
"""Every kind of button."""
GAMES: Final = tuple(sorted(shipped_rulesets()))
"""Every game's id."""
SUBCOMMANDS: Final = tuple(cli.COMMANDS)
"""Those of the command line."""
PROGRAM: Final = str(Path(program.__file__).parent)
"""The folder of the modules whose tasks are the bot's work."""
LOOK_LOOPS: Final = 5
"""How many loops wait for the next look: at deadlines, at cards to be turned face down, at messages to be deleted, at
boards that tell instants, and the desk's."""
VOLATILE_KEYS: Final = (
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
_NEVER_SEEN: Final = frozenset(
    {"members", "member", "worker_notifications", "replication_marker", "worker_heartbeats", "clock"}
)
"""Keys of which no record tells: what of :data:`VOLATILE_KEYS` is left out, and what only real time makes."""
PASSIVE_TASKS: Final = frozenset({"answers of Redis"})
"""Tasks that do nothing by themselves, and are there anew whenever a connection is."""
_THINKING_STEPS: Final = 40
STARTUP_TASK: Final = "menus"
"""The task of a start that ends by itself."""
_INBOX: Final = [keys.inbox(number) for number in range(keys.SHARDS)]
_OUTBOX: Final = [keys.outbox(shard) for shard in range(keys.SHARDS)]


def _count_script(queues: Sequence[str]) -> str:
    """How many entries streams hold. It is asked all the time, so their names are in it and not sent along."""
    names = ", ".join(f"'{queue}'" for queue in queues)
    return f"local n = 0 for _, k in ipairs({{{names}}}) do n = n + redis.call('XLEN', k) end return n"


_COUNT_UPDATES: Final = _count_script(_INBOX)
_COUNT_ALL: Final = _count_script([*_INBOX, *_OUTBOX])


class _ScriptedServedTime:
    """Served time of a service that was away for as long as the script says."""

    is_stale = False

    def __init__(self, clock: Callable[[], datetime], away: Callable[[], timedelta]) -> None:
        self._clock, self._away = clock, away

    def __call__(self) -> datetime:
        return self.to_served_time(self._clock())

    @property
    def downtime(self) -> timedelta:
        return self._away()

    def to_served_time(self, instant: datetime) -> datetime:
        # What waited for a bot that was killed has waited by Redis's clock, of which the script knows nothing.
        waited = timedelta(microseconds=-instant.microsecond % 1_000_000)
        return instant + waited - self.downtime

    def time_sent(self, arrived: datetime, sent: datetime) -> datetime:
        return self.time_counted(arrived, sent)

    def time_counted(self, arrived: datetime, sent: datetime) -> datetime:
        return self.to_served_time(sent if arrived.microsecond else arrived)

    async def record_beat(self, *, returning: bool) -> None:
        """There is nothing to learn from it."""


class _CountedTokens:
    """Stands in for chance, where that makes a name."""

    def __init__(self) -> None:
        self._next: Final = count(1)

    def token_hex(self, size: int) -> str:
        return f"{next(self._next):0{2 * size}x}"


def _fixed_thinking_steps(_: float) -> Callable[[], bool]:
    left = iter(range(_THINKING_STEPS))
    return lambda: next(left, None) is not None


@asynccontextmanager
async def run_redis(folder: Path) -> AsyncIterator[Redis]:
    """A Redis server of its own; durability is not what is tried here."""
    server = EmbeddedRedis(folder)
    await server.start()
    try:
        async with connect(server.url) as client:
            await client.config_set("appendfsync", "no")
            yield client
    finally:
        await server.stop()


def run_command_line(arguments: list[str]) -> int:
    """What the command line does with its arguments; its exit status.

    Raises:
        SystemExit: the arguments are wrong, or help was asked for.
    """
    return cli.main(arguments)


def connect_to(url: str) -> AbstractAsyncContextManager[Redis]:
    """A client of a Redis server that answers in bytes, as the bot has one."""
    return connect(url)


def socket_path_of(redis: Redis) -> Path:
    """The server's socket."""
    return Path(redis.connection_pool.connection_kwargs["path"])


@asynccontextmanager
async def run_bot(
    redis: Redis,
    *,
    environ: dict[str, str],
    folder: Path,
    token: str,
    api: str,
    clock: Callable[[], datetime],
    away: Callable[[], timedelta],
    pause: Callable[[float], Awaitable[None]],
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]],
    secret: Callable[[], str],
    shuffle: Callable[[list[int]], None],
) -> AsyncIterator[asyncio.Event]:
    """The whole bot on one Redis and one Bot API server; setting the event that is yielded has it end."""
    requests = AiohttpRequest(), AiohttpRequest(connections=1)
    around = Runtime(
        clock=clock,
        served_time=_ScriptedServedTime(clock, away),
        monotonic=lambda: clock().timestamp(),
        pause=pause,
        wait_for_next_poll=until_next_poll,
        make_secret=secret,
        shuffle=shuffle,
    )
    async with AsyncExitStack() as stack:
        # A broadcast's mark is of chance.
        stack.enter_context(patch("bot.store.broadcasts.secrets", _CountedTokens()))
        # Who thinks for a time thinks a number of thoughts, the same on every machine.
        stack.enter_context(patch("bot.families.crossword.computer_player.time_left_check", _fixed_thinking_steps))
        bot = Bot(token, base_url=f"{api}/bot", request=requests[0], get_updates_request=requests[1])
        await stack.enter_async_context(bot)
        config = load_config(environ, folder)
        service = Service(config, bot, redis, owns_port=bool(config.webhook_url), runtime=around)
        # The desk looks when everybody does: what it writes is there at the same step in each run.
        service._components.owner.access._until_next_poll = until_next_poll  # type: ignore[misc]  # noqa: SLF001 - it has the machine's own
        stop = asyncio.Event()
        task = asyncio.create_task(service.run(stop))
        try:
            yield stop
        finally:
            stop.set()
            with suppress(asyncio.CancelledError):
                await task


async def count_waiting(redis: Redis, *, with_notices: bool = True) -> int:
    """How many updates are to be handled and, unless not asked for, how many notices to be ``with_notices``."""
    script = _COUNT_ALL if with_notices else _COUNT_UPDATES
    return int(await redis.register_script(script)())


async def load_table(redis: Redis, chat: int, topic: int | None = None, number: int = FIRST_TABLE) -> Table | None:
    """A chat's table of that number, with its secrets."""
    stored = await redis.hget(keys.game(Scope(chat, topic, number)), "state")
    return None if not stored else decode_table(stored if isinstance(stored, bytes) else stored.encode())


async def put_cards(redis: Redis, chat: int, hand: str, phase: Any) -> None:
    """Put cards on a table of Klepka, and into the first player's hand."""
    store, scope = GameStore(redis), Scope(chat)
    held = await store.load_table(scope)
    state = decode_table(held.state or b"")
    if not isinstance(state, Klepka):
        raise TypeError(f"no cards in {chat}")
    dealing = klepka_game_of_chat("АБВГ АБВГ", hand, "К", phase=phase, ruleset=klepka_rules(deck="full", double="host"))
    laid = encode_stored(replace(dealing, commitment=state.commitment))
    done = await store.commit(Commit(scope=scope, expected_version=held.version, update_id=None, state=laid))
    if not isinstance(done, Committed):
        raise TypeError("the cards are not laid")


async def make_table_unreadable(redis: Redis, chat: int) -> None:
    """Have a table lie there as another version would have written it."""
    await redis.hset(keys.game(Scope(chat)), "state", compress_json(b'{"type": "crossword", "schema": 99}'))


def everything_by_kind() -> dict[str, set[str]]:
    """All that can be exercised, by kind, in the names that :class:`Seen` counts it by."""
    texts = set(message_arguments("tr"))
    return {
        "commands": set(COMMANDS),
        "owners' commands": set(OWNERS_COMMANDS),
        "buttons": set(KINDS),
        "requests": {kind.__name__ for kind in get_args(requests.Request)},
        "messages of the text files": texts,
        "refusals": {text.removeprefix("refusal-").replace("-", "_") for text in texts if text.startswith("refusal-")},
        "actions": _action_names(),
        "events": _event_names(),
        "keys in Redis": set(KEYS) - _NEVER_SEEN,
    }


def kind_of_key(key: str) -> str:
    """What kind of key one is."""
    found = identify_key(key)
    return "unknown" if found is None else found[0]


def _action_names() -> set[str]:
    told: list[type] = [Open, Join, Leave, Alter, Begin, Invite, EndInvitation, LapseInvitation, Abandon]
    told += [SeatComputers, DismissComputer, ProposeCancel, ObjectToCancel, Extend, Presence]
    for family in FAMILIES:
        told += family.actions
    return {_type_name(action) for action in told}


def _event_names() -> set[str]:
    told: list[type] = [SeatTaken, SeatLeft, OptionAltered, SeatOffered, InvitationEnded, LobbyClosed]
    told += [CancelProposed, CancelObjected, GameCancelled, Extended, PresenceNoted]
    for family in FAMILIES:
        told += family.events
    return {_type_name(event) for event in told}


def _type_name(event: type) -> str:
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
def count_seen(seen: Seen) -> Iterator[None]:
    """Note what is exercised; what the bot does is left as it is."""
    wording, refused, handle = Texts._format_message, EngineError.__init__, Router.handle_request  # noqa: SLF001 - the one door

    def noted_text(self: Texts, language: str, message: str, arguments: Any) -> str:
        seen.texts[message] += 1
        return wording(self, language, message, arguments)

    def noted_refusal(self: EngineError, code: str, **fields: Any) -> None:
        seen.refusals[code] += 1
        refused(self, code, **fields)

    async def noted_request(self: Router, request: requests.Request) -> None:
        seen.requests[type(request).__name__] += 1
        if isinstance(request, requests.OwnerCommand):
            seen.owners[request.name] += 1
        await handle(self, request)

    def noted_event(event: Any, viewer: int | None) -> Any:
        seen.events[_type_name(type(event))] += 1
        return redact(event, viewer)

    def noted_action(table: Any, action: Any, *rest: Any, **named: Any) -> Any:
        done = apply_and_log(table, action, *rest, **named)
        seen.actions[_type_name(type(action))] += 1
        return done

    def noted_opening(*given: Any) -> Open:
        seen.actions[_type_name(Open)] += 1
        return Open(*given)

    with (
        patch.object(Texts, "_format_message", noted_text),
        patch.object(EngineError, "__init__", noted_refusal),
        patch.object(Router, "handle_request", noted_request),
        patch("bot.tables.notices.redact", noted_event),
        patch("bot.tables.games.apply_and_log", noted_action),
        patch("bot.tables.games.Open", noted_opening),
    ):
        yield
