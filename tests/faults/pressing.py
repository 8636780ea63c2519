"""Faults in whose buttons are: each lets somebody press what is not theirs, or what is out of date."""

from typing import Final

from tests.faults.fault import Fault

_TESTS: Final = ("tests/bot/test_presses.py",)

PRESSING: Final = (
    Fault(
        "surrender-confirmed-by-anybody",
        r"if tap\.sender\.user != int\(pressed\.rest\[0\]\):",
        'if pressed.rest[0] == "0":',
        _TESTS,
    ),
    Fault(
        "button-of-a-former-table-does-something",
        r"            of_table\(context\.held\.table, pressed\)",
        "            pass",
        _TESTS,
    ),
    Fault(
        "forged-step-has-no-answer",
        r"if await self\.open\(tap, sheet\) is Rung\.NONE:",
        "if await self.open(tap, sheet) is Rung.BELOW:",
        _TESTS,
    ),
    Fault(
        "desk-open-to-anybody",
        r"if mark != MARK or not self\._is_owner\(tap\):",
        "if mark != MARK:",
        _TESTS,
    ),
    Fault(
        "setting-typed-by-anybody",
        r"        if not request\.place\.private:\n            await self\.check_admin\(request\)",
        "        pass",
        _TESTS,
    ),
    Fault(
        "first-players-rack-shown-to-all",
        r"await self\._own\(await self\._theirs\(tap, context\), tap\.sender\.user\)\n        sheet",
        "await self._own(context, begun(context.held.table).players[0].user)\n        sheet",
        _TESTS,
    ),
)
