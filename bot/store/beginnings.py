"""How newcomers begin: which groups were just greeted, who has played before, and whose first game explains itself."""

from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.shards.ownership import RedisStore

_OFF: Final = "off"
"""In place of a table's name, which has hexadecimal digits alone: the first game was not wanted, or not to its end."""


class Beginnings(RedisStore):
    """One instance a store."""

    async def claim_greeting(self, chat: int, update: int) -> bool:
        """Whether to greet a group for an update that added the bot: once a day, and if that update is repeated."""
        pipe = self._client.pipeline(transaction=False)
        pipe.set(keys.greeting(chat), str(update), nx=True, ex=retention.GREETING_SECONDS)
        pipe.get(keys.greeting(chat))
        _, claimed_by = await pipe.execute()
        return bool(claimed_by == str(update).encode())

    async def has_played(self, user: int) -> bool:
        """Whether somebody has had a seat in any game, or was offered the first game and has decided about it."""
        traces = (
            keys.tutorial(user),
            keys.user_games(user),
            keys.user_finished_games(user),
            keys.user_record_chats(user),
            keys.user_history(user),
        )
        return bool(await self._client.exists(*traces))

    async def read_tutorial_note(self, user: int) -> str | None:
        """As :meth:`load_tutorial`; ``None`` if nothing is noted of somebody's first game."""
        stored: Any = await self._client.get(keys.tutorial(user))
        return None if stored is None else stored.decode().replace(_OFF, "")

    async def load_tutorial(self, user: int) -> str:
        """The short name of the table of somebody's first game; empty if they are not led through any."""
        return await self.read_tutorial_note(user) or ""

    async def save_tutorial(self, user: int, table: str) -> None:
        """Save that somebody's first game is at the table of that short name."""
        await self._client.set(keys.tutorial(user), table, ex=retention.TUTORIAL_SECONDS)

    async def end_tutorial(self, user: int) -> None:
        """Save that somebody is led no more, and not offered it again."""
        await self._client.set(keys.tutorial(user), _OFF, ex=retention.TUTORIAL_SECONDS)


async def carry_greeting(client: Redis, old: int, new: int) -> None:
    """Note for the supergroup that the group was greeted, for as long as that was noted for the group."""
    pipe = client.pipeline(transaction=False)
    pipe.get(keys.greeting(old))
    pipe.pttl(keys.greeting(old))
    greeted_by, left_ms = await pipe.execute()
    if greeted_by is not None:
        left_ms = left_ms if left_ms > 0 else retention.GREETING_SECONDS * 1000
        await client.set(keys.greeting(new), greeted_by, nx=True, px=left_ms)
