"""Games as a store holds them at every point of their course, with true logs."""

import asyncio
import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final
from zlib import compress

import msgspec
from redis.asyncio import Redis

from bot.families import family_list
from bot.judges import WordChanges
from bot.offline.backup import read_key_groups
from bot.store import export, keys
from bot.store.commits import Commit, Committed, FinishedGame
from bot.store.export import ExportedKey, KeyGroup, list_key_names
from bot.store.games import GameStore
from bot.store.heartbeat import Heartbeat
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.people import Ban, Bans
from bot.store.puzzles import OpenPuzzle, PuzzleOutcome, PuzzleProgress, PuzzleStore
from bot.store.server_checks import SCHEMA
from bot.store.streams import InboxEntry
from bot.tables.codec import encode_stored
from bot.tables.table_loader import table_name
from engine.game import Table, deadline, is_over
from engine.replay_log import replay_entry
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry
from tests.support.records import store_samples

RUNNING, FINISHED, OPEN = Scope(-100, 3), Scope(-200), Scope(-300)
"""What :func:`fill_redis` stores: three chats with a table each."""
RECORDED: Final = range(1, 46)
"""The numbers of the finished games that are told of in the records of the second of them."""
_UPDATES: Final = count(1_000_000)


@lru_cache
def simulated_course(ruleset: str, number: int = 1, players: int = 2) -> Sequence[tuple[Table, LogEntry]]:
    rules = resolve_ruleset(shipped_rulesets()[ruleset])
    game = family_list.command_line_of_ruleset(rules).simulate_game(rules, players, "shelf", number)
    steps: list[tuple[Table, LogEntry]] = []
    table: Table | None = None
    for entry in game.log:
        table = replay_entry(rules, game.state.secret, table, entry)
        assert table is not None
        steps.append((table, entry))
    assert table == game.state
    return steps


async def commit_course_step(
    store: GameStore,
    scope: Scope,
    step: int,
    steps: Sequence[tuple[Table, LogEntry]],
    finished_game: FinishedGame | None = None,
) -> None:
    """Commit one step of a course, the first one with a new log; the last one may write a record."""
    table, entry = steps[step]
    due = deadline(table)
    done = await store.commit(
        Commit(
            scope=scope,
            expected_version=(await store.load_table(scope)).version,
            update_id=next(_UPDATES),
            state=encode_stored(table),
            log=(encode_stored(entry),),
            outbox=(b"notice %d" % step,),
            deadline=None if due is None else due.timestamp(),
            reset_log=step == 0,
            custom_words=encode_stored(WordChanges()) if step == 0 else None,
            short_retention=is_over(table),
            finished_game=finished_game,
        )
    )
    assert isinstance(done, Committed)


async def fill_redis(redis: Redis) -> None:
    await redis.set(keys.schema(), SCHEMA)
    store, inbox = GameStore(redis), Inbox(redis)
    await _commit_course(store, RUNNING, "kelimelik", 20)
    await _commit_course(store, FINISHED, "klepka", None)
    await _commit_course(store, OPEN, "scrabble-tr", 2)
    for user in (1, 2):
        await store.players.add_user_game(user, RUNNING, table_name(simulated_course("kelimelik")[0][0]))
        await store.players.add_finished_game(user, FINISHED, table_name(simulated_course("klepka")[0][0]))
    await store.save_setting(RUNNING, "language", "uk")
    await store.players.save_locale(1, "en")
    await redis.set(keys.tutorial(1), "0123abcd")
    await redis.hset(keys.chat_words(-100, "tr"), "KALEM", "-")
    await redis.zadd(keys.card_selection(FINISHED, "5"), {"4": 1, "7": 2})
    await redis.zadd(keys.card_reveals(7), {b"\xff\x00 a message": 1_800_000_000.25})
    await redis.zadd(keys.auto_deletes(7), {b"-100 5": 1_800_000_000.25})
    await redis.zadd(keys.daily_posts(7), {b"-100": 1_800_000_000.25})
    await redis.hset(keys.daily_puzzle(-100), mapping={"puzzle": "0123456789ab", "day": "2026-11-27", "number": "3"})
    puzzles = PuzzleStore(redis)
    await puzzles.save_puzzles({"0123456789ab": b"a position"})
    await puzzles.note_made("kelimelik", ["0123456789ab"])
    await puzzles.swap_progress(
        1, "0123456789ab", None, PuzzleProgress(opened=1_700_000_000), OpenPuzzle("0123456789ab", 1_700_000_000)
    )
    await puzzles.add_result("0123456789ab", PuzzleProgress(PuzzleOutcome.SOLVED, points=80))
    await puzzles.note_chat_game(-100, "0123456789abcdef", ["0123456789ab"])
    await puzzles.note_shown(-100, "0123456789ab", 1_700_000_000)
    await redis.hset(keys.daily_solvers(-100), "2", b"\x94\x03\x01\x02\x05")
    await Heartbeat(redis, "worker", now=lambda: 1_700_000_000.5).record_beat(None, returning=True)
    await redis.rpush(keys.audit_entries(RUNNING), b"decided")
    await redis.hset(keys.quarantined_game(RUNNING, 3), mapping={"state": b"unreadable", "version": 3})
    await redis.rpush(keys.quarantined_log(RUNNING, 3), b"unreadable")
    await redis.set(keys.newest_commit(keys.shard_of(-100)), 1_700_000_000_000)
    await redis.lpush(keys.downtimes(), b"1700000000000 1700000060000 0 60000")
    await redis.lpush(keys.clock_jumps(), b"1700000000000 0 3600000")
    await redis.sadd(keys.unreachable_scopes(RUNNING.chat), str(RUNNING))
    await redis.hset(keys.table_alerts(-100), "7", "Nane")
    await store_samples(redis, FINISHED.chat, RECORDED)
    await redis.hset(keys.unlisted_players(FINISHED.chat), "2", "1")
    await redis.rpush(keys.record_decisions(FINISHED.chat), "decided")
    await asyncio.gather(*(redis.hset(name, "9", "noted") for name in (keys.forgetting(), keys.account_settings())))
    await redis.hset(keys.carried_records(FINISHED.chat), "records -5", "3")
    for derived in (keys.standings(-100), keys.figures(-100, "ever")):
        await redis.hset(derived, "1", "derived")
    await redis.hset(keys.record_progress(-100), "count", "1")
    await redis.xadd(keys.held_notices(keys.shard_of(-100)), {"scope": str(RUNNING), "payload": b"untold"})
    await redis.rpush(keys.record_effects(-100), "derived")
    await redis.zadd(keys.known_chats(keys.shard_of(-100)), {"-100": 1_700_000_000})
    await Bans(redis).add_ban(Ban(7, 1, 1_700_000_000))
    await redis.zadd(keys.running_games(keys.shard_of(-100)), {"-100": 1_700_000_000})
    await inbox.append_update(9, -200, b'{"update_id":9}')
    await redis.set(keys.dictionary_answer("tr", "KALEM"), b"1", ex=100)
    for of_the_moment in (keys.outage_notified(-100), keys.aof_rewrite_time(), keys.greeting(-100)):
        await redis.set(of_the_moment, b"1", ex=100)
    await inbox.dead_letter(InboxEntry(1, "1-0", 8, b"{}", 3), "reason")


