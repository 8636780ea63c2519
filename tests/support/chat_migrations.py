"""Groups that become supergroups, at whichever instant, and clients killed meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.chat_migration import MigratedChat
from bot.store.client import Client
from bot.store.commits import Commit, Committed, Duplicate, FinishedGame
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.records import RecordStore
from bot.store.retention import FINISHED_SECONDS
from bot.store.shard_ownership import UNFENCED_EPOCH
from engine.game_record import encode_record
from tests.support.records import sample_record
from tests.support.stored_tables import load_stored_log

DUE: Final = 2_000_000_000.0
_WRITES: Final = 5
_MOST_TICKS: Final = 40


async def increment_stored_count(store: GameStore, scope: Scope, update: int) -> None:
    """Count one further, wherever the count is by now; it is stored as if a game had ended each time."""
    while True:
        loaded = await store.load_table(scope, update)
        if loaded.migrated_to is not None:
            await store.migrate_chat(scope.chat, loaded.migrated_to.chat)
            scope = Scope(loaded.migrated_to.chat, table=scope.table)
            continue
        counted = str(int(loaded.state or b"0") + 1).encode()
        log = (str(update).encode(),)
        record = sample_record(update)
        ended = FinishedGame(record.id, encode_record(record), log[0], FINISHED_SECONDS)
        done = await store.commit(
            Commit(
                scope=scope,
                expected_version=loaded.version,
                update_id=update,
                state=counted,
                log=log,
                deadline=DUE,
                finished_game=ended,
            )
        )
        if isinstance(done, (Committed, Duplicate)):
            return


async def race_migration(redis: Redis, chance: Random, number: int) -> Scope:
    """Play one round: a game is begun in a basic group, at its first table or another, and all goes on at once.

    ``redis``: empty of the round's chats. ``chance``: decides who comes when, and whose process ends.

    Returns:
        Where the game is in the end. Everything that was acknowledged is there.
    """
    store, records = GameStore(redis), RecordStore(redis)
    table = 1 + number % 3
    old, new = Scope(-(1_000_000 + number), table=table), Scope(-(1_002_001_000_000 + number), table=table)
    await store.commit(Commit(scope=old, expected_version=0, update_id=None, state=b"0", deadline=DUE))
    await store.save_setting(old, "language", "en")
    working = [_start_later(chance, increment_stored_count(store, old, update)) for update in range(1, _WRITES + 1)]
    moving = [_start_later(chance, store.migrate_chat(old.chat, new.chat)) for _ in range(4)]
    for task in chance.sample(moving, len(moving) // 2):
        asyncio.get_running_loop().call_later(0, _cancel_after_ticks, task, chance.randrange(_MOST_TICKS))
    await asyncio.gather(*working)
    await asyncio.gather(*moving, return_exceptions=True)
    await store.migrate_chat(old.chat, new.chat)
    loaded = await store.load_table(new)
    assert loaded.state == str(_WRITES).encode(), number
    assert sorted(await load_stored_log(store, new)) == [str(update).encode() for update in range(1, _WRITES + 1)]
    assert loaded.version == _WRITES + 1, number
    ended = [sample_record(update) for update in range(1, _WRITES + 1)]
    assert sorted(await records.read_records(new.chat, 0)) == sorted(map(encode_record, ended)), number
    assert set(await records.read_packed_games(new.chat, [one.id for one in ended])) == {one.id for one in ended}
    assert await records.read_records(old.chat, 0) == [], number
    assert loaded.settings == {"language": "en"}
    assert (await store.load_table(old)).migrated_to == MigratedChat(new.chat, is_copied=True)
    for scope, due in ((old, None), (new, DUE)):
        assert await redis.zscore(keys.deadlines(keys.shard_of(scope.chat)), str(scope)) == due, number
    return new


def _start_later(chance: Random, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.create_task(_run_after_ticks(chance.randrange(_MOST_TICKS), work))


async def _run_after_ticks(ticks: int, work: Coroutine[Any, Any, None]) -> None:
    try:
        for _ in range(ticks):
            await asyncio.sleep(0)
    except asyncio.CancelledError:
        work.close()
        raise
    await work


def _cancel_after_ticks(task: asyncio.Task[None], ticks: int) -> None:
    """End a task after so many turns of the loop, as if its process had ended."""
    if ticks:
        asyncio.get_running_loop().call_soon(_cancel_after_ticks, task, ticks - 1)
    else:
        task.cancel()


LATE = DUE + 10


async def all_due_scopes(store: GameStore) -> list[Scope]:
    return [
        scope
        for shard in range(keys.SHARDS)
        for scope in await store.claim_timeouts(LATE, 10, [(shard, UNFENCED_EPOCH)])
    ]


class ProcessKilled(Exception):
    pass


def killing_script(script: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[None]]:
    async def killed(*arguments: Any) -> None:
        await script(*arguments)
        raise ProcessKilled

    return killed


@contextmanager
def killed_after(client: Redis, requests: int) -> Iterator[None]:
    """Have the process end once the request behind so many others is done, its answer unheard."""
    assert isinstance(client, Client)
    send_again, left = client.send_again, requests

    async def send(request: Callable[[], Awaitable[Any]]) -> Any:
        nonlocal left
        left -= 1
        answer = await send_again(request)
        if left < 0:
            raise ProcessKilled
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "send_again", send)
        yield
