"""When a group becomes a supergroup its chat id changes, and with it the shard of everything it has.

The old chat is closed first, in its own shard: a tombstone that every commit and every choice looks for, so that what
is copied stays as it is. Then it is copied, and last the old keys go. Each step may be repeated, by anybody at any
time, so a move that was cut short is simply made again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.scripts import Script

_CLOSE: Final = Script("close")
_ADOPT: Final = Script("adopt")
_LEAVE: Final = Script("leave")
_CHOOSE: Final = Script("choose")


@dataclass(frozen=True, slots=True)
class Closed:
    """A group that nothing is written to any more."""

    chat: int
    """The supergroup that it has become."""
    left: bool
    """Whether all that it had is there."""


async def close(client: Redis, old: int, new: int) -> Closed:
    """Let nothing more be committed in a group; one that was closed before stays as it was.

    Args:
        client: answers in bytes.
        old: the id of the group.
        new: the id of the supergroup that it became.
    """
    keep = retention.FINISHED_SECONDS
    moved, left = await _CLOSE(
        client, (keys.game(Scope(old)), keys.deadlines(keys.shard_of(old))), (new, str(Scope(old)), keep)
    )
    return Closed(int(moved), bool(left))


async def move(client: Redis, old: int, new: int, languages: Iterable[str] = ()) -> bool:
    """Close a group and take all that it has to its new chat id: the game with log and words, choices, seen updates.

    A basic group has no topics, so there is one game. Players' own lists of games are the caller's to mend.

    Args:
        client: answers in bytes.
        old: the id of the group.
        new: the id of the supergroup that it became.
        languages: those in which a chat may have words of its own.

    Returns:
        Whether that had still to be done.
    """
    if (await close(client, old, new)).left:
        return False
    before, after = Scope(old), Scope(new)
    game = (keys.game(before), keys.log(before), keys.game_words(before), keys.seen(before))
    there = (keys.game(after), keys.log(after), keys.game_words(after), keys.seen(after))
    version, due = await client.hmget(keys.game(before), "version", "due")
    arguments: list[str | bytes | int] = [str(after), due or ""]
    for key in game:
        dump = None if version is None else await client.dump(key)
        arguments += (max(0, await client.pttl(key)), dump or "")
    await _ADOPT(client, (*there, keys.deadlines(keys.shard_of(new))), arguments)
    chosen = {keys.settings(old): keys.settings(new)}
    chosen |= {keys.chat_words(old, language): keys.chat_words(new, language) for language in languages}
    for source, target in chosen.items():
        for field, value in (await client.hgetall(source)).items():
            await client.hsetnx(target, field, value)
    if await client.sismember(keys.halted(old), str(before)):
        await client.sadd(keys.halted(new), str(after))
        await client.expire(keys.halted(new), retention.IDLE_SECONDS)
    await client.delete(keys.halted(old))
    await _LEAVE(client, (*game, *chosen), (new, retention.FINISHED_SECONDS))
    return True


async def choose(client: Redis, chat: int, key: str, field: str, value: str | bytes | None) -> int | None:
    """Write a field of a hash that is a chat's own, or (``None``) take it out.

    Returns:
        Where the chat is by now, if it has moved; nothing is written then.
    """
    moved = await _CHOOSE(client, (keys.game(Scope(chat)), key), (field, value or ""))
    return int(moved) if moved else None
