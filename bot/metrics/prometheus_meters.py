"""The meters of one worker for Prometheus, in a registry of their own.

It is imported only if METRICS_LISTEN is set. Label values come from fixed lists; any other value counts as ``other``.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from platform import python_version
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.metrics.meters import Meters, WorkerState

OTHER: Final = "other"
_RATE_LIMITED: Final = 429
_OUTCOMES: Final = {2: "ok", 4: "refused", 5: "server_error"}
"""The outcome of a request, by the first digit of its HTTP status."""
_READY: Final = "Whether people can play at the worker: 1 or 0."
_AGES: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
_DRAWINGS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class LabelValues:
    """The values that labels may have."""

    update_kinds: Collection[str]
    refusal_codes: Collection[str]
    rulesets: Collection[str]


class PrometheusMeters(Meters):
    """Counts and measures for Prometheus."""

    def __init__(self, version: str, labels: LabelValues) -> None:
        self._labels: Final = labels
        registry = CollectorRegistry()
        self.registry: Final = registry

        def counter(name: str, about: str, *label_names: str) -> Counter:
            return Counter(f"harfiyen_{name}", about, label_names, registry=registry)

        def histogram(name: str, about: str, buckets: Sequence[float], *label_names: str) -> Histogram:
            return Histogram(f"harfiyen_{name}", about, label_names, buckets=buckets, registry=registry)

        self._received: Final = counter(
            "updates_received_total",
            "Updates that came from Telegram and are safe, by Telegram's kind; each counts once.",
            "kind",
        )
        self._repeated: Final = counter(
            "updates_repeated_total", "Updates that Telegram sent again although they were safe, by its kind.", "kind"
        )
        self._handled: Final = histogram(
            "update_age_seconds", "Age of updates once they were handled, by what they ask for.", _AGES, "kind"
        )
        self._refusals: Final = counter("refusals_total", "Requests that were refused, by code.", "code")
        self._moves: Final = counter("moves_total", "Turns taken in games, by ruleset; each counts once.", "ruleset")
        self._commits: Final = counter("commits_total", "Attempts to store a step of a table, by outcome.", "outcome")
        self._requests: Final = counter(
            "api_requests_total",
            "Requests to the Bot API, by method and outcome; 429 is rate_limited.",
            "method",
            "outcome",
        )
        self._request_seconds: Final = histogram(
            "api_request_duration_seconds",
            "How long the Bot API took to answer, by method; getUpdates waits up to 30 s.",
            (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0),
            "method",
        )
        self._send_waits: Final = histogram(
            "send_wait_seconds",
            "Waits for the bot's own rate limits, by priority; what went at once is not in it.",
            (0.05, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0),
            "priority",
        )
        self._drawings: Final = histogram(
            "drawing_seconds", "How long a picture took, waiting for the thread included.", _DRAWINGS
        )
        self._judgements: Final = histogram(
            "judging_seconds",
            "How long the words of an action took to judge, by kind of dictionary.",
            (0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0),
            "dictionary",
        )
        self._searches: Final = histogram(
            "search_seconds",
            "How long a turn was searched, waiting for the thread included: for a computer player or a hint.",
            (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
            "purpose",
        )
        self.state: Final = StateCollector()
        registry.register(self.state)
        ProcessCollector(namespace="harfiyen", registry=registry)
        Info("harfiyen_build", "What runs.", registry=registry).info({"version": version, "python": python_version()})

    def count_received(self, kind: str) -> None:  # noqa: D102 - see the base class
        self._received.labels(_known(kind, self._labels.update_kinds)).inc()

    def count_repeated(self, kind: str) -> None:  # noqa: D102 - see the base class
        self._repeated.labels(_known(kind, self._labels.update_kinds)).inc()

    def observe_handled(self, kind: str, age_seconds: float) -> None:  # noqa: D102 - see the base class
        self._handled.labels(kind).observe(age_seconds)

    def count_refusal(self, code: str) -> None:  # noqa: D102 - see the base class
        self._refusals.labels(_known(code, self._labels.refusal_codes)).inc()

    def count_move(self, ruleset: str) -> None:  # noqa: D102 - see the base class
        self._moves.labels(_known(ruleset, self._labels.rulesets)).inc()

    def count_commit(self, outcome: str) -> None:  # noqa: D102 - see the base class
        self._commits.labels(outcome).inc()

    def observe_api_request(self, method: str, status: int | None, seconds: float) -> None:  # noqa: D102 - see the base class
        self._requests.labels(method, _outcome_of(status)).inc()
        self._request_seconds.labels(method).observe(seconds)

    def observe_send_wait(self, priority: str, seconds: float) -> None:  # noqa: D102 - see the base class
        self._send_waits.labels(priority).observe(seconds)

    def observe_drawing(self, seconds: float) -> None:  # noqa: D102 - see the base class
        self._drawings.observe(seconds)

    def observe_judging(self, dictionary: str, seconds: float) -> None:  # noqa: D102 - see the base class
        self._judgements.labels(dictionary).observe(seconds)

    def observe_search(self, purpose: str, seconds: float) -> None:  # noqa: D102 - see the base class
        self._searches.labels(purpose).observe(seconds)

    def to_text(self, state: WorkerState | None) -> bytes:
        """All metrics in Prometheus's text format, with a worker's state if known."""
        self.state.state = state
        return generate_latest(_WithoutCreated(self.registry))


class StateCollector(Collector):
    """The metrics of the last measured state; figures that are unknown are omitted."""

    def __init__(self) -> None:
        self.state: WorkerState | None = None

    def collect(self) -> Iterator[Metric]:
        """The metrics; see :class:`prometheus_client.registry.Collector`."""
        if (state := self.state) is None:
            yield GaugeMetricFamily("harfiyen_ready", _READY, 0)
            return
        yield GaugeMetricFamily("harfiyen_ready", _READY, int(state.is_ready))
        yield GaugeMetricFamily("harfiyen_shards_owned", "Shards that the worker owns, of 64.", state.shards_owned)
        yield GaugeMetricFamily("harfiyen_workers", "Workers alive, as this one sees them.", state.workers)
        broken = CounterMetricFamily(
            "harfiyen_redis_connections_broken", "Connections to Redis that broke and were made anew."
        )
        broken.add_metric([], state.broken_connections)
        yield broken
        yield GaugeMetricFamily("harfiyen_redis_up", "Whether Redis answers: 1 or 0.", int(state.redis is not None))
        yield from _backlog_gauges(state)
        if state.redis is not None:
            yield GaugeMetricFamily(
                "harfiyen_redis_ping_seconds", "How long Redis took to answer.", state.redis.ping_seconds
            )
            yield GaugeMetricFamily(
                "harfiyen_running_games",
                "Running games of the worker's shards with something done within 30 days.",
                state.redis.running_games,
            )


def _backlog_gauges(state: WorkerState) -> Iterator[Metric]:
    entries = GaugeMetricFamily(
        "harfiyen_queue_entries", "What waits in the worker's queues; dead letters wait for you.", None, ["queue"]
    )
    ages = GaugeMetricFamily(
        "harfiyen_queue_oldest_age_seconds", "How long the oldest entry of a queue has waited.", None, ["queue"]
    )
    stored = {} if state.redis is None else state.redis.queues
    for name, backlog in {"lanes": state.lanes, **stored}.items():
        entries.add_metric([name], backlog.entries)
        ages.add_metric([name], backlog.oldest_age_seconds)
    yield entries
    yield ages


class _WithoutCreated(Collector):
    """A registry without creation times, which would add a useless series for each metric."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry: Final = registry

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
            yield metric


def _known(value: str, values: Collection[str]) -> str:
    return value if value in values else OTHER


def _outcome_of(status: int | None) -> str:
    if status is None:
        return "unreachable"
    if status == _RATE_LIMITED:
        return "rate_limited"
    return _OUTCOMES.get(status // 100, OTHER)
