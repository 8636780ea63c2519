"""Whatever lies in Redis is read or refused by the error that says so; it is in the way of nobody else."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.judges import Changes, ChatWords, Verdict
from bot.judges.cache import Cache
from bot.store import keys
from bot.store.halted import Halted
from bot.store.heartbeat import Absence, Heartbeat, Jump
from bot.store.keys import Scope
from bot.tables.codec import (
    Notice,
    UnreadableState,
    decode_entry,
    decode_notice,
    decode_table,
    decode_words,
    encode,
)
from bot.tables.packing import packed, unpacked
from engine import game as door
from engine.record import LogEntry
from engine.turns import Pass
from tests.support import klepka
from tests.support.damaged import DAMAGED_FIELDS, DAMAGES, DEEP, FIELDS, TORN, VALUES, is_in_nobody_elses_way
from tests.support.games import NOW, begun, lobby
from tests.support.mutants import Json, altered, bent, only

TABLES: list[door.Table] = [lobby(), begun()[0], klepka.begun()]
VIEWED = Notice(begun()[1], door.view(begun()[0], None), "abcd1234", {"en": "X"})
ENTRY = LogEntry(Pass(101), NOW, {"KALEM": Verdict(valid=True, judge="tdk")}, begun()[1])
KINDS: list[tuple[Callable[[bytes], object], bytes]] = [
    *((decode_table, encode(table)) for table in TABLES),
    (decode_notice, encode(VIEWED)),
    (decode_entry, encode(ENTRY)),
    (decode_words, encode(Changes(frozenset({"KALEM"})))),
]


def document(data: bytes) -> Json:
    return json.loads(unpacked(data))


@st.composite
def stored(draw: st.DrawFn) -> tuple[Callable[[bytes], object], bytes]:
    """Something stored, altered within its packing or bent from outside, with what reads it."""
    read, sound = draw(st.sampled_from(KINDS))
    inside = altered(document(sound)).map(lambda one: json.dumps(one).encode())
    whole = inside | bent(unpacked(sound)) | inside.flatmap(bent)
    return read, draw(whole.map(packed) | bent(sound) | st.binary())


@settings(max_examples=200)
@given(stored())
def test_what_is_stored_is_read_or_refused(made: tuple[Callable[[bytes], object], bytes]) -> None:
    read, data = made
    only(UnreadableState)(lambda: read(data))


@pytest.mark.parametrize("read", [decode_table, decode_notice, decode_entry, decode_words])
@pytest.mark.parametrize("data", [DEEP, b'{"type": ' + DEEP, b'{"events": ' + DEEP, TORN, b'{"table": "\xff"}'])
def test_what_is_too_deep_or_no_text_is_refused_or_passed_over(read: Callable[[bytes], object], data: bytes) -> None:
    only(UnreadableState)(lambda: read(packed(data)))


@pytest.mark.parametrize("tag", [{}, [], None, 7])
def test_a_kind_that_is_no_name_is_refused(tag: object) -> None:
    entry = document(encode(ENTRY)) | {"action": {"type": tag}}
    with pytest.raises(UnreadableState):
        decode_entry(packed(json.dumps(entry).encode()))


async def test_scopes_that_are_none_are_passed_by(redis: Redis) -> None:
    halted, junk = Halted(redis), (b"", b"x", b"\xff", b"5:", b"9" * 5_000)
    await halted.note(Scope(-5, 3))
    await redis.sadd(keys.halted(-5), *junk)
    await redis.zadd(keys.deadlines(keys.shard_of(-5)), {**dict.fromkeys(junk, 0), b"-5:3": 1})
    assert await halted.of(-5) == [Scope(-5, 3)]
    assert await halted.timed(-5) == [Scope(-5, 3)]


async def test_words_of_a_chat_that_are_no_text_are_words_of_nothing(redis: Redis) -> None:
    await redis.hset(keys.chat_words(-5, "tr"), mapping={b"\xff": b"+", b"KALEMZ": b"+", b"AB": b"x"})
    assert (await ChatWords(redis).read(-5, "tr")).added >= {"KALEMZ"}


async def test_findings_that_cannot_be_read_are_not_known(redis: Redis) -> None:
    cache = Cache(redis, "tr")
    for word, value in (
        ("A", b"\xff"),
        ("B", b'{"valid": true, "meaning": "\xff"}'),
        ("C", DEEP),
        ("D", b'{"valid": 1}'),
    ):
        await redis.set(keys.finding("tr", word), value)
    await redis.set(keys.finding("tr", "E"), b'{"valid": true}')
    assert list(await cache.read(["A", "B", "C", "D", "E"])) == ["E"]


async def test_records_of_absences_that_are_none_are_passed_by(redis: Redis) -> None:
    await redis.hset(keys.CLOCK, mapping={"beat": "1", "away": "5", "slip": "2"})
    await redis.rpush(keys.ABSENCES, b"x", b"1 2 3", b"1 2 3 4", b"\xff 1 2 3", b"9" * 5_000)
    await redis.rpush(keys.JUMPS, b"1 2 3", b"1 2", b"", b"1 2 x")
    beat = await Heartbeat(redis, "w").beat(None, returning=False)
    assert beat.absences[-1:] == (Absence(1, 2, 3, 4),)
    assert beat.jumps == (Jump(1, 2, 3),)


async def test_what_is_damaged_of_one_chat_is_in_nobody_elses_way(tmp_path: Path) -> None:
    """One value of each field; all values of all are tried by ``make test-long``."""
    every = list(DAMAGED_FIELDS.items())
    fields = dict(every[number * len(VALUES) + number % len(VALUES)] for number in range(len(FIELDS)))
    assert {name.split()[0] for name in fields} == set(FIELDS)
    await is_in_nobody_elses_way(tmp_path, fields | DAMAGES)
