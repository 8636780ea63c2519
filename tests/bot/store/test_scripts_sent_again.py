"""Whatever is written can be sent again: a client does so when a connection breaks before the answer has come."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import Scope
from bot.store.scripts import Fenced, FencedScript, Script
from bot.store.streams import GROUP
from tests.support.checkout import ROOT

CHAT, SUPERGROUP = -4001, -1_001_000_004_001
SCOPE, NEW = Scope(CHAT), Scope(SUPERGROUP)
SHARD = keys.shard_of(CHAT)
OWNER = "worker#1"
LUA: Final = {path.stem: path.read_text("utf-8") for path in (ROOT / "bot/store/scripts").glob("*.lua")}
PARTS: Final = {name for name, text in LUA.items() if text.startswith("-- Put before")}
READERS: Final = {"dump", "find_unhandled", "load", "read_log"}
_LOADED: Final = re.compile(r'\b(Fenced)?Script\(("[^)]*")\)')

Command = tuple[str | bytes | int, ...]


@dataclass(frozen=True)
class Sample:
    keys: tuple[str, ...]
    arguments: Any
    """Or what makes them."""
    stored: tuple[Command, ...] = ()


def key(name: str) -> str:
    return f"hf:{{{SHARD:02}}}:{name}"


A, B, C, D, E, F, G = map(key, "abcdefg")
SEEN: Final[Mapping[str, Any]] = {"seen_most": 10, "seen_seconds": 60}
INBOX, OUTBOX, HELD = keys.inbox(SHARD), keys.outbox(SHARD), keys.held_notices(SHARD)
TABLE: Final[tuple[Command, ...]] = (
    ("HSET", keys.game(SCOPE), "version", 3, "state", "s"),
    ("RPUSH", keys.game_log(SCOPE), "one"),
    ("HSET", keys.table_numbers(SCOPE), "1", "told"),
    ("ZADD", keys.deadlines(SHARD), 5, str(SCOPE)),
)


def taken(stream: str, *fields: str, by: str = OWNER) -> tuple[Command, ...]:
    return (
        ("XADD", stream, "1-1", *fields),
        ("XGROUP", "CREATE", stream, GROUP, "0"),
        ("XREADGROUP", "GROUP", GROUP, by, "STREAMS", stream, ">"),
    )


async def chat_to_adopt(redis: Redis) -> Any:
    await redis.hset(A, mapping={"version": 4, "state": "s"})
    dump: Any = await redis.dump(A)
    await redis.delete(A)
    return {
        "old_chat": CHAT,
        "tables": [{"scope": str(NEW), "number": 1, "deadline": 5, "dumps": [dump], "ttls_ms": [0]}],
        "unreachable": [str(NEW)],
        "numbers": ["1", "open"],
        "audit_entries": ["entry"],
        "most_audit_entries": 5,
        "decisions": ["decided"],
        "most_decisions": 5,
        "seen": ["7", " x"],
        "idle_seconds": 60,
        "hashes": [["language", "tr"]],
        "settings": 1,
        **SEEN,
    }


SAMPLES: Final[Mapping[str, Sample]] = {
    "ack_notices": Sample(
        (OUTBOX, A),
        {"group": GROUP, "entries": ["1-1"], "fields": ["post", "5"], "messages": ["5"], "most_messages": 9},
        taken(OUTBOX, "scope", "x"),
    ),
    "add_entry": Sample((A,), {"fields": ["raw", "x"], "most": 1, "seconds": 60}, (("XADD", A, "1-1", "raw", "w"),)),
    "add_figures": Sample((A,), ("attempt", 60, "ended", 1, "points", 5), (("HSET", A, "ended", 1),)),
    "adopt_chat": Sample((A, B, C, D, E, F, G, key("settings"), A), chat_to_adopt),
    "renew_membership": Sample((A,), (key("member:"), "me", "here", "process", 3)),
    "share_rate": Sample((A,), ("me", 30, 15, 5, 40, 60, "me", "other"), (("HSET", A, "other", "5 5"),)),
    "record_beat": Sample(
        (A, B, C, D),
        {"worker": "me", "returning": True, "now": 90_000, "least_jump": 1000, "most": 9}
        | {"least_downtime": 20_000, "least_idle_downtime": 1000, "newest_commit": 30_000},
        (("HSET", A, "beat", 30_000, "away", 0, "slip", 0),),
    ),
    "start_broadcast": Sample((A, B, C, D, E, F), ("mark", "whom", "all"), (("SET", B, "mark text"),)),
    "write_chat_fields": Sample((A, B, C), {"marker": "7", "fields": ["language", "tr"], **SEEN}),
    "claim_pending": Sample((INBOX,), (GROUP,), taken(INBOX, "raw", "x", by="worker#0")),
    "close_chat": Sample(
        (keys.game(SCOPE), keys.deadlines(SHARD), keys.table_numbers(SCOPE)), (SUPERGROUP, "x", 60), TABLE
    ),
    "commit": Sample(
        (
            *(keys.game(SCOPE), keys.game_log(SCOPE), keys.seen_updates(CHAT), keys.deadlines(SHARD), OUTBOX, A),
            *(INBOX, B, C, keys.table_numbers(SCOPE), keys.game(SCOPE), D, E, F),
        ),
        {
            "scope": str(SCOPE),
            "expected_version": 3,
            "update": 7,
            "state": "next",
            "number": 1,
            "open": True,
            "told": [],
            "log": ["two"],
            "outbox": ["notice"],
            "alerted": ["9"],
            "new_log": False,
            "audit_entries": ["entry"],
            "most_audit_entries": 5,
            "record": "record",
            "packed_game": "game",
            "history_seconds": 60,
            "downtime_ms": 0,
            "served_at_ms": 9,
            "game_seconds": 60,
            "place_seconds": 60,
            "group": GROUP,
            "deliver": True,
            "most_delivered": 64,
            "entry": "1-1",
            **SEEN,
        },
        (*TABLE, *taken(INBOX, "raw", "x"), ("XGROUP", "CREATE", OUTBOX, GROUP, "0", "MKSTREAM"), ("HSET", B, "9", "")),
    ),
    "count_attempt": Sample((A,), ("1-1", 12, 60)),
    "daily": Sample(
        (A, B),
        {"attempt": "attempt", "day": "2026-11-27", "puzzle": "new"},
        (("HSET", B, "day", "2026-11-26", "puzzle", "old", "state", "sent", "number", 4),),
    ),
    "daily_sent": Sample(
        (A,), ("2026-11-27", "attempt", "sent"), (("HSET", A, "day", "2026-11-27", "state", "sending attempt"),)
    ),
    "daily_solved": Sample((A, B, C), ("p", 9, "Ayla"), (("HSET", B, "puzzle", "p", "number", 4),)),
    "record_decision": Sample(
        (A, B, C, D, E), {"marker": "7", "decision": "d", "most_decisions": 5, "season": "s", "number": 1, **SEEN}
    ),
    "claim_due": Sample((A, B), ("10.0", "40.0", 9), (("ZADD", A, 5, "one", 500, "two"),)),
    "dump": Sample((keys.game(SCOPE), keys.game_log(SCOPE)), (1,), TABLE),
    "find_unhandled": Sample((INBOX,), (9, CHAT), taken(INBOX, "chat", str(CHAT))),
    "add_records": Sample(
        (A, B, C, D, E),
        {"run": 0, "count": 0, "folded": 1, "season": 0, "form": "f", "standings": ["9", "x"], "effects": ["e"]}
        | {"figures": [["9", "x"]], "seconds": [60]},
        (("RPUSH", B, "record"),),
    ),
    "release_claim": Sample((A, B), ("one", "40.0", "12.0"), (("ZADD", A, 40, "one"), ("ZADD", B, 40, "one"))),
    "keep_analysis": Sample((A, B), ("found",), (("SET", A, "game", "EX", 60),)),
    "delete_migrated": Sample(
        (A, B), (SUPERGROUP, 60), (("HSET", A, "version", 3, "moved", SUPERGROUP), ("SET", B, "x"))
    ),
    "load": Sample(keys.table_keys(SCOPE), ("", "all"), TABLE),
    "read_log": Sample((keys.game(SCOPE), keys.game_log(SCOPE)), (3,), TABLE),
    "migrate": Sample((A, B), {"schema": 1, "next_schema": 2, "commands": [["RPUSH", B, "x"]]}),
    "migrate_notice": Sample((A, OUTBOX), ("1-1", "scope", "x")),
    "migrate_records": Sample(
        (A, B, C),
        {"mark": "m", "from": "0", "to": "1", "records": ["r"], "kept": ["k"], "lifetimes_ms": [0], "idle_seconds": 60},
    ),
    "move_entry": Sample(
        (INBOX, A),
        {"group": GROUP, "entry": "1-1", "most": 9, "seconds": 60, "letter": ["raw", "x"]},
        taken(INBOX, "a", "x"),
    ),
    "acquire_shard": Sample((A, B, C, D), ("", "me#1", 30, 1), (("ZADD", C, 40, "one"), ("ZADD", D, 40, "one"))),
    "toggle_card": Sample((A,), (7, 3, 2, 60)),
    "swap_progress": Sample((A,), ("p", "", "done", "", 60)),
    "append_update": Sample(
        (INBOX, keys.shard_owner(SHARD), A, *keys.table_keys(SCOPE)),
        {"group": GROUP, "consumer": OWNER, "most_delivered": 64, "name": "7.0", "update": 7, "attempt": 5}
        | {"most_names": 9, "names_seconds": 60, "fields": ["update", 7]},
        (("XGROUP", "CREATE", INBOX, GROUP, "0", "MKSTREAM"),),
    ),
    "quarantine": Sample(
        (*(keys.game(SCOPE), keys.game_log(SCOPE), A, keys.deadlines(SHARD), B, C), keys.table_numbers(SCOPE), D),
        (3, str(SCOPE), 60, 1),
        TABLE,
    ),
    "rewrite_records": Sample(
        (A, B, C, D),
        {"run": 0, "count": 0, "length": 1, "rewritten": ["0", "new"], "erase": False},
        (("RPUSH", B, "old"),),
    ),
    "move_table": Sample(
        (
            *(keys.table_numbers(SCOPE), A, keys.deadlines(SHARD), B, C, OUTBOX, HELD),
            *(keys.game(SCOPE), D, keys.game_log(SCOPE), E, F, G),
        ),
        {"group": GROUP, "scope": str(SCOPE), "number": 1, "version": 3, "new_scope": "x", "new_number": 2, "at": 9}
        | {"former_seconds": 60, "place_seconds": 60},
        (*TABLE, *taken(OUTBOX, "scope", str(SCOPE))),
    ),
    "release_notices": Sample(
        (HELD, OUTBOX),
        {"group": GROUP, "place": str(SCOPE)},
        (*taken(OUTBOX, "scope", str(SCOPE)), ("XADD", HELD, "1-1", "scope", str(SCOPE))),
    ),
    "replace_entries": Sample((A,), (0, "old", "new"), (("RPUSH", A, "old"),)),
    "report_status": Sample((A, B), ("me", "report", 7, 3), (("HSET", A, "me", "former"),)),
    "replace_table": Sample(
        (keys.game(SCOPE), keys.game_log(SCOPE)), {"version": 3, "state": "rewritten", "log": ["anew"]}, TABLE
    ),
    "replay_dead_letter": Sample(
        (A, INBOX, OUTBOX), ("1-1",), (("XADD", A, "1-1", "update", 7, "raw", "x", "chat", CHAT),)
    ),
    "compare_and_set": Sample((A,), ("", "new", 60)),
    "read_new": Sample((INBOX,), (GROUP, 64), (("XADD", INBOX, "1-1", "raw", "x"),)),
}


def loaded_scripts() -> dict[str, tuple[bool, list[str]]]:
    found = {}
    for path in (ROOT / "bot").rglob("*.py"):
        for fenced, names in _LOADED.findall(path.read_text("utf-8")):
            name, *parts = re.findall(r'"(\w+)"', names)
            found[name] = bool(fenced), parts
    return found


LOADED: Final = loaded_scripts()


async def read_all(redis: Redis) -> dict[Any, object]:
    """All that is stored; of what consumers have taken, not how often: a delivery that was lost counts, too."""
    found: dict[Any, object] = {}
    for name in await redis.keys():
        match await redis.type(name):
            case b"stream":
                groups = await redis.xinfo_groups(name)
                taken_by = await redis.xpending_range(name, GROUP, "-", "+", 99) if groups else []
                held = [(one["message_id"], one["consumer"]) for one in taken_by]
                found[name] = await redis.xrange(name), held, [group["last-delivered-id"] for group in groups]
            case _:
                found[name] = await redis.dump(name)
    return found


async def prepare(redis: Redis, name: str) -> Callable[[Redis], Awaitable[Any]]:
    sample, (fenced, parts) = SAMPLES[name], LOADED[name]
    await redis.set(keys.shard_owner(SHARD), OWNER)
    for command in sample.stored:
        await redis.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py's own
    given: Any = await sample.arguments(redis) if callable(sample.arguments) else sample.arguments
    await redis.script_load("".join(LUA[part] for part in (*(("fence",) if fenced else ()), *parts, name)))
    if fenced:
        return lambda client: FencedScript(name, *parts)(client, [(SHARD, OWNER)], sample.keys, given)
    return lambda client: Script(name, *parts)(client, sample.keys, given)


def test_every_script_has_a_sample_and_every_file_is_used() -> None:
    assert LUA.keys() - PARTS == LOADED.keys() == SAMPLES.keys()
    assert {part for _, parts in LOADED.values() for part in parts} | {"fence"} == PARTS


@pytest.mark.parametrize("name", SAMPLES)
async def test_a_script_sent_again_changes_nothing(redis: Redis, name: str) -> None:
    run = await prepare(redis, name)
    before = await read_all(redis)
    await run(redis)
    once = await read_all(redis)
    assert (once == before) == (name in READERS)
    await run(redis)
    assert await read_all(redis) == once


@pytest.mark.parametrize("name", [name for name, (fenced, _) in LOADED.items() if fenced])
async def test_a_fenced_script_does_nothing_once_another_owns_the_shard(redis: Redis, name: str) -> None:
    run = await prepare(redis, name)
    await redis.set(keys.shard_owner(SHARD), "another#1")
    before = await read_all(redis)
    with pytest.raises(Fenced) as refused:
        await run(redis)
    assert refused.value.lost == [(SHARD, OWNER)]
    assert await read_all(redis) == before
