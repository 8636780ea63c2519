"""Who asks for more than one person's share: a bucket each, told of once when it is empty, and then silence."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal

Answer = Literal["do", "tell", "silence"]
"""What becomes of something that is asked: it is done, refused with a word, or refused without one."""

_MOST: Final = 4096


@dataclass(slots=True)
class _Bucket:
    level: float
    at: float
    told: bool = False


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

    def asked(self, who: Hashable, at: float) -> Answer:
        """Count what somebody asked for at an instant, in seconds; a word is said again only after all was quiet."""
        bucket = self._buckets.pop(who, None) or _Bucket(self._most, at)
        self._buckets[who] = bucket
        if len(self._buckets) > _MOST:
            del self._buckets[next(iter(self._buckets))]
        bucket.level = min(self._most, bucket.level + max(0.0, at - bucket.at) / self._seconds)
        bucket.at = max(at, bucket.at)
        bucket.told &= bucket.level < self._most
        if bucket.level >= 1:
            bucket.level -= 1
            return "do"
        if bucket.told:
            return "silence"
        bucket.told = True
        return "tell"
