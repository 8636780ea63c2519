"""Restoring: what is damaged is refused whole, and nothing is written over unasked or under a bot at work."""

import tracemalloc
import zlib
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from bot.config import StartError, load
from bot.offline import archive
from bot.offline.backup import back_up, examined, restore
from bot.resources import redis_of
from bot.store import dump, keys
from bot.store.dump import Entry, Slot, Stored
from bot.store.embedded import EmbeddedRedis
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Inbox
from bot.tables.codec import encode
from engine.crossword.state import GameState
from tests.support.games import changed
from tests.support.shelves import RUNNING, course, held, shelve
from tests.support.streams import read
from tests.support.terminal import harfiyen

MISSING = "nothing was restored"


def content(path: Path) -> bytes:
    return path.read_bytes()


def beside(path: Path) -> list[Path]:
    """What else lies in a file's folder."""
    return [other for other in path.parent.iterdir() if other != path]


def altered(path: Path, change: Callable[[bytearray], object], *, sealed: bool = False) -> None:
    """Change a file's bytes; ``sealed`` puts the checksum right again."""
    data = bytearray(path.read_bytes())
    body = data[:-32] if sealed else data
    change(body)
    path.write_bytes(body + sha256(body).digest() if sealed else body)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.__setitem__(len(data) // 2, data[len(data) // 2] ^ 1),
        lambda data: data.__delitem__(slice(len(data) // 2, None)),
        lambda data: data.__delitem__(slice(len(data) - 1, None)),
        lambda data: data.extend(b"\x00"),
        lambda data: data.__setitem__(60, data[60] ^ 1),
        lambda data: data.clear(),
        lambda data: data.__setitem__(slice(0, 1), b"["),
    ],
    ids=["bit", "half", "end", "more", "head", "empty", "other"],
)
@pytest.mark.usefixtures("named")
async def test_a_damaged_file_is_refused_before_anything_is_written(
    filled: Redis, file: Path, capsys: pytest.CaptureFixture[str], change: Callable[[bytearray], object]
) -> None:
    await back_up(filled, file)
    altered(file, change)
    await filled.set(keys.game(Scope(-7)), b"there")
    before = await held(filled)
    assert await harfiyen("restore", str(file), "--replace") == 2
    assert MISSING in capsys.readouterr().err
    assert await held(filled) == before


async def test_what_a_checksum_vouches_for_may_still_be_no_backup(filled: Redis, file: Path) -> None:
    await back_up(filled, file)
    first = content(file).index(b"\n") + 1

    def other(data: bytearray) -> None:
        packed = zlib.compress(b"\xc1 no slot")
        data[first:] = len(packed).to_bytes(4, "big") + packed + bytes(4)

    altered(file, other, sealed=True)
    with pytest.raises(archive.Unusable, match="damaged"):
        examined(file)


async def test_a_part_that_becomes_longer_than_any_is_refused_before_it_fills_the_memory(
    filled: Redis, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await back_up(filled, file)
    monkeypatch.setattr(archive, "MOST_BYTES", 2**20)
    first = content(file).index(b"\n") + 1
    bomb = zlib.compress(bytes(2**27))

    def long(data: bytearray) -> None:
        data[first:] = len(bomb).to_bytes(4, "big") + bomb + bytes(4)

    altered(file, long, sealed=True)
    tracemalloc.start()
    try:
        with pytest.raises(archive.Unusable, match="longer than 1,048,576 bytes"):
            examined(file)
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (Stored(keys.owner(5), "string", -1, [b"evil#1"], []), "no backup holds it"),
        (Stored(keys.BOT, "string", -1, [b"another"], []), "no backup holds it"),
        (Stored(keys.RESTORING, "string", -1, [b"x"], []), "no backup holds it"),
        (Stored(keys.alive("bot"), "string", -1, [b"here"], []), "no backup holds it"),
        (Stored(keys.dead(3), "stream", -1, [], [Entry(b"1-1", [b"raw", b"x"])]), "no backup holds it"),
        (Stored(keys.log(Scope(-5)), "set", -1, [b"x"], []), "it is no set"),
        (Stored(keys.deadlines(3), "list", -1, [b"-5", b"1"], []), "it is no list"),
    ],
    ids=["owner", "bot", "restoring", "alive", "dead", "kind", "sorted"],
)
@pytest.mark.usefixtures("named")
async def test_only_keys_that_a_backup_holds_are_restored(
    filled: Redis, file: Path, capsys: pytest.CaptureFixture[str], stored: Stored, why: str
) -> None:
    await back_up(filled, file)
    before = await held(filled)

    def forge(data: bytearray) -> None:
        packed = zlib.compress(msgspec.msgpack.encode(Slot("", [stored])))
        data[-4:] = len(packed).to_bytes(4, "big") + packed + bytes(4)

    altered(file, forge, sealed=True)
    assert await harfiyen("restore", str(file), "--replace") == 2
    said = capsys.readouterr().err
    assert f"{stored.name}: {why}" in said
    assert MISSING in said
    assert await held(filled) == before


