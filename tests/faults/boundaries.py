"""Faults at the edges: the exact instant, the topic without a number, what is forgotten or spent."""

from typing import Final

from tests.faults.fault import Fault

BOUNDARIES: Final = (
    Fault(
        "ended-an-instant-late",
        r"if closing is None or now < closing\.until:",
        "if closing is None or now <= closing.until:",
        ("tests/engine/test_cancellation.py",),
    ),
    Fault(
        "second-ban-is-not-told",
        r"        await self\._client\.delete\(keys\.ban_notified\(who\)\)\n",
        "",
        ("tests/bot/handlers/owner/test_bans.py",),
    ),
    Fault(
        "no-table-in-the-general-topic",
        r"\(request\.venue\.scope\.topic or 0\) not in allowed",
        "request.venue.scope.topic not in allowed",
        ("tests/bot/handlers/chat_settings/test_openers.py",),
    ),
    Fault(
        "sharing-refills",
        r"self\._level, self\._refilled_at = min\(self\._level_at\(now\), capacity\), now",
        "self._level, self._refilled_at = capacity, now",
        ("tests/bot/workers/test_limiter.py",),
    ),
)
