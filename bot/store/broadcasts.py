"""Broadcasts to all chats: a chat is noted before the message is sent to it, so that no chat gets it twice.

The list of waiting chats is the cursor: each chat is given to one caller only, and counts as ``unknown`` until its
outcome is recorded. A send whose answer is lost, or whose process dies, is listed as unknown and never retried.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from bot.store import keys, retention
from bot.store.keys import BOT_OWNER_SHARD
from bot.store.scripts import Script
from bot.store.shard_ownership import FencedStore

Audience = Literal["groups", "people", "all"]
StartOutcome = Literal["begun", "busy", "stale"]
BroadcastState = Literal["gathering", "running", "over"]
Outcome = Literal["told", "moved", "gone", "refused", "banned", "unknown"]
_CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class Broadcast:
    """The running broadcast, or the last one."""

    id: str
    text: str  # as it was typed
    audience: Audience
    owner: int  # the bot's owner who sends it
    status_message: int  # the message in the owner's private chat that shows the progress
    state: BroadcastState


@dataclass(frozen=True, slots=True)
class BroadcastProgress:
    """A broadcast's progress, in chats."""

    delivered: int
    failed: int  # sending failed, or its outcome is unknown
    remaining: int

    @property
    def total(self) -> int:
        """The number of all chats."""
        return self.delivered + self.failed + self.remaining


