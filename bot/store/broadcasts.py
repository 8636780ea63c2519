"""Broadcasts to all chats: a chat is recorded before it is sent the message, so that none gets it twice.

A send cannot be fenced, and its answer can be lost. So a send whose outcome is not known is listed as unknown and never
retried. Only the owner of the shard takes chats; all keys lie in one hash slot.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast
from uuid import uuid4

from bot.store import keys, retention
from bot.store.keys import BOT_OWNER_SHARD
from bot.store.redis_store import FencedStore
from bot.store.scripts import FencedScript, Script
from bot.store.shards.ownership import ShardNotOwned

Audience = Literal["groups", "people", "all"]
StartOutcome = Literal["begun", "busy", "stale"]
BroadcastState = Literal["gathering", "running", "over"]

_CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class Broadcast:
    """The broadcast under way, or the newest one."""

    id: str
    text: str
    """As it was typed."""
    audience: Audience
    owner: int
    """The bot's owner who sends it."""
    status_message: int
    """The message in the owner's private chat that shows its progress."""
    state: BroadcastState


@dataclass(frozen=True, slots=True)
class BroadcastProgress:
    """A broadcast's progress, in chats."""

    delivered: int
    failed: int
    """Could not be sent it, or the outcome is unknown."""
    remaining: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.delivered + self.failed + self.remaining


class Broadcasts(FencedStore):
    """Stores the broadcast, of which there is one at a time."""

    _start_script: Final = Script("broadcast")
    _discard_script: Final = Script("undraft")
    _take_script: Final = FencedScript("take_recipient")
    _outcome_script: Final = Script("record_recipient")

    @property
    def is_owned(self) -> bool:
        """Whether this process sends broadcasts, and not another worker."""
        return self.find_readable(BOT_OWNER_SHARD) is not None

    async def save_draft(self, owner: int, text: str) -> str:
        """Save an owner's draft, replacing a former one; returns the mark by which it is confirmed."""
        mark = secrets.token_hex(4)
        await self._client.set(keys.broadcast_draft(owner), f"{mark} {text}", ex=retention.BROADCAST_DRAFT_SECONDS)
        return mark

    async def discard_draft(self, mark: str, owner: int) -> bool:
        """Delete a draft; ``False`` if there is another by now, or none."""
        return bool(await self._discard_script(self._client, (keys.broadcast_draft(owner),), (mark,)))

    async def start_broadcast(self, mark: str, audience: Audience, owner: int, status_message: int) -> StartOutcome:
        """Start to broadcast the draft."""
        named = (keys.broadcast(), keys.broadcast_draft(owner), *_RESULT_KEYS)
        said: bytes = await self._start_script(
            self._client, named, (mark, "whom", audience, "by", owner, "message", status_message)
        )
        return cast("StartOutcome", said.decode())

    async def load_newest(self) -> Broadcast | None:
        """The newest broadcast, whether it is over or not."""
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
        """Add the chats to send to, and begin; idempotent."""
        names = [str(chat) for chat in chats]
        pipe = self._client.pipeline(transaction=False)
        for start in range(0, len(names), _CHUNK):
            pipe.sadd(keys.broadcast_waiting(), *names[start : start + _CHUNK])
        pipe.hset(keys.broadcast(), "state", "running")
        await pipe.execute()

    async def stop_broadcast(self, mark: str) -> bool:
        """Send to no further chats; ``False`` if another broadcast is under way, or none."""
        found = await self.load_newest()
        if found is None or found.id != mark or found.state == "over":
            return False
        await self._client.hset(keys.broadcast(), "stop", "1")
        return True

    async def take_next_chat(self, *, is_sending: bool) -> int | str:
        """The next chat, recorded as in flight; else why there is none: see ``take_recipient.lua``.

        Args:
            is_sending: whether chats that this process took before are still being sent to.
        """
        arguments = uuid4().hex, int(is_sending)
        try:
            said: bytes = await self._run_fenced(self._take_script, (keys.broadcast(), *_RESULT_KEYS), arguments)
        except ShardNotOwned:
            return "fenced"
        word = said.decode()
        try:
            chat = int(word)
        except ValueError:
            return word
        await self._replicas.wait_replicated(keys.broadcast())
        return chat

    async def record_outcome(self, chat: int, outcome: str, new_chat: int | None = None) -> None:
        """Record the outcome of sending to a chat; see ``record_recipient.lua``."""
        await self._outcome_script(self._client, _RESULT_KEYS, (chat, outcome, "" if new_chat is None else new_chat))

    async def load_progress(self) -> BroadcastProgress:
        """The progress of the broadcast."""
        pipe = self._client.pipeline(transaction=False)
        pipe.scard(keys.broadcast_delivered())
        pipe.hlen(keys.broadcast_failed())
        pipe.scard(keys.broadcast_waiting())
        pipe.hlen(keys.broadcast_in_flight())
        delivered, failed, waiting, in_flight = await pipe.execute()
        return BroadcastProgress(delivered, failed, waiting + in_flight)

    async def list_failed_chats(self) -> list[tuple[int, str]]:
        """The chats that did not get it and why, sorted by chat; ``untried`` for those that still wait."""
        found: Any = await self._client.hgetall(keys.broadcast_failed())
        left: Any = await self._client.smembers(keys.broadcast_waiting())
        reasons = {int(chat): reason.decode() for chat, reason in found.items()}
        return sorted({**dict.fromkeys(map(int, left), "untried"), **reasons}.items())

    async def close_broadcast(self) -> None:
        """End the broadcast, so that the next one may start; its outcome is kept for a while."""
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
