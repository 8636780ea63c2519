"""What people asked for while things broke: the updates sent, what the rules make of them, and the findings.

An :class:`ExpectedAction` is tried on each table state on which the bot may have judged its update: the auditor's own
reading, independent of the bot's. With ``make`` it must be in the log, unless the rules refuse it there; the effect of
the others depends on more than the table. Instants are seconds of a monotonic clock.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.announce.compose import PostComposer
from bot.families import registry
from bot.judges import WordChanges
from bot.store.keys import Scope
from bot.tables.codec import Notice
from bot.tables.games import needs_no_message
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import Keyboards
from bot.telegram.server_features import replace_date_tags
from bot.texts import Texts
from bot.user_input.commands import load_vocabulary
from bot.wording.speaker import Speaker
from engine import game
from engine.alphabet import load_alphabet
from engine.crossword.actions import Place
from engine.crossword.notation import parse_move, resolve_for_user
from engine.crossword.state import GameState
from engine.duplicate.actions import Answer
from engine.duplicate.view import Play
from engine.errors import Refusal
from engine.game import Game, Table
from engine.game_base import TurnGame
from engine.invitations import begin_in, lobby_after_last_seat
from engine.lobby_seats import Begin, Join, Lobby, Open
from engine.lobby_view import LobbyView
from engine.messages import Action, View
from engine.rulesets import Ruleset
from engine.table_log import LogEntry, try_action

MaybeTable = Table | None


class ExpectedAction(Struct, frozen=True, kw_only=True):
    by: int
    what: str
    table_name: str = ""
    """The table's short name, as in a button's data; empty for a command."""
    make: Callable[[Table, datetime], Action] | None = None
    """Makes the action for a table, or raises :class:`~engine.errors.EngineError`; ``None`` if no entry is sure."""
    is_cause: Callable[[Action, MaybeTable], bool] | None = None
    """Whether it may be behind an action applied to a table; if ``None``, only behind the action of ``make``."""
    opens_table: bool = False

    @property
    def must_be_logged(self) -> bool:
        return self.make is not None

    def to_action(self, table: Table, now: datetime) -> Action:
        if self.make is None or (self.table_name and not table.commitment.startswith(self.table_name)):
            raise Refusal("stale_button")
        return self.make(table, now)

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:
        """Whether an action applied to this table is the one asked for; raises as :meth:`to_action`."""
        if self.is_cause is not None:
            return self.is_cause(action, table)
        return table is not None and self.to_action(table, now) == action

    def try_on_table(self, table: Table, now: datetime) -> tuple[str, ...]:
        """Try the action, and return the words that have to be valid; raises as :meth:`to_action`."""
        words, _ = try_action(table, self.to_action(table, now), now)
        return words

    def __str__(self) -> str:
        return f"{self.what} by {self.by}"


class AnswerAsked(ExpectedAction, frozen=True, kw_only=True):
    """An answer to a round of Duplicate; :mod:`tools.simulator.rounds` audits its effect."""

    round: int
    play: Play

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as above
        return (
            isinstance(action, Answer)
            and action.round == self.round
            and sorted(action.tiles, key=str) == sorted(self.play.tiles, key=str)
        )


def expect(action: Action, table_name: str = "") -> ExpectedAction:
    by = int(getattr(action, "by", 0))
    return ExpectedAction(by=by, what=str(action), table_name=table_name, make=lambda *_: action)


def may_come(by: int, what: str, is_cause: Callable[[Action], bool], table_name: str = "") -> ExpectedAction:
    """Expect something that may have no effect: Telegram is asked about it, or time may have run out."""
    return ExpectedAction(by=by, what=what, table_name=table_name, is_cause=lambda action, _: is_cause(action))


def open_table(by: int, name: str) -> ExpectedAction:
    opened = Open(by, name)
    return ExpectedAction(
        by=by,
        what="a table",
        opens_table=True,
        make=lambda *_: opened,
        is_cause=lambda action, table: table is None and action == opened,
    )


def start_game(by: int, message: int) -> ExpectedAction:
    """Expect the start of the game by this message; the bot fills in the lexicon."""

    def is_cause(action: Action, table: MaybeTable) -> bool:
        return isinstance(table, Lobby) and isinstance(action, Begin) and (action.by, action.message) == (by, message)

    return ExpectedAction(by=by, what="the start", make=lambda *_: Begin(by, message, "", None), is_cause=is_cause)


def take_seat(by: int, name: str, message: int) -> ExpectedAction:
    """Expect a player to take a seat by this message; at a full table that starts by itself, it starts the game too."""

    def sit_down(table: MaybeTable) -> Join:
        sits = Join(by, name)
        full = lobby_after_last_seat(table, sits) if isinstance(table, Lobby) else None
        return sits if full is None else replace(sits, begin=Begin(by, message, "", None))

    def is_cause(action: Action, table: MaybeTable) -> bool:
        if isinstance(action, Join) and isinstance(table, Game) and not isinstance(table, TurnGame):
            # Players may join such games while they run.
            return (action.by, action.name) == (by, name)
        if not isinstance(table, Lobby) or not isinstance(action, Join):
            return False
        began, begins = begin_in(action), begin_in(sit_down(table))
        same = (began and (began.by, began.message)) == (begins and (begins.by, begins.message))
        return same and (action.by, action.name) == (by, name)

    return ExpectedAction(by=by, what="a seat", make=lambda table, _: sit_down(table), is_cause=is_cause)


def typed_play(by: int, text: str, table_name: str = "", turn: int | None = None) -> ExpectedAction:
    """Expect a typed play, read on the current board; with ``turn``, as from a button, only at that turn."""

    def make(table: Table, now: datetime) -> Action:
        state = _require_running_board(table, turn)
        move = parse_move(text, load_alphabet(state.ruleset.language), load_vocabulary())
        return resolve_for_user(state, by, move, now)

    return ExpectedAction(by=by, what=text, table_name=table_name, make=make)


def laid_play(action: Place, table_name: str, turn: int) -> ExpectedAction:
    """Expect a play of the board page: tiles on cells, whichever words they form by then, only at that turn."""

    def make(table: Table, _: datetime) -> Action:
        _require_running_board(table, turn)
        return action

    return ExpectedAction(by=action.by, what=str(action), table_name=table_name, make=make)


def _require_running_board(table: Table, turn: int | None) -> GameState:
    if not isinstance(table, GameState):
        raise Refusal("another_game")
    if table.outcome is not None:
        raise Refusal("game_over")
    if turn is not None and table.number != turn:
        raise Refusal("stale_button")
    return table


FindingKind = Literal["lost", "doubled", "leaked", "out_of_order", "stuck", "wrong", "misplaced", "late"]
"""What is wrong. ``wrong``: a state, score or deadline does not follow from its log; the totals count it as ``lost``.
``misplaced``: an update was committed at another table than the one meant, or its sender was asked although it names
its table. ``late``: an answer was accepted after its round's end, or a live round was closed over three seconds late
without a fault."""


class Finding(Struct, frozen=True):
    """A finding: its place, and enough to examine it. It may quote secrets of a game."""

    kind: FindingKind
    where: str
    what: str


class Findings(list[Finding]):
    def add_finding(self, kind: FindingKind, where: object, what: str) -> None:
        self.append(Finding(kind, str(where), what))

    def count_kinds(self, *kinds: FindingKind) -> int:
        return sum(finding.kind in kinds for finding in self)


NEVER: Final = float("inf")


@dataclass(slots=True, eq=False)
class SentUpdate:
    update_id: int
    record: "TableRecord"
    expected: ExpectedAction
    is_ordered: bool
    """Whether the update keeps its order in its chat; taps and private chats have lanes (queues) of their own."""
    seen_actions: int
    """How many actions of the table its sender had seen."""
    posted_at: float
    acknowledged_at: float = NEVER
    acknowledged_utc: float = NEVER
    """When it was acknowledged, in seconds since the epoch."""
    names_table: bool = False
    """Whether it says which table it means, so that its sender must not be asked."""
    moved_at: float = NEVER
    also_answered: list["TableRecord"] = field(default_factory=list)
    """The other tables that its sender tapped when asked which one was meant."""

    @property
    def is_of_former_chat(self) -> bool:
        return self.moved_at != NEVER

    @property
    def meant_tables(self) -> list["TableRecord"]:
        return [self.record, *self.also_answered]

    def __str__(self) -> str:
        return f"update {self.update_id}{'' if self.is_ordered else ', in no order,'} ({self.expected})"


@dataclass(slots=True, eq=False)
class TableRecord:
    scope: Scope
    title: str
    former_chat: int | None = None
    ruleset: Ruleset | None = None
    secret: str | None = None
    """The table's secret, once read; it identifies the table among those that had its number."""
    sent_updates: list[SentUpdate] = field(default_factory=list)
    neighbours: list["TableRecord"] = field(default_factory=list)
    """All tables ever of its chat or topic, itself included; empty if only one was planned."""
    seen_table: Table | None = None
    messages: frozenset[int] = frozenset()
    """The bot's messages about the table, as the bot knew them at the last reading."""
    is_settled: bool = False
    """Whether everything asked for lately has taken effect, so that the known turn is the current one."""
    is_number_told: bool = False
    """Whether people were told its number, so that ``#3 …`` without a command counts as a move."""
    seen_version: int = 0
    """How many actions had been committed under its number at the last reading."""
    former_tables: tuple["TableRecord", ...] = ()
    """The tables that had its number before; the version counts their actions too."""
    versions_before: int = 0
    is_replaced: bool = False
    """Whether another table got its number and its log; this happens only to numbers that people were not told."""
    is_told_again: bool = False
    """Whether people had been told its number for another table shortly before."""

    def __str__(self) -> str:
        return str(self.scope)

    @property
    def name(self) -> str | None:
        return None if self.seen_table is None else table_name(self.seen_table)

    @property
    def former_versions(self) -> int:
        return max((one.seen_version for one in self.former_tables), default=0)

    def is_at(self, scope: Scope) -> bool:
        """Whether a scope is this table's, under any number that its chat has had."""
        return scope.chat in self.chat_numbers and (scope.topic, scope.table) == (self.scope.topic, self.scope.table)

    @property
    def chat_numbers(self) -> frozenset[int]:
        return frozenset({self.scope.chat} | ({self.former_chat} if self.former_chat is not None else set()))


