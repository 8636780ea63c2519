"""Games as a store holds them at every point of their course, with true logs."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

from redis.asyncio import Redis

from bot.families import listed
from bot.judges import Changes
from bot.store import dump, keys, schema
from bot.store.bans import Ban, Bans
from bot.store.commits import Commit, Committed
from bot.store.entries import InboxEntry
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Inbox
from bot.tables.codec import encode
from bot.tables.held import table_name
from engine.game import Table, deadline, is_over
from engine.record import LogEntry
from engine.retrace import follow
from engine.rulesets import resolve, rulesets

RUNNING, FINISHED, OPEN = Scope(-100, 3), Scope(-200), Scope(-300)
"""What :func:`fill` stores: three chats with a table each."""

_UPDATES: Final = count(1_000_000)


@lru_cache
def course(ruleset: str, number: int = 1, players: int = 2) -> Sequence[tuple[Table, LogEntry]]:
    """A simulated game: the table after each entry of its log, with that entry."""
    rules = resolve(rulesets()[ruleset])
    game = listed.of_ruleset(rules).simulated(rules, players, "shelf", number)
    steps: list[tuple[Table, LogEntry]] = []
    table: Table | None = None
    for entry in game.log:
        table = follow(rules, game.state.secret, table, entry)
        assert table is not None
        steps.append((table, entry))
    assert table == game.state
    return steps


async def shelve(store: Store, scope: Scope, step: int, steps: Sequence[tuple[Table, LogEntry]]) -> None:
    """Commit one step of a course, the first one with a new log."""
    table, entry = steps[step]
    due = deadline(table)
    done = await store.commit(
        Commit(
            scope=scope,
            expected=(await store.load(scope)).version,
            update_id=next(_UPDATES),
            state=encode(table),
            log=(encode(entry),),
            outbox=(b"notice %d" % step,),
            deadline=None if due is None else due.timestamp(),
            reset_log=step == 0,
            words=encode(Changes()) if step == 0 else None,
            finished=is_over(table),
        )
    )
    assert isinstance(done, Committed)


async def fill(redis: Redis) -> None:
    """Store something of every kind that a backup is to hold, and of every kind that it is not."""
    await schema.claim(redis)
    store, inbox = Store(redis), Inbox(redis)
    await _play(store, RUNNING, "kelimelik", 20)
    await _play(store, FINISHED, "klepka", None)
    await _play(store, OPEN, "scrabble-tr", 2)
    for user in (1, 2):
        await store.add_user_game(user, RUNNING, table_name(course("kelimelik")[0][0]))
        await store.add_finished_game(user, FINISHED, table_name(course("klepka")[0][0]))
    await store.set_setting(RUNNING, "language", "uk")
    await store.set_tongue(1, "en")
    await redis.hset(keys.chat_words(-100, "tr"), "KALEM", "-")
    await redis.zadd(keys.picks(FINISHED, "5"), {"4": 1, "7": 2})
    await redis.zadd(keys.reveals(7), {b"\xff\x00 a message": 1_800_000_000.25})
    await redis.zadd(keys.fades(7), {b"-100 5": 1_800_000_000.25})
    await Heartbeat(redis, "worker", now=lambda: 1_700_000_000.5).beat(None, returning=True)
    await redis.hset(keys.aside(RUNNING, 3), mapping={"state": b"unreadable", "version": 3})
    await redis.rpush(keys.aside_log(RUNNING, 3), b"unreadable")
    await redis.set(keys.committed(keys.shard_of(-100)), 1_700_000_000_000)
    await redis.lpush(keys.ABSENCES, b"1700000000000 1700000060000 0 60000")
    await redis.lpush(keys.JUMPS, b"1700000000000 0 3600000")
    await redis.sadd(keys.halted(RUNNING.chat), str(RUNNING))
    await redis.hset(keys.callers(-100), "7", "Nane")
    await redis.zadd(keys.chats(keys.shard_of(-100)), {"-100": 1_700_000_000})
    await Bans(redis).put(Ban(7, 1, 1_700_000_000))
    await redis.zadd(keys.running(keys.shard_of(-100)), {"-100": 1_700_000_000})
    await inbox.put(9, -200, b'{"update_id":9}')
    await redis.set(keys.finding("tr", "KALEM"), b"1", ex=100)
    await redis.set(keys.outage_told(-100), b"1", ex=100)
    await redis.set(keys.REWRITTEN, b"1", ex=60)
    await inbox.bury(InboxEntry(1, "1-0", 8, b"{}", 3), "reason")


async def _play(store: Store, scope: Scope, ruleset: str, until: int | None) -> None:
    steps = course(ruleset)
    for step in range(len(steps[:until])):
        await shelve(store, scope, step, steps)


async def held(redis: Redis) -> dict[str, Any]:
    """All that a backup is to hold, and how long it lives to the hour."""
    found: dict[str, Any] = {}
    async for slot in dump.Dump(redis).slots():
        for stored in slot.stored:
            hours = stored.lives if stored.lives < 0 else round(stored.lives / 3_600_000)
            values: Any = stored.values
            if stored.kind == "set":
                values = sorted(values)
            elif stored.kind == "hash":
                values = dict(zip(values[::2], values[1::2], strict=True))
            found[stored.name] = (stored.kind, hours, values, stored.entries)
    return found
