"""The names of keys in Redis for a scope, chat, user, shard or worker; :mod:`bot.store.keyspace` says what they hold.

All keys that one commit touches carry the same hash tag, so that they share a slot of a cluster.
"""

import zlib
from functools import lru_cache
from typing import Final

from bot.store.keyspace import KEYS
from bot.store.scope import Scope

SHARDS: Final = 64
"""The number of shards. Part of the data format: with another number no stored game would be found."""

_cached: Final = lru_cache(maxsize=1024)
"""For names that a move needs several times; it keeps the names of some hundred chats, 150 bytes each."""


@_cached
def _crc32_of(number: int) -> int:
    return zlib.crc32(str(number).encode())


def shard_of(number: int) -> int:
    """The shard of a chat or a user, 0 to 63: CRC-32 of the decimal text modulo 64."""
    return _crc32_of(number) % SHARDS


CLOCK: Final = KEYS["clock"].format_name()
WORKER_HEARTBEATS: Final = KEYS["workers"].format_name()
DOWNTIMES: Final = KEYS["absences"].format_name()
CLOCK_JUMPS: Final = KEYS["jumps"].format_name()
AOF_REWRITE_TIME: Final = KEYS["rewritten"].format_name()
MEMBERS: Final = KEYS["living"].format_name()
RESTORE_MARKER: Final = KEYS["restoring"].format_name()
TENANT: Final = KEYS["bot"].format_name()
SCHEMA: Final = KEYS["schema"].format_name()
MIGRATION_LOCK: Final = KEYS["migrating"].format_name()


@_cached
def game(scope: Scope) -> str:
    """Hash: a table's version and state, its newest message and its newest picture."""
    return KEYS["game"].format_name(shard_of(scope.chat), scope=scope)


@_cached
def game_words(scope: Scope) -> str:
    """String: the chat's own words as they were when the current game began."""
    return KEYS["game_words"].format_name(shard_of(scope.chat), scope=scope)


@_cached
def game_log(scope: Scope) -> str:
    """List: the actions of the current game."""
    return KEYS["log"].format_name(shard_of(scope.chat), scope=scope)


def quarantined_game(scope: Scope, version: int) -> str:
    """Hash: a quarantined table, which could not be read in that version."""
    return KEYS["aside"].format_name(shard_of(scope.chat), scope=scope, version=version)


def quarantined_log(scope: Scope, version: int) -> str:
    """List: the log of a quarantined table."""
    return KEYS["aside_log"].format_name(shard_of(scope.chat), scope=scope, version=version)


@_cached
def seen_updates(scope: Scope) -> str:
    """Sorted set: the updates that were committed, by the version they made."""
    return KEYS["seen"].format_name(shard_of(scope.chat), scope=scope)


@_cached
def settings(chat: int) -> str:
    """Hash: what the chat has chosen, for all its topics."""
    return KEYS["settings"].format_name(shard_of(chat), chat=chat)


def user_games(user: int) -> str:
    """Set: the tables at which a user sits: each a scope, a space and the table's short name."""
    return KEYS["user_games"].format_name(shard_of(user), user=user)


def user_finished_games(user: int) -> str:
    """List: the games that a user has finished, the newest first, written as in :func:`user_games`."""
    return KEYS["user_finished"].format_name(shard_of(user), user=user)


def user_locale(user: int) -> str:
    """String: the language of a user's Telegram, if the bot speaks it."""
    return KEYS["tongue"].format_name(shard_of(user), user=user)


def refused_move(user: int) -> str:
    """String: a user's newest message with a move that was refused."""
    return KEYS["refused"].format_name(shard_of(user), user=user)


def rack_order(user: int, table: str) -> str:
    """String: the order of the tiles of a user's rack at the table of that short name."""
    return KEYS["arranged"].format_name(shard_of(user), user=user, table=table)


def pending_table(user: int) -> str:
    """String: the game, with its options, that a user wants to open in a group yet to be chosen."""
    return KEYS["wanted"].format_name(shard_of(user), user=user)


def closed(user: int) -> str:
    """String: a user's private chat was closed to the bot a moment ago."""
    return KEYS["closed"].format_name(shard_of(user), user=user)


def chat_words(chat: int, language: str) -> str:
    """Hash: the words that a chat added (``+``) or removed (``-``) in a language; migrates with the chat's settings."""
    return KEYS["chat_words"].format_name(shard_of(chat), chat=chat, language=language)


@_cached
def table_alerts(chat: int) -> str:
    """Hash: who wants an alert when a chat's next table opens; migrates with the chat's settings."""
    return KEYS["callers"].format_name(shard_of(chat), chat=chat)


@_cached
def unreachable_scopes(chat: int) -> str:
    """Set: the scopes of an unreachable chat whose clocks are stopped."""
    return KEYS["halted"].format_name(shard_of(chat), chat=chat)


@_cached
def table_keys(scope: Scope) -> tuple[str, ...]:
    """The keys that ``table.lua`` reads, in its order."""
    return game(scope), seen_updates(scope), settings(scope.chat), game_words(scope), unreachable_scopes(scope.chat)


def outage_notified(chat: int) -> str:
    """String: a marker that the chat was told that the live dictionary does not answer."""
    return KEYS["outage_told"].format_name(shard_of(chat), chat=chat)


