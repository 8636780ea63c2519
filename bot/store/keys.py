"""Every key in Redis: a row gives its name and type, and how backups and migrations treat it.

Call a row to get a name: ``keys.game(scope)``. ``docs/keys.md``, generated from these rows and
``tests/docs/keys.toml``, says what each key holds, and for how long. The rows also determine what a backup holds
(:mod:`bot.store.export`), and what moves when a group becomes a supergroup (:mod:`bot.store.chat_migration`).
:mod:`bot.store.retention` says how long things are kept, and why.

All keys that one commit touches carry the same hash tag, so that they share a shard.
"""

import re
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self

FIRST_TABLE: Final = 1  # the number of a place's only table, which stored names omit


@dataclass(frozen=True, slots=True)
class Scope:
    """One table of a chat or of a forum's topic; the first table's scope also stands for the place."""

    chat: int
    topic: int | None = None
    table: int = FIRST_TABLE  # the table's number in its place, from 1

    @property
    def place(self) -> Self:
        """The scope of the chat or topic, which is that of its first table."""
        return self if self.table == FIRST_TABLE else replace(self, table=FIRST_TABLE)

    def at_table(self, number: int) -> Self:
        """The scope of another table in the same place."""
        return self if number == self.table else replace(self, table=number)

    @property
    def is_private(self) -> bool:
        """Whether it is a user's private chat with the bot; groups have negative ids."""
        return self.chat > 0

    def __str__(self) -> str:
        place = str(self.chat) if self.topic is None else f"{self.chat}:{self.topic}"
        return place if self.table == FIRST_TABLE else f"{place}#{self.table}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a scope as written by ``str``; raises ValueError."""
        place, hash_sign, table = text.partition("#")
        chat, colon, topic = place.partition(":")
        return cls(int(chat), int(topic) if colon else None, int(table) if hash_sign else FIRST_TABLE)


def parse_scopes(names: Iterable[bytes]) -> list[Scope]:
    """The scopes among stored names; invalid names are skipped, so that they do not block the rest."""
    found = []
    for name in names:
        with suppress(ValueError):
            found.append(Scope.parse(name.decode()))
    return found


SHARDS: Final = 64  # part of the data format: with another number no stored game would be found

BOT_OWNER_SHARD: Final = 0
"""The shard of the bot owners' data that concern no single chat; the worker that owns it runs the broadcasts."""

_CACHED_NAMES: Final = 1024
"""How many names each kind of chats' key caches, as a move uses them several times: some hundred chats', 150 bytes
each.
"""


@lru_cache(maxsize=_CACHED_NAMES)
def _crc32_of(number: int) -> int:
    return zlib.crc32(str(number).encode())


def shard_of(number: int) -> int:
    """The shard of a chat or a user, 0 to 63: CRC-32 of the decimal text modulo 64."""
    return _crc32_of(number) % SHARDS


def shard_of_name(name: str) -> int:
    """The shard of a stored name; raises ValueError if it has none."""
    if not name.startswith("hf:{"):
        raise ValueError(name)
    return int(name[4:6])


class Migration(StrEnum):
    """What happens to a chat's key when the chat, a group, becomes a supergroup."""

    COPIED = "copied"
    """Content and lifetime are copied, unless the supergroup already has a table; then the old key is deleted."""
    MERGED = "merged"  # a hash: the fields that the supergroup lacks are copied; then the old key is deleted
    REWRITTEN = "rewritten"
    """:mod:`bot.store.chat_migration` merges it with the supergroup's key; then the old one is deleted."""
    APPENDED = "appended"
    """It is appended in parts to the supergroup's key (:mod:`bot.store.chat_migration`), and then deleted."""
    DERIVED = "derived"  # the supergroup derives it again from what was appended; the old key is deleted
    STAYS = "stays"  # it is left to expire


_NUMBER: Final = r"[0-9]{1,20}"
_PLACE: Final = f"-?{_NUMBER}(?::{_NUMBER})?"

_PARTS: Final = {
    "scope": f"{_PLACE}(?:#{_NUMBER})?",
    "place": _PLACE,
    "chat": f"-?{_NUMBER}",
    "user": f"-?{_NUMBER}",
}
"""The patterns of those variable parts in stored names that are not any text."""


def _part_pattern(part: str) -> str:
    if part == "{NN}":
        return r"\{\d\d\}"
    return f"(?P<{part[1:-1]}>{_PARTS.get(part[1:-1], '.+')})" if part.startswith("<") else re.escape(part)


