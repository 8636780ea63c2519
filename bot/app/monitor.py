"""The monitor: serves METRICS_LISTEN, where others ask how the bot is.

- ``/metrics``: all figures, as Prometheus reads them;
- ``/healthz``: 200 as long as the event loop answers;
- ``/readyz``: 200 if people can play at the worker, else 503 with the reason.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from aiohttp import web

from bot.config import Config
from bot.logs.logger import get_logger
from bot.resources import open_port
from bot.telegram.incoming.parse_update import UPDATE_KINDS
from bot.wording.refusals import refusal_codes
from engine.rulesets import shipped_rulesets

if TYPE_CHECKING:
    from bot.app.worker_probe import WorkerProbe
    from bot.metrics.prometheus_meters import PrometheusMeters

log = get_logger(__name__)

_TEXT_FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Monitor:
    """Answers who asks."""

    def __init__(self, meters: "PrometheusMeters") -> None:
        self.meters: Final = meters
        self._probe: WorkerProbe | None = None

    def watch_worker(self, probe: "WorkerProbe") -> None:
        """From now on the worker has started, and this is how it is looked at."""
        self._probe = probe

    def to_routes(self) -> list[web.RouteDef]:
        """The routes to add to an application."""
        return [
            web.get("/metrics", self._report_metrics),
            web.get("/healthz", self._report_alive),
            web.get("/readyz", self._report_ready),
        ]

    async def _report_metrics(self, _: web.Request) -> web.Response:
        state = None if self._probe is None else await self._probe.measure_state()
        return web.Response(body=self.meters.to_text(state), headers={"Content-Type": _TEXT_FORMAT})

    async def _report_alive(self, _: web.Request) -> web.Response:
        return web.json_response({"status": "alive"})

    async def _report_ready(self, _: web.Request) -> web.Response:
        obstacle = "it is starting" if self._probe is None else await self._probe.find_obstacle()
        if obstacle:
            return web.json_response({"status": "not ready", "reason": obstacle}, status=503)
        return web.json_response({"status": "ready"})


@asynccontextmanager
async def open_monitor(config: Config) -> AsyncIterator[Monitor | None]:
    """The monitor at the address of METRICS_LISTEN; ``None`` if that is empty.

    The log says where it is: with port 0 the system chooses one.

    Raises:
        StartError: the address cannot be opened.
    """
    if config.metrics_listen is None:
        yield None
        return
    monitor = Monitor(make_meters())
    application = web.Application()
    application.add_routes(monitor.to_routes())
    async with open_port("METRICS_LISTEN", application, *config.metrics_listen) as address:
        log.info("metrics are served", address=address)
        yield monitor


def make_meters() -> "PrometheusMeters":
    """Meters in a registry of their own, with all values that labels may have."""
    # prometheus-client is imported where somebody reads it.
    from bot.metrics.prometheus_meters import LabelValues, PrometheusMeters  # noqa: PLC0415

    return PrometheusMeters(
        version("harfiyen"), LabelValues(frozenset((*UPDATE_KINDS, "unreadable")), refusal_codes(), shipped_rulesets())
    )
