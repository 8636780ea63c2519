"""Audit a simulation once all updates are handled: games, places, messages, records and secrets."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Final

import msgspec
from redis.asyncio import Redis

from bot.records.projection import Projection, decode_figures, decode_standing, read_or_skip
from bot.store.keys import Scope
from bot.store.records import RecordStore
from bot.store.retention import LEASE_SECONDS
from engine.absence import Presence
from engine.clock import NOBODY, Pause, Remind, Resume, Timeout
from engine.computer_ids import is_computer
from engine.duplicate.actions import Deal
from engine.duplicate.results import permille_of
from engine.duplicate.state import GameState as RoundsState
from engine.errors import DataError, EngineError
from engine.figures import PeriodFigures, add_to_period, periods_of
from engine.game import Table, apply, deadline, is_over
from engine.game_base import Game, TurnGame
from engine.game_record import CANCELLED, ID_DIGITS, GameRecord, Record, SeasonBegun
from engine.invitations import Abandon, LapseInvitation
from engine.lexicon import load_lexicon
from engine.packed_game import unpack_game
from engine.replay_log import Deviation, check_instant, replay_entry
from engine.standings import Standing, add_game
from engine.table_log import LogEntry
from engine.timekeeping import LengthenWindow
from engine.turns import Cancel
from tools.simulator import store
from tools.simulator.leaks import GameSecrets, OutputText, TelegramOutput
from tools.simulator.ledger import (
    NEVER,
    ChatMessage,
    Findings,
    Ledger,
    LogStep,
    SentUpdate,
    StepWording,
    StoredTable,
    TableRecord,
    check_messages,
)
from tools.simulator.rounds import FaultTime, check_rounds

_DUE_TOLERANCE: Final = 0.001
"""Seconds by which a deadline in Redis, a decimal number, may differ from the table's own."""


def replay_table_log(
    record: TableRecord, stored: StoredTable, findings: Findings, claimed_until: float = 0.0
) -> list[LogStep]:
    """Replay a log from its seed, compare the result with the stored table, and return the steps.

    Claims, which postpone a table's stored deadline, end by ``claimed_until`` (served time).
    """
    table: Table | None = None
    latest: datetime | None = None
    steps: list[LogStep] = []
    ruleset = record.ruleset if stored.table is None else stored.table.ruleset
    secret = record.secret if stored.table is None else stored.table.secret
    if not _follows_former_tables(record, stored):
        findings.add_finding("wrong", record, f"{len(stored.log)} entries in the log of version {stored.version}")
    elif record.former_tables:
        record.versions_before = stored.versions_before
    if ruleset is None or secret is None:
        if stored.log:
            findings.add_finding(
                "wrong", record, f"{len(stored.log)} entries in the log, and no table that they are of"
            )
        return steps
    for number, entry in enumerate(stored.log, start=1):
        before = table
        try:
            latest = check_instant(entry, latest)
            table = replay_entry(ruleset, secret, table, entry)
        except Deviation as error:
            found = f"entry {number} ({error.what}): {error.recorded}, by replay {error.found}"
            findings.add_finding("wrong", record, found)
            return steps
        update = stored.update_by_version.get(stored.versions_before + number)
        steps.append(LogStep(before, entry, table, update))
    _compare_with_stored(record, table, stored, findings, claimed_until)
    return steps


def _follows_former_tables(record: TableRecord, stored: StoredTable) -> bool:
    own = {sent.update_id for sent in record.sent_updates if sent.record is record}
    before = stored.versions_before
    if any(version <= before and update in own for version, update in stored.update_by_version.items()):
        return False
    return before >= record.former_versions if record.former_tables else before == 0


