"""Fairness between people: quotas for what each may ask for in a chat.

What is done beyond a quota is up to :mod:`bot.ingress.admission`.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.ingress.jobs import Job, QuotaName
from bot.workers.newest_dict import NewestDict

NOTICE_INTERVAL_SECONDS: Final = 30.0
"""How long a person gets no further throttle notice after one."""
_MOST_PEOPLE: Final = 4096


@dataclass(slots=True)
class _Bucket:
    level: float
    refilled_at: float
    notified_at: float = float("-inf")


class TokenBuckets:
    """A token bucket for each person; only the newest few thousand are kept.

    Args:
        capacity: how many requests may come at once.
        refill_seconds: after how many seconds there is one more.
    """

    def __init__(self, capacity: int, refill_seconds: float) -> None:
        self._capacity: Final = capacity
        self._refill_seconds: Final = refill_seconds
        self._buckets: Final[NewestDict[Hashable, _Bucket]] = NewestDict(_MOST_PEOPLE)

    def try_take(self, person: Hashable, at: float) -> bool:
        """Take a token for a request at ``at``, in seconds; returns whether there was one."""
        bucket = self._bucket_of(person, at)
        bucket.level = min(self._capacity, bucket.level + max(0.0, at - bucket.refilled_at) / self._refill_seconds)
        bucket.refilled_at = max(at, bucket.refilled_at)
        if bucket.level < 1:
            return False
        bucket.level -= 1
        return True

    def notify_if_due(self, person: Hashable, at: float) -> bool:
        """Whether to send somebody a throttle notice now; the next one is due after half a minute."""
        bucket = self._bucket_of(person, at)
        if at - bucket.notified_at < NOTICE_INTERVAL_SECONDS:
            return False
        bucket.notified_at = at
        return True

    def can_borrow(self, person: Hashable, at: float) -> bool:
        """Whether somebody may take a token in advance: up to half of the capacity."""
        return self._bucket_of(person, at).level > -self._capacity / 2

    def borrow(self, person: Hashable, at: float) -> None:
        """Take a token in advance."""
        self._bucket_of(person, at).level -= 1

    def _bucket_of(self, person: Hashable, at: float) -> _Bucket:
        bucket = self._buckets[person] = self._buckets.get(person) or _Bucket(self._capacity, at)
        return bucket


class PersonQuotas:
    """The quotas of all people, by kind of request.

    Args:
        quotas: the buckets of each kind; other kinds have no limit.
    """

    def __init__(self, quotas: Mapping[QuotaName, TokenBuckets]) -> None:
        self._quotas: Final = quotas

    def take_quota(self, job: Job) -> bool:
        """Charge a job to its person's quota; returns whether it is within. A redelivered job always is."""
        buckets = self._buckets_of(job)
        return buckets is None or job.entry.deliveries > 1 or buckets.try_take(job.person, job.written_at)

    def can_borrow(self, job: Job) -> bool:
        """Whether a job beyond the quota may be a good move and may still be tried."""
        buckets = self._buckets_of(job)
        return job.kind.may_borrow and buckets is not None and buckets.can_borrow(job.person, job.written_at)

    def charge_borrowed(self, job: Job) -> None:
        """Charge a job beyond the quota, which was done, in advance."""
        if job.over_limit and (buckets := self._buckets_of(job)) is not None:
            buckets.borrow(job.person, job.written_at)

    def notify_if_due(self, job: Job) -> bool:
        """Whether to send a throttle notice about a job now."""
        buckets = self._buckets_of(job)
        return job.kind.quota != "talk" and (buckets is None or buckets.notify_if_due(job.person, job.written_at))

    def _buckets_of(self, job: Job) -> TokenBuckets | None:
        """The buckets for a job's kind; ``None`` if it has no limit."""
        return None if job.kind.quota is None else self._quotas.get(job.kind.quota)


def person_quotas() -> dict[QuotaName, TokenBuckets]:
    """The quotas of one person in one chat: enough for anybody who plays."""
    return {
        "action": TokenBuckets(10, 2.0),
        "look_up": TokenBuckets(6, 5.0),
        "tap": TokenBuckets(20, 1.0),
        "talk": TokenBuckets(6, 5.0),
    }
