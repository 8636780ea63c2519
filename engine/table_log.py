"""A table's log: enough of each action to replay it, and its events for comparison."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import UNSET, Struct, UnsetType

from engine.game import Action, Event, Step, Table, apply
from engine.lexicon import Lexicon
from engine.lobby_seats import Join, Lobby, Open, Seat, SeatTaken, join_lobby, open_lobby
from engine.rulesets import Ruleset


class Verdict(Struct, frozen=True):
    """Whether a word counts, and who decided: ``chat``, ``tdk``, or a list with its hash, ``tr@1a2b3c4d``."""

    valid: bool
    judge: str


class LogEntry(Struct, frozen=True):
    """One applied action, replayed exactly by its verdicts; holds secrets, such as the tiles drawn."""

    action: Action
    at: datetime
    """When the action counted: the acting player's time ran until then."""
    verdicts: dict[str, Verdict]
    """The verdict on each word by which the action was judged."""
    events: tuple[Event, ...] = ()
    """Its events, including secrets."""
    scores: tuple[int, ...] = ()
    """The scores after it, in order of play; empty before the game."""
    utc: datetime | UnsetType = UNSET
    """When it happened in UTC, if downtime makes that differ from ``at``."""

    begins: datetime | UnsetType = UNSET
    """When the next turn or window began, if later."""

    @property
    def applied_at(self) -> datetime:
        """When it was applied, in the game's time."""
        return self.at if isinstance(self.begins, UnsetType) else self.begins

    @property
    def utc_time(self) -> datetime:
        """When it happened, in UTC."""
        return self.at if isinstance(self.utc, UnsetType) else self.utc


def scores_of(table: Table | None) -> tuple[int, ...]:
    """The scores in order of play; empty before a game begins."""
    return () if table is None or isinstance(table, Lobby) else tuple(player.score for player in table.players)


def try_action(
    table: Table, action: Action, now: datetime, begins: datetime | None = None
) -> tuple[tuple[str, ...], Step]:
    """The words that need a verdict for an action, and its step if all of them are valid.

    No words if they are not judged at once, as in challenge modes. For the instants see :func:`engine.game.apply`.

    Raises:
        Refusal, Malformed: the action is illegal whatever the verdicts.
    """
    words: dict[str, None] = {}

    def note(word: str) -> bool:
        words[word] = None
        return True

    step = apply(table, action, now, note, begins)
    return tuple(words), step


def apply_and_log(
    table: Table,
    action: Action,
    now: datetime,
    verdicts: Mapping[str, Verdict],
    tried_step: Step | None = None,
    *,
    begins: datetime | None = None,
) -> tuple[Step, LogEntry]:
    """Apply one action as :func:`engine.game.apply` does, and make its log entry.

    ``now``: the instant at which it counts, in UTC. ``verdicts``: of each word that the rules ask about.
    ``tried_step``: the result of :func:`try_action` with the same instants, used if all words are valid. ``begins``:
    when the next turn or window begins; ``None`` for ``now``.

    Raises:
        Refusal, Malformed: nothing is changed.
    """
    if tried_step is None or not all(verdict.valid for verdict in verdicts.values()):
        step = apply(table, action, now, lambda word: verdicts[word].valid, begins)
    else:
        step = tried_step
    later = UNSET if begins is None or begins == now else begins
    return step, LogEntry(action, now, dict(verdicts), step.events, scores_of(step.table), begins=later)


def apply_with_lexicon(table: Table, action: Action, now: datetime, words: Lexicon) -> tuple[Table | None, LogEntry]:
    """Apply one action judged by a list alone, and make its log entry; a refusal changes nothing."""
    judge = f"{words.name}@{words.hash[:8]}"
    asked, supposed = try_action(table, action, now)
    verdicts = {word: Verdict(word in words, judge) for word in asked}
    step, entry = apply_and_log(table, action, now, verdicts, supposed)
    return step.table, entry


def open_seated_table(
    ruleset: Ruleset, names: Sequence[str], secret: str, now: datetime
) -> tuple[Lobby, list[LogEntry]]:
    """A table with users 1, 2, … seated under these names, and its log; raises the refusal ``table_full``."""
    host = Seat(1, names[0])
    lobby = open_lobby(ruleset, host, secret, now=now)
    log = [LogEntry(Open(host.user, host.name), now, {}, (SeatTaken(host.user, host.name),))]
    for user, name in enumerate(names[1:], start=2):
        lobby, taken = join_lobby(lobby, Join(user, name))
        log.append(LogEntry(Join(user, name), now, {}, (taken,)))
    return lobby, log
