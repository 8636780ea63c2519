"""Faults in tables that wait for players."""

from typing import Final

from tests.faults.fault import Fault

_ABANDONED: Final = ("tests/engine/test_abandoned.py",)
_FULL: Final = ("tests/engine/test_start_when_full.py",)
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
    Fault(
        "full-table-waits",
        r"if begin is None or not seats\.starts\(lobby\):",
        "if begin is not None or seats.starts(lobby):",
        _FULL,
    ),
    Fault(
        "begins-before-it-is-full",
        r"lobby\.ruleset\.start == \"full\" and len\(lobby\.seats\) >= lobby\.ruleset\.players\.most",
        'lobby.ruleset.start == "full"',
        _FULL,
    ),
    Fault(
        "begins-though-nobody-chose-it",
        r"return lobby\.ruleset\.start == \"full\" and",
        "return",
        _FULL,
    ),
    Fault(
        "last-seat-taken-during-maintenance",
        r"        if self\._may_begin is not None:\n            await self\._may_begin\(\)\n        agreed",
        "        agreed",
        ("tests/bot/test_desk.py",),
    ),
    Fault(
        "start-of-the-last-seat-not-checked",
        r"case Join\(begin=begin\) \| Alter\(begin=begin\):\n            return begin",
        "case Alter(begin=begin):\n            return begin",
        _FULL,
    ),
)
