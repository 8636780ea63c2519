"""Stored data of chats: their directory, unreachable chats, table alerts, decisions about records, shared pictures.

:class:`ChatDirectory` collects records in memory and writes many at once, so that no move waits for it. A process that
dies loses what it has not written, until the chat is heard from again.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, cast

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.chat_migration import check_chat_migration, choice_marker, write_choice
from bot.store.keys import SHARDS, Scope, parse_scopes, shard_of
from bot.store.scripts import Script
from bot.store.shard_ownership import RedisStore
from bot.workers.recent import RecentKeys

_CHUNK: Final = 1000
_RENOTE_SECONDS: Final = 6 * 60 * 60.0  # a chat that is heard from is recorded again after this time
_MAX_NOTED: Final = 32_768  # the most chats and usernames remembered as recorded


@dataclass(slots=True)
class _Unsaved:
    chats: dict[int, int] = field(default_factory=dict)
    games: dict[Scope, int | None] = field(default_factory=dict)
    usernames: dict[str, int] = field(default_factory=dict)


class ChatDirectory:
    """The known chats, running games and usernames."""

    def __init__(self, client: Redis, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._clock: Final = clock
        self._recently_noted: Final = RecentKeys(_RENOTE_SECONDS, most=_MAX_NOTED)
        self._unsaved = _Unsaved()

    def record_chat(self, chat: int, usernames: Mapping[str, int] = MappingProxyType({})) -> None:
        """Record that a chat was heard from, with usernames (without ``@``) and the chat or user whose each one is."""
        if not self._recently_noted.check_and_note(chat):
            self._unsaved.chats[chat] = int(self._clock())
        for username, whose in usernames.items():
            if not self._recently_noted.check_and_note((username, whose)):
                self._unsaved.usernames[username.lower()] = whose

    def record_game(self, scope: Scope, *, running: bool, at: float | None = None) -> None:
        """Record an action at a table, now or ``at`` a time in Unix seconds, and whether a game runs there."""
        self._unsaved.games[scope] = int(self._clock() if at is None else at) if running else None

    async def remove_chat(self, chat: int) -> None:
        """Forget a chat from which the bot was removed, or which is gone."""
        self._unsaved.chats.pop(chat, None)
        self._recently_noted.forget_key(chat)
        await self._client.zrem(keys.known_chats(shard_of(chat)), str(chat))

    def drop_unsaved_user(self, user: int) -> None:
        """Drop a user's records that are not written yet."""
        self._unsaved.chats.pop(user, None)
        self._unsaved.usernames = {name: whose for name, whose in self._unsaved.usernames.items() if whose != user}
        self._unsaved.games = {scope: at for scope, at in self._unsaved.games.items() if scope.chat != user}

    async def remove_games(self, chat: int) -> None:
        """Forget the running games of a chat that has a new id."""
        self._unsaved.games = {scope: at for scope, at in self._unsaved.games.items() if scope.chat != chat}
        key = keys.running_games(shard_of(chat))
        stored: list[bytes] = await self._client.zrange(key, 0, -1)  # type: ignore[assignment]  # no scores
        if scopes := [str(scope) for scope in parse_scopes(stored) if scope.chat == chat]:
            await self._client.zrem(key, *scopes)

    async def save_records(self) -> None:
        """Write all records, by shard; those that fail are kept for the next time."""
        gathered, self._unsaved = self._unsaved, _Unsaved()
        if not (gathered.chats or gathered.games or gathered.usernames):
            return
        pipe = self._client.pipeline(transaction=False)
        for shard, heard in _group_by_shard((chat, str(chat), now) for chat, now in gathered.chats.items()).items():
            pipe.zadd(keys.known_chats(shard), heard)
            pipe.zremrangebyscore(keys.known_chats(shard), "-inf", max(heard.values()) - retention.IDLE_SECONDS)
        played = [(scope.chat, str(scope), at) for scope, at in gathered.games.items()]
        for shard, scopes in _group_by_shard((chat, scope, 0) for chat, scope, at in played if at is None).items():
            pipe.zrem(keys.running_games(shard), *scopes)
        for shard, scopes in _group_by_shard((chat, scope, at) for chat, scope, at in played if at is not None).items():
            pipe.zadd(keys.running_games(shard), scopes)
        for name, whose in gathered.usernames.items():
            pipe.set(keys.username(name), whose, ex=retention.USERNAME_SECONDS)
        try:
            await pipe.execute()
        except BaseException:
            newer = self._unsaved
            newer.chats = gathered.chats | newer.chats
            newer.games = gathered.games | newer.games
            newer.usernames = gathered.usernames | newer.usernames
            raise

    async def seed_known_chats(self) -> None:
        """Add, once, the chats with settings or tables from before the directory existed."""
        if await self._client.exists(keys.chats_seeded()):
            return
        found: dict[int, set[int]] = {}
        async for name in self._client.scan_iter(match="hf:{*", count=_CHUNK):
            if (chat := _chat_of_key(name.decode())) is not None:
                found.setdefault(shard_of(chat), set()).add(chat)
        now = int(self._clock())
        for shard, chats in found.items():
            await self._client.zadd(keys.known_chats(shard), {str(chat): now for chat in chats}, nx=True)
        await self._client.set(keys.chats_seeded(), 1)

    async def list_chats(self) -> list[int]:
        """All known chats: negative ids are groups, positive ones private chats."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zrange(keys.known_chats(shard), 0, -1)
        answers: list[list[bytes]] = await pipe.execute()
        return [int(chat) for answer in answers for chat in answer]

    async def count_running_games(self) -> int:
        """The number of running games."""
        return await count_running_games(self._client, self._clock(), range(SHARDS))

    async def find_user_id(self, username: str) -> int | None:
        """The user id of a username without ``@``; ``None`` if unknown."""
        found: Any = await self._client.get(keys.username(username.lower()))
        return self._unsaved.usernames.get(username.lower()) if found is None else int(found)


async def count_running_games(client: Redis, now: float, shards: Iterable[int]) -> int:
    """The number of running games of some shards, as the workers have recorded them; ``now`` in Unix seconds."""
    pipe = client.pipeline(transaction=False)
    for shard in shards:
        pipe.zcount(keys.running_games(shard), int(now) - retention.RUNNING_SECONDS, "+inf")
    return sum(await pipe.execute())


def _group_by_shard(noted: Iterable[tuple[int, str, int]]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for chat, member, at in noted:
        found.setdefault(shard_of(chat), {})[member] = at
    return found


def _chat_of_key(name: str) -> int | None:
    match keys.identify_key(name):
        case ("settings", {"chat": str(chat)}):
            return int(chat)
        case ("game", {"scope": str(scope)}):
            return Scope.parse(scope).chat
        case _:
            return None


class UnreachableChats(RedisStore):
    """The scopes in unreachable chats, whose clocks are stopped until the bot is back there."""

    async def list_scopes_in_use(self, chat: int) -> list[Scope]:
        """The scopes of a chat with a deadline, a recent game or stopped clocks."""
        shard = shard_of(chat)
        pipe = self._client.pipeline(transaction=False)
        pipe.zrange(keys.deadlines(shard), 0, -1)
        pipe.zrange(keys.running_games(shard), 0, -1)
        pipe.smembers(keys.unreachable_scopes(chat))
        names = [name for answer in await pipe.execute() for name in answer]
        found = {scope for scope in parse_scopes(names) if scope.chat == chat}
        return sorted(found, key=lambda scope: (scope.topic or 0, scope.table))

    async def mark_unreachable(self, scope: Scope) -> None:
        """Note that a scope's clocks are stopped until the bot is back, and forget the file of its picture."""
        key = keys.unreachable_scopes(scope.chat)
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.sadd(key, str(scope))
            pipe.expire(key, retention.IDLE_SECONDS)
            pipe.hdel(keys.game(scope), "photo")
            await pipe.execute()

    async def list_unreachable_scopes(self, chat: int) -> list[Scope]:
        """The scopes of a chat with clocks stopped until the bot is back."""
        stored: Any = await self._client.smembers(keys.unreachable_scopes(chat))
        return parse_scopes(stored)

    async def unmark_unreachable(self, scope: Scope) -> None:
        """Note that a scope's clocks run again; idempotent."""
        await self._client.srem(keys.unreachable_scopes(scope.chat), str(scope))