class Key:
    """A kind of key.

    ``{NN}`` in its pattern stands for a shard, ``<…>`` for other variable parts; other braces are literal.
    ``in_backup`` is unset for data that are short-lived or can be derived again. ``migration`` says what happens to the
    key when its chat migrates; ``None`` if it belongs to no single chat.
    """

    def __init__(self, pattern: str, redis_type: str, *, in_backup: bool, migration: Migration | None = None) -> None:
        self.pattern: Final = pattern
        self.redis_type: Final = redis_type
        self.in_backup: Final = in_backup
        self.migration: Final = migration
        self.parts: Final = tuple(re.findall(r"<(\w+)>", pattern))
        self._stored_name: Final = re.compile("".join(map(_part_pattern, re.split(r"(\{NN\}|<\w+>)", pattern))))
        self._template: Final = re.sub(r"<\w+>", "%s", pattern.replace("{NN}", "{%02d}"))

    @property
    def is_sharded(self) -> bool:
        """Whether it lies in a shard."""
        return re.match(r"hf:\{(NN|\d\d)\}:", self.pattern) is not None

    def format_name(self, *values: object) -> str:
        """The name with its shard, if any, and its variable parts filled in; raises TypeError for wrong parts."""
        return self._template % values

    @property
    def name_expression(self) -> str:
        """A regular expression that matches its names, without named groups."""
        return re.sub(r"\?P<\w+>", "?:", self._stored_name.pattern)

    def parse_name(self, name: str) -> Mapping[str, str] | None:
        """The variable parts of a stored name; ``None`` for a name of another kind."""
        found = self._stored_name.fullmatch(name)
        return None if found is None else found.groupdict()


class _ChatsKey(Key):
    """A key of a single chat; its row must say what a migration does with it."""

    def __init__(self, pattern: str, redis_type: str, *, in_backup: bool, migration: Migration) -> None:
        super().__init__(pattern, redis_type, in_backup=in_backup, migration=migration)
        self._cached_name: Final = lru_cache(maxsize=_CACHED_NAMES)(self.format_name)


class ScopeKey(_ChatsKey):
    """A key of a scope, that is one table, in its chat's shard."""

    def __call__(self, scope: Scope, *parts: str | int) -> str:
        """The key's name for a scope; ``parts`` are appended."""
        return self._cached_name(shard_of(scope.chat), scope, *parts)


class PlaceKey(_ChatsKey):
    """A key of a chat or topic, for all its tables, in the chat's shard."""

    def __call__(self, scope: Scope) -> str:
        """The name for the place of a scope."""
        return self._cached_name(shard_of(scope.chat), scope.place)


class ChatKey(_ChatsKey):
    """A key of a chat, in its shard."""

    def __call__(self, chat: int, *parts: str | int) -> str:
        """The name for a chat, with its further parts."""
        return self._cached_name(shard_of(chat), chat, *parts)


class UserKey(Key):
    """A key of a user, in the user's shard."""

    def __call__(self, user: int, *parts: str | int) -> str:
        """The name for a user, with its further parts."""
        return self.format_name(shard_of(user), user, *parts)


class ShardKey(Key):
    """A key of a shard."""

    def __init__(self, pattern: str, redis_type: str, *, in_backup: bool) -> None:
        super().__init__(pattern, redis_type, in_backup=in_backup)
        self._cached_name: Final = lru_cache(maxsize=SHARDS)(self.format_name)

    def __call__(self, shard: int) -> str:
        """The name for a shard."""
        return self._cached_name(shard)


class ServiceKey(Key):
    """A key of the whole service, in no shard, or in one that its pattern names."""

    def __call__(self, *parts: str | int) -> str:
        """The name, with its variable parts."""
        return self.format_name(*parts)


class TextKey(Key):
    """A key whose last part, a text, determines the shard."""

    def __call__(self, *parts: str) -> str:
        """The name, with its variable parts."""
        return self.format_name(zlib.crc32(parts[-1].encode()) % SHARDS, *parts)


_CLAIMED: Final = ":claimed"


def claims(due: str) -> str:
    """The key, or pattern, of a schedule's claims: the sorted set of its claimed members."""
    return f"{due}{_CLAIMED}"


def claimed_from(claims: str) -> str:
    """The key of the schedule to which a key of claims belongs."""
    return claims.removesuffix(_CLAIMED)


