"""Groups that become supergroups while people write in them and processes end."""

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.keys import Scope
from bot.store.migrate import Closed
from bot.store.redis import Store
from tests.support.stored_logs import stored_log

DUE: Final = 2_000_000_000.0
_WRITES: Final = 5
_MOST_TICKS: Final = 40


async def write(store: Store, scope: Scope, update: int) -> None:
    """Count one further, wherever the count is by now."""
    while True:
        loaded = await store.load(scope, update)
        if loaded.moved is not None:
            await store.move(scope.chat, loaded.moved.chat)
            scope = Scope(loaded.moved.chat)
            continue
        counted = str(int(loaded.state or b"0") + 1).encode()
        log = (str(update).encode(),)
        done = await store.commit(
            Commit(scope=scope, expected=loaded.version, update_id=update, state=counted, log=log, deadline=DUE)
        )
        if isinstance(done, (Committed, Duplicate)):
            return


async def wander(redis: Redis, chance: Random, number: int) -> Scope:
    """Play one round: a game is begun in a basic group, and all goes on at once.

    Args:
        redis: empty of the round's chats.
        chance: decides who comes when, and whose process ends.
        number: the round's, which makes its chats' numbers.

    Returns:
        Where the game is in the end. Everything that was acknowledged is there.
    """
    store = Store(redis)
    old, new = Scope(-(1_000_000 + number)), Scope(-(1_002_001_000_000 + number))
    await store.commit(Commit(scope=old, expected=0, update_id=None, state=b"0", deadline=DUE))
    await store.set_setting(old, "language", "en")
    working = [_later(chance, write(store, old, update)) for update in range(1, _WRITES + 1)]
    moving = [_later(chance, store.move(old.chat, new.chat)) for _ in range(4)]
    for task in chance.sample(moving, len(moving) // 2):
        asyncio.get_running_loop().call_later(0, _cut, task, chance.randrange(_MOST_TICKS))
    await asyncio.gather(*working)
    await asyncio.gather(*moving, return_exceptions=True)
    await store.move(old.chat, new.chat)
    loaded = await store.load(new)
    assert loaded.state == str(_WRITES).encode(), number
    assert sorted(await stored_log(store, new)) == [str(update).encode() for update in range(1, _WRITES + 1)]
    assert loaded.version == _WRITES + 1, number
    assert loaded.settings == {"language": "en"}
    assert (await store.load(old)).moved == Closed(new.chat, left=True)
    for scope, due in ((old, None), (new, DUE)):
        assert await redis.zscore(keys.deadlines(keys.shard_of(scope.chat)), str(scope)) == due, number
    return new


def _later(chance: Random, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.create_task(_after(chance.randrange(_MOST_TICKS), work))


async def _after(ticks: int, work: Coroutine[Any, Any, None]) -> None:
    try:
        for _ in range(ticks):
            await asyncio.sleep(0)
    except asyncio.CancelledError:
        work.close()
        raise
    await work


def _cut(task: asyncio.Task[None], ticks: int) -> None:
    """End a task after so many turns of the loop, as if its process had ended."""
    if ticks:
        asyncio.get_running_loop().call_soon(_cut, task, ticks - 1)
    else:
        task.cancel()
