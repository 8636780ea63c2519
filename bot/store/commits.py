"""A table as it is loaded, the commit that changes it in one step, and the possible results of a commit.

:class:`bot.store.games.GameStore` reads and writes them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.store.chat_migration import MigratedChat
from bot.store.keys import Scope, parse_scopes
from bot.store.retention import NUMBER_REST_SECONDS
from bot.store.streams import InboxEntry
from bot.workers.sending import GAME_NEWS, Sending
from engine.errors import EngineError

_SECONDS: Final = re.compile(rb"-?\d{1,15}")
_NUMBER: Final = re.compile(rb"[1-9]\d{0,8}")


@dataclass(frozen=True, slots=True)
class TableNumber:
    """What the number of a table in its place is."""

    is_open: bool  # whether people sit at the table or may sit down
    is_told: bool  # whether people know the table by it, as others were open meanwhile
    free_since: int = 0  # when a table that is not open became so; Unix seconds

    def is_resting(self, now: float) -> bool:
        """Whether it must not be given to another table at ``now``, in Unix seconds."""
        return self.is_told and not self.is_open and now < self.free_since + NUMBER_REST_SECONDS


@dataclass(frozen=True, slots=True)
class OtherTable:
    """What is stored of another table in the same place."""

    number: int
    version: int
    state: bytes | None
    custom_words: bytes | None
    downtime_ms: int
    messages: frozenset[int]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is stored of a table."""

    version: int  # counts the commits; 0 if there never was a table
    state: bytes | None
    settings: Mapping[str, str]  # the chat's settings
    duplicate: bool  # whether the update in question was committed before
    custom_words: bytes | None = None  # as `Commit.custom_words`
    downtime_ms: int = 0  # the newest commit's `Commit.downtime_ms`
    unreachable: frozenset[Scope] = frozenset()  # the chat's scopes whose clocks are stopped until it can be told again
    migrated_to: MigratedChat | None = None  # where the chat is now, if it has migrated; then the rest must not be used
    messages: frozenset[int] = frozenset()  # the newest messages about the table
    numbers: Mapping[int, TableNumber] = field(default_factory=dict)
    """The numbers of the place's tables, those that rest among them."""
    others: Sequence[OtherTable] = ()  # the place's other tables, if they were read


