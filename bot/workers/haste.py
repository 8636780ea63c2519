"""Who asks for more than one person's share: a bucket each, and a word about it now and then."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

_MOST: Final = 4096
SILENT_SECONDS: Final = 30.0
"""How long nothing is said to somebody after a word about haste."""


@dataclass(slots=True)
class _Bucket:
    level: float
    at: float
    told: float = float("-inf")


class Haste:
    """Counts what each asks for; the few thousand newest are remembered.

    Args:
        most: how much may be asked for at once.
        seconds: after how many of them it is one more.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most: Final = most
        self._seconds: Final = seconds
        self._buckets: Final[dict[Hashable, _Bucket]] = {}

    def asked(self, who: Hashable, at: float) -> bool:
        """Count what somebody asked for at an instant, in seconds; whether it is within their share."""
        bucket = self._bucket(who, at)
        bucket.level = min(self._most, bucket.level + max(0.0, at - bucket.at) / self._seconds)
        bucket.at = max(at, bucket.at)
        if bucket.level < 1:
            return False
        bucket.level -= 1
        return True

    def tells(self, who: Hashable, at: float) -> bool:
        """Whether to say to somebody that it is too much; the next word is said after half a minute."""
        bucket = self._bucket(who, at)
        if at - bucket.told < SILENT_SECONDS:
            return False
        bucket.told = at
        return True

    def lends(self, who: Hashable, at: float) -> bool:
        """Whether somebody may take from what is to come: half of what may be asked for at once."""
        return self._bucket(who, at).level > -self._most / 2

    def borrowed(self, who: Hashable, at: float) -> None:
        """Count what somebody got who had nothing left."""
        self._bucket(who, at).level -= 1

    def _bucket(self, who: Hashable, at: float) -> _Bucket:
        bucket = self._buckets.pop(who, None) or _Bucket(self._most, at)
        self._buckets[who] = bucket
        if len(self._buckets) > _MOST:
            del self._buckets[next(iter(self._buckets))]
        return bucket
