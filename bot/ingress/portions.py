"""Everybody's share of what may be asked for, applied to what was asked: by person, chat and kind."""

from collections.abc import Mapping
from typing import Final

from bot.ingress.jobs import Job
from bot.ingress.kinds import Counted
from bot.workers.haste import Haste


class Portions:
    """The shares of all.

    Args:
        shares: how much of each kind a person may ask for in a chat; of others there is no limit.
    """

    def __init__(self, shares: Mapping[Counted, Haste]) -> None:
        self._shares: Final = shares

    def within(self, job: Job) -> bool:
        """Whether somebody may ask for this as well; what was let in before a restart still may."""
        share = self._of(job)
        return share is None or job.entry.deliveries > 1 or share.asked(job.who, job.written)

    def lends(self, job: Job) -> bool:
        """Whether what is beyond a share may be somebody's good move, and is done if it can be."""
        share = self._of(job)
        return job.kind.lent and share is not None and share.lends(job.who, job.written)

    def borrowed(self, job: Job) -> None:
        """Count what was done; beyond a share it is taken from what is to come."""
        if job.over and (share := self._of(job)) is not None:
            share.borrowed(job.who, job.written)

    def tells(self, job: Job) -> bool:
        """Whether it is time to say that something was not done."""
        share = self._of(job)
        return job.kind.counted != "talk" and (share is None or share.tells(job.who, job.written))

    def _of(self, job: Job) -> Haste | None:
        """What counts such things, where they are counted."""
        return None if job.kind.counted is None else self._shares.get(job.kind.counted)
