"""Two counts of one day: what the workers' ``/metrics`` say, and what the stand-in for Telegram saw."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import aiohttp
from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client.parser import text_string_to_metric_families

from bot.playground.state.chats import Json

Figures = Counter[tuple[str, ...]]
"""By a counter's name and the values of its labels."""
UPDATES: Final = "harfiyen_updates_received_total"
REQUESTS: Final = "harfiyen_api_requests_total"
MOVES: Final = "harfiyen_moves_total"
_LABELS: Final[Mapping[str, tuple[str, ...]]] = {
    UPDATES: ("kind",),
    REQUESTS: ("method", "outcome"),
    MOVES: ("ruleset",),
}
_UNREACHABLE: Final = "unreachable"
"""Requests that never arrived: the stand-in knows nothing of them."""
_OUTCOMES: Final = {2: "ok", 4: "refused", 5: "server_error"}
_RATE_LIMITED: Final = 429


class StandInCounts:
    """Counts at the stand-in from its start on."""

    def __init__(self) -> None:
        self.figures: Final[Figures] = Counter()

    @web.middleware
    async def count_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a request by its method and what it was answered; one whose connection was closed was not."""
        answer = await handler(request)
        if request.transport is not None and not request.transport.is_closing():
            outcome = "rate_limited" if answer.status == _RATE_LIMITED else _OUTCOMES[answer.status // 100]
            self.figures[REQUESTS, request.match_info["method"], outcome] += 1
        return answer

    @property
    def update_count(self) -> int:
        """How many updates the bot has taken."""
        return self._sum_of(UPDATES)

    @property
    def move_count(self) -> int:
        """How many turns were taken."""
        return self._sum_of(MOVES)

    def count_move(self, ruleset: str) -> None:
        """Count a turn that was taken."""
        self.figures[MOVES, ruleset] += 1

    def _sum_of(self, counter: str) -> int:
        return sum(count for (name, *_), count in self.figures.items() if name == counter)

    def count_update(self, update: Json) -> None:
        """Count an update that the bot has taken."""
        self.figures[UPDATES, next(kind for kind in update if kind != "update_id")] += 1


async def read_metrics(addresses: Iterable[str]) -> Figures:
    """The same figures as all workers tell them together."""
    figures: Figures = Counter()
    async with aiohttp.ClientSession() as session:
        for address in addresses:
            async with session.get(f"http://{address}/metrics") as answer:
                text = await answer.text()
            for family in text_string_to_metric_families(text):
                for sample in family.samples:
                    labels = _LABELS.get(sample.name)
                    if labels is not None and sample.labels.get("outcome") != _UNREACHABLE:
                        figures[sample.name, *(sample.labels[label] for label in labels)] += int(sample.value)
    return figures


def differences(bot: Figures, stand_in: Figures) -> dict[str, tuple[int, int]]:
    """What was not counted alike: the bot's count and the stand-in's."""
    return {
        " ".join(name): (bot[name], stand_in[name])
        for name in sorted(bot.keys() | stand_in.keys())
        if bot[name] != stand_in[name]
    }


def resident_mb(pid: int) -> float:
    """The memory that a process has resident, in millions of bytes."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1]) / 1_000_000
    return 0.0


def count_descriptors(pid: int) -> int:
    """How many files and connections a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
