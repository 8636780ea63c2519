"""The store of games, settings and people: what is read and written, and in which step.

It knows bytes and versions, not games: what a state means is its caller's. A server that cannot be reached
shows as an exception of :mod:`redis.exceptions`, which the caller words.
"""

from collections.abc import Iterable, Mapping
from typing import Final, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys, migrate, retention
from bot.store.ahead import ReadAhead
from bot.store.commits import Commit, Committed, Duplicate, Elsewhere, Loaded, Lost
from bot.store.due import claim_due, give_back
from bot.store.handling import Handling, handled
from bot.store.keys import Scope
from bot.store.migrate import Closed
from bot.store.ownership import NotOwned, Shards, Unfenced
from bot.store.replicas import Replicas
from bot.store.scripts import Script
from bot.store.streams import Outbox


def _entry_of(commit: Commit, shard: int) -> Handling | None:
    """The entry of the shard's inbox that is handled by a commit and may go with it."""
    update = handled()
    if update is None or update.owed or (update.update, update.stream) != (commit.update_id, keys.inbox(shard)):
        return None
    return update


def _scopes(noted: Iterable[bytes | str]) -> list[Scope]:
    scopes = {Scope.parse(_text(entry).partition(" ")[0]) for entry in noted}
    return sorted(scopes, key=lambda scope: (scope.chat, scope.topic or 0))


def _text(stored: bytes | str) -> str:
    return stored if isinstance(stored, str) else stored.decode()


