"""Replaying a log from the opening of its table: applies every action and compares the recorded events.

Verdicts on words are taken from the log, so no word list is needed.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import structs

from engine import families, game_record
from engine.dictionaries import can_judge, table_judges
from engine.encoding import to_json
from engine.errors import EngineError
from engine.game import CLOCK_SKEW, Event, Table
from engine.lobby_seats import Open, Seat, SeatTaken, open_lobby
from engine.rulesets import Ruleset
from engine.table_log import LogEntry, apply_and_log, scores_of, try_action

DifferenceKind = Literal[
    "seal", "noted", "seed", "seats", "start", "rules", "instant", "action", "verdict", "draw", "score", "event", "end"
]

_SCORE_FIELDS: Final = frozenset({"score", "words", "word", "bingo", "cell_bonus", "points"})
"""Fields of events that hold scores."""


class Deviation(Exception):
    """The first difference in a log: its subject, the recorded and the replayed value; quotes secrets of the game."""

    def __init__(self, what: DifferenceKind, recorded: str, found: str) -> None:
        super().__init__(what)
        self.what: Final[DifferenceKind] = what
        self.recorded: Final = recorded
        self.found: Final = found
        self.entry: int | None = None
        """The number of the log entry, from 1, once known."""


def replay_log(ruleset: Ruleset, secret: str, log: Sequence[LogEntry]) -> Table | None:
    """The table that a whole log leads to; ``None`` if it was closed, or the log is empty.

    ``ruleset``: the table's, resolved. ``secret``: in hex; its hash is the table's seal.

    Raises:
        Deviation: the first entry that does not follow from those before it, with its number.
    """
    table: Table | None = None
    latest: datetime | None = None
    for number, entry in enumerate(log, start=1):
        try:
            latest = check_instant(entry, latest)
            table = replay_entry(ruleset, secret, table, entry)
        except Deviation as error:
            error.entry = number
            raise
    return table


def replay_bare_log(ruleset: Ruleset, secret: str, log: Sequence[LogEntry]) -> list[tuple[Table, LogEntry]]:
    """Replay a log that has scores in place of events; return the table after each entry, and the full entry.

    ``ruleset``: the table's, resolved. ``secret``: in hex; its hash is the table's seal. ``log``: of a whole game.

    Raises:
        Deviation: the first entry that does not follow from those before it, with its number.
    """
    played: list[tuple[Table, LogEntry]] = []
    table: Table | None = None
    for number, entry in enumerate(log, start=1):
        try:
            table, events = _apply_checked(ruleset, secret, table, entry)
        except Deviation as error:
            error.entry = number
            raise
        if table is None:
            closed = Deviation("end", to_json(entry.action), "the table is closed")
            closed.entry = number
            raise closed
        played.append((table, structs.replace(entry, events=events)))
    return played


def check_instant(entry: LogEntry, latest: datetime | None) -> datetime:
    """Check the instants of a log entry; return the latest so far, given ``latest`` of the entries before it.

    Actions are applied in order, but the instants at which they count need not be: one may have waited longer.

    Raises:
        Deviation: an instant is invalid, too early after earlier entries, or before its action was asked for.
    """
    for instant in (entry.at, entry.applied_at):
        if instant.tzinfo is None:
            raise Deviation("instant", str(instant), "an instant with its offset from UTC")
    if entry.applied_at < entry.at:
        raise Deviation("instant", str(entry.applied_at), f"after {entry.at}")
    if latest is None:
        return entry.applied_at
    # In older logs an action has only its time of arrival: others may have been applied while it was judged.
    if entry.applied_at < latest - CLOCK_SKEW:
        raise Deviation("instant", str(entry.applied_at), f"after {latest}")
    return max(latest, entry.applied_at)


def replay_entry(ruleset: Ruleset, secret: str, table: Table | None, entry: LogEntry) -> Table | None:
    """The table after a log entry; raises Deviation if its events differ from the recorded ones."""
    after, _ = _apply_checked(ruleset, secret, table, entry, entry.events)
    return after


def _apply_checked(
    ruleset: Ruleset, secret: str, table: Table | None, entry: LogEntry, recorded: Sequence[Event] | None = None
) -> tuple[Table | None, tuple[Event, ...]]:
    """Apply a log entry, compare its events with ``recorded``, and return the table and the events."""
    try:
        after, events = _apply_entry(ruleset, secret, table, entry)
    except EngineError as refusal:
        raise Deviation("action", f"{to_json(entry.action)} was played", f"it is refused: {refusal}") from refusal
    except game_record.UNPLAYABLE_ERRORS as error:
        kind = type(error).__name__
        raise Deviation("action", f"{to_json(entry.action)} was played", f"it cannot be ({kind})") from error
    if recorded is not None:
        _compare_events(recorded, events)
    if entry.scores != scores_of(after):
        raise Deviation("score", f"scores {to_json(entry.scores)}", f"scores {to_json(scores_of(after))}")
    return after, events


def _apply_entry(
    ruleset: Ruleset, secret: str, table: Table | None, entry: LogEntry
) -> tuple[Table | None, tuple[Event, ...]]:
    if table is None:
        if not isinstance(entry.action, Open):
            raise Deviation("action", to_json(entry.action), "a table is opened first")
        host = Seat(entry.action.by, entry.action.name)
        computers, order = entry.action.computers, entry.action.order
        lobby = open_lobby(ruleset, host, secret, order, computers=computers, now=entry.at)
        return lobby, tuple(SeatTaken(seat.user, seat.name) for seat in lobby.seats)
    asked, supposed = try_action(table, entry.action, entry.at, entry.applied_at)
    if set(asked) != set(entry.verdicts):
        raise Deviation("verdict", f"judged: {_join_words(entry.verdicts)}", f"judged: {_join_words(asked)}")
    judged = {verdict.judge: word for word, verdict in entry.verdicts.items()}
    stranger = next((judge for judge in judged if not can_judge(ruleset, judge)), None)
    if stranger is not None:
        found = f"at this table judge: {', '.join(table_judges(ruleset))}"
        raise Deviation("verdict", f"{judged[stranger]} was judged by {stranger}", found)
    step, _ = apply_and_log(table, entry.action, entry.at, entry.verdicts, supposed, begins=entry.applied_at)
    return step.table, step.events


def _join_words(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"


def _compare_events(recorded: Sequence[Event], found: Sequence[Event]) -> None:
    """Raise Deviation for the first event, and its first field, that differs."""
    for place in range(max(len(recorded), len(found))):
        ours = recorded[place] if place < len(recorded) else None
        theirs = found[place] if place < len(found) else None
        if ours == theirs:
            continue
        if ours is None or theirs is None or type(ours) is not type(theirs):
            known = theirs if ours is None else ours
            kind: DifferenceKind = "event" if known is None else _difference_kind(known, "")
            raise Deviation(kind, _event_text(ours), _event_text(theirs))
        logged, played = msgspec.to_builtins(ours), msgspec.to_builtins(theirs)
        name = next(name for name in logged if logged[name] != played[name])
        fields = (f"{event['type']}.{name} {to_json(event[name])}" for event in (logged, played))
        raise Deviation(_difference_kind(ours, name), *fields)


def _difference_kind(event: Event, name: str) -> DifferenceKind:
    family = families.family_of_event(event)
    if family is not None and isinstance(event, family.end_event):
        return "end"
    if name == "rack" or (family is not None and isinstance(event, family.draw_events)):
        return "draw"
    return "score" if name in _SCORE_FIELDS else "event"


def _event_text(event: Event | None) -> str:
    return "nothing" if event is None else to_json(event)
