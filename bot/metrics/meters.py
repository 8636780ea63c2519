"""The meters: one method for each figure that is counted or measured.

:class:`Meters` does nothing and is every component's default; :class:`bot.metrics.prometheus_meters.PrometheusMeters`
replaces it. No method gets a chat, a user, a word or a tile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


class Meters:
    """Meters that count nothing."""

    def count_received(self, kind: str) -> None:
        """Count an update, of Telegram's kind, that was stored or passed on; once, even if it comes again."""

    def count_repeated(self, kind: str) -> None:
        """Count an update, of Telegram's kind, that came again after it was stored."""

    def observe_handled(self, kind: str, age_seconds: float) -> None:
        """Observe how old an update was when it was handled; ``kind`` is that of its quota."""

    def count_refusal(self, code: str) -> None:
        """Count a refusal by its code."""

    def count_move(self, ruleset: str) -> None:
        """Count a stored turn in a game of a ruleset."""

    def count_commit(self, outcome: str) -> None:
        """Count an attempt to commit by its outcome."""

    def observe_api_request(self, method: str, status: int | None, seconds: float) -> None:
        """Observe a request to the Bot API: its method and HTTP status, ``None`` without an answer."""

    def observe_send_wait(self, priority: str, seconds: float) -> None:
        """Observe how long a message waited for the bot's own rate limits."""

    def observe_drawing(self, seconds: float) -> None:
        """Observe how long a picture took, from the request to its bytes."""

    def observe_judging(self, dictionary: str, seconds: float) -> None:
        """Observe how long a kind of dictionary took to judge the words of an action."""

    def observe_search(self, purpose: str, seconds: float) -> None:
        """Observe how long a move was searched; ``purpose``: a ``computer`` player or a ``hint``."""


NO_METERS: Final = Meters()  # for components without meters


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many entries wait in a queue, and for how long."""

    entries: int
    oldest_age_seconds: float  # how long the oldest entry has waited; 0 if there is none


@dataclass(frozen=True, slots=True)
class RedisState:
    """What Redis shows of the shards that this worker owns."""

    ping_seconds: float  # how long Redis took to answer
    queues: Mapping[str, Backlog]  # the queues by name: `inbox`, `outbox`, `dead_letters`
    running_games: int


@dataclass(frozen=True, slots=True)
class WorkerState:
    """The state of this worker."""

    is_ready: bool
    lanes: Backlog
    shards_owned: int
    workers: int  # how many workers are alive, as this one sees it
    broken_connections: int  # how often the connection to Redis broke since the start
    redis: RedisState | None  # `None` if Redis does not answer