# Tables, by scope, and a chat's choices for all its topics.
game: Final = ScopeKey("hf:{NN}:<scope>:game", "hash", in_backup=True, migration=Migration.COPIED)
game_words: Final = ScopeKey("hf:{NN}:<scope>:game-words", "string", in_backup=True, migration=Migration.COPIED)
game_log: Final = ScopeKey("hf:{NN}:<scope>:log", "list", in_backup=True, migration=Migration.COPIED)
seen_updates: Final = ChatKey("hf:{NN}:<chat>:seen", "hash", in_backup=True, migration=Migration.REWRITTEN)
table_numbers: Final = PlaceKey("hf:{NN}:<place>:numbers", "hash", in_backup=True, migration=Migration.REWRITTEN)
audit_entries: Final = PlaceKey("hf:{NN}:<place>:acts", "list", in_backup=True, migration=Migration.REWRITTEN)
quarantined_game: Final = ScopeKey("hf:{NN}:<scope>:aside:<version>", "hash", in_backup=True, migration=Migration.STAYS)

quarantined_log: Final = ScopeKey(
    "hf:{NN}:<scope>:aside-log:<version>", "list", in_backup=True, migration=Migration.STAYS
)

card_selection: Final = ScopeKey(
    "hf:{NN}:<scope>:picks:<turn>", "sorted set", in_backup=True, migration=Migration.STAYS
)

shown_cards: Final = ScopeKey("hf:{NN}:<scope>:shown", "string", in_backup=False, migration=Migration.STAYS)
settings: Final = ChatKey("hf:{NN}:<chat>:settings", "hash", in_backup=True, migration=Migration.MERGED)
pending_request: Final = ChatKey("hf:{NN}:<chat>:asked:<user>", "string", in_backup=False, migration=Migration.STAYS)
table_alerts: Final = ChatKey("hf:{NN}:<chat>:callers", "hash", in_backup=True, migration=Migration.MERGED)
chat_words: Final = ChatKey("hf:{NN}:<chat>:words:<language>", "hash", in_backup=True, migration=Migration.MERGED)
unreachable_scopes: Final = ChatKey("hf:{NN}:<chat>:halted", "set", in_backup=True, migration=Migration.REWRITTEN)
greeting: Final = ChatKey("hf:{NN}:<chat>:greeted", "string", in_backup=False, migration=Migration.REWRITTEN)
outage_notified: Final = ChatKey("hf:{NN}:<chat>:outage-told", "string", in_backup=False, migration=Migration.STAYS)

# Data of users.
user_games: Final = UserKey("hf:{NN}:u<user>:games", "set", in_backup=True)
user_finished_games: Final = UserKey("hf:{NN}:u<user>:finished", "list", in_backup=True)
user_locale: Final = UserKey("hf:{NN}:u<user>:tongue", "string", in_backup=True)
rack_order: Final = UserKey("hf:{NN}:u<user>:arranged:<table>", "string", in_backup=False)
refused_move: Final = UserKey("hf:{NN}:u<user>:refused", "string", in_backup=False)
chosen_table: Final = UserKey("hf:{NN}:u<user>:chose", "string", in_backup=False)
pending_table: Final = UserKey("hf:{NN}:u<user>:wanted", "string", in_backup=False)
personal_file: Final = UserKey("hf:{NN}:u<user>:mydata", "string", in_backup=False)
web_answer: Final = UserKey("hf:{NN}:u<user>:web:<update>", "string", in_backup=False)
web_plan: Final = UserKey("hf:{NN}:u<user>:plan:<table>", "string", in_backup=False)
web_member: Final = UserKey("hf:{NN}:u<user>:member:<group>", "string", in_backup=False)
web_closed: Final = UserKey("hf:{NN}:u<user>:web-closed", "string", in_backup=False)
tutorial: Final = UserKey("hf:{NN}:u<user>:tutorial", "string", in_backup=True)
closed: Final = UserKey("hf:{NN}:u<user>:closed", "string", in_backup=False)
forgetting: Final = ServiceKey("hf:{00}:forgetting", "hash", in_backup=True)
forgotten: Final = ServiceKey("hf:{00}:forgotten", "hash", in_backup=False)

# Finished games: `standings`, `figures` and `effects` derive from `records` (bot.records.projection).
records: Final = ChatKey("hf:{NN}:<chat>:records", "list", in_backup=True, migration=Migration.APPENDED)

record_progress: Final = ChatKey(
    "hf:{NN}:<chat>:records:progress", "hash", in_backup=False, migration=Migration.DERIVED
)