class Broadcasts(FencedStore):
    """Stores broadcasts, of which at most one runs."""

    _start_script: Final = Script("start_broadcast")

    @property
    def is_sent_here(self) -> bool:
        """Whether this process, not another worker, sends broadcasts."""
        return BOT_OWNER_SHARD in self._shards.readable_epochs

    async def save_draft(self, owner: int, text: str) -> str:
        """Save an owner's draft, replacing an earlier one, and return the mark by which it is confirmed."""
        mark = secrets.token_hex(4)
        await self._client.set(keys.broadcast_draft(owner), f"{mark} {text}", ex=retention.BROADCAST_DRAFT_SECONDS)
        return mark

    async def discard_draft(self, mark: str, owner: int) -> bool:
        """Delete a draft; ``False`` if ``mark`` is not that of the owner's present draft."""
        draft: Any = await self._client.get(keys.broadcast_draft(owner))
        if draft is None or not draft.startswith(f"{mark} ".encode()):
            return False
        return bool(await self._client.delete(keys.broadcast_draft(owner)))

    async def start_broadcast(self, mark: str, audience: Audience, owner: int, status_message: int) -> StartOutcome:
        """Start broadcasting the draft."""
        named = (keys.broadcast(), keys.broadcast_draft(owner), *_RESULT_KEYS)
        said: bytes = await self._start_script(
            self._client, named, (mark, "whom", audience, "by", owner, "message", status_message)
        )
        return cast("StartOutcome", said.decode())

    async def load_newest(self) -> Broadcast | None:
        """The broadcast that began last, finished or not."""
        found: Any = await self._client.hgetall(keys.broadcast())
        if not found:
            return None
        fields: Mapping[str, str] = {name.decode(): value.decode() for name, value in found.items()}
        return Broadcast(
            fields["id"],
            fields["text"],
            cast("Audience", fields["whom"]),
            int(fields["by"]),
            int(fields["message"]),
            cast("BroadcastState", fields["state"]),
        )

    async def add_recipients(self, chats: Collection[int]) -> None:
        """Add the recipients and begin sending; idempotent."""
        names = [str(chat) for chat in chats]
        pipe = self._client.pipeline(transaction=False)
        for start in range(0, len(names), _CHUNK):
            pipe.sadd(keys.broadcast_waiting(), *names[start : start + _CHUNK])
        pipe.hset(keys.broadcast(), "state", "running")
        await pipe.execute()

    async def mark_former_sends_unknown(self) -> None:
        """Mark as unknown the sends that 0.2.0 had begun: it kept them elsewhere."""
        for chat in cast("list[bytes]", await self._client.hkeys(keys.broadcast_in_flight())):
            pipe = self._client.pipeline(transaction=True)
            pipe.hsetnx(keys.broadcast_failed(), chat, "unknown")
            pipe.hdel(keys.broadcast_in_flight(), chat)
            await pipe.execute()

    async def stop_broadcast(self, mark: str) -> bool:
        """Stop sending; ``False`` if this broadcast does not run."""
        found = await self.load_newest()
        if found is None or found.id != mark or found.state == "over":
            return False
        await self._client.hset(keys.broadcast(), "stop", "1")
        return True

    async def take_next_chat(self) -> int | None:
        """Mark the next chat as unknown and give it to no other caller; ``None`` after the last one, or a stop."""
        while True:
            pipe = self._client.pipeline(transaction=False)
            pipe.hexists(keys.broadcast(), "stop")
            pipe.srandmember(keys.broadcast_waiting())
            is_stopped, chat = await pipe.execute()
            if is_stopped or chat is None:
                return None
            pipe = self._client.pipeline(transaction=True)
            pipe.srem(keys.broadcast_waiting(), chat)
            pipe.hsetnx(keys.broadcast_failed(), chat, "unknown")
            pipe.sismember(keys.broadcast_delivered(), chat)
            was_waiting, is_new, was_told = await pipe.execute()
            if was_told:
                await self._client.hdel(keys.broadcast_failed(), chat)
            elif was_waiting and is_new:
                await self._durable.hset(keys.broadcast_failed(), chat, "unknown")
                return int(chat)

    async def record_outcome(self, chat: int, outcome: Outcome, new_chat: int | None = None) -> None:
        """Record the outcome of sending to a chat, idempotently; ``new_chat`` is the supergroup it has ``moved`` to."""
        pipe = self._client.pipeline(transaction=True)
        match outcome:
            case "told":
                pipe.hdel(keys.broadcast_failed(), str(chat))
                pipe.sadd(keys.broadcast_delivered(), str(chat))
            case "moved":
                pipe.hdel(keys.broadcast_failed(), str(chat))
                pipe.sadd(keys.broadcast_waiting(), str(new_chat))
            case _:
                pipe.hset(keys.broadcast_failed(), str(chat), outcome)
        await pipe.execute()

    async def load_progress(self, in_flight: int = 0) -> BroadcastProgress:
        """The progress of the broadcast, given the number of sends in flight."""
        pipe = self._client.pipeline(transaction=False)
        pipe.scard(keys.broadcast_delivered())
        pipe.hlen(keys.broadcast_failed())
        pipe.scard(keys.broadcast_waiting())
        delivered, failed, waiting = await pipe.execute()
        return BroadcastProgress(delivered, max(0, failed - in_flight), waiting + in_flight)

    async def list_failed_chats(self) -> list[tuple[int, str]]:
        """The chats that did not get it, each with the reason, sorted by chat; ``untried`` for those still waiting."""
        found: Any = await self._client.hgetall(keys.broadcast_failed())
        left: Any = await self._client.smembers(keys.broadcast_waiting())
        reasons = {int(chat): reason.decode() for chat, reason in found.items()}
        return sorted({**dict.fromkeys(map(int, left), "untried"), **reasons}.items())

    async def close_broadcast(self) -> None:
        """End the broadcast so that the next one may start; its outcome is kept for a while."""
        pipe = self._client.pipeline(transaction=False)
        pipe.hset(keys.broadcast(), "state", "over")
        for name in (keys.broadcast(), *_RESULT_KEYS):
            pipe.expire(name, retention.BROADCAST_SECONDS)
        await pipe.execute()


_RESULT_KEYS: Final = (
    keys.broadcast_waiting(),
    keys.broadcast_in_flight(),
    keys.broadcast_delivered(),
    keys.broadcast_failed(),
)
