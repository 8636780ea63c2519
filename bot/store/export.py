"""Exports all keys for a backup, shard by shard, and writes them back.

A shard is read in one step, so that tables, logs, notices and deadlines are consistent. Records of finished games only
grow, so that step notes their number; they are read afterwards in parts, with their packed games, and so are the users'
lists of them. The caller knows the meaning of the data and the file format.
"""

import math
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys
from bot.store.keys import KEYS, ChatKey, PlaceKey, Scope, ScopeKey, identify_key, is_backed_up, parse_scopes
from bot.store.records import RecordStore
from bot.store.scripts import Script
from bot.store.streams import pairs_to_dict
from engine.game_record import find_game_id

_PAGE: Final = 1_000
_GAMES_PER_GROUP: Final = 25  # packed games that are read at a time: 100 kB at most

_LISTS_PER_GROUP: Final = 10
"""How many users' lists of games and of chats are read at a time: some 2,000 entries at most."""

_LISTS_OF_PEOPLE: Final = (keys.user_history, keys.user_record_chats)
"""Users' lists of records, which are in other shards and so cannot be read in the same step."""

_OPEN_NUMBERS: Final = (b"open", b"told")


class ExportedEntry(Struct, array_like=True, frozen=True):
    """A stream entry: its id, and its fields as alternating names and values."""

    id: bytes
    fields: list[bytes]


class ExportedKey(Struct, array_like=True, frozen=True):
    """A key with its content."""

    name: str
    redis_type: str  # Redis's name for the type
    ttl_ms: int  # milliseconds until it expires; -1 if it does not
    values: list[bytes]
    """The value of a string, the items of a list, or a hash's fields and values or a sorted set's members and scores,
    in turn.
    """
    entries: list[ExportedEntry]  # the entries of a stream
    continues: bool = False  # whether the values continue a list from an earlier group


class KeyGroup(Struct, array_like=True, frozen=True):
    """Keys read in one step: those of a shard, some of its records or packed games, or a key in no shard."""

    hash_tag: str  # `{07}` or empty
    exported_keys: list[ExportedKey]


class Exporter:
    """Reads all keys for a backup."""

    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._records: Final = RecordStore(client)
        self._dump_script: Final = Script("dump")

    async def export_groups(self, *, with_records: bool = True) -> AsyncIterator[KeyGroup]:
        """All keys of a backup: shard by shard, then those in no shard.

        A shard is read in one step, including its inbox. Groups with its records and packed games follow, of exactly
        the games that had ended by that step; then the users' lists of records. The service's clock is read last, so
        that no table is newer.
        """
        tagged: dict[str, set[str]] = {}
        for name in await list_key_names(self._client):
            if keys.packed_game.parse_name(name) is None and is_backed_up(name):
                match = re.match(r"hf:(\{\w+\}):", name)
                tagged.setdefault(match[1] if match else "", set()).add(name)
        for tag in sorted(tagged, key=lambda tag: (re.fullmatch(r"\{\d\d\}", tag) is None, tag)):
            # Keys of a scope may have been created since the others were found.
            lists = {name for name in tagged[tag] if any(row.parse_name(name) is not None for row in _LISTS_OF_PEOPLE)}
            found = tagged[tag] | {beside for name in tagged[tag] for beside in _sibling_keys(name)}
            stored = await self._read_keys(sorted(found - lists))
            lengths = {chat: int(one.values[0]) for one in stored if (chat := _chat_of_records(one.name)) is not None}
            yield KeyGroup(tag, _without_unknown_games([one for one in stored if _chat_of_records(one.name) is None]))
            for chat, length in lengths.items() if with_records else ():
                async for group in self._export_records(tag, chat, length):
                    yield group
            names = sorted(lists) if with_records else []
            for first in range(0, len(names), _LISTS_PER_GROUP):
                if read := await self._read_keys(names[first : first + _LISTS_PER_GROUP]):
                    yield KeyGroup(tag, read)

    async def _export_records(self, tag: str, chat: int, length: int) -> AsyncIterator[KeyGroup]:
        """The first ``length`` records of a chat in parts, with their packed games; fewer if some are erased."""
        continues = False
        async for records in self._records.read_in_parts(chat, length):
            yield KeyGroup(tag, [ExportedKey(keys.records(chat), "list", -1, records, [], continues=continues)])
            games = [game for game in map(find_game_id, records) if game is not None]
            for first in range(0, len(games), _GAMES_PER_GROUP):
                packed = await self._records.read_packed_games(chat, games[first : first + _GAMES_PER_GROUP])
                if packed:
                    yield KeyGroup(
                        tag,
                        [
                            ExportedKey(keys.packed_game(chat, game), "string", left_ms, [data], [])
                            for game, (data, left_ms) in packed.items()
                        ],
                    )
            continues = True

    async def _read_keys(self, key_names: Sequence[str]) -> list[ExportedKey]:
        growing = [name for name in key_names if _chat_of_records(name) is not None]
        key_names = [*(name for name in key_names if name not in growing), *growing]
        answers: list[Any] = await self._dump_script(self._client, key_names, (len(growing),))
        return [
            _to_exported_key(name, *answer)
            for name, answer in zip(key_names, answers, strict=True)
            if answer[0] != b"none"
        ]


