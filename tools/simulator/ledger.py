"""What people asked for while things broke, and what an audit found.

Instants are seconds of one monotonic clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec import Struct

from bot.store.scope import Scope
from bot.tables.loaded_table import table_name
from engine.game import Table
from engine.rulesets import Ruleset
from tools.simulator.expected import ExpectedAction

FindingKind = Literal["lost", "doubled", "leaked", "out_of_order", "stuck", "wrong", "misplaced"]
"""``wrong``: a state, score or deadline that does not follow from its log; told as ``lost`` in the totals, since what
was committed is not what is there. ``misplaced``: an update was committed at another table than the one meant, or its
sender was asked although it names its table."""


class Finding(Struct, frozen=True):
    """One fault: where, and enough to look into it. It may quote secrets of a game."""

    kind: FindingKind
    where: str
    what: str


class Findings:
    """Everything found."""

    def __init__(self) -> None:
        self.all: Final[list[Finding]] = []

    def add_finding(self, kind: FindingKind, where: object, what: str) -> None:
        """Note a fault."""
        self.all.append(Finding(kind, str(where), what))

    def count_kinds(self, *kinds: FindingKind) -> int:
        """How many of these kinds."""
        return sum(finding.kind in kinds for finding in self.all)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


NEVER: Final = float("inf")


@dataclass(slots=True, eq=False)
class SentUpdate:
    """An update, and what it asks of a table."""

    update_id: int
    record: "TableRecord"
    """The place of the table that it is about."""
    expected: ExpectedAction
    is_ordered: bool
    """Whether it keeps its place among what comes from its chat: taps and private chats have lanes of their own."""
    seen_actions: int
    """How many actions of the table whoever sent it had seen."""
    posted_at: float
    """When it was posted first."""
    acknowledged_at: float = NEVER
    """When Telegram was first told that it is safe."""
    names_table: bool = False
    """Whether it says which table it means, so that nobody may be asked about it."""
    moved_at: float = NEVER
    """When its group became a supergroup, if it was sent before that."""
    also_answered: list["TableRecord"] = field(default_factory=list)
    """The other tables that were tapped when its sender was asked which one it meant."""

    @property
    def is_of_former_chat(self) -> bool:
        """Whether it was sent before its group became a supergroup."""
        return self.moved_at != NEVER

    @property
    def meant_tables(self) -> list["TableRecord"]:
        """The tables of which one may have taken it."""
        return [self.record, *self.also_answered]

    def __str__(self) -> str:
        return f"update {self.update_id}{'' if self.is_ordered else ', in no order,'} ({self.expected})"


@dataclass(slots=True, eq=False)
class TableRecord:
    """A table of a chat, or of a topic of one."""

    scope: Scope
    title: str
    former_chat: int | None = None
    """The group's number before it became a supergroup."""
    ruleset: Ruleset | None = None
    secret: str | None = None
    """Of the table, once it has been read; a table that is closed takes it along."""
    sent_updates: list[SentUpdate] = field(default_factory=list)
    """In the order in which they were posted."""
    neighbours: list["TableRecord"] = field(default_factory=list)
    """All tables of its chat or topic, itself among them; empty where it is the only one ever."""
    seen_table: Table | None = None
    """As it was seen last by whoever plays there."""
    messages: frozenset[int] = frozenset()
    """The bot's messages about it, as far as the bot knew them then."""
    is_settled: bool = False
    """Whether all that was asked there lately has been seen to be done, so that the turn is whose it seems to be."""
    is_number_told: bool = False
    """Whether people have been told its number, so that it says without a command that a move is meant."""
    seen_version: int = 0
    """How many actions of its number had been committed when it was read last."""
    former_tables: tuple["TableRecord", ...] = ()
    """The tables whose number it got, whose actions are counted ahead of its own."""
    versions_before: int = 0
    """How many actions those had, once its log has been read."""
    is_replaced: bool = False
    """Whether another table got its number and its log, which happens only to numbers that nobody was told."""
    is_told_again: bool = False
    """Whether its number had been told for another table before, a short while ago."""

    def __str__(self) -> str:
        return str(self.scope)

    @property
    def name(self) -> str | None:
        """The table's short name, which its buttons carry; ``None`` before it was seen."""
        return None if self.seen_table is None else table_name(self.seen_table)

    @property
    def former_versions(self) -> int:
        """How many actions at least were committed at the tables whose number it got."""
        return max((one.seen_version for one in self.former_tables), default=0)

    def is_at(self, scope: Scope) -> bool:
        """Whether a scope is this table's, under any number that its chat has had."""
        return scope.chat in self.chat_numbers and (scope.topic, scope.table) == (self.scope.topic, self.scope.table)

    @property
    def chat_numbers(self) -> frozenset[int]:
        """The numbers that the chat has had."""
        return frozenset({self.scope.chat} | ({self.former_chat} if self.former_chat is not None else set()))


class Ledger:
    """Every place that was played at, and what was asked there."""

    def __init__(self) -> None:
        self.records: Final[list[TableRecord]] = []
        self.unnumbered: Final[list[TableRecord]] = []
        """Tables of which nobody has learned the number yet."""
        self.update_count = 0
        """Different ones that were posted."""
        self.duplicate_count = 0
        """How often one was posted that had been acknowledged."""
        self._waiting: Final[set[int]] = set()

    def add_record(self, record: TableRecord) -> TableRecord:
        """Note a new place."""
        self.records.append(record)
        return record

    def number_table(self, record: TableRecord) -> None:
        """Note that the number of a table is known."""
        self.unnumbered.remove(record)
        self.add_record(record)

    def record_posted(self, update: int) -> None:
        """Note that an update goes out for the first time."""
        self.update_count += 1
        self._waiting.add(update)

    def record_acknowledged(self, update: int) -> None:
        """Note that Telegram was told that an update is safe; again is harmless."""
        self._waiting.discard(update)

    @property
    def unacknowledged_updates(self) -> frozenset[int]:
        """Updates that Telegram still holds."""
        return frozenset(self._waiting)
