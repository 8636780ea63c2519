"""Whatever lies in Redis is read or refused by the error that says so; it is in the way of nobody else."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.announce.tidying import PAUSE_SECONDS
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
from tests.support.besieged import OTHERS, besieged, plays_on
from tests.support.games import NOW, begun, lobby
from tests.support.mutants import Json, altered, bent, only
from tests.transcripts.scenes.room import KIRAZ, LIMON, Room

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


DEEP, TORN = b"[" * 100_000, b'{"type": "\xff\xfe"}'


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


VICTIM = OTHERS[0]
SHARD = keys.shard_of(VICTIM)
Damage = Callable[[Redis], Awaitable[object]]


def field(key: str, name: str, value: bytes) -> Damage:
    return lambda redis: redis.hset(key, name, value)


DAMAGES: dict[str, Damage] = {
    **{
        f"{name} {value[:6]!r}": field(keys.game(Scope(VICTIM)), name, value)
        for name in ("state", "version", "away", "post", "photo", "shown", "moved", "came", "due", "left")
        for value in (b"x", b"\xff", b"-1", b"1e9", b"9" * 5_000)
    },
    "torn state": field(keys.game(Scope(VICTIM)), "state", packed(TORN)),
    "deep state": field(keys.game(Scope(VICTIM)), "state", packed(DEEP)),
    "unknown schema": field(keys.game(Scope(VICTIM)), "state", packed(b'{"type": "crossword", "schema": 99}')),
    "settings": lambda redis: redis.hset(
        keys.settings(VICTIM), mapping={"language": "zz", "theme": "x", "labels": "y"}
    ),
    "torn settings": field(keys.settings(VICTIM), "language", b"\xff"),
    "words": lambda redis: redis.set(keys.game_words(Scope(VICTIM)), b"x"),
    "log": lambda redis: redis.lpush(keys.log(Scope(VICTIM)), b"x"),
    "halted": lambda redis: redis.sadd(keys.halted(VICTIM), b"junk"),
    "tongue": lambda redis: redis.set(keys.tongue(KIRAZ), b"\xff"),
    "finished": lambda redis: redis.lpush(keys.user_finished(KIRAZ), b"junk"),
    "games": lambda redis: redis.sadd(keys.user_games(KIRAZ), b"junk"),
    "no reveal": lambda redis: redis.zadd(keys.reveals(SHARD), {b"junk": 0}),
    "torn reveal": lambda redis: redis.zadd(keys.reveals(SHARD), {b'{"text": "\xff"}': 0}),
    "deep reveal": lambda redis: redis.zadd(keys.reveals(SHARD), {DEEP: 0}),
    "no notice": lambda redis: redis.xadd(keys.outbox(SHARD), {"scope": str(VICTIM), "payload": b"\xff"}),
    "torn notice": lambda redis: redis.xadd(
        keys.outbox(SHARD), {"scope": str(VICTIM), "payload": packed(b'{"events": [], "table": "\xff", "title": {}}')}
    ),
    "deep notice": lambda redis: redis.xadd(keys.outbox(SHARD), {"scope": str(VICTIM), "payload": packed(DEEP)}),
    "no update": lambda redis: redis.xadd(keys.inbox(0), {"update": "1", "raw": b"\xff"}),
}
"""What may lie there by a version to come, by a fault of memory, or by hand."""


async def test_what_is_damaged_of_one_chat_is_in_nobody_elses_way(tmp_path: Path) -> None:
    async with besieged(tmp_path) as table:
        redis, victim, private = table.stage.redis, Room(table.stage, VICTIM, "tr"), Room(table.stage, KIRAZ, "tr")
        for name, damage in DAMAGES.items():
            await cleared(redis)
            await victim.deal("kelimelik", 2)
            calls = len(table.stage.server.calls)
            await damage(redis)
            await victim.ask(KIRAZ, "score")
            await victim.ask(LIMON, "pass")
            await private.ask(KIRAZ, "rack")
            await victim.tap(KIRAZ, "board")
            await table.stage.do({"do": "pass", "seconds": 31})
            sent = [call for call in table.stage.server.calls[calls:] if call.asked.get("chat_id") == VICTIM]
            assert sent or name.startswith("moved"), f"{name}: the chat was told nothing"
            await plays_on(table, name)
            if (await table.board()).outcome is not None:
                await table.deal("scrabble-en", 2)
        tries = [pause for pause in table.stage.pauses if pause != PAUSE_SECONDS]
        assert len(tries) < 10 * len(DAMAGES), "nothing is tried again and again"


async def cleared(redis: Redis) -> None:
    """Forget all that the damaged chat had, and its first player."""
    for name in [name async for name in redis.scan_iter(match="hf:*")]:
        if any(part in name.decode().split(":") for part in (str(VICTIM), f"u{KIRAZ}")):
            await redis.delete(name)
