"""Applied steps: has each be told once that is stored, though the reply to its commit may be lost.

A reply is lost with its connection. The client may then send the commit again, which is answered as one that came too
late, or give up; the step is stored all the same. So a step is told as soon as its commit is answered, or else when its
table is read next and is what the step made of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.store.commits import Commit, Loaded
from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedTable
from bot.workers.newest_dict import NewestDict
from engine.game import Step

_MOST: Final = 256
"""How many steps are kept of whose commits nobody knows; while Redis is away, one for each table where people act."""


@dataclass(slots=True, eq=False)
class AttemptedStep:
    """A step whose commit is under way, or was not answered."""

    loaded: LoadedTable
    step: Step
    version: int
    """That the commit makes."""
    state: bytes | None
    """That the commit stores."""
    is_told: bool = False


class AppliedSteps:
    """Tells of the steps of one process.

    Args:
        on_applied: is told of each step that is stored, and the table that it came from; nobody by default.
    """

    def __init__(self, on_applied: Callable[[LoadedTable, Step], None] | None = None) -> None:
        self._on_applied: Final = on_applied
        self._unknown: Final[NewestDict[Scope, AttemptedStep]] = NewestDict(_MOST)
        """The newest attempt at each table."""

    def note_attempt(self, loaded: LoadedTable, step: Step, commit: Commit) -> AttemptedStep:
        """Note a step whose commit is sent now."""
        attempt = AttemptedStep(loaded, step, commit.expected_version + 1, commit.state)
        self._unknown[commit.scope] = attempt
        return attempt

    def tell_applied(self, attempt: AttemptedStep) -> None:
        """Tell of a step that is known to be stored; idempotent."""
        scope = attempt.loaded.scope
        if self._unknown.get(scope) is attempt:
            del self._unknown[scope]
        if not attempt.is_told and self._on_applied is not None:
            attempt.is_told = True
            self._on_applied(attempt.loaded, attempt.step)

    def compare_with_stored(self, scope: Scope, stored: Loaded) -> None:
        """Tell of a table's step if that is what is stored, or forget it if something else is."""
        attempt = self._unknown.get(scope)
        if attempt is None or stored.version < attempt.version:
            return
        if (stored.version, stored.state) == (attempt.version, attempt.state):
            self.tell_applied(attempt)
        else:
            del self._unknown[scope]