def _chat_of_records(name: str) -> int | None:
    found = keys.records.parse_name(name)
    return None if found is None else int(found["chat"])


def _to_exported_key(name: str, kind: bytes, ttl_ms: int, values: list[Any]) -> ExportedKey:
    entries = [ExportedEntry(entry, fields) for entry, fields in values] if kind == b"stream" else []
    return ExportedKey(name, kind.decode(), ttl_ms, [] if entries else values, entries)


def _sibling_keys(name: str) -> Iterable[str]:
    """All keys of a backup that belong to the same scope or chat as ``name``."""
    found = identify_key(name)
    if found is None or "scope" not in found[1]:
        return ()
    scope = Scope.parse(found[1]["scope"])
    rows = [row for row in KEYS.values() if row.in_backup and len(row.parts) == 1]
    return (
        *(row(scope) for row in rows if isinstance(row, ScopeKey | PlaceKey)),
        *(row(scope.chat) for row in rows if isinstance(row, ChatKey)),
    )


def _without_unknown_games(stored: list[ExportedKey]) -> list[ExportedKey]:
    """A shard's keys without deadlines, notices and numbers of tables created after the keys were listed."""
    there = {one.name for one in stored}

    def is_known(scope: bytes) -> bool:
        # An invalid name belongs to no table that could be missing.
        return not (found := parse_scopes((scope,))) or keys.game(found[0]) in there

    def is_number_known(place: Scope, number: bytes, state: bytes) -> bool:
        is_open = state in _OPEN_NUMBERS and number.isdigit()
        return not is_open or keys.game(place.at_table(int(number))) in there

    kept = []
    for one in stored:
        pairs = zip(one.values[::2], one.values[1::2], strict=True)
        match identify_key(one.name):
            case ("deadlines", _):
                values = [part for scope, due in pairs if is_known(scope) for part in (scope, due)]
                kept.append(replace(one, values=values))
            case ("table_numbers", {"place": place}):
                scope = Scope.parse(place)
                kept.append(
                    replace(one, values=[part for pair in pairs if is_number_known(scope, *pair) for part in pair])
                )
            case ("outbox", _):
                entries = [entry for entry in one.entries if is_known(pairs_to_dict(entry.fields).get(b"scope", b""))]
                kept.append(replace(one, entries=entries))
            case _:
                kept.append(one)
    return [one for one in kept if one.values or one.entries]


async def list_key_names(client: Redis) -> list[str]:
    """The names of all of the bot's keys; may lack keys that are created meanwhile."""
    found = {name.decode() async for name in client.scan_iter(match="hf:*", count=_PAGE)}
    return sorted(found)


_ENTRY_ID: Final = re.compile(rb"(?!0+-0+\Z)[0-9]{1,19}-[0-9]{1,19}")
_REDIS_TYPES: Final = {"sorted set": "zset"}  # Redis's name for a kind of key, if it differs
_VALID_TTL_MS: Final = range(-1, 2**42)  # milliseconds; more than a century
_KEYS_PER_ROUND_TRIP: Final = 200  # keys written in one round trip


class IncompleteRestore(Exception):
    """A restore was interrupted; the message says what to do."""


