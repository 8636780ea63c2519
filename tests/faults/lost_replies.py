"""Faults in the connection to Redis, and in what is looked for again once a reply of it was lost."""

from typing import Final

from tests.faults.fault import Fault

LOST_REPLIES: Final = (
    Fault(
        "each-connects-to-redis-by-itself",
        r"        if self\._attempts_task is None:\n",
        "        if True:\n",
        ("tests/bot/store/connection/test_reconnect.py",),
    ),
    Fault(
        "answers-of-redis-shifted",
        r"batch = self\._batches\[0\]",
        "batch = self._batches[-1]",
        ("tests/bot/store/connection/test_multiplexed.py", "tests/bot/store/connection/test_send_later.py"),
    ),
    Fault(
        "greeting-waited-for-without-end",
        r"asyncio\.timeout\(self\._reply_seconds\)(:\n +await connection\.connect)",
        r"asyncio.timeout(None)\1",
        ("tests/bot/store/connection/test_multiplexed.py", "tests/bot/store/connection/test_send_later.py"),
    ),
    Fault(
        "waiting-read-sent-again",
        r"pool\(SERVER_REPLY_SECONDS, once, _CONNECTIONS\)",
        "pool(SERVER_REPLY_SECONDS, again, _CONNECTIONS)",
        ("tests/bot/store/shards/test_ownership.py",),
    ),
    Fault(
        "lost-read-not-looked-for",
        r"\n +self\._reset\(\)\n( +await retries\.wait_after_failure)",
        r"\n\1",
        ("tests/bot/workers/test_shard_reader.py", "tests/bot/workers/test_shard_reader_ownership.py"),
    ),
    Fault(
        "time-runs-out-while-a-lost-answer-is-unread",
        r"return self\._caught_up if self\._checked_breaks == self\._source\.lost_reply_count else \{\}",
        "return self._caught_up",
        (
            "tests/bot/workers/test_shard_reader.py",
            "tests/bot/workers/test_shard_reader_ownership.py",
            "tests/bot/ingress/test_timeouts.py",
        ),
    ),
    Fault(
        "time-runs-out-after-a-wait-in-which-an-answer-was-lost",
        r"if self\._table_queue\.loss_count != loss_count or not self\._table_queue\.is_ready:",
        "if not self._table_queue.is_ready:",
        ("tests/bot/ingress/test_timeouts.py",),
    ),
    Fault(
        "what-was-handed-over-and-found-comes-twice",
        r"sorted\(dict\.fromkeys\(\(\*found, \*behind\)\), key",
        "sorted((*found, *behind), key",
        (
            "tests/bot/workers/test_shard_reader.py",
            "tests/bot/workers/test_shard_reader_ownership.py",
            "tests/bot/ingress/test_in_flight.py",
        ),
    ),
)