class Store:
    """Everything kept in Redis but the streams.

    Args:
        client: answers in bytes (``decode_responses=False``).
        outbox: who in this process is to have at once what commits write; nobody if it is not given.
        shards: which shards this process owns; all, without a fence, by default.
        replicas: which are to have a commit before it counts; none by default.
        ahead: what was read with the updates that are handled; nothing by default.
    """

    def __init__(
        self,
        client: Redis,
        outbox: Outbox | None = None,
        shards: Shards | None = None,
        replicas: Replicas | None = None,
        ahead: ReadAhead | None = None,
    ) -> None:
        self._ahead: Final = ReadAhead() if ahead is None else ahead
        self._client: Final = client
        self._replicas: Final = Replicas(client, 0) if replicas is None else replicas
        self._shards: Final = Unfenced() if shards is None else shards
        self._outbox: Final = Outbox(client) if outbox is None else outbox
        self._load: Final = Script("load", "table")
        self._commit: Final = Script("commit")
        self._log_of: Final = Script("log")

    async def ping(self) -> None:
        """Ask whether the server is there.

        Raises:
            redis.exceptions.RedisError: it is not.
        """
        await self._client.ping()

    async def load(self, scope: Scope, update_id: int | None = None) -> Loaded:
        """Read a scope in one round trip, or in none where that was done as the update was stored."""
        read = self._ahead.take(scope, update_id)
        if read is None:
            read = await self._load(self._client, keys.table(scope), ("" if update_id is None else update_id,))
        version, state, duplicate, settings, words, away, halted, moved, left = read
        names = iter(settings)
        chosen = {_text(name): _text(value) for name, value in zip(names, names, strict=True)}
        closed = None if moved is None else Closed(int(moved), bool(left))
        return Loaded(version, state, chosen, bool(duplicate), words, away, bool(halted), closed)

    async def commit(self, commit: Commit) -> Committed | Duplicate | Lost | Elsewhere:
        """Store a change in one round trip, if nobody was faster, the update is new and the chat has not moved.

        The entry of the inbox that is being handled (:mod:`bot.store.handling`) goes with it where it is the update's.

        Raises:
            ValueError: the state is empty bytes, which would read as no game.
            NotOwned: another process owns the shard; nothing was changed.
            redis.exceptions.RedisError: it may have been done, and be lost again: the table has to be read anew.
        """
        if commit.state == b"":
            raise ValueError("a state cannot be empty")
        scope = commit.scope
        shard = keys.shard_of(scope.chat)
        epoch = self._shards.epochs.get(shard)
        if epoch is None:
            raise NotOwned(shard)
        entry = _entry_of(commit, shard)
        over = commit.finished or commit.state is None
        try:
            kind, version, given = await self._commit(
                self._client,
                (
                    keys.game(scope),
                    keys.log(scope),
                    keys.seen(scope),
                    keys.deadlines(shard),
                    keys.outbox(shard),
                    keys.game_words(scope),
                    keys.owner(shard),
                    keys.inbox(shard),
                    keys.callers(scope.chat),
                    keys.committed(shard),
                ),
                (
                    commit.expected,
                    "" if commit.update_id is None else commit.update_id,
                    commit.state or b"",
                    str(scope),
                    "" if commit.deadline is None else repr(commit.deadline),
                    int(commit.reset_log),
                    retention.FINISHED_SECONDS if over else retention.IDLE_SECONDS,
                    retention.SEEN_NEWEST,
                    retention.SEEN_SECONDS,
                    commit.words or b"",
                    *self._outbox.taker(shard),
                    commit.away,
                    epoch,
                    "" if entry is None else entry.id,
                    commit.acts or b"",
                    len(commit.called),
                    len(commit.log),
                    "" if commit.at is None else commit.at,
                    *commit.called,
                    *commit.log,
                    *commit.outbox,
                ),
            )
        finally:
            # Whatever came of it, or may have: no answer tells that nothing was done.
            self._ahead.forget(scope.chat)
        if kind in {b"ok", b"seen"}:
            await self._counts(scope)
            if entry is not None:
                entry.done = True
            if (update := handled()) is not None and update.update == commit.update_id:
                update.changed = True
        match kind:
            case b"ok":
                await self._outbox.given(shard, given)
                return Committed(version)
            case b"seen":
                return Duplicate(version)
            case b"moved":
                return Elsewhere(int(version))
            case b"fenced":
                self._shards.lost(shard, epoch)
                raise NotOwned(shard)
            case _:
                return Lost(version)

    async def _counts(self, scope: Scope) -> None:
        """Wait until a commit is where it cannot be lost any more."""
        try:
            await self._replicas.have(keys.game(scope))
        except RedisError:
            self._outbox.passed_over()
            raise

    async def log(self, scope: Scope, version: int) -> list[bytes]:
        """The log of the game that was read in that version, oldest entry first; empty where it is no longer so."""
        return cast("list[bytes]", await self._log_of(self._client, (keys.game(scope), keys.log(scope)), (version,)))

    async def acts(self, scope: Scope) -> bytes | None:
        """What is kept of the logs of a scope's former games, as :attr:`bot.store.commits.Commit.acts` had it."""
        stored = await self._client.hget(keys.game(scope), "acts")
        return stored.encode() if isinstance(stored, str) else stored

    async def close(self, old: int, new: int) -> Closed:
        """Let nothing more be committed in a group that became a supergroup; again is harmless.

        Raises:
            WrongMove: Telegram moves no chat in this way.
        """
        return await migrate.close(self._client, old, new, self._replicas)

    async def move(self, old: int, new: int, languages: Iterable[str] = ()) -> None:
        """Close a group and take everything of it to its new place; again is harmless.

        Raises:
            WrongMove: Telegram moves no chat in this way.
        """
        await migrate.move(self._client, old, new, languages, self._replicas)

    async def post(self, scope: Scope) -> int | None:
        """The bot's newest message about a table."""
        stored = await self._client.hget(keys.game(scope), "post")
        return None if stored is None else int(stored)

    async def shown(self, scope: Scope) -> bytes | None:
        """Which messages show a table, as :attr:`bot.store.entries.Newest.shown` had it."""
        stored = await self._client.hget(keys.game(scope), "shown")
        return stored.encode() if isinstance(stored, str) else stored

    async def note_away(self, scope: Scope, away: int) -> None:
        """Note at a table for how long the service had been away in all when its chat was last told of it."""
        await self._client.hset(keys.game(scope), "away", str(away))

    async def set_photo(self, scope: Scope, digest: str, file_id: str) -> None:
        """Note the newest picture of a table: what it was drawn from, and the id of its file at Telegram."""
        await self._client.hset(keys.game(scope), "photo", f"{digest} {file_id}")

    async def photo(self, scope: Scope, digest: str) -> str | None:
        """The file's id of a table's newest picture, if that was drawn from the same."""
        stored = await self._client.hget(keys.game(scope), "photo")
        drawn, _, file_id = ("" if stored is None else _text(stored)).partition(" ")
        return file_id if drawn == digest and file_id else None

    async def due(self, now: float, limit: int, epochs: Mapping[int, str] | None = None) -> list[Scope]:
        """Claim scopes whose time-out is due.

        A claimed scope is not given to anyone else for :data:`~bot.store.retention.LEASE_SECONDS`; the commit
        of its time-out sets or clears the deadline, and without one it comes again.

        Args:
            now: seconds of the epoch, in served time, as the deadlines and the lease.
            limit: the most scopes to claim, of what one command can ask for.
            epochs: of each shard to look at, by what this process owns it; all that it reads by default.
        """
        wanted = self._shards.reading if epochs is None else epochs
        claimed = await claim_due(self._client, keys.deadlines, wanted, now, limit)
        return keys.scopes(claimed)

    async def with_deadlines(self) -> list[Scope]:
        """Where anything is due some day, of the shards that this process reads; what is due first comes first."""
        found: list[Scope] = []
        for shard in tuple(self._shards.reading):
            found += keys.scopes(cast("list[bytes]", await self._client.zrange(keys.deadlines(shard), 0, -1)))
        return found

    async def give_back(self, scope: Scope, claimed: float, until: float) -> None:
        """Have what was claimed at an instant come again at another: both in served time, in seconds of the epoch."""
        await give_back(self._client, keys.deadlines(keys.shard_of(scope.chat)), str(scope), claimed, until)

    async def put_off(self, scope: Scope, until: float) -> None:
        """Keep what is due at a scope from being claimed before an instant, in seconds of the epoch.

        The next commit sets the deadline anew; without one the scope comes at that instant. Scopes without a deadline
        and later ones are left as they are.
        """
        await self._client.zadd(keys.deadlines(keys.shard_of(scope.chat)), {str(scope): until}, xx=True, gt=True)

    async def settings(self, chat: int | Scope) -> dict[str, str]:
        """What a chat has chosen, for all its topics."""
        chat = chat.chat if isinstance(chat, Scope) else chat
        stored = await self._client.hgetall(keys.settings(chat))
        return {_text(name): _text(value) for name, value in stored.items()}

    async def set_setting(self, chat: int | Scope, name: str, value: str | None, update: int | None = None) -> None:
        """Choose for a chat, wherever it is by now; ``None`` goes back to the default.

        Args:
            chat: whose setting it is.
            name: of the setting.
            value: what is chosen.
            update: who asks for it, if anybody: what was chosen since stays if that is handled again.
        """
        now = chat.chat if isinstance(chat, Scope) else chat
        once = "" if update is None else migrate.chosen(update, name)
        while (moved := await migrate.choose(self._client, now, keys.settings(now), {name: value}, once)) is not None:
            now = moved

    async def set_tongue(self, user: int, language: str | None) -> None:
        """Note which language a user's Telegram speaks; ``None`` forgets it."""
        if language is None:
            await self._client.delete(keys.tongue(user))
        else:
            await self._client.set(keys.tongue(user), language, ex=retention.TONGUE_SECONDS)

    async def tongue(self, user: int) -> str | None:
        """Which language a user's Telegram speaks, as far as is known."""
        stored = await self._client.get(keys.tongue(user))
        return None if stored is None else _text(stored)

    async def user_games(self, user: int) -> list[Scope]:
        """Where a user was noted to sit at a table, ordered by chat and topic; whether it is so the tables tell.

        What is noted is kept for as long again.
        """
        pipe = self._client.pipeline(transaction=False)
        pipe.smembers(keys.user_games(user))
        pipe.expire(keys.user_games(user), retention.IDLE_SECONDS)
        noted, _ = await pipe.execute()
        return _scopes(noted)

    async def seen_games(self, user: int) -> list[Scope]:
        """As :meth:`user_games`, writing nothing."""
        return _scopes(await self._client.smembers(keys.user_games(user)))

    async def add_user_game(self, user: int, scope: Scope, table: str) -> None:
        """Note that a user sits at the table of that name; again is harmless."""
        pipe = self._client.pipeline(transaction=False)
        pipe.sadd(keys.user_games(user), f"{scope} {table}")
        pipe.expire(keys.user_games(user), retention.IDLE_SECONDS)
        await pipe.execute()

    async def drop_user_game(self, user: int, scope: Scope, table: str) -> None:
        """Forget that a user sat at the table of that name, and at no other; again is harmless."""
        await self._client.srem(keys.user_games(user), f"{scope} {table}")

    async def finished_games(self, user: int) -> list[tuple[Scope, str]]:
        """The games that a user has finished, newest first: where, and the table's name. They may be gone by now."""
        noted = [_text(entry).partition(" ") for entry in await self._client.lrange(keys.user_finished(user), 0, -1)]
        return [(Scope.parse(scope), table) for scope, _, table in noted]

    async def add_finished_game(self, user: int, scope: Scope, table: str) -> None:
        """Note that a user's game at the table of that name is over; again is harmless."""
        key, entry = keys.user_finished(user), f"{scope} {table}"
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.lrem(key, 0, entry)
            pipe.lpush(key, entry)
            pipe.ltrim(key, 0, retention.FINISHED_NEWEST - 1)
            pipe.expire(key, retention.FINISHED_SECONDS)
            await pipe.execute()

    async def drop_finished_game(self, user: int, scope: Scope, table: str) -> None:
        """Forget that a user finished the game at the table of that name there; again is harmless."""
        await self._client.lrem(keys.user_finished(user), 0, f"{scope} {table}")
