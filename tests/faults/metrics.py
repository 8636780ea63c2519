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
    Fault(
        "an-update-that-comes-again-counts-as-new",
        r"count = self\._meters\.count_received if is_new else self\._meters\.count_repeated",
        "count = self._meters.count_received",
        ("tests/bot/ingress/test_counted_updates.py",),
    ),
    Fault(
        "an-update-whose-reply-was-lost-is-never-new",
        r"            self\._attempts\.note_unanswered\(name, attempt\)\n",
        "",
        ("tests/bot/ingress/test_counted_updates.py",),
    ),
    Fault(
        "of-several-lost-replies-the-last-one-alone-is-known",
        r"self\._unanswered\.pop\(name, None\) or \(1 \+ secrets\.randbelow\(_NUMBERS\),\)",
        "[1 + secrets.randbelow(_NUMBERS)]\n        self._unanswered.pop(name, None)",
        ("tests/bot/ingress/test_counted_updates.py",),
    ),
    Fault(
        "a-move-whose-reply-was-lost-is-not-counted",
        r"        self\._applied_steps\.compare_with_stored\(scope, loaded\)\n",
        "",
        ("tests/bot/tables/test_applied_steps.py",),
    ),
    Fault(
        "a-step-that-another-worker-took-counts-here",
        r"if \(stored\.version, stored\.state\) == \(attempt\.version, attempt\.state\):",
        "if stored.version >= attempt.version:",
        ("tests/bot/tables/test_applied_steps.py",),
    ),
)
