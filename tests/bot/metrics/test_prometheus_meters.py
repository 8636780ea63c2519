"""What Prometheus reads: bounded labels, practice of names, and nothing of what is not known."""

import re
import subprocess
import sys

import pytest
from prometheus_client import REGISTRY

from bot.app.service import make_meters
from bot.metrics.meters import Meters
from bot.metrics.prometheus_meters import PrometheusMeters
from tests.support.logs import STATE, all_metrics, used_meters


def lines(meters: PrometheusMeters) -> list[str]:
    return [line for line in meters.to_text(STATE).decode().splitlines() if not line.startswith("#")]


def test_every_name_begins_alike_and_ends_as_its_type_wants() -> None:
    for metric in all_metrics():
        assert re.fullmatch(r"harfiyen_[a-z_]+", metric.name)
        assert metric.documentation
        if metric.type == "histogram":
            assert metric.name.endswith("_seconds")


def test_label_values_that_are_in_no_list_count_as_others() -> None:
    meters = make_meters()
    meters.count_received("chat 4711")
    meters.count_refusal("KALEM")
    meters.count_move("Ada")
    said = lines(meters)
    assert 'harfiyen_updates_received_total{kind="other"} 1.0' in said
    assert 'harfiyen_refusals_total{code="other"} 1.0' in said
    assert 'harfiyen_moves_total{ruleset="other"} 1.0' in said
    assert not re.search("4711|KALEM|Ada", "\n".join(said))


def test_refusals_and_games_are_known_by_their_own_words() -> None:
    meters = make_meters()
    meters.count_refusal("not_your_turn")
    meters.count_move("scrabble-tr")
    said = lines(meters)
    assert 'harfiyen_refusals_total{code="not_your_turn"} 1.0' in said
    assert 'harfiyen_moves_total{ruleset="scrabble-tr"} 1.0' in said


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, "ok"),
        (429, "rate_limited"),
        (403, "refused"),
        (502, "server_error"),
        (302, "other"),
        (None, "unreachable"),
    ],
)
def test_a_request_has_the_outcome_of_its_status(status: int | None, outcome: str) -> None:
    meters = make_meters()
    meters.observe_api_request("sendMessage", status, 0.2)
    assert f'harfiyen_api_requests_total{{method="sendMessage",outcome="{outcome}"}} 1.0' in lines(meters)


def test_a_worker_that_has_not_started_tells_only_that_it_is_not_ready() -> None:
    said = make_meters().to_text(None).decode()
    assert "harfiyen_ready 0.0" in said
    assert "harfiyen_shards_owned" not in said


def test_no_series_is_spent_on_when_a_metric_was_made() -> None:
    assert not re.search(r"_created\b", used_meters().to_text(STATE).decode())


def test_two_workers_in_a_process_count_apart_and_not_in_the_registry_of_all() -> None:
    one, other = make_meters(), make_meters()
    one.count_move("scrabble-tr")
    assert not [line for line in lines(other) if line.startswith("harfiyen_moves")]
    assert not [metric.name for metric in REGISTRY.collect() if metric.name.startswith("harfiyen")]


def test_every_meter_is_counted_by_prometheus() -> None:
    assert {name for name in vars(Meters) if not name.startswith("_")} <= vars(PrometheusMeters).keys()


def test_a_bot_without_the_setting_does_not_import_the_library() -> None:
    program = "import gc, sys; gc.disable(); import bot.app.service; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
