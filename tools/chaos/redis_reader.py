"""Reading from Redis what the auditor needs, whichever servers it has: tables, logs, deadlines, and what still waits.

What is read may be on a master alone; :class:`tools.chaos.table_watcher.TableWatcher` waits for replicas.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

from redis.asyncio import Redis

from bot.store import keys
from bot.store.scope import Scope
from bot.tables.codec import decode_log_entry, decode_table
from tools.chaos.ledger import TableRecord
from tools.chaos.log_audit import StoredTable

StreamKind = Literal["inbox", "outbox", "dead"]
_STREAMS: Final[Mapping[StreamKind, Callable[[int], str]]] = {
    "inbox": keys.inbox,
    "outbox": keys.outbox,
    "dead": keys.dead_letters,
}
_AT_ONCE: Final = 50


async def read_tables(client: Redis, places: Sequence[TableRecord]) -> list[StoredTable]:
    """What Redis holds of each place.

    Raises:
        bot.tables.codec.UnreadableState: it is damaged.
    """
    found: list[StoredTable] = []
    for first in range(0, len(places), _AT_ONCE):
        pipe = client.pipeline(transaction=False)
        part = places[first : first + _AT_ONCE]
        for place in part:
            pipe.hmget(keys.game(place.scope), "version", "state")
            pipe.lrange(keys.game_log(place.scope), 0, -1)
            pipe.hgetall(keys.seen_updates(place.scope.chat))
            pipe.zscore(keys.deadlines(keys.shard_of(place.scope.chat)), str(place.scope))
        answers = await pipe.execute()
        found += [_to_stored_table(place, *answers[4 * n : 4 * n + 4]) for n, place in enumerate(part)]
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
        {version: update for update, (scope, version) in commits.items() if _is_at(record, scope)},
        {update: scope for update, (scope, _) in commits.items()},
    )


async def read_chat_commits(client: Redis, chat: int) -> dict[int, tuple[Scope, int]]:
    """The updates of a chat that were committed: at which table, and which version they made."""
    pipe = client.pipeline(transaction=False)
    pipe.hgetall(keys.seen_updates(chat))
    (seen,) = await pipe.execute()
    return _to_commits(seen)


def _to_commits(seen: Mapping[bytes, bytes]) -> dict[int, tuple[Scope, int]]:
    noted = {int(update): what.split() for update, what in seen.items() if update.isdigit()}
    return {update: (Scope.parse(what[1].decode()), int(what[2])) for update, what in noted.items() if len(what) > 1}


def _is_at(record: TableRecord, scope: Scope) -> bool:
    """Whether a scope is a table's, under any number that its chat has had."""
    return scope.chat in record.chat_numbers and (scope.topic, scope.table) == (record.scope.topic, record.scope.table)


async def read_versions(client: Redis, places: Sequence[TableRecord]) -> list[int]:
    """How many actions were committed at each place."""
    pipe = client.pipeline(transaction=False)
    for place in places:
        pipe.hget(keys.game(place.scope), "version")
    return [int(version or 0) for version in await pipe.execute()]


async def read_streams(client: Redis, kind: StreamKind) -> dict[str, list[tuple[bytes, dict[bytes, bytes]]]]:
    """Every stream of a kind that holds anything, by its key, with what it holds."""
    names = [_STREAMS[kind](shard) for shard in range(keys.SHARDS)]
    pipe = client.pipeline(transaction=False)
    for name in names:
        pipe.xrange(name)
    return {name: entries for name, entries in zip(names, await pipe.execute(), strict=True) if entries}


async def read_outbox_notices(client: Redis) -> list[tuple[str, int, bytes]]:
    """Everything that waits in the outbox: where it lies, for which chat it is, and what it says, packed."""
    return [
        (f"{name} {entry.decode()}", Scope.parse(fields[b"scope"].decode()).chat, fields[b"payload"])
        for name, entries in (await read_streams(client, "outbox")).items()
        for entry, fields in entries
    ]


async def read_overdue(client: Redis, seconds: float) -> dict[str, list[tuple[bytes, float]]]:
    """What has been due for longer than so many seconds of served time, by the key where it lies, with its instant.

    What somebody has claimed lies there as of when its claim ends.
    """
    names = [keys.deadlines(shard) for shard in range(keys.SHARDS)]
    until = await read_served_time(client) - seconds
    pipe = client.pipeline(transaction=False)
    for name in names:
        pipe.zrangebyscore(name, "-inf", until, withscores=True)
    return {name: found for name, found in zip(names, await pipe.execute(), strict=True) if found}


async def read_served_time(client: Redis) -> float:
    """Seconds of the epoch in served time, as it was at the last beat."""
    beat, away, slip = await client.hmget(keys.clock(), "beat", "away", "slip")
    # Beats are noted in steady time, and "away" counts by how much the clock was set as well.
    return (int(beat or 0) + int(slip or 0) - int(away or 0)) / 1000