def _compare_with_stored(
    record: TableRecord, table: Table | None, stored: StoredTable, findings: Findings, claimed_until: float
) -> None:
    if table != stored.table:
        findings.add_finding(
            "wrong", record, f"the state differs from its log: {_describe_differences(table, stored.table)}"
        )
        return
    due = None if table is None else deadline(table)
    expected = None if due is None else due.timestamp()
    if expected is None or stored.due is None:
        if expected != stored.due:
            findings.add_finding("wrong", record, f"due at {stored.due}, by the table at {expected}")
    elif abs(stored.due - expected) > _DUE_TOLERANCE and not expected < stored.due <= claimed_until:
        findings.add_finding("wrong", record, f"due at {stored.due}, by the table at {expected}")


def _describe_differences(replayed: Table | None, stored: Table | None) -> str:
    if replayed is None or stored is None or type(replayed) is not type(stored):
        return f"{type(stored).__name__} is kept, replayed is {type(replayed).__name__}"
    names = [name for name in replayed.__struct_fields__ if getattr(replayed, name) != getattr(stored, name)]
    return ", ".join(f"{name}: {getattr(stored, name)!r}, replayed {getattr(replayed, name)!r}" for name in names)


def is_unprompted(entry: LogEntry) -> bool:
    """Whether the clock or the bot itself, as the chat was unreachable, is behind an entry, and no update."""
    match entry.action:
        case Timeout() | Remind() | Deal() | Abandon() | LapseInvitation() | Presence() | LengthenWindow():
            return True
        case Pause(by=by) | Resume(by=by):
            return by == NOBODY
        case Cancel(unopposed=unopposed):
            return unopposed
        case _:
            return False


def match_updates(
    record: TableRecord, steps: Sequence[LogStep], findings: Findings, excused: Collection[int] = ()
) -> int:
    """Find the update behind each entry, and report updates without an entry; return the number of moves.

    ``excused`` updates need not be in the log: they are dead letters, questions to their senders, or at another table.
    """
    of_entry = find_causes(record, steps)
    found = {sent.update_id: number for number, sent in of_entry.items()}
    moves = 0
    for number, step in enumerate(steps):
        if is_unprompted(step.entry):
            continue
        moves += 1
        if number not in of_entry:
            twice = next((one for one in record.sent_updates if one.update_id in found and _is_cause(one, step)), None)
            what = f"entry {number + 1} ({step.entry.action}) "
            findings.add_finding("doubled", record, what + (f"is {twice} again" if twice else "was asked by nobody"))
        elif step.update_id not in {None, of_entry[number].update_id}:
            what = f"entry {number + 1} counts as update {step.update_id}, and {of_entry[number]} asked for it"
            findings.add_finding("doubled", record, what)
    _check_order(record, of_entry, findings)
    _check_lost_updates(record, steps, found, excused, findings)
    return moves


def find_causes(record: TableRecord, steps: Sequence[LogStep]) -> dict[int, SentUpdate]:
    """Map places of entries in a log to the updates behind them; entries of the clock have none."""
    found: dict[int, SentUpdate] = {}
    used: set[int] = set()
    newest = 0.0
    for number, step in enumerate(steps):
        if is_unprompted(step.entry):
            continue
        may = [sent for sent in record.sent_updates if sent.update_id not in used and _is_cause(sent, step)]
        if not may:
            continue
        sent = next((sent for sent in may if not sent.is_ordered or sent.acknowledged_at >= newest), may[0])
        sent = next((sent for sent in may if sent.update_id == step.update_id), sent)
        found[number] = sent
        used.add(sent.update_id)
        newest = max(newest, sent.posted_at) if sent.is_ordered else newest
    return found


def _is_cause(sent: SentUpdate, step: LogStep) -> bool:
    if sent.expected.by != getattr(step.entry.action, "by", None):
        return False
    try:
        return sent.expected.matches(step.entry.action, step.before, step.entry.at)
    except EngineError:
        return False


def is_only_cause(record: TableRecord, sent: SentUpdate, step: LogStep, found: Collection[int]) -> bool:
    """Whether no other update can be behind an entry."""
    if step.update_id == sent.update_id:
        return True
    others = (one for one in record.sent_updates if one is not sent and one.update_id not in found)
    return not any(_is_cause(one, step) for one in others)


