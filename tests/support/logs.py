"""What the bot logs and measures, as tests read it."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from prometheus_client import Metric

from bot.app.service import make_meters
from bot.logs import ChatTags, configure_events, configure_logging, is_own_error, make_handler
from bot.metrics.meters import Backlog, RedisState, WorkerState
from bot.metrics.prometheus_meters import PrometheusMeters

_CHANGED = ("aiohttp.access", "asyncio", "httpcore", "httpx", "telegram")


def use_log_tags() -> ChatTags:
    tags = ChatTags("7000000001:the token of the tests")
    configure_events(tags)
    return tags


@contextmanager
def restored_logging() -> Iterator[None]:
    """Whatever is set up meanwhile, the log is as it was before, afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in _CHANGED}
    root.handlers[:] = []
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.captureWarnings(False)
        logging.getLogger("aiohttp.server").removeFilter(is_own_error)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        structlog.reset_defaults()


@contextmanager
def all_lines(token: str) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """All that a bot with a token logs at the finest level: for people, and as JSON."""
    console, json = io.StringIO(), io.StringIO()
    with restored_logging():
        configure_logging("DEBUG", "json", token, json)
        logging.getLogger().addHandler(make_handler("console", ChatTags(token), console))
        yield console, json


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
