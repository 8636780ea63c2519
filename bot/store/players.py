"""The store of people: their locales, and the lists of the games that they play and have finished."""

from collections.abc import Iterable
from typing import Any

from bot.store import keys, retention
from bot.store.scope import Scope
from bot.store.shards.ownership import RedisStore


def _parse_noted_scopes(noted: Iterable[Any]) -> list[Scope]:
    scopes = {Scope.parse(entry.decode().partition(" ")[0]) for entry in noted}
    return sorted(scopes, key=lambda scope: (scope.chat, scope.topic or 0, scope.table))


class PlayerStore(RedisStore):
    """Locales and lists of games. An entry of a list is a scope and a table's short name."""

    async def save_locale(self, user: int, language: str | None) -> None:
        """Save the language of a user's Telegram; ``None`` deletes it."""
        if language is None:
            await self._client.delete(keys.user_locale(user))
        else:
            await self._client.set(keys.user_locale(user), language, ex=retention.LOCALE_SECONDS)

    async def load_locale(self, user: int) -> str | None:
        """The language of a user's Telegram; ``None`` if it is unknown."""
        stored: Any = await self._client.get(keys.user_locale(user))
        return None if stored is None else stored.decode()

    async def load_user_games(self, user: int) -> list[Scope]:
        """The scopes where a user may sit at a table, ordered by chat, topic and table; only the tables know for sure.

        Reading renews the list's lifetime.
        """
        pipe = self._client.pipeline(transaction=False)
        pipe.smembers(keys.user_games(user))
        pipe.expire(keys.user_games(user), retention.IDLE_SECONDS)
        noted, _ = await pipe.execute()
        return _parse_noted_scopes(noted)

    async def peek_user_games(self, user: int) -> list[Scope]:
        """As :meth:`load_user_games`, without renewing the lifetime."""
        return _parse_noted_scopes(await self._client.smembers(keys.user_games(user)))

    async def add_user_game(self, user: int, scope: Scope, table: str) -> None:
        """Note that a user sits at the table of that short name; idempotent."""
        pipe = self._client.pipeline(transaction=False)
        pipe.sadd(keys.user_games(user), f"{scope} {table}")
        pipe.expire(keys.user_games(user), retention.IDLE_SECONDS)
        await pipe.execute()

    async def drop_user_game(self, user: int, scope: Scope, table: str) -> None:
        """Forget that a user sits at the table of that short name; idempotent."""
        await self._client.srem(keys.user_games(user), f"{scope} {table}")

    async def load_finished_games(self, user: int) -> list[tuple[Scope, str]]:
        """The games that a user has finished, the newest first: scope and table name. They may be gone by now."""
        stored: Any = await self._client.lrange(keys.user_finished_games(user), 0, -1)
        noted = [entry.decode().partition(" ") for entry in stored]
        return [(Scope.parse(scope), table) for scope, _, table in noted]

    async def add_finished_game(self, user: int, scope: Scope, table: str) -> None:
        """Note that a user has finished the game at the table of that short name; idempotent."""
        key, entry = keys.user_finished_games(user), f"{scope} {table}"
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.lrem(key, 0, entry)
            pipe.lpush(key, entry)
            pipe.ltrim(key, 0, retention.FINISHED_NEWEST - 1)
            pipe.expire(key, retention.FINISHED_SECONDS)
            await pipe.execute()

    async def drop_finished_game(self, user: int, scope: Scope, table: str) -> None:
        """Forget that a user has finished the game at the table of that short name; idempotent."""
        await self._client.lrem(keys.user_finished_games(user), 0, f"{scope} {table}")