def _check_order(record: TableRecord, of_entry: dict[int, SentUpdate], findings: Findings) -> None:
    newest_by_side: dict[bool, SentUpdate] = {}
    for number in sorted(of_entry):
        sent = of_entry[number]
        if not sent.is_ordered:
            continue
        latest = newest_by_side.get(sent.is_of_former_chat, sent)
        if sent.acknowledged_at < latest.posted_at:
            findings.add_finding("out_of_order", record, f"entry {number + 1}: {sent} stands behind {latest}")
        newest_by_side[sent.is_of_former_chat] = max(sent, latest, key=lambda one: one.posted_at)


def _check_lost_updates(
    record: TableRecord, steps: Sequence[LogStep], found: dict[int, int], excused: Collection[int], findings: Findings
) -> None:
    states = [step.before for step in steps] + [steps[-1].after if steps else None]
    # An update whose sender was asked for the table may be in the log by its answer, so it bounds no other. Nor does
    # one of two updates that ask for the same, as either may be behind the entry.
    matched = [
        (sent, found[sent.update_id])
        for sent in record.sent_updates
        if sent.update_id in found
        and sent.is_ordered
        and sent.update_id not in excused
        and is_only_cause(record, sent, steps[found[sent.update_id]], found)
    ]
    for sent in record.sent_updates:
        if (
            sent.update_id in found
            or not sent.expected.must_be_logged
            or sent.acknowledged_at == NEVER
            or sent.update_id in excused
        ):
            continue
        first = max(0, sent.seen_actions - record.versions_before)
        last = len(states) - 1
        if sent.is_ordered:
            same = [one for one in matched if one[0].is_of_former_chat == sent.is_of_former_chat]
            first = max([first, *(number + 1 for other, number in same if other.acknowledged_at < sent.posted_at)])
            last = min([last, *(number for other, number in same if other.posted_at > sent.acknowledged_at)])
        window = range(min(first, last), last + 1)
        if all(_is_allowed(sent, states[number], _judging_time(steps, number)) for number in window):
            findings.add_finding("lost", record, f"{sent} is in no entry of the log ({first}-{last} of {len(steps)})")


def _judging_time(steps: Sequence[LogStep], number: int) -> datetime:
    if not steps:
        return datetime.min.replace(tzinfo=UTC)
    return steps[max(0, number - 1)].entry.applied_at


def _is_allowed(sent: SentUpdate, table: Table | None, now: datetime) -> bool:
    if table is None:
        return sent.expected.opens_table
    if is_over(table):
        return False
    try:
        words = sent.expected.try_on_table(table, now)
        if words:
            known = load_lexicon(table.ruleset.lexicon)
            apply(table, sent.expected.to_action(table, now), now, known.__contains__)
    except (EngineError, msgspec.ValidationError):
        return False
    return True


_AT_ONCE: Final = 200
_NO_NUMBER: Final = 999
"""A number that no table has, for a record whose table was not found."""
LATE_SECONDS: Final = 15.0

MessagesByChat = Mapping[int, Sequence[tuple[int | None, ChatMessage]]]


@dataclass(slots=True)
class AuditResult:
    wording: StepWording
    move_count: int = 0
    timeout_count: int = 0
    record_count: int = 0
    action_counts: Counter[str] = field(default_factory=Counter)
    dead_letters: dict[int, str] = field(default_factory=dict)
    """Dead letters: the reason by update number; 0 for entries without an update."""
    asked_updates: Collection[int] = ()
    games: list[tuple[TableRecord, list[LogStep], list[ChatMessage]]] = field(default_factory=list)


