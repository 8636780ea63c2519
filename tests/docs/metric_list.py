"""The list of metrics, as the registry has them."""

from prometheus_client import Metric

from tests.support.logs import all_metrics
from tools.wrap_markdown import fill

_SUFFIXES = {"counter": "_total", "info": "_info"}


def metric_lines() -> tuple[str, ...]:
    """The lines of an item a metric: its name, type, labels and what it says."""
    return tuple(line for metric in all_metrics() for line in fill(_item(metric), "- ", "  "))


def metric_name(metric: Metric) -> str:
    """The name as Prometheus knows it; a histogram's three series have this one and an ending."""
    return metric.name + _SUFFIXES.get(metric.type, "")


def _item(metric: Metric) -> str:
    labels = {label for sample in metric.samples for label in sample.labels} - {"le"}
    named = f" by {', '.join(f'`{label}`' for label in sorted(labels))}" if labels else ""
    return f"`{metric_name(metric)}` ({metric.type}{named}): {metric.documentation}"
