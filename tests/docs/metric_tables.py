"""The table of metrics, as the registry has them."""

from prometheus_client import Metric

from tests.support.sample_metrics import all_metrics

_SUFFIXES = {"counter": "_total", "info": "_info"}


def metric_rows() -> tuple[str, ...]:
    """A row a metric: its name, type, labels and what it says."""
    return tuple(_row(metric) for metric in all_metrics())


def metric_name(metric: Metric) -> str:
    """The name as Prometheus knows it; a histogram's three series have this one and an ending."""
    return metric.name + _SUFFIXES.get(metric.type, "")


def _row(metric: Metric) -> str:
    labels = {label for sample in metric.samples for label in sample.labels} - {"le"}
    named = ", ".join(f"`{label}`" for label in sorted(labels)) or "–"
    return f"| `{metric_name(metric)}` | {metric.type} | {named} | {metric.documentation} |"
