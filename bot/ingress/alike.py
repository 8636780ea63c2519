"""Looks that wait for one answer: what asks for the same joins what waits for it already."""

from collections.abc import Collection
from typing import Final

from bot.ingress.jobs import Job
from bot.store.entries import InboxEntry


class Alike:
    """Knows of each look that waits what others like it have in common."""

    def __init__(self) -> None:
        self._waiting: Final[dict[str, Job]] = {}

    def join(self, job: Job) -> InboxEntry | None:
        """Have one like it that waits serve this one too; the entry that needs no answer any more.

        Where none waits, others wait with this one from now on.
        """
        alike = job.kind.alike
        if alike is None:
            return None
        waiting = self._waiting.setdefault(alike, job)
        return None if waiting is job else waiting.join(job)

    def begun(self, job: Job) -> None:
        """From now on others like it wait for the next answer."""
        alike = job.kind.alike
        if alike is not None and self._waiting.get(alike) is job:
            del self._waiting[alike]

    def forget(self, shards: Collection[int]) -> None:
        """Those of the shards wait here no more."""
        for alike in [alike for alike, job in self._waiting.items() if job.entry.shard in shards]:
            del self._waiting[alike]
