"""Faults in what speaks to several servers of Redis, and waits for replicas."""

from typing import Final

from tests.faults.fault import Fault

CLUSTER: Final = (
    Fault(
        "replica-of-another-process-counts",
        r"waiter\.finish\(MasterReplaced\(\"the server was started again since\"\)\)",
        "pass",
        ("tests/bot/store/connection/test_replication.py",),
    ),
    Fault(
        "one-replica-too-few-is-enough",
        r"int\(count\) >= self\._min_replicas",
        "int(count) >= self._min_replicas - 1",
        ("tests/bot/store/connection/test_replication.py",),
    ),
    Fault(
        "former-masters-looked-for-while-one-is-closed",
        r"for master in \[self\._masters\.pop\(server\) for server in former\]:\n +await master\.close\(\)",
        "for server in former:\n            await self._masters.pop(server).close()",
        ("tests/bot/store/connection/test_replication.py",),
    ),
    Fault(
        "what-gives-out-is-sent-twice",
        r"and \(given_out or now >= until or self\.topology\.is_closed\)",
        "and (now >= until or self.topology.is_closed)",
        ("tests/bot/store/connection/test_cluster.py",),
    ),
    Fault(
        "answers-of-several-masters-mixed-up",
        r"for \(_, places\), said in zip\(groups\.values\(\), found, strict=True\):",
        "for (_, places), said in zip(groups.values(), reversed(found)):",
        ("tests/bot/store/connection/test_cluster.py",),
    ),
    Fault(
        "transaction-without-its-frame",
        r"\[\(\(\"MULTI\",\), \*commands, \(\"EXEC\",\)\)\]",
        '[(("PING",), *commands, ("PING",))]',
        ("tests/bot/store/connection/test_cluster.py",),
    ),
    Fault(
        "lost-answers-of-masters-uncounted",
        r"sum\(\n +client\.lost_reply_count for client in \(\*self\._clients\.values\(\), \*self\._retired\)\n +\)",
        "0",
        ("tests/bot/store/connection/test_cluster.py",),
    ),
    Fault(
        "what-a-former-master-said-last-undoubted",
        r"if isinstance\(redirect, MovedError\):\n",
        "if False:\n",
        ("tests/bot/store/connection/test_cluster.py",),
    ),
    Fault(
        "breaks-while-nobody-waits-uncounted",
        r"bool\(self\._batches\) or self\.newest_connection is connection",
        "bool(self._batches)",
        ("tests/bot/store/connection/test_multiplexed.py",),
    ),
    Fault(
        "what-may-be-told-already-told-with-more",
        r"self\._batch_limits\.announce_alone\(entry\.scope\)",
        "pass",
        ("tests/bot/announce/test_combined_notices.py",),
    ),
    Fault(
        "what-is-in-no-hurry-is-lost-with-a-master",
        r"self\._on_undeliverable\(moved\)",
        "pass",
        ("tests/bot/store/connection/test_cluster.py",),
    ),
)
