"""The dashboard and the alerts that ship: each expression is about metrics and labels that there are."""

import re
from collections.abc import Iterator
from typing import Final

from tests.docs.generated_tables import metric_name
from tests.support.checkout import DOCS, page_section
from tests.support.logs import all_metrics
from tests.support.prometheus import FILES, dashboard

_SERIES: Final = re.compile(r"\b(harfiyen_\w+)(?:\{([^}]*)\})?")
_MATCHER: Final = re.compile(r'(\w+)(?:=|!=|=~|!~)"')
_ALERT: Final = re.compile(r"- alert: (\w+)\n(.*?)(?=\n\n|\Z)", re.DOTALL)


def problems(*expressions: str) -> Iterator[str]:
    """Tell what expressions name that does not exist."""
    known: dict[str, set[str]] = {}
    for metric in all_metrics():
        labels = {label for sample in metric.samples for label in sample.labels} - {"le"}
        endings = ("_bucket", "_sum", "_count") if metric.type == "histogram" else ("",)
        known.update({metric_name(metric) + ending: labels for ending in endings})
    for expression in expressions:
        found = _SERIES.findall(expression)
        if not found:
            yield f"{expression} names no metric"
        for name, matchers in found:
            if name not in known:
                yield f"{name} is no metric"
            elif unknown := set(_MATCHER.findall(matchers)) - known[name]:
                yield f"{name} has no labels {unknown}"


def alerts() -> dict[str, str]:
    return dict(_ALERT.findall((FILES / "alerts.yaml").read_text("utf-8")))


def test_every_panel_shows_metrics_that_there_are_and_every_metric_of_the_bot_has_a_panel() -> None:
    assert all(panel["targets"] for panel in dashboard()["panels"])
    shown = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    assert list(problems(*shown)) == []
    mine = {metric_name(metric) for metric in all_metrics() if not metric.name.startswith("harfiyen_process_")}
    assert sorted(name for name in mine if name not in " ".join(shown)) == ["harfiyen_redis_up", "harfiyen_workers"]


def test_there_are_five_alerts_and_the_page_says_what_to_do_about_each() -> None:
    told = re.findall(r"^- `(Harfiyen\w+)`: ", page_section(DOCS / "operate.md", "Watching it"), re.MULTILINE)
    assert len(alerts()) == 5
    assert sorted(told) == sorted(alerts())


def test_every_alert_asks_metrics_that_there_are_and_says_what_is_wrong_in_sentences() -> None:
    for name, rule in alerts().items():
        asked = re.search(r"expr: (.*?)\n        (?:for|labels):", rule, re.DOTALL)
        assert asked is not None, name
        assert list(problems(asked[1])) == [], name
        for kind in ("summary", "description"):
            assert re.search(rf"{kind}: [A-Z].*\.$", rule, re.MULTILINE), (name, kind)
        assert re.search(r"severity: (?:critical|warning)", rule), name