class Ledger:
    def __init__(self) -> None:
        self.records: Final[list[TableRecord]] = []
        self.unnumbered: Final[list[TableRecord]] = []
        self.update_count = 0
        self.duplicate_count = 0
        """How many extra copies of updates were posted."""
        self.page_count = 0
        """How many accepted updates were actions of board pages."""
        self.unacknowledged: Final[set[int]] = set()

    def number_table(self, record: TableRecord) -> None:
        self.unnumbered.remove(record)
        self.records.append(record)


class StoredTable(Struct, frozen=True):
    version: int
    table: Table | None
    log: tuple[LogEntry, ...]
    due: float | None
    """The deadline in Redis: seconds since the epoch, in served time (UTC less downtime)."""
    update_by_version: dict[int, int] = {}
    """The latest committed updates, by the version that each made."""
    scope_by_update: dict[int, Scope] = {}

    @property
    def versions_before(self) -> int:
        """How many actions were committed under the table's number before its log begins."""
        return self.version - len(self.log)


class LogStep(Struct, frozen=True):
    before: Table | None
    entry: LogEntry
    after: Table | None
    update_id: int | None = None


_LABEL: Final = re.compile("(?:<\\w+>|\u2068)*#(\\d+) ")
_LABEL_LINE: Final = re.compile(f"{_LABEL.pattern}.*\n")


