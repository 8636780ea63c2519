"""Groups that move, once, further, or in a circle, while people write in them and processes end."""

import asyncio
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.keys import Scope
from bot.store.migrate import MOST_HOPS
from bot.store.redis import Store
from tests.support.stored_logs import stored_log

DUE: Final = 2_000_000_000.0
_WRITES: Final = 5
ROUNDS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    ((0, 1),),
    ((0, 1), (1, 2)),
    ((1, 2), (0, 1)),
    ((0, 1), (1, 0)),
)
"""Once, further, further although that is told first, and back."""
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


async def place(store: Store, chat: int) -> Scope:
    """Where a chat is, once every move that was begun is made."""
    for _ in range(MOST_HOPS):
        if (moved := (await store.load(Scope(chat))).moved) is None:
            return Scope(chat)
        if not moved.left:
            await store.move(chat, moved.chat)
        chat = moved.chat
    raise AssertionError(f"the chat moves in a circle, now by way of {chat}")


async def wander(redis: Redis, chance: Random, number: int, moves: Sequence[tuple[int, int]]) -> Scope:
    """Play one round: a game is begun in the first chat, and all goes on at once.

    Args:
        redis: empty of the round's chats.
        chance: decides who comes when, and whose process ends.
        number: the round's, which makes its chats' numbers.
        moves: from which of the round's chats to which, in the order in which Telegram tells them.

    Returns:
        Where the game is in the end. Everything that was acknowledged is there.
    """
    store = Store(redis)
    chats = [-(1_000_000 + 10 * number + index) for index in range(1 + max(max(pair) for pair in moves))]
    await store.commit(Commit(scope=Scope(chats[0]), expected=0, update_id=None, state=b"0", deadline=DUE))
    await store.set_setting(chats[0], "language", "en")
    told = [(chats[old], chats[new]) for old, new in moves]
    working = [_later(chance, write(store, Scope(chats[0]), update)) for update in range(1, _WRITES + 1)]
    moving = [_later(chance, store.move(*pair)) for pair in told for _ in range(2)]
    for task in chance.sample(moving, len(moving) // 2):
        asyncio.get_running_loop().call_later(0, _cut, task, chance.randrange(_MOST_TICKS))
    await asyncio.gather(*working)
    await asyncio.gather(*moving, return_exceptions=True)
    for pair in told:
        await store.move(*pair)
    there = await place(store, chats[0])
    loaded = await store.load(there)
    assert loaded.state == str(_WRITES).encode(), (number, moves)
    assert sorted(await stored_log(store, there)) == [str(update).encode() for update in range(1, _WRITES + 1)]
    # Where a chat is open again its numbers go on, so that none is given twice.
    assert loaded.version >= _WRITES + 1, (number, moves)
    assert loaded.settings == {"language": "en"}
    for chat in chats:
        due = await redis.zscore(keys.deadlines(keys.shard_of(chat)), str(chat))
        assert due == (DUE if chat == there.chat else None), (number, moves)
    return there


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