async def audit_everything(
    client: Redis,
    ledger: Ledger,
    output: TelegramOutput,
    findings: Findings,
    *,
    shutdown_time: float,
    wording: StepWording,
    faults: Sequence[FaultTime] = (),
) -> AuditResult:
    """Check all records, tables, logs and messages.

    ``shutdown_time``: when the workers began to end, in served time (UTC less downtime). ``faults``: their times.
    """
    audited = AuditResult(wording, asked_updates=output.asked_updates)
    for entries in (await store.read_streams(client, "dead")).values():
        for _, fields in entries:
            number = int(fields[b"update"]) if fields.get(b"update", b"").isdigit() else 0
            audited.dead_letters[number] = fields.get(b"reason", b"").decode(errors="replace")
    # Deadlines go on passing until the workers have ended.
    outbox = await store.read_streams(client, "outbox")
    waiting = Counter(Scope.parse(fields[b"scope"].decode()) for entries in outbox.values() for _, fields in entries)
    now = await store.read_served_time(client)
    await _find_numbers(client, ledger)
    records = [record for record in ledger.records if not record.is_replaced]
    misplaced: set[int] = set()
    scope_by_update: dict[int, Scope] = {}
    for place, held in zip(records, await store.read_tables(client, records), strict=True):
        steps = replay_table_log(place, held, findings, claimed_until=now + LEASE_SECONDS)
        if held.due is not None and held.due < shutdown_time - LATE_SECONDS:
            findings.add_finding("stuck", place, f"due since {shutdown_time - held.due:.0f} s")
        scope_by_update.update(held.scope_by_update)
        misplaced |= find_misplaced(place, held.scope_by_update, findings)
        excused = misplaced | output.asked_updates.keys() | audited.dead_letters.keys()
        audited.move_count += match_updates(place, steps, findings, excused)
        if steps and isinstance(steps[-1].after, RoundsState):
            causes = {sent.update_id for sent in find_causes(place, steps).values()}
            check_rounds(place, steps, causes | excused, faults, findings)
        audited.timeout_count += sum(
            isinstance(step.entry.action, Timeout) and is_unprompted(step.entry) for step in steps
        )
        audited.action_counts.update(type(step.entry.action).__name__ for step in steps)
        audited.games.append((place, steps, _messages_of_table(place, output.messages)))
    for record in ledger.records:
        if record.is_told_again:
            findings.add_finding("wrong", record, "the number was another table's, and had been told")
    tables = [(place, steps) for place, steps, _ in audited.games]
    check_questions(tables, output.asked_updates, findings)
    check_answered_once(tables, scope_by_update, findings)
    _check_messages(audited, waiting, findings)
    replaced = Counter(record.scope.chat for record in ledger.records if record.is_replaced)
    audited.record_count = await check_records(client, tables, replaced, findings)
    return audited


async def _find_numbers(client: Redis, ledger: Ledger) -> None:
    for record in tuple(ledger.unnumbered):
        commits = await store.read_chat_commits(client, record.scope.chat)
        found = next((commits[one.update_id] for one in record.sent_updates if one.update_id in commits), None)
        if found is None:
            if any(one.acknowledged_at != NEVER for one in record.sent_updates):
                record.scope = record.scope.at_table(_NO_NUMBER)
                ledger.number_table(record)
            continue
        record.scope = record.scope.at_table(found[0].table)
        ledger.number_table(record)


def _check_messages(audited: AuditResult, waiting: Mapping[Scope, int], findings: Findings) -> None:
    standings: defaultdict[Scope, set[str]] = defaultdict(set)
    for record, steps, _ in audited.games:
        if record.neighbours:
            standings[record.scope.place].update(chain.from_iterable(map(audited.wording.standings, steps)))
    for record, steps, messages in audited.games:
        untold = sum(waiting[replace(record.scope, chat=chat)] for chat in record.chat_numbers)
        beside: Collection[str] | None = standings[record.scope.place] if record.neighbours else ()
        if any(one.is_replaced for one in record.neighbours):
            # The log of a replaced table is gone, and with it how the table stood.
            beside = None
        check_messages(record, steps, messages, findings, untold, wording=audited.wording, standings_beside=beside)


def _messages_of_table(record: TableRecord, messages: MessagesByChat) -> list[ChatMessage]:
    former = [] if record.former_chat is None else [said for _, said in messages.get(record.former_chat, ())]
    said = former + [said for topic, said in messages.get(record.scope.chat, ()) if topic == record.scope.topic]
    return [one for one in said if not record.neighbours or one.table in {None, record.scope.table}]