def read_table_number(text: str) -> int | None:
    """Read the number of the table that labels a message; ``None`` without a label."""
    found = _LABEL.match(text)
    return int(found[1]) if found else None


def text_below_label(text: str) -> str:
    found = _LABEL_LINE.match(text)
    return text if found is None else text[found.end() :]


TextPosition = tuple[int, int]


class ChatMessage(Struct, frozen=True):
    text: str
    is_photo: bool
    table: int | None = None


@lru_cache(maxsize=1)
def _load_texts() -> Texts:
    return Texts()


class StepWording:
    def __init__(self, language: str = "tr") -> None:
        self._language: Final = language
        self._texts: Final = _load_texts()
        plain = Speaker(self._texts, language)
        self.standing_mark: Final = plain.html("turn-next", name="7").partition("7")[0].rstrip("\u2068")
        """Text that occurs only in messages that tell the standing of a game."""
        self.secret_heading: Final = plain.html("secret-whole", secret="", seal="").partition("\n")[0]
        self._told_before: Final = re.compile(plain.html("told-before", count=7).replace("7", r"(\d+)"))

    def sentences(self, step: LogStep) -> list[str]:
        """The sentences that announce a step, as HTML; empty if it goes unannounced."""
        table = step.after or step.before
        if table is None or needs_no_message(game.Step(step.after, step.entry.events)):
            return []
        events = tuple(game.redact(event, None) for event in step.entry.events)
        view: View | None = None if step.after is None else game.view(step.after, None)
        if view is None or isinstance(view, LobbyView):
            # A lobby's caption names its dictionary, which the chat's words change: its first line is enough.
            notice = Notice(events, view, table_name(table), table.ruleset.title)
            composer = PostComposer(self._texts, Keyboards(self._texts))
            return composer.compose_post([notice], self._language).text.split("\n")[:1]
        wording = registry.family_of_view(view).wording(self._speaker_of(step))
        if wording.folds:
            verdict = wording.verdict_lines(view) if game.is_over(step.after or table) else []
            return [*filter(None, (wording.headline(events, view),)), *verdict]
        return wording.event_lines(events, view)

    def short_sentences(self, step: LogStep) -> list[str]:
        """The short form in which one message announces several waiting steps; empty if each step has its own."""
        view = None if step.after is None else game.view(step.after, None)
        if view is None or isinstance(view, LobbyView):
            return []
        family, events = registry.family_of_view(view), tuple(game.redact(event, None) for event in step.entry.events)
        wording = family.wording(self._speaker_of(step))
        if wording.folds:
            return wording.event_lines(events, view)
        return [] if family.events.timed_reveal is None else wording.short_event_lines(events, view)

    def result(self, step: LogStep) -> str:
        """The result of a game that is over, as a look-up tells it; empty for a running game."""
        if step.after is None or isinstance(view := game.view(step.after, None), LobbyView):
            return ""
        wording = registry.family_of_view(view).wording(self._speaker_of(step))
        return wording.result_text(view) if game.is_over(step.after) else ""

    def standings(self, step: LogStep) -> set[str]:
        if step.after is None or isinstance(view := game.view(step.after, None), LobbyView):
            return set()
        wording = registry.family_of_view(view).wording(self._speaker_of(step))
        events = tuple(game.redact(event, None) for event in step.entry.events)
        stood = {standing.strip() for standing in wording.standing_versions(events, view)}
        asked = wording.caption_versions(view)
        return stood | {read_quote("".join(parts)) if wording.folds else parts[-1].strip() for parts in asked}

    def count_summarised(self, message: ChatMessage) -> int:
        """Count the steps that a message only counts, ahead of those that it names."""
        found = self._told_before.match(text_below_label(message.text))
        return int(found[1]) if found else 0

    def _speaker_of(self, step: LogStep) -> Speaker:
        table = step.after or step.before
        if table is None:
            return Speaker(self._texts, self._language)
        lexicon = WordChanges().counted_lexicon(table.ruleset.lexicon)
        return Speaker(self._texts, self._language, table.ruleset.title, lexicon)