def card_selection(scope: Scope, turn: str) -> str:
    """Sorted set: the positions of cards chosen by buttons for one flip."""
    return KEYS["picks"].format_name(shard_of(scope.chat), scope=scope, turn=turn)


@_cached
def deadlines(shard: int) -> str:
    """Sorted set: scopes by when their next timeout is due."""
    return KEYS["deadlines"].format_name(shard)


def card_reveals(shard: int) -> str:
    """Sorted set: messages with revealed cards, by when these are hidden again."""
    return KEYS["reveals"].format_name(shard)


def auto_deletes(shard: int) -> str:
    """Sorted set: messages of the bot, by when they are deleted."""
    return KEYS["fades"].format_name(shard)


def claims(due: str) -> str:
    """Sorted set: the claimed members of a sorted set of what is due, given by its key."""
    return f"{due}:claimed"


def dictionary_answer(language: str, word: str) -> str:
    """String: the live dictionary's answer about a word in capitals; the word decides the shard."""
    return KEYS["finding"].format_name(zlib.crc32(word.encode()) % SHARDS, language=language, word=word)


@_cached
def outbox(shard: int) -> str:
    """Stream: notices for chats of a shard that are still to be sent."""
    return KEYS["outbox"].format_name(shard)


@_cached
def inbox(shard: int) -> str:
    """Stream: updates for chats of a shard that are still to be handled."""
    return KEYS["inbox"].format_name(shard)


@_cached
def received_updates(shard: int) -> str:
    """Sorted set: the newest updates appended to a shard's inbox, by when."""
    return KEYS["came"].format_name(shard)


def attempt_counts(shard: int) -> str:
    """Hash: attempts at updates that were delivered suspiciously often, by entry id."""
    return KEYS["begun"].format_name(shard)


def dead_letters(shard: int) -> str:
    """Stream: updates and notices of a shard that were given up, with the reason."""
    return KEYS["dead"].format_name(shard)


@_cached
def shard_schema(shard: int) -> str:
    """String: the schema of a migrated shard's data."""
    return KEYS["shard_schema"].format_name(shard)


@_cached
def shard_owner(shard: int) -> str:
    """String: the epoch by which a shard is owned."""
    return KEYS["owner"].format_name(shard)


BOT_OWNER_SHARD: Final = 0
"""The shard of all data of the bot owners that are not about single chats; its owner runs the broadcasts."""

CHATS_SEEDED: Final = KEYS["seeded"].format_name(BOT_OWNER_SHARD)
BANS: Final = KEYS["bans"].format_name(BOT_OWNER_SHARD)
MAINTENANCE: Final = KEYS["maintenance"].format_name(BOT_OWNER_SHARD)
OWNER_MENUS: Final = KEYS["menus"].format_name(BOT_OWNER_SHARD)
WORKER_STATUS: Final = KEYS["vitals"].format_name(BOT_OWNER_SHARD)
MOVE_COUNTS: Final = KEYS["moves"].format_name(BOT_OWNER_SHARD)
OWNER_ALERTS: Final = KEYS["alerts"].format_name(BOT_OWNER_SHARD)
BROADCAST: Final = KEYS["broadcast"].format_name(BOT_OWNER_SHARD)
BROADCAST_WAITING: Final = KEYS["broadcast_waiting"].format_name(BOT_OWNER_SHARD)
BROADCAST_IN_FLIGHT: Final = KEYS["broadcast_trying"].format_name(BOT_OWNER_SHARD)
BROADCAST_DELIVERED: Final = KEYS["broadcast_told"].format_name(BOT_OWNER_SHARD)
BROADCAST_FAILED: Final = KEYS["broadcast_missed"].format_name(BOT_OWNER_SHARD)


def broadcast_draft(user: int) -> str:
    """String: a broadcast that an owner has drafted and not confirmed."""
    return KEYS["announcement"].format_name(BOT_OWNER_SHARD, user=user)


def known_chats(shard: int) -> str:
    """Sorted set: the known chats of a shard, by when they were last heard from."""
    return KEYS["chats"].format_name(shard)


def running_games(shard: int) -> str:
    """Sorted set: scopes of a shard with a running game, by when something was last done there."""
    return KEYS["running"].format_name(shard)


def username(name: str) -> str:
    """String: the user id of a username, given in small letters without ``@``."""
    return KEYS["username"].format_name(zlib.crc32(name.encode()) % SHARDS, username=name)


def ban_notified(chat: int) -> str:
    """String: a marker that a banned chat or person was told so."""
    return KEYS["ban_told"].format_name(shard_of(chat), chat=chat)


@_cached
def newest_commit(shard: int) -> str:
    """String: the served time of a shard's newest commit."""
    return KEYS["committed"].format_name(shard)


def member(worker: str) -> str:
    """String: a worker's sign of life, with its state."""
    return KEYS["alive"].format_name(worker=worker)


def worker_notifications(worker: str) -> str:
    """List: notifications for a worker."""
    return KEYS["wake"].format_name(worker=worker)


def replication_marker(key: str) -> str:
    """String: what :mod:`bot.store.connection.replication` writes before it waits, in the slot of another key."""
    tag = key[key.find("{") + 1 : key.find("}")] if "{" in key else key
    return KEYS["replicated"].pattern.replace("NN", tag)