def search_for_leaks(
    audit_result: AuditResult, texts: Iterable[OutputText], credentials: Iterable[str], findings: Findings
) -> None:
    secrets = GameSecrets(credentials, audit_result.wording)
    for place, steps, _ in audit_result.games:
        secrets.learn_from_log(place, steps)
    secrets.find_leaks(texts, findings)


def find_misplaced(record: TableRecord, scope_by_update: Mapping[int, Scope], findings: Findings) -> set[int]:
    """Return the updates about a table that were committed at a table that its sender cannot have meant."""
    misplaced = set()
    for sent in record.sent_updates:
        scope = scope_by_update.get(sent.update_id)
        if sent.record is not record or scope is None:
            continue
        if (scope.topic, scope.table) not in {(one.scope.topic, one.scope.table) for one in sent.meant_tables}:
            findings.add_finding("misplaced", record, f"{sent} was committed at table {scope}")
            misplaced.add(sent.update_id)
    return misplaced


def check_questions(
    tables: Iterable[tuple[TableRecord, Sequence[LogStep]]], asked_updates: Mapping[int, float], findings: Findings
) -> None:
    """Report senders who named their table and were asked for it, unless the table may have been over by then."""
    for record, steps in tables:
        open_until = _open_until(record, steps)
        for sent in record.sent_updates:
            asked_at = asked_updates.get(sent.update_id, NEVER)
            if sent.record is record and sent.names_table and asked_at < min(open_until, sent.moved_at):
                findings.add_finding("misplaced", record, f"{sent} names its table, and its sender was asked which")


def _open_until(record: TableRecord, steps: Sequence[LogStep]) -> float:
    if not steps or not ((after := steps[-1].after) is None or is_over(after)):
        return NEVER
    causes = find_causes(record, steps)
    return causes[max(causes)].posted_at if causes else 0.0


def check_answered_once(
    tables: Iterable[tuple[TableRecord, list[LogStep]]], scope_by_update: Mapping[int, Scope], findings: Findings
) -> None:
    """Check that an update whose sender was asked for the table counts at one, however many were tapped."""
    found: dict[int, TableRecord] = {}
    for record, steps in tables:
        if not any(sent.also_answered for sent in record.sent_updates):
            continue
        for number, sent in _answered_causes(record, steps):
            committed = scope_by_update.get(sent.update_id)
            if committed is not None and (committed.topic, committed.table) != (record.scope.topic, record.scope.table):
                continue
            other = found.setdefault(sent.update_id, record)
            if other is not record:
                findings.add_finding(
                    "doubled", record, f"entry {number + 1} is {sent} again, which is in table {other}"
                )


def _answered_causes(record: TableRecord, steps: list[LogStep]) -> list[tuple[int, SentUpdate]]:
    causes = find_causes(record, steps)
    found = {sent.update_id for sent in causes.values()}
    return [
        (number, sent)
        for number, sent in causes.items()
        if sent.also_answered and is_only_cause(record, sent, steps[number], found)
    ]


async def check_records(
    client: Redis,
    games: Iterable[tuple[TableRecord, Sequence[LogStep]]],
    replaced: Mapping[int, int],
    findings: Findings,
) -> int:
    store, count = RecordStore(client), 0
    ended: defaultdict[int, list[tuple[TableRecord, Game]]] = defaultdict(list)
    numbers: defaultdict[int, set[int]] = defaultdict(set)
    for table, steps in games:
        numbers[table.scope.chat] |= table.chat_numbers
        last = steps[-1].after if steps else None
        if isinstance(last, Game) and last.outcome is not None and last.outcome.reason != CANCELLED:
            ended[table.scope.chat].append((table, last))
    for chat, all_numbers in numbers.items():
        # Keys of a group that became a supergroup may remain under its former number.
        by_number = {number: await _read_records(store, number) for number in sorted(all_numbers)}
        records = [one for of_number in by_number.values() for one in of_number if isinstance(one, GameRecord)]
        count += len(records)
        unknown = _compare_with_games(records, ended[chat], findings)
        if len(unknown) > replaced.get(chat, 0):
            findings.add_finding("wrong", chat, f"records of games that nobody has played: {unknown}")
        for table, game in ended[chat]:
            await _check_packed_game(store, sorted(all_numbers), table, game, findings)
        for number, of_number in by_number.items():
            await _check_derived(store, number, of_number, findings)
    return count


