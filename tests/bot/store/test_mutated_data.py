"""Whatever lies in Redis is read or refused by the error that says so; it is in the way of nobody else."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.judges import ChatWords, Verdict, WordChanges
from bot.judges.tdk import TdkCache
from bot.store import keys
from bot.store.chats import UnreachableChats
from bot.store.heartbeat import ClockJump, Downtime, Heartbeat
from bot.store.keys import Scope
from bot.tables.codec import (
    Notice,
    UnreadableState,
    compress_json,
    decode_custom_words,
    decode_log_entry,
    decode_notice,
    decode_table,
    decompress_json,
    encode_stored,
)
from engine import game as door
from engine.table_log import LogEntry
from engine.turns import Pass
from tests.support import klepka
from tests.support.attacked_bot import (
    BAD_VALUES,
    DAMAGED_FIELDS,
    DAMAGES,
    DEEP_JSON,
    GAME_FIELDS,
    TORN_JSON,
    check_damages_stay_local,
)
from tests.support.games import NOW, open_lobby_of, started_game
from tests.support.mutations import Json, catching_only, mutated_bytes, mutated_document

TABLES: list[door.Table] = [open_lobby_of(), started_game()[0], klepka.started_game()]
VIEWED = Notice(started_game()[1], door.view(started_game()[0], None), "abcd1234", {"en": "X"})
ENTRY = LogEntry(Pass(101), NOW, {"KALEM": Verdict(valid=True, judge="tdk")}, started_game()[1])
KINDS: list[tuple[Callable[[bytes], object], bytes]] = [
    *((decode_table, encode_stored(table)) for table in TABLES),
    (decode_notice, encode_stored(VIEWED)),
    (decode_log_entry, encode_stored(ENTRY)),
    (decode_custom_words, encode_stored(WordChanges(frozenset({"KALEM"})))),
]


def json_document(data: bytes) -> Json:
    return json.loads(decompress_json(data))


@st.composite
def altered_values(draw: st.DrawFn) -> tuple[Callable[[bytes], object], bytes]:
    read, sound = draw(st.sampled_from(KINDS))
    inside = mutated_document(json_document(sound)).map(lambda one: json.dumps(one).encode())
    whole = inside | mutated_bytes(decompress_json(sound)) | inside.flatmap(mutated_bytes)
    return read, draw(whole.map(compress_json) | mutated_bytes(sound) | st.binary())


@settings(max_examples=40)
@given(altered_values())
def test_what_is_stored_is_read_or_refused(made: tuple[Callable[[bytes], object], bytes]) -> None:
    read, data = made
    catching_only(UnreadableState)(lambda: read(data))


@pytest.mark.parametrize("read", [decode_table, decode_notice, decode_log_entry, decode_custom_words])
@pytest.mark.parametrize(
    "data", [DEEP_JSON, b'{"type": ' + DEEP_JSON, b'{"events": ' + DEEP_JSON, TORN_JSON, b'{"table": "\xff"}']
)
def test_what_is_too_deep_or_no_text_is_refused_or_passed_over(read: Callable[[bytes], object], data: bytes) -> None:
    catching_only(UnreadableState)(lambda: read(compress_json(data)))


@pytest.mark.parametrize("tag", [{}, [], None, 7])
def test_a_kind_that_is_no_name_is_refused(tag: object) -> None:
    entry = json_document(encode_stored(ENTRY)) | {"action": {"type": tag}}
    with pytest.raises(UnreadableState):
        decode_log_entry(compress_json(json.dumps(entry).encode()))


async def test_scopes_that_are_none_are_passed_by(redis: Redis) -> None:
    halted, junk = UnreachableChats(redis), (b"", b"x", b"\xff", b"5:", b"9" * 5_000)
    await halted.mark_unreachable(Scope(-5, 3))
    await redis.sadd(keys.unreachable_scopes(-5), *junk)
    await redis.zadd(keys.deadlines(keys.shard_of(-5)), {**dict.fromkeys(junk, 0), b"-5:3": 1})
    assert await halted.list_unreachable_scopes(-5) == [Scope(-5, 3)]
    assert await halted.list_scopes_in_use(-5) == [Scope(-5, 3)]


async def test_words_of_a_chat_that_are_no_text_are_words_of_nothing(redis: Redis) -> None:
    await redis.hset(keys.chat_words(-5, "tr"), mapping={b"\xff": b"+", b"KALEMZ": b"+", b"AB": b"x"})
    assert (await ChatWords(redis).load_changes(-5, "tr")).added >= {"KALEMZ"}


async def test_findings_that_cannot_be_read_are_not_known(redis: Redis) -> None:
    cache = TdkCache(redis, "tr")
    for word, value in (
        ("A", b"\xff"),
        ("B", b'{"valid": true, "meaning": "\xff"}'),
        ("C", DEEP_JSON),
        ("D", b'{"valid": 1}'),
    ):
        await redis.set(keys.dictionary_answer("tr", word), value)
    await redis.set(keys.dictionary_answer("tr", "E"), b'{"valid": true}')
    assert list(await cache.load_findings(["A", "B", "C", "D", "E"])) == ["E"]


async def test_records_of_absences_that_are_none_are_passed_by(redis: Redis) -> None:
    await redis.hset(keys.clock(), mapping={"beat": "1", "away": "5", "slip": "2"})
    await redis.rpush(keys.downtimes(), b"x", b"1 2 3", b"1 2 3 4", b"\xff 1 2 3", b"9" * 5_000)
    await redis.rpush(keys.clock_jumps(), b"1 2 3", b"1 2", b"", b"1 2 x")
    beat = await Heartbeat(redis, "w").record_beat(None, returning=False)
    assert beat.downtimes[-1:] == (Downtime(1, 2, 3, 4),)
    assert beat.clock_jumps == (ClockJump(1, 2, 3),)


@pytest.mark.repeat
@pytest.mark.timeout(300)
async def test_what_is_damaged_of_one_chat_is_in_nobody_elses_way(redis_url: str, tmp_path: Path) -> None:
    every = list(DAMAGED_FIELDS.items())
    fields = dict(every[number * len(BAD_VALUES) + number % len(BAD_VALUES)] for number in range(len(GAME_FIELDS)))
    assert {name.split()[0] for name in fields} == set(GAME_FIELDS)
    await check_damages_stay_local(redis_url, tmp_path, fields | DAMAGES)
