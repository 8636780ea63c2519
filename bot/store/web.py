"""Data of the board page: answers to actions there, planned moves, and when users closed their boards."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.shard_ownership import RedisStore


class WebAnswer(Struct, frozen=True):
    """The answer to an action on the board page."""

    done: bool
    """Whether the action was done; if not, ``text`` says why."""
    text: str = ""
    """HTML, shown only to the player who acted."""
    code: str = ""
    """The code of the refusal; empty if there is none."""


_LOOK_SECONDS: Final = 0.1
_ANSWER: Final = msgspec.json.Decoder(WebAnswer)
_PLAN: Final = msgspec.json.Decoder(dict[str, str])


class WebStore(RedisStore):
    """Answers, plans and closed boards, by user."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client)
        self._answered: Final[dict[int, asyncio.Event]] = {}
        """The events for which calls of this process wait, by the action's update id; set when its answer is saved."""

    async def save_answer(self, user: int, update: int, answer: WebAnswer) -> None:
        """Keep the answer to an action; the first one stays."""
        await self._client.set(
            keys.web_answer(user, update), msgspec.json.encode(answer), ex=retention.WEB_ANSWER_SECONDS, nx=True
        )
        if (waiting := self._answered.get(update)) is not None:
            waiting.set()

    async def load_answer(self, user: int, update: int) -> WebAnswer | None:
        """The answer to an action; ``None`` while it is not known."""
        stored = await self._client.get(keys.web_answer(user, update))
        return None if stored is None else _ANSWER.decode(stored)

    async def wait_for_answer(self, user: int, update: int, seconds: float) -> WebAnswer | None:
        """Wait at most ``seconds`` for the answer to an action; looks now and then for another worker's."""
        arrived = self._answered.setdefault(update, asyncio.Event())
        try:
            async with asyncio.timeout(seconds):
                while (answer := await self.load_answer(user, update)) is None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(arrived.wait(), _LOOK_SECONDS)
                return answer
        except TimeoutError:
            return None
        finally:
            self._answered.pop(update, None)

    async def save_plan(self, user: int, table: str, tiles: Mapping[str, str]) -> None:
        """Save a planned move at the table with that short name, as tiles by cells; an empty one deletes it."""
        key = keys.web_plan(user, table)
        if tiles:
            await self._client.set(key, msgspec.json.encode(tiles), ex=retention.WEB_PLAN_SECONDS)
        else:
            await self._client.delete(key)

    async def load_plan(self, user: int, table: str) -> Mapping[str, str]:
        """The planned move at the table with that short name, as tiles by cells; empty if there is none."""
        stored = await self._client.get(keys.web_plan(user, table))
        return {} if stored is None else _PLAN.decode(stored)

    async def save_member(self, user: int, chat: int, *, present: bool) -> None:
        """Save for all workers whether a user is in a group, as Telegram said."""
        seconds = retention.WEB_MEMBER_SECONDS if present else retention.WEB_OUTSIDER_SECONDS
        await self._client.set(keys.web_member(user, chat), int(present), ex=seconds)

    async def load_member(self, user: int, chat: int) -> bool | None:
        """Whether Telegram said lately that a user is in a group; ``None`` if it must be asked."""
        stored = await self._client.get(keys.web_member(user, chat))
        return None if stored is None else stored == b"1"

    async def forget_member(self, user: int, chat: int) -> None:
        """Forget what Telegram said about a user, who has joined or left the group."""
        await self._client.delete(keys.web_member(user, chat))

    async def close_boards(self, user: int, now: float) -> None:
        """Invalidate all links and pages by which a user opened boards before ``now``, in Unix seconds."""
        await self._client.set(keys.web_closed(user), f"{now:.3f}", ex=retention.WEB_SESSION_SECONDS)

    async def load_closed_at(self, user: int) -> float:
        """When a user last closed their boards, in Unix seconds; 0 if that was not within the last day."""
        return float(await self._client.get(keys.web_closed(user)) or 0)