def check_messages(
    record: TableRecord,
    steps: Sequence[LogStep],
    messages: Sequence[ChatMessage],
    findings: Findings,
    waiting_notices: int = 0,
    *,
    wording: StepWording | None = None,
    standings_beside: Collection[str] | None = (),
) -> None:
    """Follow a table's log through the messages of its place, and report steps lost, out of order or untrue.

    Steps without a sentence are skipped; of the latest, ``waiting_notices`` may still be in the outbox.
    ``standings_beside``: standings of the place's other tables, which a message without a label may tell; ``None`` if
    unknown. A message may be sent twice, as after a crash its arrival is unknown; steps that waited together may be
    told in short form or only counted.
    """
    wording = wording or StepWording()
    messages = [ChatMessage(replace_date_tags(one.text), one.is_photo, one.table) for one in messages]
    counted = {number: count for number, one in enumerate(messages) if (count := wording.count_summarised(one))}
    at, offset = 0, 0
    stood: set[str] = set()
    told = [wording.sentences(step) for step in steps]
    for number, (step, words) in enumerate(zip(steps, told, strict=True)):
        stood |= wording.standings(step)
        if not words:
            continue
        long, short = (
            _find_next(messages, words, at, offset),
            _find_next(messages, wording.short_sentences(step), at, offset),
        )
        spot = min((one for one in (long, short) if one is not None), default=None)
        last = len(messages) - 1 if spot is None else spot[0]
        counts = next((one for one in counted if at + bool(offset) <= one <= last and counted[one]), None)
        if counts is not None:
            counted[counts] -= 1
            at, offset = counts, 0
            continue
        if spot is not None:
            at, offset = spot
            continue
        if sum(map(bool, told[number:])) <= waiting_notices:
            continue
        what = f"entry {number + 1} ({type(step.entry.action).__name__}) was told "
        if _find_next(messages, words, 0, 0) is None:
            findings.add_finding("lost", record, f"{what}to nobody: {words[0]!r}")
        else:
            findings.add_finding("out_of_order", record, f"{what}before the one ahead of it: {words[0]!r}")
    for untrue in filter(None, (_untrue_standing(one, stood, standings_beside, wording) for one in messages)):
        findings.add_finding("doubled", record, f"a state was told that never was: {untrue!r}")


