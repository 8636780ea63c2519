"""Faults in what speaks to several servers of Redis, and waits for replicas."""

from typing import Final

from tests.faults.fault import Fault

SEVERAL: Final = (
    Fault(
        "replica-of-another-process-counts",
        r"waiter\.over\(Superseded\(\"the server was started again since\"\)\)",
        "pass",
        ("tests/bot/test_replicas.py",),
    ),
    Fault(
        "one-replica-too-few-is-enough",
        r"int\(count\) >= self\._wanted",
        "int(count) >= self._wanted - 1",
        ("tests/bot/test_replicas.py",),
    ),
    Fault(
        "what-gives-out-is-sent-twice",
        r"and \(given_out or now >= until or self\._closed\)",
        "and (now >= until or self._closed)",
        ("tests/bot/test_cluster.py",),
    ),
    Fault(
        "answers-of-several-masters-mixed-up",
        r"for \(_, places\), said in zip\(groups\.values\(\), found, strict=True\):",
        "for (_, places), said in zip(groups.values(), reversed(found)):",
        ("tests/bot/test_cluster.py",),
    ),
    Fault(
        "transaction-without-its-frame",
        r"\[\(\(\"MULTI\",\), \*commands, \(\"EXEC\",\)\)\]",
        '[(("PING",), *commands, ("PING",))]',
        ("tests/bot/test_cluster.py",),
    ),
    Fault(
        "lost-answers-of-masters-uncounted",
        r"sum\(client\.breaks for client in \(\*self\._clients\.values\(\), \*self\._retired\)\)",
        "0",
        ("tests/bot/test_cluster.py",),
    ),
    Fault(
        "what-a-former-master-said-last-undoubted",
        r"if isinstance\(moved, MovedError\):\n",
        "if False:\n",
        ("tests/bot/test_cluster.py",),
    ),
    Fault(
        "breaks-while-nobody-waits-uncounted",
        r"bool\(self\._waiting\) or self\.newest is connection",
        "bool(self._waiting)",
        ("tests/bot/test_line.py",),
    ),
    Fault(
        "what-may-be-told-already-told-with-more",
        r"self\._most\.setdefault\(entry\.scope\.chat, 1\)",
        "pass",
        ("tests/bot/test_told_at_once.py",),
    ),
    Fault(
        "what-is-in-no-hurry-is-lost-with-a-master",
        r"self\._astray\(moved\)",
        "pass",
        ("tests/bot/test_cluster.py",),
    ),
)