async def test_a_backup_of_another_version_is_refused_with_both(filled: Redis, file: Path) -> None:
    await back_up(filled, file)
    altered(
        file, lambda data: data.__setitem__(slice(None), data.replace(b'"version":1', b'"version":2', 1)), sealed=True
    )
    with pytest.raises(archive.Unusable, match="of version 2; this program reads version 1"):
        examined(file)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("log", "its log does not replay: entry 7, action"),
        ("end", "its log of 19 entries leads to another state"),
        ("none", "its log of 0 entries leads to another state"),
        ("state", "it cannot be read: "),
        ("rules", "its rules cannot be played by"),
    ],
)
@pytest.mark.usefixtures("named")
async def test_a_game_that_is_not_whole_is_named_and_refused(
    filled: Redis, file: Path, capsys: pytest.CaptureFixture[str], harm: str, told: str
) -> None:
    secret = course("kelimelik")[19][0].secret
    log: Any = await filled.lrange(keys.log(RUNNING), 0, -1)
    match harm:
        case "log":
            await filled.lrem(keys.log(RUNNING), 1, log[6])
        case "end":
            await filled.rpop(keys.log(RUNNING))
        case "none":
            await filled.delete(keys.log(RUNNING))
        case "rules":
            table = course("kelimelik")[19][0]
            assert isinstance(table, GameState)
            bag = table.ruleset.bags[table.ruleset.bag]
            bags = {table.ruleset.bag: changed(bag, counts=dict(bag.counts) | {"A": 10**12})}
            endless = changed(table, ruleset=changed(table.ruleset, bags=bags))
            await filled.hset(keys.game(RUNNING), "state", encode(endless))
        case _:
            await filled.hset(keys.game(RUNNING), "state", "{")
    assert await harfiyen("backup", str(file)) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"chat {RUNNING}: {told}")
    assert secret not in said
    assert await harfiyen("restore", str(file), "--replace", "--check") == 1
    assert await harfiyen("restore", str(file), "--replace") == 1
    assert MISSING in capsys.readouterr().err
    before = await held(filled)
    assert await harfiyen("restore", str(file), "--replace", "--with-faults") == 0
    assert await held(filled) == before


@pytest.mark.usefixtures("named")
@pytest.mark.cluster_too
async def test_a_redis_that_holds_something_is_not_written_over_unasked(
    filled: Redis, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await harfiyen("backup", str(file)) == 0
    await shelve(Store(filled), RUNNING, 20, course("kelimelik"))
    await Heartbeat(filled, "worker").leave()
    before = await held(filled)
    assert await harfiyen("restore", str(file)) == 1
    assert "is not empty" in capsys.readouterr().err
    assert await held(filled) == before
    assert await harfiyen("restore", str(file), "--replace") == 0
    assert (await Store(filled).load(RUNNING)).version == 20


@pytest.mark.usefixtures("named")
async def test_a_redis_that_a_silent_bot_left_is_empty(redis: Redis, file: Path) -> None:
    assert await harfiyen("backup", str(file)) == 0
    await Heartbeat(redis, "worker", now=lambda: 1.0).beat(None, returning=True)
    await read(Inbox(redis), 1)
    await redis.set(keys.finding("tr", "KALEM"), b"1")
    assert await harfiyen("restore", str(file)) == 0
    await redis.xadd(keys.dead(0), {"raw": b""})
    assert await harfiyen("restore", str(file)) == 1


@pytest.mark.usefixtures("named")
@pytest.mark.cluster_too
async def test_nothing_is_restored_under_a_bot_at_work(
    redis: Redis, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await harfiyen("backup", str(file)) == 0
    await Heartbeat(redis, "host:8080").beat(None, returning=True)
    assert await harfiyen("restore", str(file), "--replace") == 2
    assert "a bot works on the Redis of REDIS_URL (host:8080)" in capsys.readouterr().err
    assert await harfiyen("restore", str(file), "--check") == 0


@pytest.mark.usefixtures("settings")
async def test_the_bot_s_own_redis_is_backed_up_at_work_and_restored_at_rest(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = EmbeddedRedis(tmp_path / "data-playground")
    await server.start()
    assert await harfiyen("backup", str(file)) == 0
    assert await harfiyen("restore", str(file), "--replace") == 2
    assert "in use by another Harfiyen" in capsys.readouterr().err
    await server.stop()
    assert await harfiyen("restore", str(file), "--replace") == 0


@pytest.mark.cluster_too
async def test_a_restore_cut_short_keeps_a_bot_from_starting(
    filled: Redis, file: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await back_up(filled, file)
    whole, write = await held(filled), dump.write
    done = count()

    async def killed(client: Redis, slot: dump.Slot) -> None:
        if next(done) == 3:
            raise KeyboardInterrupt
        await write(client, slot)

    monkeypatch.setattr(dump, "write", killed)
    with pytest.raises(KeyboardInterrupt):
        await restore(filled, file, replace=True)
    with pytest.raises(StartError, match=r"a restore of games\.backup was cut short: run `harfiyen restore FILE"):
        async with redis_of(load({"REDIS_URL": redis_url}, tmp_path)):
            pass
    with pytest.raises(dump.HalfRestored):
        await back_up(filled, file.with_name("half.backup"))
    assert beside(file) == []
    monkeypatch.setattr(dump, "write", write)
    await restore(filled, file, replace=True)
    assert await held(filled) == whole
    async with redis_of(load({"REDIS_URL": redis_url}, tmp_path)):
        pass
