"""From schema 1 to 2: a place has several tables, and an update counts once a chat.

- The updates that each place had seen, a sorted set, become the chat's hash.
- A place whose table is open gets its table's number.
- What was decided about former tables goes from the table's hash to a list of the place.

It knows the names and forms of both schemas by itself: those of the code are always the newest.
"""

import re
import zlib
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.store.migrations.shard_migration import ShardMigration

_PLACE_KEY: Final = re.compile(r"(?P<shard>hf:\{\d\d\}):(?P<place>(?P<chat>-?\d+)(?::\d+)?):(?P<kind>seen|game)")
_SEEN_NEWEST: Final = 1_000
_SEEN_SECONDS: Final = 30 * 24 * 60 * 60
_IDLE_SECONDS: Final = 365 * 24 * 60 * 60
_MOST_BYTES: Final = 16 * 2**20


class _Table(Struct):
    """Of a table all that says whether it is open; a lobby has no outcome at all."""

    outcome: object = None


_acts_decoder: Final = msgspec.json.Decoder(list[msgspec.Raw])
_table_decoder: Final = msgspec.json.Decoder(_Table)


async def migrate_shard(shard: ShardMigration) -> None:
    """Queue what leads a shard from schema 1 to 2."""
    seen: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(shard.key_names):
        found = _PLACE_KEY.fullmatch(name)
        if found is None:
            continue
        if found["kind"] == "seen":
            seen.setdefault(f"{found['shard']}:{found['chat']}:seen", []).append((name, found["place"]))
        else:
            await _migrate_game(shard, name, f"{found['shard']}:{found['place']}")
    for key, former_keys in seen.items():
        await _migrate_seen(shard, key, former_keys)


async def _migrate_seen(shard: ShardMigration, key: str, former_keys: list[tuple[str, str]]) -> None:
    """Make the updates that a chat's places have seen into one hash; each keeps its place and version."""
    updates: list[tuple[str, str]] = []
    for name, place in former_keys:
        stored: Any = await shard.client.zrange(name, 0, -1, withscores=True)
        for update, version in stored:
            is_choice = b" " in update
            updates.append((update.decode(), "" if is_choice else f" {place} {int(version)}"))
        shard.queue_command("DEL", name)
    # The ids of Telegram's updates ascend, so they tell which are the newest.
    updates.sort(key=lambda update: int(update[0].partition(" ")[0]))
    newest = updates[-_SEEN_NEWEST:]
    fields = ((update, f"{number}{what}") for number, (update, what) in enumerate(newest, 1))
    shard.queue_command("HSET", key, "count", len(newest), *chain.from_iterable(fields))
    shard.queue_command("EXPIRE", key, _SEEN_SECONDS)


async def _migrate_game(shard: ShardMigration, key: str, place_key: str) -> None:
    """Give an open table its number, and what was decided about those before it a key of its own."""
    stored: Any = await shard.client.hmget(key, "state", "acts", "moved")
    state, acts, moved = stored
    if state is not None and moved is None and _is_open(state):
        shard.queue_command("HSET", f"{place_key}:numbers", "1", "open")
        shard.queue_command("EXPIRE", f"{place_key}:numbers", _IDLE_SECONDS)
    if acts is not None:
        shard.queue_command("HDEL", key, "acts")
        if split := _split_acts(acts):
            shard.queue_command("RPUSH", f"{place_key}:acts", *split)
            shard.queue_command("EXPIRE", f"{place_key}:acts", _IDLE_SECONDS)


def _is_open(state: bytes) -> bool:
    """Whether people sit at a table, or may sit down; one that cannot be read counts as such."""
    try:
        reader = zlib.decompressobj()
        return _table_decoder.decode(reader.decompress(state, _MOST_BYTES)).outcome is None
    except (zlib.error, msgspec.DecodeError):
        return True


def _split_acts(acts: bytes) -> list[bytes]:
    """The acts, each by itself; none if they are damaged, as nobody could read them before either."""
    try:
        return [bytes(act) for act in _acts_decoder.decode(acts)]
    except msgspec.DecodeError:
        return []
