"""Backups: whole while the bot works, the owner's alone, and restored to the same."""

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.offline import archive
from bot.offline.backup import back_up, examined, restore
from bot.store import dump, keys, schema
from bot.store.keys import Scope
from bot.store.keyspace import KEYS
from bot.store.redis import Store
from bot.store.streams import Inbox, Outbox
from bot.tables.held import table_name
from tests.support.shelves import FINISHED, RUNNING, course, held, shelve
from tests.support.streams import read
from tests.support.terminal import harfiyen


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def content(path: Path) -> bytes:
    return path.read_bytes()


def put(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def beside(path: Path) -> list[Path]:
    """What else lies in a file's folder."""
    return [other for other in path.parent.iterdir() if other != path]


@pytest.mark.cluster_too
async def test_what_is_restored_is_what_was_backed_up(filled: Redis, file: Path) -> None:
    before = await held(filled)
    figures = await back_up(filled, file)
    await filled.flushall()
    await restore(filled, file, replace=False)
    assert await held(filled) == before
    assert figures.faults == []
    assert (figures.running, figures.finished, figures.lobbies) == (1, 1, 1)
    assert figures.entries == 20 + len(course("klepka")) + 2
    assert (figures.chats, figures.users) == ({-100, -200, -300}, {1, 2})
    assert (figures.updates, figures.notices) == (1, figures.entries)


@pytest.mark.cluster_too
async def test_it_holds_every_kind_but_what_is_of_the_moment(filled: Redis, file: Path) -> None:
    await back_up(filled, file)
    found = [dump.kind_of(stored.name) for slot in archive.slots(file) for stored in slot.stored]
    kinds = {None if one is None else one[0] for one in found}
    left_out = {"finding", "outage_told", "workers", "dead", "begun", "came", "replicated", "rewritten", "restoring"}
    left_out |= {"bot", "owner", "living", "alive", "wake", "deadlines_claimed", "reveals_claimed", "fades_claimed"}
    left_out |= {"refused", "arranged", "wanted", "closed", "schema", "shard_schema", "migrating"}
    left_out |= {"running", "username", "ban_told", "maintenance", "menus", "vitals", "moves", "alerts", "announcement"}
    left_out |= {"broadcast", "seeded", *(f"broadcast_{what}" for what in ("waiting", "trying", "told", "missed"))}
    assert kinds == set(KEYS) - left_out
    assert left_out == {what for what, key in KEYS.items() if not key.backup}


@pytest.mark.cluster_too
async def test_a_game_that_began_or_ended_between_two_shards_is_in_its_players_lists(filled: Redis, file: Path) -> None:
    before = await held(filled)
    for user in (1, 2):
        await filled.delete(keys.user_games(user), keys.user_finished(user))
    await Store(filled).add_user_game(1, FINISHED, table_name(course("klepka")[0][0]))
    await back_up(filled, file)
    await restore(filled, file, replace=True)
    assert await held(filled) == before


async def test_streams_can_be_followed_after_a_restore(filled: Redis, file: Path) -> None:
    await back_up(filled, file)
    await read(Inbox(filled))
    await restore(filled, file, replace=True)
    [entry] = await read(Inbox(filled))
    assert (entry.update_id, entry.deliveries) == (9, 1)
    assert len(await read(Outbox(filled), 1_000)) == 22 + len(course("klepka"))
    await Inbox(filled).put(10, -200, b"{}")
    await shelve(Store(filled), RUNNING, 20, course("kelimelik"))
    assert [one.update_id for one in await read(Inbox(filled))] == [10]


@pytest.mark.cluster_too
async def test_a_backup_of_a_bot_at_work_is_whole(redis: Redis, file: Path) -> None:
    await schema.claim(redis)
    scopes = [Scope(-1000 - chat) for chat in range(8)]
    steps = [course("kelimelik", number) for number in range(1, 4)]
    stop = asyncio.Event()

    async def play(scope: Scope) -> None:
        """One game after the other, as fast as can be."""
        store = Store(redis)
        for number in count(abs(scope.chat)):
            for step in range(len(steps[number % 3])):
                await shelve(store, scope, step, steps[number % 3])
                if stop.is_set():
                    return

    at_work = [asyncio.create_task(play(scope)) for scope in scopes]
    figures = [await back_up(redis, file) for _ in range(4)]
    stop.set()
    await asyncio.gather(*at_work)
    assert [one.faults for one in figures] == [[]] * 4
    assert len({one.entries for one in figures}) > 1, "nothing was played meanwhile"


@pytest.mark.cluster_too
async def test_a_shard_is_read_with_its_inbox_and_the_time_last(filled: Redis) -> None:
    slots = [slot async for slot in dump.Dump(filled).slots()]
    tags = [slot.tag for slot in slots]
    [inbox] = [slot for slot in slots if any(one.name.endswith(":inbox") for one in slot.stored)]
    assert inbox.tag == f"{{{keys.shard_of(-200):02}}}"
    assert tags[-1] == "{served}"
    assert len(tags) > 4


@pytest.mark.cluster_too
async def test_what_came_into_being_after_its_shard_was_looked_for_is_left_out(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(redis)
    old = Scope(-1)
    young = next(Scope(-chat) for chat in count(2) if keys.shard_of(-chat) == keys.shard_of(-1))
    await shelve(store, old, 0, course("kelimelik"))
    found = await dump.names(redis)
    for step in range(3):
        await shelve(store, young, step, course("kelimelik"))
        await shelve(store, old, step + 1, course("kelimelik"))

    async def names(_: Redis) -> list[str]:
        return found

    monkeypatch.setattr(dump, "names", names)
    [slot] = [slot async for slot in dump.Dump(redis).slots()]
    outbox = slot.named(keys.outbox(keys.shard_of(-1)))
    assert outbox is not None
    assert {entry.fields[1] for entry in outbox.entries} == {b"-1"}
    assert {stored.name for stored in slot.stored} == {
        *(keys.game(old), keys.log(old), keys.game_words(old), keys.seen(old)),
        *(keys.outbox(keys.shard_of(-1)), keys.deadlines(keys.shard_of(-1))),
    }


@pytest.mark.usefixtures("named", "filled")
async def test_the_file_is_its_owner_s_alone_and_says_what_it_holds(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await harfiyen("backup", str(file)) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{file}: 3 chats and 2 users; 1 running game, 1 finished, 1 open table; ")
    assert "secrets of running games" in said
    assert mode(file) == 0o600
    assert await harfiyen("restore", "--check", "--json", str(file)) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["running"], found["faults"], found["bytes"]) == (1, [], len(content(file)))
    assert await harfiyen("backup", str(file)) == 0
    assert beside(file) == []


@pytest.mark.usefixtures("named", "redis")
async def test_no_other_file_is_written_over(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(file, b"a letter")
    assert await harfiyen("backup", str(file)) == 2
    assert "it is no backup of Harfiyen; nothing was written" in capsys.readouterr().err
    assert content(file) == b"a letter"
    assert await harfiyen("backup", str(file / "none" / "x")) == 2
    assert "it cannot be written: " in capsys.readouterr().err


async def test_a_backup_that_breaks_off_leaves_the_former_one(
    filled: Redis, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await back_up(filled, file)
    before = content(file)

    async def breaks(_: dump.Dump) -> AsyncIterator[dump.Slot]:
        yield dump.Slot("", [])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dump.Dump, "slots", breaks)
    with pytest.raises(OSError, match="No space left"):
        await back_up(filled, file)
    assert content(file) == before
    assert beside(file) == []


def test_every_kind_of_key_is_told_by_its_name() -> None:
    parts = {
        "table": "0123abcd",
        "scope": "-5:3",
        "chat": -5,
        "user": 7,
        "language": "tr",
        "word": "KALEM",
        "turn": "9",
        "version": 4,
        "worker": "host:8080",
        "username": "nane",
    }
    for what, key in KEYS.items():
        found = dump.kind_of(key.named(7, **parts))
        assert found is not None
        assert found[0] == what


async def test_what_names_no_place_is_in_no_backups_way(filled: Redis, file: Path) -> None:
    await filled.zadd(keys.deadlines(3), {b"junk": 5})
    await filled.xadd(keys.outbox(3), {"other": "x"})
    await back_up(filled, file)
    assert examined(file).running == 1
