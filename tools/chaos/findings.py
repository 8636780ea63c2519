"""What an audit found: of each kind how many, and which."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

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
