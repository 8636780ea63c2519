"""What all chats are told: each is noted before it is tried, so that none is ever told twice.

A send cannot be fenced, and its answer can be lost. So what was begun and is not known to be done is listed as unknown,
and never tried again. The shard's owner alone takes chats; what is kept lies in one slot.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import DESK
from bot.store.ownership import Shards, Unfenced
from bot.store.replicas import Replicas
from bot.store.scripts import Script

Whom = Literal["groups", "people", "all"]
Begun = Literal["begun", "busy", "stale"]
State = Literal["gathering", "running", "over"]

_CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class Broadcast:
    """One that lasts, or lasted last."""

    id: str
    text: str
    """As it was typed."""
    whom: Whom
    by: int
    """The owner, in whose private chat ``message`` shows how far it is."""
    message: int
    state: State


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one is, in chats."""

    told: int
    missed: int
    """Could not be told, or nobody knows."""
    left: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.told + self.missed + self.left


class Broadcasts:
    """The one that lasts: there is one at a time.

    Args:
        client: answers in bytes.
        shards: which this process owns; all, without a fence, by default.
        replicas: which are to have it that a chat is tried before it is; none by default.
    """

    def __init__(self, client: Redis, shards: Shards | None = None, replicas: Replicas | None = None) -> None:
        self._client: Final = client
        self._shards: Final = Unfenced() if shards is None else shards
        self._replicas: Final = Replicas(client, 0) if replicas is None else replicas
        self._begin: Final = Script("broadcast")
        self._drop: Final = Script("undraft")
        self._spread: Final = Script("spread")
        self._spread_to: Final = Script("spread_to")

    @property
    def epoch(self) -> str | None:
        """By which this process is the one to do it; ``None`` where another is."""
        return self._shards.reading.get(DESK)

    async def draft(self, owner: int, text: str) -> str:
        """Keep what an owner is about to tell; the mark by which it is confirmed. In place of a former draft."""
        mark = secrets.token_hex(4)
        await self._client.set(keys.announcement(owner), f"{mark} {text}", ex=retention.DRAFT_SECONDS)
        return mark

    async def drop(self, mark: str, owner: int) -> bool:
        """Forget a draft; ``False`` where it is another by now, or none."""
        return bool(await self._drop(self._client, (keys.announcement(owner),), (mark,)))

    async def begin(self, mark: str, whom: Whom, owner: int, message: int) -> Begun:
        """Begin to tell what was drafted."""
        named = (keys.BROADCAST, keys.announcement(owner), *_KEPT)
        said: bytes = await self._begin(self._client, named, (mark, "whom", whom, "by", owner, "message", message))
        return cast("Begun", said.decode())

    async def now(self) -> Broadcast | None:
        """The newest, whether it lasts or not."""
        found: Any = await self._client.hgetall(keys.BROADCAST)
        if not found:
            return None
        fields: Mapping[str, str] = {name.decode(): value.decode() for name, value in found.items()}
        return Broadcast(
            fields["id"],
            fields["text"],
            cast("Whom", fields["whom"]),
            int(fields["by"]),
            int(fields["message"]),
            cast("State", fields["state"]),
        )

    async def gathered(self, chats: Collection[int]) -> None:
        """Note whom to tell, and begin; again is harmless."""
        names = [str(chat) for chat in chats]
        pipe = self._client.pipeline(transaction=False)
        for start in range(0, len(names), _CHUNK):
            pipe.sadd(keys.BROADCAST_WAITING, *names[start : start + _CHUNK])
        pipe.hset(keys.BROADCAST, "state", "running")
        await pipe.execute()

    async def stop(self, mark: str) -> bool:
        """Tell no further chats; ``False`` where another lasts, or none."""
        found = await self.now()
        if found is None or found.id != mark or found.state == "over":
            return False
        await self._client.hset(keys.BROADCAST, "stop", "1")
        return True

    async def take(self, epoch: str) -> int | str:
        """The next chat, noted as tried; else why there is none: see ``spread.lua``."""
        said: bytes = await self._spread(
            self._client,
            (
                keys.owner(DESK),
                keys.BROADCAST,
                keys.BROADCAST_WAITING,
                keys.BROADCAST_TRYING,
                keys.BROADCAST_TOLD,
                keys.BROADCAST_MISSED,
            ),
            (epoch,),
        )
        word = said.decode()
        try:
            chat = int(word)
        except ValueError:
            return word
        await self._replicas.have(keys.BROADCAST)
        return chat

    async def tell(self, chat: int, outcome: str, new: int | None = None) -> None:
        """Note what became of a chat that was tried; see ``spread_to.lua``."""
        await self._spread_to(self._client, _KEPT, (chat, outcome, "" if new is None else new))

    async def give_up(self, epoch: str) -> None:
        """List as unknown what this process began and knows nothing of."""
        found: Any = await self._client.hgetall(keys.BROADCAST_TRYING)
        for chat, owner in found.items():
            if owner.decode() == epoch:
                await self.tell(int(chat), "unknown")

    async def progress(self) -> Progress:
        """How far it is."""
        pipe = self._client.pipeline(transaction=False)
        pipe.scard(keys.BROADCAST_TOLD)
        pipe.hlen(keys.BROADCAST_MISSED)
        pipe.scard(keys.BROADCAST_WAITING)
        pipe.hlen(keys.BROADCAST_TRYING)
        told, missed, waiting, trying = await pipe.execute()
        return Progress(told, missed, waiting + trying)

    async def missed(self) -> list[tuple[int, str]]:
        """Who was not told, and why, in the chats' order; who still waits ``untried``."""
        found: Any = await self._client.hgetall(keys.BROADCAST_MISSED)
        left: Any = await self._client.smembers(keys.BROADCAST_WAITING)
        reasons = {int(chat): reason.decode() for chat, reason in found.items()}
        return sorted({**dict.fromkeys(map(int, left), "untried"), **reasons}.items())

    async def close(self) -> None:
        """Let the next one begin; what is known of this one stays for a while."""
        pipe = self._client.pipeline(transaction=False)
        pipe.hset(keys.BROADCAST, "state", "over")
        for name in (keys.BROADCAST, *_KEPT):
            pipe.expire(name, retention.BROADCAST_SECONDS)
        await pipe.execute()


_KEPT: Final = (
    keys.BROADCAST_WAITING,
    keys.BROADCAST_TRYING,
    keys.BROADCAST_TOLD,
    keys.BROADCAST_MISSED,
)
