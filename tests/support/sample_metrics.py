"""A worker's metrics with something in each of them, to learn what there is."""

from collections.abc import Iterator

from prometheus_client import Metric

from bot.app.service import make_meters
from bot.metrics.meters import Backlog, RedisState, WorkerState
from bot.metrics.prometheus_meters import PrometheusMeters

STATE = WorkerState(
    is_ready=True,
    lanes=Backlog(1, 0.5),
    shards_owned=64,
    workers=1,
    broken_connections=0,
    redis=RedisState(
        0.001, {"inbox": Backlog(2, 3.0), "outbox": Backlog(0, 0.0), "dead_letters": Backlog(0, 0.0)}, running_games=5
    ),
)


def used_meters() -> PrometheusMeters:
    meters = make_meters()
    meters.count_received("message")
    meters.count_repeated("message")
    meters.observe_handled("action", 0.2)
    meters.count_refusal("not_your_turn")
    meters.count_move("scrabble-tr")
    meters.count_commit("committed")
    meters.observe_api_request("sendPhoto", 200, 0.3)
    meters.observe_send_wait("play", 2.0)
    meters.observe_drawing(0.01)
    meters.observe_judging("builtin", 0.001)
    meters.observe_search("computer", 0.2)
    meters.state.state = STATE
    return meters


def all_metrics() -> Iterator[Metric]:
    """Every metric; those of the process only where the system tells them."""
    return iter(used_meters().registry.collect())
