"""What is stored for the board page: answers to what was done there, planned moves, and when boards were closed."""

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
    """What came of an action of the board page."""

    done: bool
    """Whether it was done; else ``text`` says why not."""
    text: str = ""
    """HTML, which only its sender reads."""
    code: str = ""
    """The refusal's code."""


_LOOK_SECONDS: Final = 0.1
_ANSWER: Final = msgspec.json.Decoder(WebAnswer)
_PLAN: Final = msgspec.json.Decoder(dict[str, str])


class WebStore(RedisStore):
    """Answers, plans and closed boards, by person."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client)
        self._answered: Final[dict[int, asyncio.Event]] = {}
        """The actions whose answers are waited for in this process."""

    async def save_answer(self, user: int, update: int, answer: WebAnswer) -> None:
        """Keep the answer to an action; the first one stays."""
        await self._client.set(
            keys.web_answer(user, update), msgspec.json.encode(answer), ex=retention.WEB_ANSWER_SECONDS, nx=True
        )
        if (waiting := self._answered.get(update)) is not None:
            waiting.set()

    async def load_answer(self, user: int, update: int) -> WebAnswer | None:
        """The answer to an action, once it is known."""
        stored = await self._client.get(keys.web_answer(user, update))
        return None if stored is None else _ANSWER.decode(stored)

    async def wait_for_answer(self, user: int, update: int, seconds: float) -> WebAnswer | None:
        """The answer to an action; ``None`` if none has come by then. Another worker's is looked for now and then."""
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
        """Keep a planned move at the table of that short name: tiles by cells; an empty one deletes it."""
        key = keys.web_plan(user, table)
        if tiles:
            await self._client.set(key, msgspec.json.encode(tiles), ex=retention.WEB_PLAN_SECONDS)
        else:
            await self._client.delete(key)

    async def load_plan(self, user: int, table: str) -> Mapping[str, str]:
        """The planned move, as :meth:`save_plan`; empty if there is none."""
        stored = await self._client.get(keys.web_plan(user, table))
        return {} if stored is None else _PLAN.decode(stored)

    async def save_member(self, user: int, chat: int, *, present: bool) -> None:
        """Keep for all workers whether Telegram says that somebody is in a group."""
        seconds = retention.WEB_MEMBER_SECONDS if present else retention.WEB_OUTSIDER_SECONDS
        await self._client.set(keys.web_member(user, chat), int(present), ex=seconds)

    async def load_member(self, user: int, chat: int) -> bool | None:
        """What Telegram said of late; ``None`` if it is to be asked."""
        stored = await self._client.get(keys.web_member(user, chat))
        return None if stored is None else stored == b"1"

    async def forget_member(self, user: int, chat: int) -> None:
        """Somebody has joined or left a group."""
        await self._client.delete(keys.web_member(user, chat))

    async def close_boards(self, user: int, now: float) -> None:
        """Let nothing count any more by which a person's boards were opened until now, in Unix seconds."""
        await self._client.set(keys.web_closed(user), f"{now:.3f}", ex=retention.WEB_SESSION_SECONDS)

    async def load_closed_at(self, user: int) -> float:
        """When a person's boards were last closed, in Unix seconds; 0 if not within a day."""
        return float(await self._client.get(keys.web_closed(user)) or 0)
