"""When a group becomes a supergroup its chat id changes, and with it the shard of everything it has.

The old chat is closed first, in its own shard: a tombstone that every commit and every choice looks for, so that what
is copied stays as it is. Then it is copied, in one step at the new place, and last the old keys go. Each step may be
repeated, by anybody at any time, so a move that was cut short is simply made again.

Telegram moves a group once. Should it say that one moves on, the things go along; should it lead back to where it came
from, the newest word holds, and the chat that was left before is open again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.scripts import Script

MOST_HOPS: Final = 16
"""How often a chat is followed from one number to the next: far more than Telegram lets a group move."""

_CLOSE: Final = Script("close")
_ADOPT: Final = Script("adopt")
_LEAVE: Final = Script("leave")
_OPEN: Final = Script("open")
_CHOOSE: Final = Script("choose")


class Astray(Exception):
    """A chat has moved on and on, or in a circle: nobody can tell where it is."""


class Trail:
    """Where somebody came through who looks for a chat.

    Args:
        chat: where they began.
    """

    def __init__(self, chat: int) -> None:
        self._chats: Final = [chat]

    def on(self, chat: int) -> int:
        """Go on to the chat that the newest has become.

        Raises:
            Astray: it has moved more than :data:`MOST_HOPS` times.
        """
        self._chats.append(chat)
        if len(self._chats) > MOST_HOPS:
            raise Astray(f"chat {self._chats[0]} has moved {MOST_HOPS} times and more: {self._chats}")
        return chat


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

    Raises:
        ValueError: they are the same.
    """
    if old == new:
        raise ValueError(f"chat {old} cannot become itself")
    keep = retention.FINISHED_SECONDS
    moved, left = await _CLOSE(
        client, (keys.game(Scope(old)), keys.deadlines(keys.shard_of(old))), (new, str(Scope(old)), keep)
    )
    return Closed(int(moved), bool(left))


async def move(client: Redis, old: int, new: int, languages: Iterable[str] = ()) -> bool:
    """Close a group and take all that it has to its new chat id: the game with log and words, choices, seen updates.

    A basic group has no topics, so there is one game. Players' own lists of games are the caller's to mend. Where the
    new chat has moved itself, the things go to where it is.

    Args:
        client: answers in bytes.
        old: the id of the group.
        new: the id of the supergroup that it became.
        languages: those in which a chat may have words of its own.

    Returns:
        Whether that had still to be done.

    Raises:
        Astray: the new chat has moved too often; what the group has stays in it.
    """
    return await _Move(client, old, tuple(languages), Trail(old)).to(new)


