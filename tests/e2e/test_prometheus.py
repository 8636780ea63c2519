"""The files for Prometheus and Grafana, read by Prometheus itself: alerts, and a dashboard of a running bot."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.crossword_game import CrosswordGame
from tests.support.bot_process import ForkServer
from tests.support.prometheus import dashboard, needs_prometheus, run_prometheus, run_promtool
from tools.fleet.launch import find_free_port
from tools.fleet.redis_servers import poll_until

pytestmark = needs_prometheus

RULES = "alerts.yaml"
TRIALS = "alerts.test.yaml"
NOT_MET = {
    "Updates a second",
    "Requests that failed a second",
    "Waits for our own rate limits, of twenty the longest",
    "Pictures, judges and searches, of twenty the slowest",
}
"""Panels, or one line of theirs, that a game without faults and computers leaves empty."""


def test_prometheus_reads_its_configuration_and_the_alerts() -> None:
    for asked in (("check", "config", "prometheus.yaml"), ("check", "rules", RULES)):
        ran = run_promtool(*asked)
        assert ran.returncode == 0, ran.stderr


def test_each_alert_fires_when_it_should_and_not_else() -> None:
    ran = run_promtool("test", "rules", TRIALS)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture
async def metered(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    settings = {"REDIS_URL": redis_url, "METRICS_LISTEN": f"127.0.0.1:{find_free_port()}"}
    async with run_bot_stage(tmp_path, settings, fork_server) as made:
        yield made


async def test_the_dashboard_shows_a_running_bot(metered: BotStage, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("prometheus")
    async with run_prometheus(folder, metered.bot.settings["METRICS_LISTEN"]) as prometheus:
        room = await metered.new_room(metered.people[:2])
        game = await CrosswordGame.open_and_begin(room, metered.people[:2])
        await game.play_turn()
        await room.say(game.players[1].user, "/katil")
        empty: set[str] = set()

        async def has_filled() -> bool:
            empty.clear()
            for panel in dashboard()["panels"]:
                samples = [await prometheus.query(target["expr"]) for target in panel["targets"]]
                if not all(samples):
                    empty.add(panel["title"])
            return empty <= NOT_MET

        await poll_until(has_filled)
        (moves,) = await prometheus.query("sum(harfiyen_moves_total)")
        assert moves["value"][1] == "1"
        (group,) = (await prometheus.read("rules"))["groups"]
        assert [(rule["health"], rule["alerts"]) for rule in group["rules"]] == [("ok", [])] * 5
        (target,) = (await prometheus.read("targets"))["activeTargets"]
        assert (target["health"], target["lastError"]) == ("up", "")