standings: Final = ChatKey("hf:{NN}:<chat>:standings", "hash", in_backup=False, migration=Migration.DERIVED)
figures: Final = ChatKey("hf:{NN}:<chat>:figures:<period>", "hash", in_backup=False, migration=Migration.DERIVED)
record_effects: Final = ChatKey("hf:{NN}:<chat>:effects", "list", in_backup=False, migration=Migration.DERIVED)
packed_game: Final = ChatKey("hf:{NN}:<chat>:history:<game>", "string", in_backup=True, migration=Migration.APPENDED)
game_analysis: Final = ChatKey("hf:{NN}:<chat>:analysis:<game>", "string", in_backup=False, migration=Migration.DERIVED)
carried_records: Final = ChatKey("hf:{NN}:<chat>:records:carried", "hash", in_backup=True, migration=Migration.STAYS)

shared_picture: Final = ChatKey(
    "hf:{NN}:<chat>:picture:<game>", "string", in_backup=False, migration=Migration.APPENDED
)

unlisted_players: Final = ChatKey("hf:{NN}:<chat>:unlisted", "hash", in_backup=True, migration=Migration.MERGED)

record_decisions: Final = ChatKey(
    "hf:{NN}:<chat>:records:decisions", "list", in_backup=True, migration=Migration.REWRITTEN
)

user_record_chats: Final = UserKey("hf:{NN}:u<user>:record-chats", "set", in_backup=True)
user_history: Final = UserKey("hf:{NN}:u<user>:history", "sorted set", in_backup=True)

# Puzzles that do not ship, their solvers' results, and what users and groups have seen.
stored_puzzle: Final = TextKey("hf:{NN}:puzzle:<puzzle>", "string", in_backup=True)
puzzle_figures: Final = TextKey("hf:{NN}:puzzle-figures:<puzzle>", "hash", in_backup=True)
made_puzzles: Final = ServiceKey("hf:{00}:puzzles:<game>", "set", in_backup=True)
user_puzzles: Final = UserKey("hf:{NN}:u<user>:puzzles", "hash", in_backup=True)
chat_puzzles: Final = ChatKey("hf:{NN}:<chat>:puzzles", "hash", in_backup=True, migration=Migration.MERGED)
shown_puzzles: Final = ChatKey("hf:{NN}:<chat>:puzzles-shown", "hash", in_backup=True, migration=Migration.MERGED)

# Daily puzzles, by chat.
daily_puzzle: Final = ChatKey("hf:{NN}:<chat>:daily", "hash", in_backup=True, migration=Migration.MERGED)
daily_solvers: Final = ChatKey("hf:{NN}:<chat>:daily-solvers", "hash", in_backup=True, migration=Migration.MERGED)
daily_posts: Final = ShardKey("hf:{NN}:daily", "sorted set", in_backup=True)
claimed_daily_posts: Final = ShardKey(claims(daily_posts.pattern), "sorted set", in_backup=False)

# Streams and schedules, of which each shard has one.
inbox: Final = ShardKey("hf:{NN}:inbox", "stream", in_backup=True)
outbox: Final = ShardKey("hf:{NN}:outbox", "stream", in_backup=True)
held_notices: Final = ShardKey("hf:{NN}:held", "stream", in_backup=True)
received_updates: Final = ShardKey("hf:{NN}:came", "sorted set", in_backup=False)
attempt_counts: Final = ShardKey("hf:{NN}:begun", "hash", in_backup=False)
dead_letters: Final = ShardKey("hf:{NN}:dead", "stream", in_backup=False)
deadlines: Final = ShardKey("hf:{NN}:deadlines", "sorted set", in_backup=True)
card_reveals: Final = ShardKey("hf:{NN}:reveals", "sorted set", in_backup=True)
auto_deletes: Final = ShardKey("hf:{NN}:fades", "sorted set", in_backup=True)
claimed_deadlines: Final = ShardKey(claims(deadlines.pattern), "sorted set", in_backup=False)
claimed_card_reveals: Final = ShardKey(claims(card_reveals.pattern), "sorted set", in_backup=False)
claimed_auto_deletes: Final = ShardKey(claims(auto_deletes.pattern), "sorted set", in_backup=False)