def _untrue_standing(
    message: ChatMessage, stood: Collection[str], beside: Collection[str] | None, wording: StepWording
) -> str:
    """Return the standing in a picture's caption if the table never stood so; else an empty text."""
    quoted = read_quote(message.text)
    _, separated, below = message.text.rpartition("\n\n")
    told = quoted or below.strip()
    if not message.is_photo or not (quoted or separated) or wording.standing_mark not in message.text:
        return ""
    # Captions that do not fold name the next player above the quote, so both are checked together.
    spoken = message.text.strip(), told
    if message.table is None and (beside is None or any(_ends_with_any(one, beside) for one in spoken)):
        return ""
    return "" if any(_ends_with_any(one, stood) for one in spoken) else told


def read_quote(text: str) -> str:
    return text.partition("<blockquote expandable>")[2].partition("</blockquote>")[0]


def _ends_with_any(text: str, standings: Collection[str]) -> bool:
    return text.endswith(tuple(standings))


def _find_next(messages: Sequence[ChatMessage], words: Sequence[str], at: int, offset: int) -> TextPosition | None:
    """Find the first message from a position on with these words: its number, and where they end in it."""
    # A message of the end alone has no empty line before it.
    wanted = "\n".join(words).strip()
    if not wanted:
        return None
    for number in range(at, len(messages)):
        found = messages[number].text.find(wanted, offset if number == at else 0)
        if found >= 0:
            return number, found + len(wanted)
    return None
