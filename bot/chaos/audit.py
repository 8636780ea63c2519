"""The audit of everything, once it is quiet: each place against its log, what it was told, and what nobody may see."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from redis.asyncio import Redis

from bot.chaos import kept, told, undone
from bot.chaos.findings import Findings
from bot.chaos.leaks import Secrets, Text
from bot.chaos.ledger import Ledger, Place
from bot.chaos.replay import Step, by_nobody, match, replay
from bot.chaos.told import Said
from bot.store.keys import Scope
from bot.store.retention import LEASE_SECONDS
from engine.clock import Timeout

_AT_ONCE: Final = 200
LATE_SECONDS: Final = 15.0
"""Seconds for which what is due may lie there as the workers begin to end."""

Chats = Mapping[int, Sequence[tuple[int | None, Said]]]
"""What was said in each chat, with the topic."""


@dataclass(slots=True)
class Audited:
    """What an audit counted, and the games that it saw."""

    moves: int = 0
    timeouts: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    """The entries of the logs, by what was done."""
    dead: dict[int, str] = field(default_factory=dict)
    """Why each update was put aside, by its number; 0 for what came without one."""
    games: list[tuple[Place, list[Step], list[Said]]] = field(default_factory=list)


async def audit(client: Redis, ledger: Ledger, chats: Chats, findings: Findings, ending: float) -> Audited:
    """Check every place.

    Args:
        client: to the server.
        ledger: what was asked.
        chats: what was said.
        findings: where faults go.
        ending: when the workers began to end, in served time.
    """
    audited = Audited()
    for entries in (await kept.streams(client, "dead")).values():
        for _, fields in entries:
            number = int(fields[b"update"]) if fields.get(b"update", b"").isdigit() else 0
            audited.dead[number] = fields.get(b"reason", b"").decode(errors="replace")
    # Time goes on running out at tables until the workers have ended.
    outbox = await kept.streams(client, "outbox")
    waiting = Counter(Scope.parse(fields[b"scope"]) for entries in outbox.values() for _, fields in entries)
    now = await kept.served(client)
    for first in range(0, len(ledger.places), _AT_ONCE):
        part = ledger.places[first : first + _AT_ONCE]
        for place, held in zip(part, await kept.read(client, part), strict=True):
            steps = replay(place, held, findings, claimed=now + LEASE_SECONDS)
            if held.due is not None and held.due < ending - LATE_SECONDS:
                findings.add("stuck", place, f"due since {ending - held.due:.0f} s")
            undone.check(place, steps, findings)
            audited.moves += match(place, steps, audited.dead.__contains__, findings)
            audited.timeouts += sum(isinstance(step.entry.action, Timeout) and by_nobody(step.entry) for step in steps)
            audited.actions.update(type(step.entry.action).__name__ for step in steps)
            said = _said(place, chats)
            untold = sum(waiting[Scope(chat, place.scope.topic)] for chat in place.chats)
            told.check(place, steps, said, findings, untold)
            audited.games.append((place, steps, said))
    return audited


def _said(place: Place, chats: Chats) -> list[Said]:
    """What was said at a place, under all numbers that its chat has had."""
    former = [] if place.former is None else [said for _, said in chats.get(place.former, ())]
    return former + [said for topic, said in chats.get(place.scope.chat, ()) if topic == place.scope.topic]


def search(audited: Audited, texts: Iterable[Text], always: Iterable[str], findings: Findings) -> None:
    """Search everything that left the processes for what the games kept secret."""
    secrets = Secrets(always)
    for place, steps, _ in audited.games:
        secrets.learn(place, steps)
    secrets.check(texts, findings)
