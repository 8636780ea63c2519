"""Names of the keys in Redis, and of the scripts that touch several; what each holds is in :mod:`bot.store.keyspace`.

Everything that one commit touches carries the same hash tag, so that it shares a slot of a cluster.
"""

import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, Self

from bot.store.keyspace import KEYS

ScriptName = Literal[
    "adopt",
    "alive",
    "aside",
    "beat",
    "begun",
    "broadcast",
    "bury",
    "choose",
    "close",
    "commit",
    "due",
    "dump",
    "give_back",
    "inherit",
    "leave",
    "load",
    "log",
    "lying",
    "migrate",
    "own",
    "pick",
    "put",
    "revive",
    "spread",
    "spread_to",
    "take",
    "told",
    "undraft",
]
"""The Lua scripts in ``bot/store/scripts``."""
ScriptPart = Literal["table"]
"""What stands there for scripts to use."""

SHARDS: Final = 64
"""How many shards there are. Part of the data format: with another number no stored game would be found."""


_kept: Final = lru_cache(maxsize=1024)
"""What a move asks for several times over is made once; the names of some hundred chats are kept, 150 bytes each."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a game is played: a chat, or one topic of a forum."""

    chat: int
    topic: int | None = None

    @property
    def private(self) -> bool:
        """Whether it is somebody's own chat with the bot: Telegram numbers groups below 0."""
        return self.chat > 0

    def __str__(self) -> str:
        return str(self.chat) if self.topic is None else f"{self.chat}:{self.topic}"

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        """The scope that ``str`` made.

        Raises:
            ValueError: the text is not a scope.
        """
        chat, colon, topic = (text if isinstance(text, str) else text.decode()).partition(":")
        return cls(int(chat), int(topic) if colon else None)


def scopes(names: Iterable[str | bytes]) -> list[Scope]:
    """The scopes among some stored names; what is none is passed by, so that it is in nobody's way."""
    found = []
    for name in names:
        with suppress(ValueError):
            found.append(Scope.parse(name))
    return found


@_kept
def _checksum(number: int) -> int:
    return zlib.crc32(str(number).encode())


def shard_of(number: int) -> int:
    """The shard of a chat or a user, 0 to 63: CRC-32 of the decimal text modulo 64."""
    return _checksum(number) % SHARDS


CLOCK: Final = KEYS["clock"].named()
WORKERS: Final = KEYS["workers"].named()
ABSENCES: Final = KEYS["absences"].named()
JUMPS: Final = KEYS["jumps"].named()
REWRITTEN: Final = KEYS["rewritten"].named()
LIVING: Final = KEYS["living"].named()
RESTORING: Final = KEYS["restoring"].named()
BOT: Final = KEYS["bot"].named()
SCHEMA: Final = KEYS["schema"].named()
MIGRATING: Final = KEYS["migrating"].named()


@_kept
def game(scope: Scope) -> str:
    """Hash: the version, the state, the newest message about it and the newest picture of it."""
    return KEYS["game"].named(shard_of(scope.chat), scope=scope)


@_kept
def game_words(scope: Scope) -> str:
    """String: the chat's own words as they were when the current game began."""
    return KEYS["game_words"].named(shard_of(scope.chat), scope=scope)


@_kept
def log(scope: Scope) -> str:
    """List: the actions of the current game."""
    return KEYS["log"].named(shard_of(scope.chat), scope=scope)


def aside(scope: Scope, version: int) -> str:
    """Hash: a table that was put aside in that version, as it could not be read."""
    return KEYS["aside"].named(shard_of(scope.chat), scope=scope, version=version)


def aside_log(scope: Scope, version: int) -> str:
    """List: the log of such a table."""
    return KEYS["aside_log"].named(shard_of(scope.chat), scope=scope, version=version)


@_kept
def seen(scope: Scope) -> str:
    """Sorted set: the updates that were committed, by the version they made."""
    return KEYS["seen"].named(shard_of(scope.chat), scope=scope)


@_kept
def settings(chat: int) -> str:
    """Hash: what the chat has chosen, for all its topics."""
    return KEYS["settings"].named(shard_of(chat), chat=chat)


def user_games(user: int) -> str:
    """Set: where a user sits at a table, each scope followed by a space and the table's short name."""
    return KEYS["user_games"].named(shard_of(user), user=user)


def user_finished(user: int) -> str:
    """List: the games that a user has finished, newest first, noted as in :func:`user_games`."""
    return KEYS["user_finished"].named(shard_of(user), user=user)


def tongue(user: int) -> str:
    """String: the language that a user's Telegram speaks, where it is one of ours."""
    return KEYS["tongue"].named(shard_of(user), user=user)


def refused(user: int) -> str:
    """String: a user's newest message with a move that was refused."""
    return KEYS["refused"].named(shard_of(user), user=user)


def arranged(user: int, table: str) -> str:
    """String: how a user has laid the tiles of the own rack at the table of that short name."""
    return KEYS["arranged"].named(shard_of(user), user=user, table=table)


def wanted(user: int) -> str:
    """String: the game, with its options, that a user wants to open in a group that they are about to choose."""
    return KEYS["wanted"].named(shard_of(user), user=user)


def closed(user: int) -> str:
    """String: a user's private chat was closed to the bot a moment ago."""
    return KEYS["closed"].named(shard_of(user), user=user)


def chat_words(chat: int, language: str) -> str:
    """Hash: the chat's words in a language, with ``+`` or ``-``; it moves with the chat's settings."""
    return KEYS["chat_words"].named(shard_of(chat), chat=chat, language=language)


