"""Faults of metrics: labels without bounds, figures that are counted twice, workers that say that they are ready."""

from typing import Final

from tests.faults.fault import Fault

METRICS: Final = (
    Fault(
        "labels-are-whatever-came",
        r"return value if value in values else OTHER",
        "return value",
        ("tests/bot/metrics/test_prometheus_meters.py",),
    ),
    Fault(
        "a-worker-that-ends-says-that-it-is-ready",
        r"        if self\.is_draining:\n            return \"it is shutting down\"\n",
        "",
        ("tests/bot/metrics/test_monitor.py",),
    ),
    Fault(
        "a-url-of-another-form-is-a-label",
        r"return name if name\.isascii\(\) and name\.isalpha\(\) else \"other\"",
        "return name",
        ("tests/bot/metrics/test_monitor.py",),
    ),
)