async def _read_records(store: RecordStore, chat: int) -> list[Record | None]:
    found: list[Record | None] = []
    while part := await store.read_records(chat, len(found), _AT_ONCE):
        found += [read_or_skip(chat, data) for data in part]
    return found


def _compare_with_games(
    records: Sequence[GameRecord], games: Sequence[tuple[TableRecord, Game]], findings: Findings
) -> list[str]:
    times = Counter(record.id for record in records)
    by_id = {record.id: record for record in records}
    for table, game in games:
        name = game.commitment[:ID_DIGITS]
        if (
            not times[name]
            and isinstance(game, RoundsState)
            and not any(permille_of(game, one) for one in game.players)
        ):
            # Too few answers: such a game has no record.
            continue
        if not times[name]:
            findings.add_finding("lost", table, f"the game {name} has ended and has no record")
            continue
        finals = {one.seat: (one.place, one.score) for one in (game.outcome.finals if game.outcome else ())}
        named = {player.user for player in by_id[name].players}
        # The record of a game in rounds leaves out players who answered too seldom.
        expected = [
            (player.user, player.name, *finals[seat])
            for seat, player in enumerate(game.players)
            if isinstance(game, TurnGame) or (seat in finals and player.user in named)
        ]
        found = [(player.user, player.name, player.place, player.score) for player in by_id[name].players]
        if found != expected:
            findings.add_finding("wrong", table, f"the record has {found}, the game {expected}")
    for name, often in times.items():
        if often > 1:
            findings.add_finding("doubled", name, f"{often} records of one game")
    return sorted(times.keys() - {game.commitment[:ID_DIGITS] for _, game in games})


async def _check_packed_game(
    store: RecordStore, numbers: Sequence[int], table: TableRecord, game: Game, findings: Findings
) -> None:
    name = game.commitment[:ID_DIGITS]
    found = [data for number in numbers if (data := await store.read_packed_game(number, name)) is not None]
    if not found:
        findings.add_finding("lost", table, f"the game {name} has ended and cannot be replayed")
        return
    try:
        end = unpack_game(found[0]).end
    except DataError as error:
        findings.add_finding("wrong", table, f"the game {name} cannot be replayed: {error}")
        return
    if end != game:
        findings.add_finding("wrong", table, f"the game {name} is replayed to another end")


async def _check_derived(store: RecordStore, chat: int, records: Sequence[Record | None], findings: Findings) -> None:
    await Projection(store).catch_up(chat)
    standings: dict[int, Standing] = {}
    figures: defaultdict[str, dict[int, PeriodFigures]] = defaultdict(dict)
    season = 0
    for record in records:
        match record:
            case SeasonBegun(number=number):
                season = number
            case GameRecord() if record.counts:
                standings |= add_game(standings, record)[0]
                for period in periods_of(record.ended, season):
                    of_users = figures[period]
                    for player in record.players:
                        if not is_computer(player.user):
                            had = of_users.get(player.user, PeriodFigures())
                            of_users[player.user] = add_to_period(had, record, player)
            case _:
                pass
    stored = {user: decode_standing(data) for user, data in (await store.all_standings(chat)).items()}
    if stored != standings:
        findings.add_finding("wrong", chat, "standings do not follow from the records")
    for period, expected in figures.items():
        found = {user: decode_figures(data) for user, data in (await store.all_figures(chat, period)).items()}
        if found != expected:
            findings.add_finding("wrong", chat, f"figures of {period} do not follow from the records")