@_kept
def callers(chat: int) -> str:
    """Hash: who wants to be told of a chat's next table; it moves with the chat's settings."""
    return KEYS["callers"].named(shard_of(chat), chat=chat)


@_kept
def halted(chat: int) -> str:
    """Set: where in a chat that cannot be reached the clocks were stopped."""
    return KEYS["halted"].named(shard_of(chat), chat=chat)


@_kept
def table(scope: Scope) -> tuple[str, ...]:
    """All that ``table.lua`` reads, in its order."""
    return game(scope), seen(scope), settings(scope.chat), game_words(scope), halted(scope.chat)


def outage_told(chat: int) -> str:
    """String: the chat was told that the live service does not answer."""
    return KEYS["outage_told"].named(shard_of(chat), chat=chat)


def picks(scope: Scope, turn: str) -> str:
    """Sorted set: the positions chosen by buttons for one turning up of cards."""
    return KEYS["picks"].named(shard_of(scope.chat), scope=scope, turn=turn)


@_kept
def deadlines(shard: int) -> str:
    """Sorted set: scopes by the instant their next time-out is due."""
    return KEYS["deadlines"].named(shard)


def reveals(shard: int) -> str:
    """Sorted set: messages that show what is to be hidden again, by the instant at which it is due."""
    return KEYS["reveals"].named(shard)


def fades(shard: int) -> str:
    """Sorted set: messages that are to be deleted, by the instant at which it is due."""
    return KEYS["fades"].named(shard)


def claims(due: str) -> str:
    """Sorted set: what of such a set of what is due, given by its key, somebody has in hand."""
    return f"{due}:claimed"


def finding(language: str, word: str) -> str:
    """String: what the live dictionary of a language says of a word in capitals; spread over the shards by the word."""
    return KEYS["finding"].named(zlib.crc32(word.encode()) % SHARDS, language=language, word=word)


@_kept
def outbox(shard: int) -> str:
    """Stream: what the chats of a shard are still to be told."""
    return KEYS["outbox"].named(shard)


@_kept
def inbox(shard: int) -> str:
    """Stream: updates about the chats of a shard that were accepted and not yet handled."""
    return KEYS["inbox"].named(shard)


@_kept
def came(shard: int) -> str:
    """Sorted set: the newest updates that were put into a shard's inbox, by when."""
    return KEYS["came"].named(shard)


def begun(shard: int) -> str:
    """Hash: how often updates began to be handled that were given out suspiciously often, by their entries."""
    return KEYS["begun"].named(shard)


def dead(shard: int) -> str:
    """Stream: updates of a shard that were given up or are none, with the reason."""
    return KEYS["dead"].named(shard)


@_kept
def shard_schema(shard: int) -> str:
    """String: the schema of what a migrated shard holds."""
    return KEYS["shard_schema"].named(shard)


@_kept
def owner(shard: int) -> str:
    """String: the epoch by which a shard is owned."""
    return KEYS["owner"].named(shard)


DESK: Final = 0
"""The shard in which all lies that the owners' desk keeps but for what is about single chats; its owner does the work
of the desk."""
SEEDED: Final = KEYS["seeded"].named(DESK)
BANS: Final = KEYS["bans"].named(DESK)
MAINTENANCE: Final = KEYS["maintenance"].named(DESK)
MENUS: Final = KEYS["menus"].named(DESK)
VITALS: Final = KEYS["vitals"].named(DESK)
MOVES: Final = KEYS["moves"].named(DESK)
ALERTS: Final = KEYS["alerts"].named(DESK)
BROADCAST: Final = KEYS["broadcast"].named(DESK)
BROADCAST_WAITING: Final = KEYS["broadcast_waiting"].named(DESK)
BROADCAST_TRYING: Final = KEYS["broadcast_trying"].named(DESK)
BROADCAST_TOLD: Final = KEYS["broadcast_told"].named(DESK)
BROADCAST_MISSED: Final = KEYS["broadcast_missed"].named(DESK)


def announcement(user: int) -> str:
    """String: what an owner is about to tell all chats."""
    return KEYS["announcement"].named(DESK, user=user)


def chats(shard: int) -> str:
    """Sorted set: the chats of a shard where the bot was heard from, by when."""
    return KEYS["chats"].named(shard)


def running(shard: int) -> str:
    """Sorted set: scopes of a shard where a game runs, by when something was last done there."""
    return KEYS["running"].named(shard)


def username(name: str) -> str:
    """String: whose a name with ``@`` is, given without it and in small letters."""
    return KEYS["username"].named(zlib.crc32(name.encode()) % SHARDS, username=name)


def ban_told(chat: int) -> str:
    """String: a banned chat or person was told so."""
    return KEYS["ban_told"].named(shard_of(chat), chat=chat)


@_kept
def committed(shard: int) -> str:
    """String: up to when, in served time, anything was committed in a shard."""
    return KEYS["committed"].named(shard)


def alive(worker: str) -> str:
    """String: a worker lives, and whether it is leaving."""
    return KEYS["alive"].named(worker=worker)


def wake(worker: str) -> str:
    """List: there is something for a worker to read."""
    return KEYS["wake"].named(worker=worker)


def replicated(key: str) -> str:
    """String: written so that replicas can be waited for, in the slot of another key."""
    tag = key[key.find("{") + 1 : key.find("}")] if "{" in key else key
    return KEYS["replicated"].pattern.replace("NN", tag)
