"""All that the recorder knows of the program; :mod:`tests.transcripts.bot_seams` builds and runs the bot."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace
from redis.asyncio import Redis

from bot import cli
from bot.families import registry
from bot.handlers.general import all_command_rows
from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.keys import FIRST_TABLE, Scope
from bot.tables.codec import compress_json, decode_table, encode_stored
from bot.user_input.commands import command_name
from engine.game import Table
from engine.klepka.state import GameState as Klepka
from engine.rulesets import shipped_rulesets
from tests.support.klepka import klepka_rules
from tests.support.klepka_chats import klepka_game_of_chat
from tests.transcripts.stored_values import Part, Volatile

__all__ = [
    "COMMANDS",
    "KINDS",
    "command_name",
    "compress_json",
]

COMMANDS: Final = all_command_rows()
"""Every command."""
KINDS: Final = tuple(registry.all_button_kinds())
"""Every kind of button."""
GAMES: Final = tuple(sorted(shipped_rulesets()))
"""Every game's id."""
SUBCOMMANDS: Final = tuple(cli.COMMANDS)
"""Those of the command line."""
VOLATILE_KEYS: Final = (
    Volatile(r"hf:\{\d\d\}:owner", Part.VALUE),  # a random epoch
    Volatile(r"hf:\{\d\d\}:came", Part.SCORES),  # instants by Redis's clock
    Volatile(r"hf:\{\d\d\}:.*:aside:\d+", Part.VALUE, "at"),  # the same
    Volatile(r"hf:\{\d\d\}:vitals", Part.VALUE, "memory"),
    Volatile(r"hf:\{\d\d\}:puzzle-figures:.*", Part.VALUE, "attempts"),  # random marks
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
_INBOX: Final = [keys.inbox(number) for number in range(keys.SHARDS)]
_OUTBOX: Final = [keys.outbox(shard) for shard in range(keys.SHARDS)]


def _count_script(queues: Sequence[str]) -> str:
    """How many entries streams hold. It is asked all the time, so their names are in it and not sent along."""
    names = ", ".join(f"'{queue}'" for queue in queues)
    return f"local n = 0 for _, k in ipairs({{{names}}}) do n = n + redis.call('XLEN', k) end return n"


_COUNT_UPDATES: Final = _count_script(_INBOX)
_COUNT_ALL: Final = _count_script([*_INBOX, *_OUTBOX])


def run_command_line(arguments: list[str]) -> int:
    """What the command line does with its arguments; its exit status.

    Raises:
        SystemExit: the arguments are wrong, or help was asked for.
    """
    return cli.main(arguments)


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
