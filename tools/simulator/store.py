"""Read what players and auditors need from Redis: tables, logs, deadlines, and waiting work."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry, decode_table
from engine.game import Table
from engine.lobby_seats import Lobby
from tools.simulator.ledger import StoredTable, TableRecord

COMMIT_WAIT_SECONDS: Final = 6.0
"""Seconds after which players look again whether their actions were committed."""
_LOOK_SECONDS: Final = 0.1
_RETRY_SECONDS: Final = 0.2
_REPLICA_MS: Final = 3000
_MARKER: Final = "simulator:replicated"
_AT_ONCE: Final = 50
StreamKind = Literal["inbox", "outbox", "dead"]
_STREAMS: Final[Mapping[StreamKind, Callable[[int], str]]] = {
    "inbox": keys.inbox,
    "outbox": keys.outbox,
    "dead": keys.dead_letters,
}
Commits = dict[int, tuple[Scope, int]]
"""A chat's committed updates: the table of each, and the version that it made."""


async def read_tables(client: Redis, places: Sequence[TableRecord]) -> list[StoredTable]:
    found: list[StoredTable] = []
    for first in range(0, len(places), _AT_ONCE):
        part = places[first : first + _AT_ONCE]
        commands: list[tuple[Any, ...]] = []
        for place in part:
            scope = place.scope
            commands += [
                ("HMGET", keys.game(scope), "version", "state"),
                ("LRANGE", keys.game_log(scope), 0, -1),
                ("HGETALL", keys.seen_updates(scope.chat)),
                ("ZSCORE", keys.deadlines(keys.shard_of(scope.chat)), str(scope)),
            ]
        answers = await _run_all(client, commands)
        for number, place in enumerate(part):
            game, log, seen, due = answers[4 * number : 4 * number + 4]
            found.append(_to_stored_table(place, game, log, seen, due))
    return found


def _to_stored_table(
    record: TableRecord,
    game: Sequence[bytes | None],
    log: Iterable[bytes],
    seen: Mapping[bytes, bytes],
    due: float | None,
) -> StoredTable:
    version, state = game
    commits = _to_commits(seen)
    return StoredTable(
        int(version or 0),
        decode_table(state) if state else None,
        tuple(decode_log_entry(entry) for entry in log),
        None if due is None else float(due),
        {version: update for update, (scope, version) in commits.items() if record.is_at(scope)},
        {update: scope for update, (scope, _) in commits.items()},
    )


async def read_chat_commits(client: Redis, chat: int) -> Commits:
    (seen,) = await _run_all(client, [("HGETALL", keys.seen_updates(chat))])
    return _to_commits(seen)


def _to_commits(seen: Mapping[bytes, bytes]) -> Commits:
    noted = {int(update): what.split() for update, what in seen.items() if update.isdigit()}
    return {update: (Scope.parse(what[1].decode()), int(what[2])) for update, what in noted.items() if len(what) > 1}


async def read_streams(client: Redis, kind: StreamKind) -> dict[str, list[tuple[bytes, dict[bytes, bytes]]]]:
    names = [_STREAMS[kind](shard) for shard in range(keys.SHARDS)]
    found = await _run_all(client, [("XRANGE", name, "-", "+") for name in names])
    return {name: entries for name, entries in zip(names, found, strict=True) if entries}


async def read_outbox_notices(client: Redis) -> list[tuple[str, int, bytes]]:
    """Read all notices in the outbox: where each lies, its chat, and its packed content."""
    return [
        (f"{name} {entry.decode()}", Scope.parse(fields[b"scope"].decode()).chat, fields[b"payload"])
        for name, entries in (await read_streams(client, "outbox")).items()
        for entry, fields in entries
    ]


async def read_overdue(client: Redis, seconds: float) -> dict[str, list[bytes]]:
    """Read what has been due for longer than ``seconds`` of served time, by the key of its shard.

    A claimed deadline is stored as the end of its claim.
    """
    names = [keys.deadlines(shard) for shard in range(keys.SHARDS)]
    until = await read_served_time(client) - seconds
    found = await _run_all(client, [("ZRANGEBYSCORE", name, "-inf", until) for name in names])
    return {name: scopes for name, scopes in zip(names, found, strict=True) if scopes}


