"""The dashboard and the alerts that ship: each expression is about metrics and labels that there are."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.docs.metric_list import metric_name
from tests.support.checkout import DOCS, page_section
from tests.support.logs import all_metrics
from tests.support.prometheus import FILES, dashboard

_NAME: Final = re.compile(r"\bharfiyen_\w+")
_SERIES: Final = re.compile(r"\b(harfiyen_\w+)(?:\{([^}]*)\})?")
_MATCHER: Final = re.compile(r'(\w+)(?:=|!=|=~|!~)"')
_ALERT: Final = re.compile(r"- alert: (\w+)\n(.*?)(?=\n\n|\Z)", re.DOTALL)


def series() -> dict[str, set[str]]:
    """The labels of every series that a worker may tell of."""
    found: dict[str, set[str]] = {}
    for metric in all_metrics():
        labels = {label for sample in metric.samples for label in sample.labels} - {"le"}
        endings = ("_bucket", "_sum", "_count") if metric.type == "histogram" else ("",)
        found.update({metric_name(metric) + ending: labels for ending in endings})
    return found


def problems(expression: str) -> Iterator[str]:
    """What an expression names that there is not."""
    known = series()
    if not _NAME.search(expression):
        yield f"{expression} names no metric"
    for name, matchers in _SERIES.findall(expression):
        if name not in known:
            yield f"{name} is no metric"
        else:
            yield from (f"{name} has no label {label}" for label in set(_MATCHER.findall(matchers)) - known[name])


def alerts() -> dict[str, str]:
    return dict(_ALERT.findall((FILES / "alerts.yaml").read_text("utf-8")))


@pytest.mark.parametrize("panel", dashboard()["panels"], ids=lambda panel: panel["title"])
def test_a_panel_shows_metrics_that_there_are(panel: dict[str, Any]) -> None:
    assert panel["targets"]
    assert [found for target in panel["targets"] for found in problems(target["expr"])] == []


def test_every_metric_of_the_bot_is_on_the_dashboard() -> None:
    shown = " ".join(target["expr"] for panel in dashboard()["panels"] for target in panel["targets"])
    mine = {metric_name(metric) for metric in all_metrics() if not metric.name.startswith("harfiyen_process_")}
    assert sorted(name for name in mine if name not in shown) == ["harfiyen_redis_up", "harfiyen_workers"]


def test_there_are_five_alerts_and_the_page_says_what_to_do_about_each() -> None:
    told = re.findall(r"^- `(Harfiyen\w+)`: ", page_section(DOCS / "operate.md", "Watching it"), re.MULTILINE)
    assert len(alerts()) == 5
    assert sorted(told) == sorted(alerts())


@pytest.mark.parametrize("name", alerts())
def test_an_alert_asks_metrics_that_there_are_and_says_what_is_wrong_in_sentences(name: str) -> None:
    rule = alerts()[name]
    asked = re.search(r"expr: (.*?)\n        (?:for|labels):", rule, re.DOTALL)
    assert asked is not None
    assert list(problems(asked[1])) == []
    for kind in ("summary", "description"):
        assert re.search(rf"{kind}: [A-Z].*\.$", rule, re.MULTILINE), kind
    assert re.search(r"severity: (?:critical|warning)", rule)
