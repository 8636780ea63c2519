"""Chat migration: a group that becomes a supergroup gets another chat id, so all its data move to another shard.

Telegram migrates a group once: a basic group becomes a supergroup, which never migrates again. Other migrations are
refused.

1. The old chat is closed in its shard: every commit and every setting checks that mark, so its data no longer change.
2. Records of finished games are appended to those of the new chat id, in parts (:class:`RecordMigration`).
3. Everything else is copied there, in one step; then packed games and held notices, in parts.
4. The old keys are deleted.

Each step is idempotent and may run in any worker, so an interrupted migration is simply run again.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from typing import Any, Final, Literal

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import FIRST_TABLE, KEYS, ChatKey, Migration, PlaceKey, Scope, ScopeKey, parse_scopes
from bot.store.people import copy_greeting
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.store.scripts import NamedArguments, Script
from engine.computer_ids import is_computer
from engine.errors import DataError
from engine.figures import periods_of
from engine.forget_player import is_forgotten
from engine.game_record import GameRecord, Record, SeasonBegun, decode_record, find_game_id

_RECORDS_PER_PART: Final = RECORDS_PER_READ
_GAMES_PER_PART: Final = 25  # how many packed games are moved at a time, with their pictures' ids

_BYTES_PER_PART: Final = 150_000
"""The most bytes of a part with several records or games: its script takes about a millisecond."""

_MOVED_OF_GAME: Final = (keys.packed_game, keys.shared_picture)
_DELETED_OF_GAME: Final = (*_MOVED_OF_GAME, keys.game_analysis)
_MIGRATE_RECORDS: Final = Script("migrate_records")


class RecordMigration:
    """Moves the records of a closed group to its supergroup; each method may be repeated by any worker."""

    def __init__(self, client: Redis, old: int, new: int) -> None:
        self._client: Final = client
        self._store: Final = RecordStore(client)
        self._old: Final = old
        self._new: Final = new

    async def append_records(self) -> None:
        """Append the group's records to the supergroup's."""
        if not await self._store.count_records(self._old):
            return
        done, _ = await self._read_marks()
        while records := await self._store.read_records(self._old, done, _RECORDS_PER_PART):
            part = records[: _count_fitting(map(len, records))]
            done = await self._copy_part("records", done, done + len(part), records=part)

    async def move_packed_games(self) -> None:
        """Move the packed games, update the users' lists to the supergroup, and delete the group's records."""
        while length := await self._store.count_records(self._old):
            await self.append_records()
            _, done = await self._read_marks()
            while records := await self._store.read_records(self._old, done, _GAMES_PER_PART):
                kept = await self._read_kept(records)
                count = _count_fitting(sum(len(data) for data, _ in of_one.values()) for of_one in kept)
                await self._store.note_users(self._new, _people_of_games(records[:count]), former=self._old)
                together = {key: value for of_one in kept[:count] for key, value in of_one.items()}
                done = await self._copy_part("games", done, done + count, kept=together)
            if min(await self._read_marks()) < length:
                continue  # another server took over, and lacks the last parts
            await self._delete_records()

    async def _read_marks(self) -> tuple[int, int]:
        found: Any = await self._client.hmget(
            keys.carried_records(self._new), [f"records {self._old}", f"games {self._old}"]
        )
        records, games = (int(value or 0) for value in found)
        return records, games

    async def _read_kept(self, records: Sequence[bytes]) -> list[dict[str, tuple[bytes, int]]]:
        """For each record, by key in the supergroup: the data of its game, and their remaining ms (-1: no expiry)."""
        games = [find_game_id(record) for record in records]
        pipe = self._client.pipeline(transaction=False)
        for kind, game in product(_MOVED_OF_GAME, filter(None, games)):
            pipe.get(kind(self._old, game))
            pipe.pttl(kind(self._old, game))
        found = iter(await pipe.execute())
        kept = {
            kind(self._new, game): (next(found), int(next(found)))
            for kind, game in product(_MOVED_OF_GAME, filter(None, games))
        }
        return [
            {
                key: (data, left_ms)
                for key in (() if game is None else [kind(self._new, game) for kind in _MOVED_OF_GAME])
                for data, left_ms in (kept[key],)
                if data is not None and left_ms >= -1
            }
            for game in games
        ]

    async def _copy_part(
        self,
        what: Literal["records", "games"],
        start: int,
        end: int,
        *,
        records: Sequence[bytes] = (),
        kept: Mapping[str, tuple[bytes, int]] | None = None,
    ) -> int:
        """Write a part unless it was written already; return how much has been moved so far."""
        kept = kept or {}
        done = await _MIGRATE_RECORDS(
            self._client,
            (keys.carried_records(self._new), keys.records(self._new), *kept),
            {
                "mark": f"{what} {self._old}",
                "from": start,
                "to": end,
                "records": records,
                "kept": [data for data, _ in kept.values()],
                "lifetimes_ms": [_to_lifetime(left_ms) for _, left_ms in kept.values()],
                "idle_seconds": retention.IDLE_SECONDS,
            },
        )
        return int(done)

    async def _delete_records(self) -> None:
        periods: dict[str, None] = {}
        season = 0
        async for records in self._store.read_in_parts(self._old):
            if ids := list(filter(None, map(find_game_id, records))):
                await self._client.unlink(*(kind(self._old, game) for game in ids for kind in _DELETED_OF_GAME))
            for record in map(_decode, records):
                match record:
                    case SeasonBegun(number=number):
                        season = number
                    case GameRecord(ended=ended):
                        periods |= dict.fromkeys(periods_of(ended, season))
                    case _:
                        pass
        await self._client.unlink(
            keys.records(self._old),
            keys.record_progress(self._old),
            keys.standings(self._old),
            keys.record_effects(self._old),
            *(keys.figures(self._old, period) for period in periods),
        )


def _count_fitting(sizes: Iterable[int]) -> int:
    ends = list(accumulate(sizes))
    return max(1, bisect_right(ends, _BYTES_PER_PART))


def _to_lifetime(left_ms: int) -> int:
    """The lifetime for the script, 0 for no expiry; PTTL gives -1 for no expiry, and 0 for the last millisecond."""
    return 0 if left_ms < 0 else max(1, left_ms)


def _people_of_games(records: Sequence[bytes]) -> list[tuple[str, int, list[int]]]:
    return [
        (
            record.id,
            record.ended,
            [one.user for one in record.players if not (is_computer(one.user) or is_forgotten(one.user))],
        )
        for record in map(_decode, records)
        if isinstance(record, GameRecord)
    ]


def _decode(data: bytes) -> Record | None:
    try:
        return decode_record(data)
    except DataError:
        return None


_SUPERGROUPS_BELOW: Final = -(10**12)
"""Ids below it are of supergroups and channels, those above of basic groups (https://core.telegram.org/api/bots/ids).
"""

_CLOSE_CHAT: Final = Script("close_chat")
_ADOPT_CHAT: Final = Script("adopt_chat", "audit_entries", "table_numbers", "seen_updates")
_DELETE_MIGRATED: Final = Script("delete_migrated")
_WRITE_FIELDS: Final = Script("write_chat_fields", "seen_updates")
_MIGRATE_NOTICE: Final = Script("migrate_notice")


class InvalidChatMigration(Exception):
    """A chat migration that Telegram cannot have made; nothing was changed."""

    def __init__(self, old: int, new: int) -> None:
        super().__init__(f"chat {old} cannot have become {new}: only a basic group becomes another, a supergroup")


def is_supergroup(chat: int) -> bool:
    """Whether a chat is a supergroup; only supergroups have topics."""
    return chat < _SUPERGROUPS_BELOW


def check_chat_migration(old: int, new: int) -> int:
    """Return the id of the supergroup that a basic group became, following one step; raises InvalidChatMigration."""
    if not (_SUPERGROUPS_BELOW < old < 0 and is_supergroup(new)):
        raise InvalidChatMigration(old, new)
    return new


@dataclass(frozen=True, slots=True)
class MigratedChat:
    """A group that has become a supergroup, and takes no more commits."""

    chat: int  # the supergroup that it became
    is_copied: bool  # whether the group's data are copied there


async def close_chat(client: Redis, old: int, new: int) -> MigratedChat:
    """Refuse all further commits in a group; idempotent. Raises InvalidChatMigration."""
    keep = retention.FINISHED_SECONDS
    names = keys.game(Scope(old)), keys.deadlines(keys.shard_of(old)), keys.table_numbers(Scope(old))
    moved, left = await _CLOSE_CHAT(client, names, (check_chat_migration(old, new), str(Scope(old)), keep))
    return MigratedChat(check_chat_migration(old, int(moved)), bool(left))


async def migrate_chat(client: Redis, old: int, new: int, languages: Iterable[str] = ()) -> bool:
    """Close a group and move its tables, settings and seen updates to its new chat id; return whether it had any.

    Each table keeps its number, unless the supergroup has a newer table of that number. The original is deleted only
    after the client has answered that the copy is stored. The caller updates the users' lists of games. Raises
    InvalidChatMigration.
    """
    closed = await close_chat(client, old, new)
    if closed.is_copied:
        return False
    migration = RecordMigration(client, old, closed.chat)
    # Before the rest: a game that goes on in the supergroup must be counted after the group's finished games.
    await migration.append_records()
    word_languages = tuple(languages)
    numbers = await read_table_numbers(client, Scope(old))
    chat_data = await _read_chat_data(client, old, closed.chat, word_languages, numbers)
    if chat_data is None:
        return False
    target = Scope(closed.chat)
    of_place = (
        keys.game(target),
        keys.deadlines(keys.shard_of(target.chat)),
        keys.unreachable_scopes(target.chat),
        keys.table_numbers(target),
        keys.audit_entries(target),
        keys.seen_updates(target.chat),
        keys.record_decisions(target.chat),
    )
    copied = [key for number in numbers for key in _copied_keys(target.at_table(number))]
    await _ADOPT_CHAT(client, (*of_place, *_merged_keys(target.chat, word_languages), *copied), chat_data)
    await copy_greeting(client, old, closed.chat)
    await migration.move_packed_games()
    await _move_held_notices(client, old, closed.chat)
    await _DELETE_MIGRATED(
        client, _keys_of_group(old, word_languages, numbers), (closed.chat, retention.FINISHED_SECONDS)
    )
    return True


async def _move_held_notices(client: Redis, old: int, new: int) -> None:
    held, outbox = keys.held_notices(keys.shard_of(old)), keys.outbox(keys.shard_of(new))
    stored: Any = await client.xrange(held)
    for entry, fields in stored:
        scope = Scope.parse(fields[b"scope"].decode())
        if scope.chat != old:
            continue
        moved = _flatten({**fields, b"scope": str(replace(scope, chat=new)).encode()}.items())
        await _MIGRATE_NOTICE(client, (keys.game(Scope(new)), outbox), (entry, *moved))
        await client.xdel(held, entry)


async def read_table_numbers(client: Redis, place: Scope) -> tuple[int, ...]:
    """The numbers of all tables that a place may have, always including the first."""
    stored: Any = await client.hkeys(keys.table_numbers(place))
    return tuple(sorted({FIRST_TABLE, *(int(number) for number in stored if number.isdigit())}))


async def _read_chat_data(
    client: Redis, old: int, target: int, languages: tuple[str, ...], numbers: tuple[int, ...]
) -> NamedArguments | None:
    place, merged = Scope(old), _merged_keys(old, languages)
    async with client.pipeline(transaction=True) as pipe:
        pipe.hget(keys.game(place), "left")
        pipe.smembers(keys.unreachable_scopes(old))
        pipe.hgetall(keys.table_numbers(place))
        pipe.lrange(keys.audit_entries(place), 0, -1)
        pipe.hgetall(keys.seen_updates(old))
        pipe.lrange(keys.record_decisions(old), 0, -1)
        for key in merged:
            pipe.hgetall(key)
        for number in numbers:
            pipe.hmget(keys.game(place.at_table(number)), "version", "due")
            for key in _copied_keys(place.at_table(number)):
                pipe.pttl(key)
                pipe.dump(key)
        left, unreachable, what_numbers_are, audit_entries, seen, decisions, *rest = await pipe.execute()
    if left is not None:
        return None
    answers = iter(rest)
    hashes = [next(answers) for _ in merged]
    return {
        "old_chat": old,
        "tables": [_to_moved_table(Scope(target, table=number), answers) for number in numbers],
        "unreachable": [str(replace(scope, chat=target)) for scope in parse_scopes(unreachable)],
        "numbers": _flatten(what_numbers_are.items()),
        "audit_entries": audit_entries,
        "most_audit_entries": retention.AUDIT_ENTRIES,
        "decisions": decisions,
        "most_decisions": retention.RECORD_DECISIONS,
        "seen": _flatten(_to_moved_updates(seen, old, target)),
        "seen_most": retention.SEEN_NEWEST,
        "seen_seconds": retention.SEEN_SECONDS,
        "idle_seconds": retention.IDLE_SECONDS,
        "hashes": [_flatten(fields.items()) for fields in hashes],
        "settings": merged.index(keys.settings(old)) + 1,
    }


def _to_moved_table(scope: Scope, answers: Iterator[Any]) -> NamedArguments:
    version, due = next(answers)
    ttls_and_dumps = [(next(answers), next(answers)) for _ in _copied_keys(scope)]
    return {
        "scope": str(scope),
        "number": scope.table,
        "deadline": due,
        "dumps": ["" if version is None or dump is None else dump for _, dump in ttls_and_dumps],
        "ttls_ms": [max(0, ttl_ms) for ttl_ms, _ in ttls_and_dumps],
    }


def _to_moved_updates(seen: Mapping[bytes, bytes], old: int, target: int) -> list[tuple[bytes, str]]:
    """A chat's seen updates with their effects, without the chat's number, oldest first."""
    found: list[tuple[int, bytes, str]] = []
    for update, stored in seen.items():
        number, space, what = stored.decode().partition(" ")
        if update != b"count":
            found.append((int(number), update, space + what.replace(str(old), str(target), 1)))
    return [(update, what) for _, update, what in sorted(found)]


def _flatten(pairs: Iterable[tuple[str | bytes, str | bytes]]) -> list[str | bytes]:
    return [part for pair in pairs for part in pair]


def _copied_keys(scope: Scope) -> tuple[str, ...]:
    """The keys of a table that are copied, beginning with the game."""
    return tuple(row(scope) for row in KEYS.values() if isinstance(row, ScopeKey) and row.migration is Migration.COPIED)


def _keys_of_group(chat: int, languages: Iterable[str], numbers: Iterable[int]) -> tuple[str, ...]:
    """All keys of a group, which has no topics, beginning with the game of its first table."""
    rewritten = [row for row in KEYS.values() if row.migration is Migration.REWRITTEN]
    return (
        *(key for number in sorted(numbers) for key in _copied_keys(Scope(chat, table=number))),
        *(row(Scope(chat)) for row in rewritten if isinstance(row, PlaceKey)),
        *(row(chat) for row in rewritten if isinstance(row, ChatKey)),
        *_merged_keys(chat, languages),
    )


def _merged_keys(chat: int, languages: Iterable[str]) -> tuple[str, ...]:
    rows = [row for row in KEYS.values() if isinstance(row, ChatKey) and row.migration is Migration.MERGED]
    by_language = [row for row in rows if "language" in row.parts]
    return (
        *(row(chat) for row in rows if row not in by_language),
        *(row(chat, language) for row in by_language for language in languages),
    )


async def write_chat_fields(
    client: Redis, chat: int, key: str, fields: Mapping[str, str | bytes | None], marker: str = ""
) -> int | None:
    """Write fields of a chat's hash (``None`` deletes one) in one step, once per marker (:func:`choice_marker`).

    Returns the supergroup if the chat has migrated; then nothing is written. Raises InvalidChatMigration.
    """
    moved = await _WRITE_FIELDS(
        client,
        (keys.game(Scope(chat)), key, keys.seen_updates(chat)),
        {
            "marker": marker or None,
            "seen_most": retention.SEEN_NEWEST,
            "seen_seconds": retention.SEEN_SECONDS,
            "fields": [part for field, value in fields.items() for part in (field, value or "")],
        },
    )
    return check_chat_migration(chat, int(moved)) if moved else None


async def write_choice(
    client: Redis,
    chat: int,
    key_of_chat: Callable[[int], str],
    fields: Mapping[str, str | bytes | None],
    marker: str = "",
) -> None:
    """Write fields as :func:`write_chat_fields`, in the supergroup if the chat has migrated."""
    current: int | None = chat
    while current is not None:
        current = await write_chat_fields(client, current, key_of_chat(current), fields, marker)


def choice_marker(update: int, what: str) -> str:
    """The entry in a chat's list of seen updates which says that an update's change of a setting is stored."""
    return f"{update} {what}"
