"""What came of a run, in figures."""

from collections import Counter
from typing import Final

from msgspec import Struct

from bot.chaos.audit import Audited
from bot.chaos.faults import Monkey
from bot.chaos.findings import Findings
from bot.chaos.ledger import Ledger

MOVES: Final = "moves"
"""What is missing where nothing that anybody asked for was done: then there was nothing to lose."""


class Report(Struct, frozen=True, kw_only=True):
    """What came of a run; counts but for ``seconds`` and ``seed``."""

    kills: int
    redis_kills: int
    faults: int
    duplicates: int
    updates: int
    moves: int
    lost: int
    doubled: int
    leaked: int
    out_of_order: int
    stuck: int
    dead: int
    seconds: float
    """From the first update to the last fault."""
    timeouts: int
    """Moves of the clock among the entries of the logs."""
    tables: int
    seed: str
    by_fault: dict[str, int]
    by_action: dict[str, int]
    """How many entries of the logs there are of each kind."""
    by_reason: dict[str, int]
    """How many updates were put aside for which reason."""
    missing: tuple[str, ...]
    """The kinds of faults that were to come and did not, and ``moves`` where nobody did anything meanwhile."""

    @property
    def sound(self) -> bool:
        """Whether nothing wrong was found."""
        return not any((self.lost, self.doubled, self.leaked, self.out_of_order, self.stuck))

    @property
    def status(self) -> int:
        """The exit status: 1 where something wrong was found, 2 where nothing was and not everything was tried."""
        if not self.sound:
            return 1
        return 2 if self.missing else 0

    @property
    def clean(self) -> bool:
        """Whether nothing wrong was found, and everything was tried that was to be."""
        return self.sound and not self.missing


def report(
    monkey: Monkey, redis_kills: int, ledger: Ledger, audited: Audited, findings: Findings, *, seconds: float, seed: str
) -> Report:
    """Count everything."""
    return Report(
        kills=monkey.kills,
        redis_kills=redis_kills,
        faults=sum(monkey.done.values()),
        duplicates=ledger.duplicates,
        updates=ledger.updates,
        moves=audited.moves,
        lost=findings.count("lost", "wrong"),
        doubled=findings.count("doubled"),
        leaked=findings.count("leaked"),
        out_of_order=findings.count("out_of_order"),
        stuck=findings.count("stuck"),
        dead=len(audited.dead),
        seconds=round(seconds, 1),
        timeouts=audited.timeouts,
        tables=len(ledger.places),
        seed=seed,
        by_fault=dict(sorted(monkey.done.items())),
        by_action=dict(sorted(audited.actions.items())),
        by_reason=dict(Counter(audited.dead.values())),
        missing=monkey.missing if audited.moves else (*monkey.missing, MOVES),
    )
