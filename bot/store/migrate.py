"""When a group becomes a supergroup its chat id changes, and with it the shard of everything it has.

Telegram moves a group once: a basic group becomes a supergroup, which never moves again. Nothing else is believed.

The old chat is closed first, in its own shard: a tombstone that every commit and every choice looks for, so that what
is copied stays as it is. Then it is copied, in one step at the new place, and last the old keys go. Each step may be
repeated, by anybody at any time, so a move that was cut short is simply made again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.replicas import Replicas
from bot.store.scripts import Script

_SUPERGROUPS_BELOW: Final = -(10**12)
"""Supergroups and channels have ids below it, basic groups above (https://core.telegram.org/api/bots/ids)."""

_CLOSE: Final = Script("close")
_ADOPT: Final = Script("adopt")
_LEAVE: Final = Script("leave")
_CHOOSE: Final = Script("choose")


class WrongMove(Exception):
    """A chat is said to have become another one, and Telegram moves none in this way; nothing was changed.

    Args:
        old: the chat's number.
        new: the one that it is said to have now.
    """

    def __init__(self, old: int, new: int) -> None:
        super().__init__(f"chat {old} cannot have become {new}: only a basic group becomes another, a supergroup")


def moved_on(old: int, new: int) -> int:
    """The number of the supergroup that a basic group has become.

    Who follows chats by it ends after one step, whatever is stored: a supergroup leads nowhere.

    Raises:
        WrongMove: the one is no basic group, or the other no supergroup.
    """
    if not (_SUPERGROUPS_BELOW < old < 0 and new < _SUPERGROUPS_BELOW):
        raise WrongMove(old, new)
    return new


@dataclass(frozen=True, slots=True)
class Closed:
    """A group that nothing is written to any more."""

    chat: int
    """The supergroup that it has become."""
    left: bool
    """Whether all that it had is there."""


async def close(client: Redis, old: int, new: int, replicas: Replicas | None = None) -> Closed:
    """Let nothing more be committed in a group; one that was closed before stays as it was.

    Args:
        client: answers in bytes.
        old: the id of the group.
        new: the id of the supergroup that it became.
        replicas: which are to know; none by default.

    Raises:
        WrongMove: Telegram moves no chat in this way.
    """
    keep = retention.FINISHED_SECONDS
    names = keys.game(Scope(old)), keys.deadlines(keys.shard_of(old))
    moved, left = await _CLOSE(client, names, (moved_on(old, new), str(Scope(old)), keep))
    if replicas is not None:
        await replicas.have(keys.game(Scope(old)))
    return Closed(moved_on(old, int(moved)), bool(left))


async def move(
    client: Redis, old: int, new: int, languages: Iterable[str] = (), replicas: Replicas | None = None
) -> bool:
    """Close a group and take all that it has to its new chat id: the game with log and words, choices, seen updates.

    A basic group has no topics, so there is one game. Players' own lists of games are the caller's to mend.

    Args:
        client: answers in bytes.
        old: the id of the group.
        new: the id of the supergroup that it became.
        languages: those in which a chat may have words of its own.
        replicas: which are to have each step before the next one; none by default.

    Returns:
        Whether that had still to be done.

    Raises:
        WrongMove: Telegram moves no chat in this way.
    """
    closed = await close(client, old, new, replicas)
    if closed.left:
        return False
    spoken = tuple(languages)
    things = await _things(client, old, closed.chat, spoken)
    if things is None:
        return False
    await _ADOPT(client, (*_keys_of(closed.chat), *_chosen(closed.chat, spoken)), things)
    if replicas is not None:
        # Nothing goes before it is safe where it came to.
        await replicas.have(keys.game(Scope(closed.chat)))
    names = (*_game(old), keys.halted(old), *_chosen(old, spoken))
    await _LEAVE(client, names, (closed.chat, retention.FINISHED_SECONDS))
    return True


async def _things(client: Redis, old: int, target: int, languages: tuple[str, ...]) -> list[str | bytes | int] | None:
    """All that the group has, read at one instant, as the script wants it; nothing where it has left."""
    game = _game(old)
    async with client.pipeline(transaction=True) as pipe:
        pipe.hmget(game[0], "version", "due", "left")
        pipe.sismember(keys.halted(old), str(Scope(old)))
        for key in game:
            pipe.pttl(key)
            pipe.dump(key)
        for key in _chosen(old, languages):
            pipe.hgetall(key)
        (version, due, left), halted, *rest = await pipe.execute()
    if left is not None:
        return None
    kept, chosen = rest[: 2 * len(game)], rest[2 * len(game) :]
    found: list[str | bytes | int] = [str(Scope(target)), due or "", old, int(halted), retention.IDLE_SECONDS]
    for lives, dump in zip(kept[::2], kept[1::2], strict=True):
        found += [max(0, lives), "" if version is None or dump is None else dump]
    for fields in chosen:
        found += [len(fields), *(part for pair in fields.items() for part in pair)]
    return found


def _game(chat: int) -> tuple[str, ...]:
    scope = Scope(chat)
    return keys.game(scope), keys.log(scope), keys.game_words(scope), keys.seen(scope)


def _chosen(chat: int, languages: tuple[str, ...]) -> tuple[str, ...]:
    return (keys.settings(chat), keys.callers(chat), *(keys.chat_words(chat, language) for language in languages))


def _keys_of(chat: int) -> tuple[str, ...]:
    return (*_game(chat), keys.deadlines(keys.shard_of(chat)), keys.halted(chat))


async def choose(
    client: Redis, chat: int, key: str, fields: Mapping[str, str | bytes | None], once: str = ""
) -> int | None:
    """Write fields of a hash that is a chat's own, or (``None``) take them out, all in one step.

    Args:
        client: answers in bytes.
        chat: whose hash it is.
        key: the hash.
        fields: what to write.
        once: what stands for the update that asks for it (:func:`chosen`), by which nothing is written again.

    Returns:
        The supergroup that the chat is by now, if it has become one; nothing is written then.

    Raises:
        WrongMove: it is said to be elsewhere where it cannot be.
    """
    written = [part for field, value in fields.items() for part in (field, value or "")]
    names = (keys.game(Scope(chat)), key, keys.seen(Scope(chat)))
    moved = await _CHOOSE(client, names, (once, retention.SEEN_NEWEST, retention.SEEN_SECONDS, *written))
    return moved_on(chat, int(moved)) if moved else None


def chosen(update: int, what: str) -> str:
    """What stands among the updates that a chat has seen for one that has chosen something."""
    return f"{update} {what}"
