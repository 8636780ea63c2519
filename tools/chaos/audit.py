"""The audit of everything, once it is quiet: each place against its log, what it was told, and what nobody may see."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Final

from redis.asyncio import Redis

from bot.store.retention import LEASE_SECONDS
from bot.store.scope import Scope
from engine.clock import Timeout
from tools.chaos import message_audit, placement_audit, record_audit, redis_reader, undone_turns
from tools.chaos.findings import Findings
from tools.chaos.leak_audit import GameSecrets, OutputText
from tools.chaos.ledger import NEVER, Ledger, SentUpdate, TableRecord
from tools.chaos.log_audit import LogStep, is_unprompted, match_updates, replay_table_log
from tools.chaos.message_audit import ChatMessage
from tools.chaos.outputs import TelegramOutput

_AT_ONCE: Final = 200
_NO_NUMBER: Final = 999
"""Where a table is looked for that is nowhere."""
LATE_SECONDS: Final = 15.0
"""Seconds for which what is due may lie there as the workers begin to end."""

MessagesByChat = Mapping[int, Sequence[tuple[int | None, ChatMessage]]]
"""What was said in each chat, with the topic."""


@dataclass(slots=True)
class AuditResult:
    """What an audit counted, and the games that it saw."""

    move_count: int = 0
    timeout_count: int = 0
    record_count: int = 0
    """Records of finished games."""
    action_counts: Counter[str] = field(default_factory=Counter)
    """The entries of the logs, by what was done."""
    dead_letters: dict[int, str] = field(default_factory=dict)
    """Why each update was put aside, by its number; 0 for what came without one."""
    asked_updates: Collection[int] = ()
    """The updates about which their senders were asked which table they mean."""
    games: list[tuple[TableRecord, list[LogStep], list[ChatMessage]]] = field(default_factory=list)


async def audit_everything(
    client: Redis, ledger: Ledger, output: TelegramOutput, findings: Findings, shutdown_time: float
) -> AuditResult:
    """Check every place.

    Args:
        client: to the server.
        ledger: what was asked.
        output: what was said and asked.
        findings: where faults go.
        shutdown_time: when the workers began to end, in served time.
    """
    audited = AuditResult(asked_updates=output.asked_updates)
    for entries in (await redis_reader.read_streams(client, "dead")).values():
        for _, fields in entries:
            number = int(fields[b"update"]) if fields.get(b"update", b"").isdigit() else 0
            audited.dead_letters[number] = fields.get(b"reason", b"").decode(errors="replace")
    # Time goes on running out at tables until the workers have ended.
    outbox = await redis_reader.read_streams(client, "outbox")
    waiting = Counter(Scope.parse(fields[b"scope"].decode()) for entries in outbox.values() for _, fields in entries)
    now = await redis_reader.read_served_time(client)
    await _find_numbers(client, ledger)
    records = [record for record in ledger.records if not record.is_replaced]
    misplaced: set[int] = set()
    scope_by_update: dict[int, Scope] = {}
    for first in range(0, len(records), _AT_ONCE):
        part = records[first : first + _AT_ONCE]
        held_tables = await redis_reader.read_tables(client, part, ledger.seen_updates)
        for place, held in zip(part, held_tables, strict=True):
            steps = replay_table_log(place, held, findings, claimed_until=now + LEASE_SECONDS)
            if held.due is not None and held.due < shutdown_time - LATE_SECONDS:
                findings.add_finding("stuck", place, f"due since {shutdown_time - held.due:.0f} s")
            undone_turns.check_undone_turns(place, steps, findings)
            scope_by_update.update(held.scope_by_update)
            misplaced |= placement_audit.find_misplaced(place, held.scope_by_update, findings)
            excused = frozenset(misplaced | output.asked_updates.keys())
            audited.move_count += match_updates(
                place,
                steps,
                audited.dead_letters.__contains__,
                findings,
                partial(_is_one_of, excused),
            )
            audited.timeout_count += sum(
                isinstance(step.entry.action, Timeout) and is_unprompted(step.entry) for step in steps
            )
            audited.action_counts.update(type(step.entry.action).__name__ for step in steps)
            audited.games.append((place, steps, _messages_of_table(place, output.messages)))
    for record in ledger.records:
        if record.is_told_again:
            findings.add_finding("wrong", record, "the number was another table's, and had been told")
    tables = [(place, steps) for place, steps, _ in audited.games]
    placement_audit.check_questions(tables, output.asked_updates, findings)
    placement_audit.check_answered_once(tables, scope_by_update, findings)
    _check_messages(audited, waiting, findings)
    replaced = Counter(record.scope.chat for record in ledger.records if record.is_replaced)
    audited.record_count = await record_audit.check_records(client, tables, replaced, findings)
    return audited


def _is_one_of(updates: Collection[int], sent: SentUpdate) -> bool:
    return sent.update_id in updates


async def _find_numbers(client: Redis, ledger: Ledger) -> None:
    """Find the tables of which nobody had learned the number as everything ended; some are open nowhere."""
    for record in tuple(ledger.unnumbered):
        commits = await redis_reader.read_chat_commits(client, record.scope.chat)
        found = next((commits[one.update_id] for one in record.sent_updates if one.update_id in commits), None)
        if found is None:
            if any(one.acknowledged_at != NEVER for one in record.sent_updates):
                record.scope = record.scope.at_table(_NO_NUMBER)
                ledger.number_table(record)
            continue
        record.scope = record.scope.at_table(found[0].table)
        ledger.number_table(record)


def _check_messages(audited: AuditResult, waiting: Mapping[Scope, int], findings: Findings) -> None:
    """Follow the messages of each table; where several are in a place, those that name no table may be any's."""
    standings: defaultdict[Scope, set[str]] = defaultdict(set)
    for record, steps, _ in audited.games:
        if record.neighbours:
            standings[record.scope.place].update(chain.from_iterable(map(message_audit.standing_texts, steps)))
    for record, steps, messages in audited.games:
        untold = sum(waiting[replace(record.scope, chat=chat)] for chat in record.chat_numbers)
        beside: Collection[str] | None = standings[record.scope.place] if record.neighbours else ()
        if any(one.is_replaced for one in record.neighbours):
            # How a table stood whose log is gone nobody knows.
            beside = None
        message_audit.check_messages(record, steps, messages, findings, untold, standings_beside=beside)


def _messages_of_table(record: TableRecord, messages: MessagesByChat) -> list[ChatMessage]:
    """What was said of a table, under all numbers that its chat has had; what names no table belongs to each there."""
    former = [] if record.former_chat is None else [said for _, said in messages.get(record.former_chat, ())]
    said = former + [said for topic, said in messages.get(record.scope.chat, ()) if topic == record.scope.topic]
    return [one for one in said if not record.neighbours or one.table in {None, record.scope.table}]


def search_for_leaks(
    audit_result: AuditResult, texts: Iterable[OutputText], credentials: Iterable[str], findings: Findings
) -> None:
    """Search everything that left the processes for what the games kept secret."""
    secrets = GameSecrets(credentials)
    for place, steps, _ in audit_result.games:
        secrets.learn_from_log(place, steps)
    secrets.find_leaks(texts, findings)