def find_problem(stored: ExportedKey, *, of_this_schema: bool = True) -> str | None:
    """Why a key from a backup cannot be written; ``None`` if it can."""
    values, entries = stored.values, stored.entries
    if (found := _find_name_problem(stored, of_this_schema=of_this_schema)) is not None:
        return found
    if stored.ttl_ms not in _VALID_TTL_MS:
        return f"it is to live for {stored.ttl_ms} milliseconds"
    if stored.continues and stored.redis_type != "list":
        return "it goes on, and is no list"
    if (stored.redis_type == "stream") != bool(entries) or bool(values) == bool(entries):
        return f"it is no {stored.redis_type} that holds something"
    match stored.redis_type:
        case "string" if len(values) == 1:
            return None
        case "list" | "set":
            return None
        case "hash" if len(values) % 2 == 0:
            return None
        case "zset" if len(values) % 2 == 0 and all(map(_is_score, values[1::2])):
            return None
        case "stream" if all(
            _ENTRY_ID.fullmatch(one.id) and one.fields and len(one.fields) % 2 == 0 for one in entries
        ):
            return None
        case kind:
            return f"it is no sound {kind}"


def _find_name_problem(stored: ExportedKey, *, of_this_schema: bool) -> str | None:
    if not stored.name.startswith("hf:"):
        return "it is no key of ours"
    if (found := identify_key(stored.name)) is None:
        return None
    key = KEYS[found[0]]
    if not key.in_backup:
        return "no backup holds it"
    return (
        None
        if not of_this_schema or stored.redis_type == _REDIS_TYPES.get(key.redis_type, key.redis_type)
        else f"it is no {stored.redis_type}"
    )


def _is_score(value: bytes) -> bool:
    try:
        return not math.isnan(float(value))
    except ValueError:
        return False


async def is_database_unused(client: Redis) -> bool:
    """Whether Redis holds only what an unused bot writes."""
    for name in await list_key_names(client):
        what = identify_key(name)
        if what is None or (KEYS[what[0]].in_backup and KEYS[what[0]].is_sharded):
            if await client.type(name) == b"stream" and not await client.xlen(name):
                continue
            return False
        if what[0] in {"dead_letters", "restore_marker"} and await client.exists(name):
            return False
    return True


async def check_restore_complete(client: Redis) -> None:
    """Raise IncompleteRestore if a restore was interrupted here."""
    name: Any = await client.get(keys.restore_marker())
    if name is not None:
        raise IncompleteRestore(
            f"a restore of {name.decode(errors='replace')} was cut short: run `harfiyen restore FILE --replace` again"
        )


async def delete_all_keys(client: Redis) -> None:
    """Delete all of the bot's keys except the restore marker and the list of forgotten users."""
    kept = {keys.restore_marker(), keys.forgotten()}
    names = [name for name in await list_key_names(client) if name not in kept]
    for first in range(0, len(names), _KEYS_PER_ROUND_TRIP):
        await client.unlink(*names[first : first + _KEYS_PER_ROUND_TRIP])


async def write_keys(client: Redis, group: KeyGroup) -> None:
    """Write a group's keys; no key may exist yet, except a list that the group continues."""
    for first in range(0, len(group.exported_keys), _KEYS_PER_ROUND_TRIP):
        pipe = client.pipeline(transaction=False)
        for stored in group.exported_keys[first : first + _KEYS_PER_ROUND_TRIP]:
            _write_key(pipe, stored, await client.llen(stored.name) if stored.continues else 0)
        await pipe.execute()


def _write_key(pipe: Pipeline, stored: ExportedKey, former_length: int) -> None:
    name, values = stored.name, stored.values
    pairs = list(zip(values[::2], values[1::2], strict=False))
    match stored.redis_type:
        case "string":
            pipe.set(name, values[0])
        case "hash":
            pipe.hset(name, items=list(values))
        case "list":
            if former_length:
                pipe.ltrim(name, 0, former_length - 1)
            else:
                pipe.delete(name)
            pipe.rpush(name, *values)
        case "set":
            pipe.sadd(name, *values)
        case "zset":
            pipe.execute_command("ZADD", name, *(part for member, score in pairs for part in (score, member)))
        case "stream":
            pipe.delete(name)
            for entry in stored.entries:
                pipe.execute_command("XADD", name, entry.id, *entry.fields)
        case other:
            raise ValueError(f"a key of the kind {other}")
    if stored.ttl_ms >= 0:
        pipe.pexpire(name, max(1, stored.ttl_ms))
