"""Faults in order and patience: lanes, waits, and how what can be done is shared among many."""

from typing import Final

from tests.faults.fault import Fault

ORDER_AND_FAIRNESS: Final = (
    Fault(
        "newest-first-in-a-lane",
        r"places\.append\(_QueuedItem",
        "places.appendleft(_QueuedItem",
        ("tests/bot/workers/test_lanes.py",),
    ),
    Fault(
        "done-a-moment-ago-and-done-again",
        r"return True(\n        self\._expiries\[key\] = )",
        r"return False\1",
        ("tests/bot/workers/test_recent.py",),
    ),
    Fault(
        "waits-that-do-not-grow",
        r"2\.0 \*\* min\(failures",
        "1.0 ** min(failures",
        ("tests/bot/workers/test_retry_policy.py", "tests/bot/ingress/test_polling_outages.py"),
    ),
    Fault(
        "updates-wait-half-a-minute-for-redis-that-is-back",
        r"STORE_ERRORS, longest=STORE_SECONDS",
        "STORE_ERRORS",
        ("tests/bot/ingress/test_polling_outages.py",),
    ),
    Fault(
        "answers-wait-for-as-long-as-a-game-is-busy",
        r"self\._since_answer >= _MOST_AHEAD",
        "False",
        ("tests/bot/workers/test_waiter_queue.py",),
    ),
    Fault(
        "one-person-s-looks-keep-everybody-s-waiting",
        r"return _NOTICE_FAIRNESS_KEY if job\.is_throttle_notice else job\.person",
        "return None",
        ("tests/bot/ingress/test_fairness_under_load.py",),
    ),
    Fault(
        "a-good-move-beyond-a-share-is-dropped",
        r"and buckets is not None and buckets\.can_borrow\(job\.person, job\.written_at\)",
        "and False",
        ("tests/bot/ingress/test_fairness_under_load.py",),
    ),
    Fault(
        "all-beyond-a-share-is-tried-at-once",
        r"elif place in self\._pacers:",
        "elif False:",
        ("tests/bot/ingress/test_over_limit.py",),
    ),
    Fault(
        "a-later-move-goes-ahead-of-one-beyond-a-share",
        r"            await self\._admit_lane\(lane_of\(job\)\)\n",
        "",
        ("tests/bot/ingress/test_over_limit.py",),
    ),
    Fault(
        "taps-take-the-place-of-moves",
        r"await self\._tap_gate\.wait_for_send_slot\(sending\)",
        "await self._message_gate.wait_for_send_slot(sending)",
        ("tests/bot/workers/test_limiter.py",),
    ),
)
