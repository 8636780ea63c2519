"""What updates were refused by: that stays, also for whoever takes over while a refusal waits to be told."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.ingress.held import HeldEntries
from bot.ingress.jobs import Job
from bot.store.handling import Handling
from bot.workers.lanes import letting_go


class Verdicts:
    """Keeps them.

    Args:
        held: lets go of what was refused.
    """

    def __init__(self, held: HeldEntries) -> None:
        self._held: Final = held
        self._letting_go: Final[set[asyncio.Task[None]]] = set()

    @contextmanager
    def once(self, job: Job, update: Handling) -> Iterator[None]:
        """Handle an update within: what it is refused by stays its verdict."""

        def keep() -> None:
            job.refused = None if job.word else update.refused
            self.keep(job)

        try:
            with letting_go(keep):
                yield
        finally:
            job.refused = None if job.word else update.refused

    def keep(self, job: Job) -> None:
        """Let go of what was refused before others are done: whoever took it up after them might find it good."""
        if job.refused is not None:
            task = asyncio.create_task(self._held.ack(job.entry), name=f"update {job.number} was refused")
            self._letting_go.add(task)
            task.add_done_callback(self._letting_go.discard)
