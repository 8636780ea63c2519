"""Faults in tables that wait for players."""

from typing import Final

from tests.faults.fault import Fault

_ABANDONED: Final = ("tests/engine/test_abandoned.py",)
_LOBBIES: Final = ("tests/bot/test_lobbies.py",)

LOBBIES: Final = (
    Fault(
        "abandoned-while-people-come",
        r"return Step\(seats\.touched\(seated, begins\), \(taken,\)\)",
        "return Step(seated, (taken,))",
        _ABANDONED,
    ),
    Fault(
        "closed-before-its-time",
        r"if due is None or now < due:\n        raise Refusal\(\"not_due\"\)\n    return Abandon",
        'if due is None:\n        raise Refusal("not_due")\n    return Abandon',
        _ABANDONED,
    ),
    Fault(
        "replayed-without-its-instant",
        r"open_lobby\(ruleset, host, secret, entry\.at\)",
        "open_lobby(ruleset, host, secret)",
        _ABANDONED,
    ),
    Fault(
        "abandoned-with-a-message-of-its-own",
        r"message = before\.board if post\.in_place else await",
        "message = await",
        _LOBBIES,
    ),
)
