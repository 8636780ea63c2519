"""When a group becomes a supergroup its chat id changes, and with it the shard of everything it has.

The new keys are written first, then the old game is replaced by a tombstone that names the new chat. Each step may be
repeated, so a move that was cut short is simply made again.
"""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope

_MOVED: Final = "moved"


async def move(client: Redis, old: int, new: int) -> bool:
    """Move a group's game with its log and words, settings and the updates it has seen to its new chat id.

    A basic group has no topics, so there is one game. Players' own lists of games are the caller's to mend.

    Args:
        client: answers in bytes.
        old: the id of the group.
        new: the id of the supergroup that it became.

    Returns:
        Whether there was anything left to move.
    """
    before, after = Scope(old), Scope(new)
    game = await client.hgetall(keys.game(before))
    if _MOVED.encode() in game or not (game or await client.exists(keys.settings(old))):
        return False
    # The game goes last: where the new chat has one already, newer than the old, its log and updates stay too.
    if not await client.exists(keys.game(after)):
        await _copy(client, keys.log(before), keys.log(after))
        await _copy(client, keys.words(before), keys.words(after))
        await _copy(client, keys.seen(before), keys.seen(after))
        await _copy(client, keys.game(before), keys.game(after))
    await _copy(client, keys.settings(old), keys.settings(new))
    due = await client.zscore(keys.deadlines(keys.shard_of(old)), str(before))
    if due is not None:
        await client.zadd(keys.deadlines(keys.shard_of(new)), {str(after): due}, nx=True)
        await client.zrem(keys.deadlines(keys.shard_of(old)), str(before))
    async with client.pipeline(transaction=True) as pipe:
        pipe.delete(keys.game(before), keys.log(before), keys.words(before), keys.seen(before), keys.settings(old))
        pipe.hset(keys.game(before), _MOVED, str(new))
        pipe.expire(keys.game(before), retention.FINISHED_SECONDS)
        await pipe.execute()
    return True


async def _copy(client: Redis, source: str, target: str) -> None:
    """Copy a key across shards, its time to live included; what stands at the target already is newer and stays."""
    value = await client.dump(source)
    if value is not None and not await client.exists(target):
        await client.restore(target, max(0, await client.pttl(source)), value, replace=True)
