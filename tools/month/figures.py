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
UNREACHABLE: Final = "unreachable"
"""Requests of which the bot got no answer: most never arrived, and some were answered when it no longer waited."""
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
                    if labels is not None:
                        figures[sample.name, *(sample.labels[label] for label in labels)] += int(sample.value)
    return figures


def differences(bot: Figures, stand_in: Figures) -> dict[str, tuple[int, int]]:
    """What was not counted alike: the bot's count and the stand-in's.

    Of each method the stand-in may have answered so many more requests as got no answer by the bot's count.
    """
    different = {}
    unanswered = {method: bot[REQUESTS, method, UNREACHABLE] for _, method, *_ in bot.keys() | stand_in.keys()}
    for name in sorted(compared_figures(bot, stand_in)):
        surplus = stand_in[name] - bot[name]
        if name[0] == REQUESTS and 0 < surplus <= unanswered[name[1]]:
            unanswered[name[1]] -= surplus
        elif surplus:
            different[" ".join(name)] = bot[name], stand_in[name]
    return different


def compared_figures(bot: Figures, stand_in: Figures) -> set[tuple[str, ...]]:
    """The names of what both can count."""
    return {name for name in bot.keys() | stand_in.keys() if name[-1] != UNREACHABLE}


def resident_mb(pid: int) -> float:
    """The memory that a process has resident, in millions of bytes."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1]) / 1_000_000
    return 0.0


def count_descriptors(pid: int) -> int:
    """How many files and connections a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