async def read_served_time(client: Redis) -> float:
    """Return the served time (UTC less downtime) of the last heartbeat, in seconds since the epoch."""
    ((beat, away, slip),) = await _run_all(client, [("HMGET", keys.clock(), "beat", "away", "slip")])
    # Beats are stored in steady time, and "away" includes the shifts of the clock.
    return (int(beat or 0) + int(slip or 0) - int(away or 0)) / 1000


async def _run_all(client: Redis, commands: Iterable[tuple[Any, ...]]) -> list[Any]:
    pipe = client.pipeline(transaction=False)
    for command in commands:
        pipe.execute_command(*command)
    found: list[Any] = await pipe.execute()
    return found


class TableWatcher:
    """Reads Redis without the faulty proxy, and tries again while it is down.

    It sees only data that ``replicas`` replicas have too, since the bot announces nothing else.
    """

    def __init__(self, client: Redis, replicas: int = 0) -> None:
        self._client: Final = client
        self._replicas: Final = replicas
        self._waiting: Final[dict[TableRecord, tuple[int, asyncio.Event]]] = {}

    async def look_until_cancelled(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            waiting = list(self._waiting.items())
            if not waiting:
                continue
            with contextlib.suppress(RedisError, OSError):
                versions = await self._read([("HGET", keys.game(place.scope), "version") for place, _ in waiting])
                for (_, (wanted, event)), version in zip(waiting, versions, strict=True):
                    if int(version or 0) >= wanted:
                        event.set()

    async def wait_for_version(self, record: TableRecord, version: int, seconds: float) -> bool:
        event = asyncio.Event()
        self._waiting[record] = (version, event)
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        finally:
            del self._waiting[record]
        return True

    async def read_table(self, record: TableRecord) -> tuple[int, Table | None]:
        """Read a table and its version, and note both in its record."""
        while True:
            numbers: dict[int, bool] = {}
            try:
                fields = ("version", "state", "messages")
                ((version, state, messages),) = await self._read([("HMGET", keys.game(record.scope), *fields)])
                if record.neighbours:
                    numbers = await self.read_numbers(record.scope)
            except (RedisError, OSError):
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            table = decode_table(state) if state else None
            if table is not None and record.secret not in {None, table.secret}:
                # Another table has its number by now.
                table = None
            if table is not None:
                record.ruleset, record.secret, record.seen_version = table.ruleset, table.secret, int(version or 0)
            record.is_number_told = numbers.get(record.scope.table, False)
            record.seen_table, record.messages = table, frozenset(map(int, (messages or b"").split()))
            return int(version or 0), table

    async def read_numbers(self, place: Scope) -> dict[int, bool]:
        """Return the numbers that tables of a chat or topic have had, and whether people were told them."""
        (found,) = await self._read([("HGETALL", keys.table_numbers(place))])
        return {int(number): what != b"open" and not what.startswith(b"-") for number, what in sorted(found.items())}

    async def find_lobby(
        self, place: Scope, host: int, known_secrets: Collection[str | None]
    ) -> tuple[Scope, Lobby] | None:
        """Find this host's lobby in a chat or topic that is not yet known, and its scope."""
        scopes = [place.at_table(number) for number in await self.read_numbers(place)]
        states = await self._read([("HGET", keys.game(scope), "state") for scope in scopes])
        for scope, state in zip(scopes, states, strict=True):
            table = decode_table(state) if state else None
            if isinstance(table, Lobby) and table.host == host and table.secret not in known_secrets:
                return scope, table
        return None

    async def _read(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Run commands, and return their answers once the replicas have the data that they read."""
        if not self._replicas or not commands:
            return await _run_all(self._client, commands)
        # A replica that has a later write has all earlier ones.
        marker = (("SET", _MARKER, "", "EX", 60), ("WAIT", self._replicas, _REPLICA_MS))
        *found, _, count = await _run_all(self._client, (*commands, *marker))
        if int(count) < self._replicas:
            raise RedisError("the replicas do not follow")
        return found