MAX_SUBSCRIBERS: Final = 50  # the most subscribers of one scope
_ALERT_CHOICE: Final = "bell"


@dataclass(frozen=True, slots=True, order=True)
class AlertSubscriber:
    """A subscriber; sorts by when they subscribed."""

    since: int  # milliseconds of Unix time
    user: int
    name: str


class TableAlerts:
    """The subscriptions of all chats."""

    def __init__(self, client: Redis, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._clock: Final = clock

    async def list_subscribers(self, scope: Scope) -> list[AlertSubscriber]:
        """The subscribers of a scope, earliest first."""
        stored = cast("dict[bytes, bytes]", await self._client.hgetall(keys.table_alerts(scope.chat)))
        found = []
        for key, value in stored.items():
            topic, _, user = key.decode().partition(":")
            if topic == _topic_text(scope):
                since, _, name = value.decode().partition(" ")
                found.append(AlertSubscriber(int(since), int(user), name))
        return sorted(found)

    async def set_subscription(self, scope: Scope, user: int, name: str | None, update: int) -> None:
        """Subscribe a user under this name, or unsubscribe them if it is ``None``; once per update."""
        value = None if name is None else f"{int(1000 * self._clock())} {name}"
        marker = choice_marker(update, _ALERT_CHOICE)
        fields = {subscriber_field(scope, user): value}
        await write_choice(self._client, scope.chat, keys.table_alerts, fields, marker)


def subscriber_field(scope: Scope, user: int) -> str:
    """The hash field of a subscriber of a scope."""
    return f"{_topic_text(scope)}:{user}"


def _topic_text(scope: Scope) -> str:
    return str(scope.topic or 0)


_DECISION_CHOICE: Final = "records"


class RecordDecisions(RedisStore):
    """Notes administrators' decisions, and begins seasons."""

    _script: Final = Script("record_decision", "seen_updates")

    async def read_decisions(self, chat: int) -> list[bytes]:
        """The latest decisions, oldest first."""
        return cast("list[bytes]", await self._client.lrange(keys.record_decisions(chat), 0, -1))

    async def note_decision(self, chat: int, decision: bytes, update: int) -> None:
        """Note a decision once per update, in the supergroup if the chat has migrated."""
        await self._decide(chat, update, {"decision": decision})

    async def begin_season(self, chat: int, season: bytes, number: int, decision: bytes, update: int) -> bool:
        """Append the beginning of a season to the records and note the decision, in one step, once per update.

        Writes nothing and returns ``False`` if ``number`` is not the next one, or records are not counted yet.
        """
        return (
            await self._decide(chat, update, {"decision": decision, "season": season, "number": number}) != b"changed"
        )

    async def _decide(self, chat: int, update: int, what: dict[str, bytes | int]) -> bytes:
        while True:
            answer: Any = await self._script(
                self._client,
                (
                    keys.game(Scope(chat)),
                    keys.record_decisions(chat),
                    keys.seen_updates(chat),
                    keys.record_progress(chat),
                    keys.records(chat),
                ),
                {
                    "marker": choice_marker(update, _DECISION_CHOICE),
                    "seen_most": retention.SEEN_NEWEST,
                    "seen_seconds": retention.SEEN_SECONDS,
                    "most_decisions": retention.RECORD_DECISIONS,
                    **what,
                },
            )
            if answer in {b"ok", b"seen", b"changed"}:
                return cast("bytes", answer)
            chat = check_chat_migration(chat, int(answer))


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """The picture of a game's end."""

    chat: int  # the chat of the game: the supergroup, if a group has become one
    file_id: str


class SharedPictureStore(RedisStore):
    """Keeps the file ids of the pictures."""

    async def save_picture(self, chat: int, game: str, file_id: str) -> None:
        """Save the file id of a game's last picture, under the supergroup if the chat has migrated."""
        # Write first, then check: if the chat is not closed yet, the migration copies what was written.
        pipe = self._client.pipeline(transaction=True)
        pipe.set(keys.shared_picture(chat, game), file_id, ex=retention.SHARED_PICTURE_SECONDS)
        pipe.hget(keys.game(Scope(chat)), "moved")
        _, moved = await pipe.execute()
        if moved is not None:
            await self.save_picture(check_chat_migration(chat, int(moved)), game, file_id)
            await self._client.unlink(keys.shared_picture(chat, game))

    async def find_picture(self, chat: int, game: str) -> SharedPicture | None:
        """A game's last picture, found in the supergroup if the chat has migrated; ``None`` if it is no longer kept."""
        pipe = self._client.pipeline(transaction=True)
        pipe.get(keys.shared_picture(chat, game))
        pipe.hget(keys.game(Scope(chat)), "moved")
        stored: list[Any] = await pipe.execute()
        file_id, moved = stored
        if moved is not None:
            there = await self.find_picture(check_chat_migration(chat, int(moved)), game)
            if there is not None:
                return there
        return None if file_id is None else SharedPicture(chat, file_id.decode())
