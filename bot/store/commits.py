"""A loaded table, the commit that changes it in one step, and the possible results of a commit."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    """Whether a table's number in its place is in use, was told, or rests."""

    is_open: bool  # whether players sit, or may sit, at the table
    is_told: bool  # whether people were told this number, since other tables were open
    free_since: int = 0  # when a table that is not open became so; Unix seconds

    def is_resting(self, now: float) -> bool:
        """Whether the number must not be reused at ``now``, in Unix seconds."""
        return self.is_told and not self.is_open and now < self.free_since + NUMBER_REST_SECONDS


@dataclass(frozen=True, slots=True)
class Loaded:
    """The stored data of a table."""

    version: int  # counts the commits; 0 if there never was a table
    state: bytes | None
    settings: Mapping[str, str]  # the chat's settings
    duplicate: bool  # whether the update that was given is committed already
    custom_words: bytes | None = None  # see `Commit.custom_words`
    downtime_ms: int = 0  # `Commit.downtime_ms` of the newest commit
    unreachable: frozenset[Scope] = frozenset()  # the chat's scopes whose clocks are stopped until it is reachable
    migrated_to: MigratedChat | None = None  # the supergroup, if the chat has migrated: use nothing else then
    messages: frozenset[int] = frozenset()  # the last messages about the table
    numbers: Mapping[int, TableNumber] = field(default_factory=dict)
    """The numbers of the place's tables, including resting ones."""
    others: Mapping[int, "Loaded"] = field(default_factory=dict)
    """The place's other tables by number, if they were read."""


def to_loaded(read: Sequence[Any]) -> Loaded:
    """Parse a reply of ``read_table.lua``."""
    version, state, duplicate, settings, words, downtime_ms, unreachable, moved, left, messages, numbers, others = read
    loaded = Loaded(
        version,
        state,
        {name.decode(): value.decode() for name, value in zip(settings[::2], settings[1::2], strict=True)},
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
    )
    return replace(loaded, others=dict(_to_other_table(loaded, other) for other in others))


def _to_other_table(first: Loaded, read: Sequence[Any]) -> tuple[int, Loaded]:
    number, version, state, words, downtime, messages = read
    own = {"version": version, "state": state, "custom_words": words, "downtime_ms": downtime}
    return int(number), replace(first, **own, messages=_to_messages(messages))


def _to_messages(stored: bytes) -> frozenset[int]:
    return frozenset(map(int, stored.split()))


def _to_table_number(stored: bytes) -> TableNumber:
    if stored in {b"open", b"told"}:
        return TableNumber(is_open=True, is_told=stored == b"told")
    since = int(stored) if _SECONDS.fullmatch(stored) else 0
    return TableNumber(is_open=False, is_told=since > 0, free_since=abs(since))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What the commit that ends a game stores beyond the table."""

    id: str  # `engine.game_record.GameRecord.id`
    record: bytes
    packed_game: bytes | None  # `None` if the log could not be read
    history_seconds: int  # how long the packed game is kept; 0 for not at all


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A change that is stored as a whole or not at all."""

    scope: Scope
    expected_version: int  # the version that the change was computed from
    update_id: int | None  # the update that caused it, which is applied once; `None` without one
    state: bytes | None  # `None` removes the table; its version goes on counting
    log: Sequence[bytes] = ()
    outbox: Sequence[bytes] = ()
    deadline: float | None = None  # when the next timeout is due, in Unix seconds in served time; `None` for never
    reset_log: bool = False  # whether a new game begins, with an empty log and no custom words
    audit_entries: Sequence[bytes] = ()
    """Decisions about finished tables that the place keeps when the tables' logs are gone; idempotent."""
    custom_words: bytes | None = None
    """The chat's custom words at the start of the game; ``None`` keeps the stored ones."""
    downtime_ms: int = 0  # the service's total downtime at the commit, in milliseconds
    served_at_ms: int | None = None
    """The time of the commit, in Unix milliseconds of served time; served time never falls behind it."""
    alerted: Sequence[str] = ()
    """The subscribers of table alerts to remove (:mod:`bot.store.chats`); the commit conflicts if one is gone already.
    """
    short_retention: bool = False
    """Whether no game runs any more, so that the table is kept only for :data:`~bot.store.retention.FINISHED_SECONDS`.
    """
    finished_game: FinishedGame | None = None  # what is kept of a game that this commit ends with a result
    told_numbers: Sequence[int] = ()
    """If a table opens beside others: the numbers of all of them, which people are told from then on."""


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
"""The metrics' names for the commit script's answers; other answers are a ``conflict``."""

MOST_HOPS: Final = 3
"""How often an update may be forwarded: from a private chat to a group, and to its supergroup."""


WEB_UPDATES: Final = 2**51
"""The numbers of actions on the board page start here and stay below 2⁵²; Telegram's update ids are far smaller."""


class WrongLane(Exception):
    """The update would change ``scope``, a table of another chat than that of its lane; nothing was changed."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"the table at {scope} is another chat's")
        self.scope: Final = scope


@dataclass(frozen=True, slots=True)
class UpdateRefusal:
    """The refusal of an update, repeated by every later try, whatever happens at the table meanwhile."""

    error: EngineError
    suggestion: str  # the text below the refusal; may be empty


@dataclass(slots=True, eq=False)
class UpdateContext:
    """An update being handled: one object for all tries and all components that handle it."""

    id: int  # the update's id
    entry: InboxEntry | None = None  # its entry in an inbox, if it has one
    lane_chat: int | None = None  # the chat in whose lane it is; `None` in no lane, where it may change any table
    table_label: str = ""
    """The label of the update's table, without HTML: ``#3 Kiraz–Limon 🎯``; empty for a place's only table."""
    reply_owed: bool = False
    """Whether the sender gets a reply of their own; then a commit leaves the entry in the inbox."""
    coalesced: bool = False  # whether several users asked for the same and share the reply
    sending: Sending = GAME_NEWS  # how messages caused by it are sent
    acked: bool = False  # whether a commit deleted its entry from the inbox
    table_changed: bool = False  # whether it changed a table in a way that the chat is told, not only in secret
    refusal: UpdateRefusal | None = None  # why it was refused; every later try repeats this
    asked_about: int | None = None
    """The id of the update whose question this one answers: both mean the same action, which is committed once."""

    chosen_table: Scope | None = None  # the table chosen for an action; all later tries use it

    @property
    def is_web(self) -> bool:
        """Whether it comes from the board page, where its reply is shown."""
        return self.id >= WEB_UPDATES

    @property
    def counted_as(self) -> int:
        """The update id under which it is committed: :attr:`asked_about`, if set, else its own."""
        return self.id if self.asked_about is None else self.asked_about

    @property
    def forwarded_to(self) -> Scope | None:
        """The table that the update was forwarded to, or ``None``."""
        return None if self.entry is None else self.entry.forwarded_to

    @property
    def was_delivered_before(self) -> bool:
        """Whether another process may have begun to handle it."""
        return self.entry is not None and self.entry.deliveries > 1

    @property
    def hops(self) -> int:
        """How often the update was forwarded."""
        return 0 if self.entry is None else self.entry.hops

    def release_lane(self) -> None:
        """Let the lane's next update begin; of this one, only the reply is left to send or retry."""
        self.sending.on_wait()

    def check_lane(self, scope: Scope) -> None:
        """Raise WrongLane unless ``scope``, which is about to change, belongs to the update's lane."""
        if self.lane_chat is not None and self.lane_chat != scope.chat:
            raise WrongLane(scope)
