"""Reading from Redis what the auditor needs, whichever servers it has: tables, logs, deadlines, and what still waits.

What is read may be on a master alone; :class:`tools.chaos.table_watcher.TableWatcher` waits for replicas.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final, Literal

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys
from bot.store.scope import Scope
from bot.tables.codec import decode_log_entry, decode_table
from tools.chaos.ledger import Ledger, TableRecord
from tools.chaos.log_audit import StoredTable

StreamKind = Literal["inbox", "outbox", "dead"]
_STREAMS: Final[Mapping[StreamKind, Callable[[int], str]]] = {
    "inbox": keys.inbox,
    "outbox": keys.outbox,
    "dead": keys.dead_letters,
}
_AT_ONCE: Final = 50
_SAMPLE_SECONDS: Final = 20.0
"""In which no chat commits a tenth of the updates that are kept of it."""


async def sample_seen_updates(client: Redis, ledger: Ledger) -> None:
    """Now and then note which updates chats have seen: of busy ones the bot keeps only the newest."""
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        with suppress(RedisError, OSError):
            await record_seen_updates(client, ledger)


async def record_seen_updates(client: Redis, ledger: Ledger) -> None:
    """Note which updates chats have seen.

    Raises:
        RedisError: they cannot be read.
    """
    chats = sorted({record.scope.chat for record in ledger.records})
    pipe = client.pipeline(transaction=False)
    for chat in chats:
        pipe.hgetall(keys.seen_updates(chat))
    for chat, seen in zip(chats, await pipe.execute(), strict=True):
        ledger.seen_updates.setdefault(chat, {}).update(seen)


async def read_tables(
    client: Redis, places: Sequence[TableRecord], former: Mapping[int, Mapping[bytes, bytes]] = MappingProxyType({})
) -> list[StoredTable]:
    """What Redis holds of each place.

    Args:
        client: answers in bytes.
        places: the tables.
        former: by chat what :func:`record_seen_updates` noted; what is there now counts more.

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
        for number, place in enumerate(part):
            game, log, seen, due = answers[4 * number : 4 * number + 4]
            found.append(_to_stored_table(place, game, log, {**former.get(place.scope.chat, {}), **seen}, due))
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