# The whole service: clock, workers and their shards, schema, live dictionary.
clock: Final = ServiceKey("hf:{served}:clock", "hash", in_backup=True)
worker_heartbeats: Final = ServiceKey("hf:{served}:workers", "sorted set", in_backup=False)
downtimes: Final = ServiceKey("hf:{served}:absences", "list", in_backup=True)
clock_jumps: Final = ServiceKey("hf:{served}:jumps", "list", in_backup=True)
newest_commit: Final = ShardKey("hf:{NN}:committed", "string", in_backup=True)
shard_owner: Final = ShardKey("hf:{NN}:owner", "string", in_backup=False)
members: Final = ServiceKey("hf:{living}", "set", in_backup=False)
member: Final = ServiceKey("hf:{living}:<worker>", "string", in_backup=False)
send_rates: Final = ServiceKey("hf:{rates}", "hash", in_backup=False)
worker_notifications: Final = ServiceKey("hf:wake:<worker>", "list", in_backup=False)
replication_marker: Final = ServiceKey("hf:replicated", "string", in_backup=False)
aof_rewrite_time: Final = ServiceKey("hf:rewritten", "string", in_backup=False)
tenant: Final = ServiceKey("hf:bot", "string", in_backup=False)
schema: Final = ServiceKey("hf:schema", "string", in_backup=False)
shard_schema: Final = ShardKey("hf:{NN}:schema", "string", in_backup=False)
migration_lock: Final = ServiceKey("hf:migrating", "string", in_backup=False)
restore_marker: Final = ServiceKey("hf:restoring", "string", in_backup=False)
dictionary_answer: Final = TextKey("hf:{NN}:word:<language>:<word>", "string", in_backup=False)

# Data for the bot owners' commands; those that concern no single chat are in `BOT_OWNER_SHARD`.
known_chats: Final = ShardKey("hf:{NN}:chats", "sorted set", in_backup=True)
chats_seeded: Final = ServiceKey("hf:{00}:seeded", "string", in_backup=False)
running_games: Final = ShardKey("hf:{NN}:running", "sorted set", in_backup=False)
username: Final = TextKey("hf:{NN}:name:<username>", "string", in_backup=False)
bans: Final = ServiceKey("hf:{00}:bans", "hash", in_backup=True)
ban_notified: Final = ChatKey("hf:{NN}:<chat>:ban-told", "string", in_backup=False, migration=Migration.STAYS)
maintenance: Final = ServiceKey("hf:{00}:maintenance", "string", in_backup=False)
owner_menus: Final = ServiceKey("hf:{00}:menus", "set", in_backup=False)
account_settings: Final = ServiceKey("hf:{00}:account", "hash", in_backup=True)
worker_status: Final = ServiceKey("hf:{00}:vitals", "hash", in_backup=False)
move_counts: Final = ServiceKey("hf:{00}:moves", "hash", in_backup=False)
owner_alerts: Final = ServiceKey("hf:{00}:alerts", "hash", in_backup=False)
broadcast_draft: Final = ServiceKey("hf:{00}:announcement:<user>", "string", in_backup=False)
broadcast: Final = ServiceKey("hf:{00}:broadcast", "hash", in_backup=False)
broadcast_waiting: Final = ServiceKey("hf:{00}:broadcast:waiting", "set", in_backup=False)
broadcast_in_flight: Final = ServiceKey("hf:{00}:broadcast:trying", "hash", in_backup=False)
broadcast_delivered: Final = ServiceKey("hf:{00}:broadcast:told", "set", in_backup=False)
broadcast_failed: Final = ServiceKey("hf:{00}:broadcast:missed", "hash", in_backup=False)

KEYS: Final[Mapping[str, Key]] = {name: row for name, row in globals().items() if isinstance(row, Key)}
"""All rows, by name in the code."""

# One expression for all rows: a backup tests every key, and most keys belong to late rows.
_any_name: Final = re.compile("|".join(f"(?P<{kind}>{key.name_expression})" for kind, key in KEYS.items()))


def identify_key(name: str) -> tuple[str, Mapping[str, str]] | None:
    """A stored key's kind in :data:`KEYS` and its variable parts; ``None`` if unknown."""
    found = _any_name.fullmatch(name)
    if found is None or (kind := found.lastgroup) is None:
        return None
    parts = KEYS[kind].parse_name(name)
    return None if parts is None else (kind, parts)


def is_backed_up(name: str) -> bool:
    """Whether a backup holds a stored key; ``True`` for unknown kinds."""
    found = identify_key(name)
    return found is None or KEYS[found[0]].in_backup


def table_keys(scope: Scope) -> tuple[str, ...]:
    """The keys that ``read_table.lua`` reads, in its order."""
    chat = scope.chat
    own, of_chat = (game(scope), game_words(scope)), (seen_updates(chat), settings(chat), unreachable_scopes(chat))
    return *own, *of_chat, table_numbers(scope), game(scope.place)
