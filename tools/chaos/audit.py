"""The audit of everything, once it is quiet: each place against its log, what it was told, and what nobody may see."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from redis.asyncio import Redis

from bot.store.retention import LEASE_SECONDS
from bot.store.scope import Scope
from engine.clock import Timeout
from tools.chaos import log_audit, message_audit, redis_reader
from tools.chaos.findings import Findings
from tools.chaos.leak_audit import GameSecrets, OutputText
from tools.chaos.ledger import Ledger, TableRecord
from tools.chaos.log_audit import LogStep, is_unprompted, match_updates, replay_table_log
from tools.chaos.message_audit import ChatMessage

_AT_ONCE: Final = 200
LATE_SECONDS: Final = 15.0
"""Seconds for which what is due may lie there as the workers begin to end."""

MessagesByChat = Mapping[int, Sequence[tuple[int | None, ChatMessage]]]
"""What was said in each chat, with the topic."""


@dataclass(slots=True)
class AuditResult:
    """What an audit counted, and the games that it saw."""

    move_count: int = 0
    timeout_count: int = 0
    action_counts: Counter[str] = field(default_factory=Counter)
    """The entries of the logs, by what was done."""
    dead_letters: dict[int, str] = field(default_factory=dict)
    """Why each update was put aside, by its number; 0 for what came without one."""
    games: list[tuple[TableRecord, list[LogStep], list[ChatMessage]]] = field(default_factory=list)


async def audit_everything(
    client: Redis, ledger: Ledger, messages: MessagesByChat, findings: Findings, shutdown_time: float
) -> AuditResult:
    """Check every place.

    Args:
        client: to the server.
        ledger: what was asked.
        messages: what was said.
        findings: where faults go.
        shutdown_time: when the workers began to end, in served time.
    """
    audited = AuditResult()
    for entries in (await redis_reader.read_streams(client, "dead")).values():
        for _, fields in entries:
            number = int(fields[b"update"]) if fields.get(b"update", b"").isdigit() else 0
            audited.dead_letters[number] = fields.get(b"reason", b"").decode(errors="replace")
    # Time goes on running out at tables until the workers have ended.
    outbox = await redis_reader.read_streams(client, "outbox")
    waiting = Counter(Scope.parse(fields[b"scope"].decode()) for entries in outbox.values() for _, fields in entries)
    now = await redis_reader.read_served_time(client)
    for first in range(0, len(ledger.records), _AT_ONCE):
        part = ledger.records[first : first + _AT_ONCE]
        for place, held in zip(part, await redis_reader.read_tables(client, part), strict=True):
            steps = replay_table_log(place, held, findings, claimed_until=now + LEASE_SECONDS)
            if held.due is not None and held.due < shutdown_time - LATE_SECONDS:
                findings.add_finding("stuck", place, f"due since {shutdown_time - held.due:.0f} s")
            log_audit.check_undone_turns(place, steps, findings)
            audited.move_count += match_updates(place, steps, audited.dead_letters.__contains__, findings)
            audited.timeout_count += sum(
                isinstance(step.entry.action, Timeout) and is_unprompted(step.entry) for step in steps
            )
            audited.action_counts.update(type(step.entry.action).__name__ for step in steps)
            chat_messages = _messages_of_table(place, messages)
            untold = sum(waiting[Scope(chat, place.scope.topic)] for chat in place.chat_numbers)
            message_audit.check_messages(place, steps, chat_messages, findings, untold)
            audited.games.append((place, steps, chat_messages))
    return audited


def _messages_of_table(record: TableRecord, messages: MessagesByChat) -> list[ChatMessage]:
    """What was said at a place, under all numbers that its chat has had."""
    former = [] if record.former_chat is None else [said for _, said in messages.get(record.former_chat, ())]
    return former + [said for topic, said in messages.get(record.scope.chat, ()) if topic == record.scope.topic]


def search_for_leaks(
    audit_result: AuditResult, texts: Iterable[OutputText], credentials: Iterable[str], findings: Findings
) -> None:
    """Search everything that left the processes for what the games kept secret."""
    secrets = GameSecrets(credentials)
    for place, steps, _ in audit_result.games:
        secrets.learn_from_log(place, steps)
    secrets.find_leaks(texts, findings)