def _pairs(parts: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    texts = (part.decode() for part in parts)
    return zip(texts, texts, strict=True)


def to_loaded(read: Sequence[Any]) -> Loaded:
    """A table as ``read_table.lua`` reads it."""
    version, state, duplicate, settings, words, downtime_ms, unreachable, moved, left, messages, numbers, others = read
    return Loaded(
        version,
        state,
        dict(_pairs(settings)),
        bool(duplicate),
        words,
        downtime_ms,
        frozenset(parse_scopes(unreachable)),
        None if moved is None else MigratedChat(int(moved), bool(left)),
        _to_messages(messages),
        {
            int(number): _to_table_number(what)
            for number, what in zip(numbers[::2], numbers[1::2], strict=True)
            if _NUMBER.fullmatch(number)
        },
        tuple(map(_to_other_table, others)),
    )


def _to_other_table(read: Sequence[Any]) -> OtherTable:
    number, version, state, words, downtime_ms, messages = read
    return OtherTable(int(number), version, state, words, downtime_ms, _to_messages(messages))


def _to_messages(stored: bytes) -> frozenset[int]:
    return frozenset(map(int, stored.split()))


def _to_table_number(stored: bytes) -> TableNumber:
    if stored in {b"open", b"told"}:
        return TableNumber(is_open=True, is_told=stored == b"told")
    since = int(stored) if _SECONDS.fullmatch(stored) else 0
    return TableNumber(is_open=False, is_told=since > 0, free_since=abs(since))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What is stored of a game in the commit that ends it, beyond its table."""

    id: str  # `engine.game_record.GameRecord.id`
    record: bytes
    packed_game: bytes | None  # `None` where the log could not be read
    history_seconds: int  # how long the packed game is kept; 0 for not at all


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A change that is stored as a whole or not at all."""

    scope: Scope
    expected_version: int  # the version that the change was computed from
    update_id: int | None  # the update that caused it, which is applied once; `None` if no update caused it
    state: bytes | None  # `None` removes the table; its version goes on counting
    log: Sequence[bytes] = ()
    outbox: Sequence[bytes] = ()
    deadline: float | None = None  # when the next timeout is due, in Unix seconds in served time; `None` for never
    reset_log: bool = False  # whether a new game begins, with an empty log and no custom words
    audit_entries: Sequence[bytes] = ()
    """Decisions about tables that are over, to be kept for the place beyond their logs; again is once."""
    custom_words: bytes | None = None
    """The chat's custom words as the game begins with them; ``None`` leaves what is stored."""
    downtime_ms: int = 0  # the total downtime of the service by then, in milliseconds
    served_at_ms: int | None = None
    """When it was done, in Unix milliseconds in served time, which never runs back past it."""
    alerted: Sequence[str] = ()
    """Subscribers of table alerts that it removes (:mod:`bot.store.chats`); if one is gone already, the commit
    loses."""
    short_retention: bool = False
    """Whether no game runs any more and the rest is kept for :data:`~bot.store.retention.FINISHED_SECONDS` only."""
    finished_game: FinishedGame | None = None  # what counts of the game, if the change ends it with a result
    told_numbers: Sequence[int] = ()
    """Where a table opens beside others: the numbers of all of them, which people are told from now on."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored as this version."""

    version: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The update was committed before; nothing was changed."""

    version: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another commit came first and left this version; nothing was changed."""

    version: int


@dataclass(frozen=True, slots=True)
class ChatMigrated:
    """The chat has migrated to ``chat``; nothing was changed."""

    chat: int


COMMIT_OUTCOMES: Final = {b"ok": "committed", b"seen": "duplicate", b"moved": "chat_migrated"}
"""What metrics call the answers of the commit's script; any other is a ``conflict``."""

MOST_HOPS: Final = 3
"""How often an update is forwarded at most: from a private chat to a group, and to the supergroup it became."""


WEB_UPDATES: Final = 2**51
"""From here on, below 2⁵², are the numbers of what people do on the board page; Telegram's are far smaller."""


class WrongLane(Exception):
    """The update would change another chat's table, ``scope``, than that of its lane; nothing was changed."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"the table at {scope} is another chat's")
        self.scope: Final = scope


@dataclass(frozen=True, slots=True)
class UpdateRefusal:
    """The refusal of an update, which stands whatever is done at the table afterwards."""

    error: EngineError
    suggestion: str  # the text below the refusal; may be empty


@dataclass(slots=True, eq=False)
class UpdateContext:
    """An update that is being handled: one object for all tries, which every part of the handling has."""

    id: int  # Telegram's number
    entry: InboxEntry | None = None  # its entry in an inbox; `None` if it lies in none
    lane_chat: int | None = None  # the chat in whose lane it is; `None` in no lane, where it may change any table
    table_label: str = ""
    """Which of several tables it was found to be about, plain: ``#3 Kiraz–Limon 🎯``; empty where there is one."""
    reply_owed: bool = False
    """Whether its sender gets a reply of their own; then a commit leaves the entry in the inbox."""
    coalesced: bool = False  # whether several people asked for the same and are answered together
    sending: Sending = GAME_NEWS  # how what is sent because of it is sent
    acked: bool = False  # whether a commit deleted its entry from the inbox
    table_changed: bool = False  # whether it has changed a table so that its chat is told; what is secret has not
    refusal: UpdateRefusal | None = None  # why it was refused; every further try to answer its sender says the same
    asked_about: int | None = None
    """The update whose question it answers, by its number: both do the same thing, which is committed once."""

    chosen_table: Scope | None = None
    """The table that an action is about, once that is chosen: each further try stays with it."""

    @property
    def is_web(self) -> bool:
        """Whether it comes from the board page, which shows its reply."""
        return self.id >= WEB_UPDATES

    @property
    def counted_as(self) -> int:
        """The number by which what it commits is known to its chat."""
        return self.id if self.asked_about is None else self.asked_about

    @property
    def forwarded_to(self) -> Scope | None:
        """The table that it was forwarded to, if it was."""
        return None if self.entry is None else self.entry.forwarded_to

    @property
    def was_delivered_before(self) -> bool:
        """Whether another process may have begun to handle it."""
        return self.entry is not None and self.entry.deliveries > 1

    @property
    def hops(self) -> int:
        """How often it was forwarded."""
        return 0 if self.entry is None else self.entry.hops

    def release_lane(self) -> None:
        """Let the next update of its lane begin: all that is left of this one is a reply, or a further try to reply."""
        self.sending.on_wait()

    def check_lane(self, scope: Scope) -> None:
        """Raise WrongLane unless it is in the lane of the table that is about to change."""
        if self.lane_chat is not None and self.lane_chat != scope.chat:
            raise WrongLane(scope)