async def _commit_course(store: GameStore, scope: Scope, ruleset: str, until: int | None) -> None:
    steps = simulated_course(ruleset)
    for step in range(len(steps[:until])):
        await commit_course_step(store, scope, step, steps)


async def dump_backed_up_keys(redis: Redis) -> dict[str, Any]:
    found: dict[str, Any] = {}
    async for group in export.Exporter(redis).export_groups():
        for stored in group.exported_keys:
            hours = stored.ttl_ms if stored.ttl_ms < 0 else round(stored.ttl_ms / 3_600_000)
            values: Any = stored.values
            if stored.redis_type == "set":
                values = sorted(values)
            elif stored.continues:
                values = [*found[stored.name][2], *values]
            elif stored.redis_type == "hash":
                values = dict(zip(values[::2], values[1::2], strict=True))
            found[stored.name] = (stored.redis_type, hours, values, stored.entries)
    return found


async def find_traces(redis: Redis, user: int, names: Sequence[str]) -> list[str]:
    found = []
    for name in await list_key_names(redis):
        held = b"\n".join([name.encode(), *await read_values(redis, name)])
        if re.search(rb"(?<!\d)%d(?!\d)" % user, held) or msgspec.msgpack.encode(user) in held or says(held, names):
            found.append(name)
    return found


async def find_names(redis: Redis, names: Sequence[str]) -> list[str]:
    return [
        name
        for name in await list_key_names(redis)
        if says(b"\n".join([name.encode(), *await read_values(redis, name)]), names)
    ]


def says(held: bytes, names: Sequence[str]) -> bool:
    return any(name.encode() in held for name in names)


def find_in_files(folder: Path, *words: bytes) -> list[str]:
    """The files of a folder that hold any of some words, as they are."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_socket()]
    return [str(path.relative_to(folder)) for path in files if any(word in path.read_bytes() for word in words)]


async def read_values(redis: Redis, name: str) -> list[bytes]:
    client: Any = redis
    match await client.type(name):
        case b"string":
            values = [await client.get(name)]
        case b"list":
            values = await client.lrange(name, 0, -1)
        case b"set":
            values = list(await client.smembers(name))
        case b"zset":
            values = await client.zrange(name, 0, -1)
        case b"hash":
            values = [part for pair in (await client.hgetall(name)).items() for part in pair]
        case _:
            values = [part for _, fields in await client.xrange(name) for pair in fields.items() for part in pair]
    return [_unpack(value) for value in values if value is not None]


def _unpack(value: bytes) -> bytes:
    try:
        return zlib.decompress(value)
    except zlib.error:
        return value


def backup_content(path: Path) -> bytes:
    return path.read_bytes()


def files_beside(path: Path) -> list[Path]:
    return [other for other in path.parent.iterdir() if other != path]


def stored_values(path: Path) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for group in read_key_groups(path):
        for one in group.exported_keys:
            found.setdefault(one.name, []).extend(one.values)
    return found


def append_group(path: Path, *stored: ExportedKey) -> None:
    body = path.read_bytes()[:-32]
    packed = compress(msgspec.msgpack.encode(KeyGroup("", list(stored))))
    body = body[:-4] + len(packed).to_bytes(4, "big") + packed + bytes(4)
    path.write_bytes(body + sha256(body).digest())


def find_key(group: KeyGroup, name: str) -> ExportedKey | None:
    """The key of a name; ``None`` if it is not in the group."""
    return next((stored for stored in group.exported_keys if stored.name == name), None)
