"""Faults at the edges: the exact instant, the topic without a number, what is forgotten or spent."""

from typing import Final

from tests.faults.fault import Fault

EDGES: Final = (
    Fault(
        "ended-an-instant-late",
        r"if closing is None or now < closing\.until:",
        "if closing is None or now <= closing.until:",
        ("tests/engine/test_closing.py",),
    ),
    Fault(
        "second-ban-is-not-told",
        r"        await self\._client\.delete\(keys\.ban_told\(who\)\)\n",
        "",
        ("tests/bot/test_desk.py",),
    ),
    Fault(
        "no-table-in-the-general-topic",
        r"\(request\.place\.scope\.topic or 0\) not in allowed",
        "request.place.scope.topic not in allowed",
        ("tests/bot/test_settings_panel.py",),
    ),
    Fault(
        "sharing-refills",
        r"self\._level, self\._at = min\(self\._now\(now\), most\), now",
        "self._level, self._at = most, now",
        ("tests/bot/test_limiter.py",),
    ),
)