class _Move:
    """One move of one group."""

    def __init__(self, client: Redis, old: int, languages: tuple[str, ...], trail: Trail) -> None:
        self._client: Final = client
        self._old: Final = old
        self._languages: Final = languages
        self._trail: Final = trail
        scope = Scope(old)
        self._game: Final = (keys.game(scope), keys.log(scope), keys.game_words(scope), keys.seen(scope))

    async def to(self, new: int) -> bool:
        """See :func:`move`."""
        closed = await close(self._client, self._old, new)
        if closed.left:
            return False
        target, opened = self._trail.on(closed.chat), ""
        while (found := await self._things(target, opened)) is not None:
            version, things = found
            answer, *elsewhere = await _ADOPT(self._client, (*_keys_of(target), *self._chosen(target)), things)
            if answer == b"here":
                await self._leave(closed.chat, version)
                return True
            beyond = Closed(int(elsewhere[0]), bool(elsewhere[1]))
            circle = await self._circle(target)
            if not circle:
                if not beyond.left:
                    await _Move(self._client, target, self._languages, self._trail).to(beyond.chat)
                target = self._trail.on(beyond.chat)
            else:
                self._trail.on(target)
                if circle[target].left:
                    opened = str(circle[target].chat)
                else:
                    await self._end(circle)
        return False

    async def _things(self, target: int, opened: str) -> tuple[int, list[str | bytes | int]] | None:
        """The game's version and all that the group has, read at one instant, as the script wants it.

        Nothing where it has left, or is open.
        """
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.hmget(self._game[0], "version", "due", "moved", "left")
            pipe.sismember(keys.halted(self._old), str(Scope(self._old)))
            for key in self._game:
                pipe.pttl(key)
                pipe.dump(key)
            for key in self._chosen(self._old):
                pipe.hgetall(key)
            (version, due, moved, left), halted, *rest = await pipe.execute()
        if moved is None or left is not None:
            return None
        kept, chosen = rest[: 2 * len(self._game)], rest[2 * len(self._game) :]
        found: list[str | bytes | int] = [str(Scope(target)), due or "", _came(self._old, version), opened]
        found += [int(halted), retention.IDLE_SECONDS]
        for lives, dump in zip(kept[::2], kept[1::2], strict=True):
            found += [max(0, lives), "" if version is None or dump is None else dump]
        for fields in chosen:
            found += [len(fields), *(part for pair in fields.items() for part in pair)]
        return _number(version), found

    async def _leave(self, new: int, version: int) -> None:
        names = (*self._game, keys.halted(self._old), *self._chosen(self._old))
        await _LEAVE(self._client, names, (new, retention.FINISHED_SECONDS, version))

    def _chosen(self, chat: int) -> tuple[str, ...]:
        return (keys.settings(chat), *(keys.chat_words(chat, language) for language in self._languages))

    async def _circle(self, target: int) -> dict[int, Closed]:
        """The closed chats on the way from the target back to the group; none where it leads elsewhere."""
        found: dict[int, Closed] = {}
        while (closed := await self._closed(target)) is not None and target not in found:
            found[target] = closed
            if target == self._old:
                return found
            target = closed.chat
        return {}

    async def _closed(self, chat: int) -> Closed | None:
        moved, left = await self._client.hmget(keys.game(Scope(chat)), "moved", "left")
        return None if moved is None else Closed(int(moved), left is not None)

    async def _end(self, circle: dict[int, Closed]) -> None:
        """End a circle in which nothing has left yet, in the same way whoever meets it.

        What has been taken over already leaves; where nothing has, one of the chats is open again.
        """
        waiting = {chat: closed.chat for chat, closed in circle.items() if not closed.left}
        for chat, new in waiting.items():
            version = await self._client.hget(keys.game(Scope(chat)), "version")
            if await self._client.hget(keys.game(Scope(new)), "came") == _came(chat, version).encode():
                late = _Move(self._client, chat, self._languages, self._trail)
                await late._leave(new, _number(version))
                return
        opened = min(waiting)
        names = keys.game(Scope(opened)), keys.deadlines(keys.shard_of(opened))
        await _OPEN(self._client, names, (waiting[opened], str(Scope(opened))))


def _came(chat: int, version: bytes | str | None) -> str:
    """What is noted of a chat's game where it was taken over: no chat has a version twice."""
    return f"{chat} {_number(version)}"


def _number(version: bytes | str | None) -> int:
    """A game's version; 0 where there never was one."""
    return 0 if version is None else int(version)


def _keys_of(chat: int) -> tuple[str, ...]:
    scope = Scope(chat)
    game = (keys.game(scope), keys.log(scope), keys.game_words(scope), keys.seen(scope))
    return (*game, keys.deadlines(keys.shard_of(chat)), keys.halted(chat))


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
        Where the chat is by now, if it has moved; nothing is written then.
    """
    written = [part for field, value in fields.items() for part in (field, value or "")]
    names = (keys.game(Scope(chat)), key, keys.seen(Scope(chat)))
    moved = await _CHOOSE(client, names, (once, retention.SEEN_NEWEST, retention.SEEN_SECONDS, *written))
    return int(moved) if moved else None


def chosen(update: int, what: str) -> str:
    """What stands among the updates that a chat has seen for one that has chosen something."""
    return f"{update} {what}"
