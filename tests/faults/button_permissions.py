"""Faults in whose buttons are: each lets somebody press what is not theirs, or what is out of date."""

from typing import Final

from tests.faults.fault import Fault

_TESTS: Final = ("tests/bot/handlers/dispatch/test_button_permissions.py",)

BUTTON_PERMISSIONS: Final = (
    Fault(
        "surrender-confirmed-by-anybody",
        r"if tap\.sender\.user != int\(pressed\.arguments\[0\]\):",
        'if pressed.arguments[0] == "0":',
        _TESTS,
    ),
    Fault(
        "button-of-a-former-table-does-something",
        r'raise Refusal\("proof_gone"\)\n        raise Refusal\("stale_button"\)',
        'raise Refusal("proof_gone")\n        return context',
        _TESTS,
    ),
    Fault(
        "forged-step-has-no-answer",
        r"if await self\.reply_with_page\(tap, page\) is DeliveryRoute\.NONE:",
        "if await self.reply_with_page(tap, page) is DeliveryRoute.BELOW:",
        _TESTS,
    ),
    Fault(
        "desk-open-to-anybody",
        r"if mark != OWNER_BUTTON or not self\._is_owner\(tap\):",
        "if mark != OWNER_BUTTON:",
        _TESTS,
    ),
    Fault(
        "setting-typed-by-anybody",
        r"        if not request\.venue\.private:\n            await self\.check_admin\(request\)",
        "        pass",
        _TESTS,
    ),
    Fault(
        "first-players-rack-shown-to-all",
        r"await self\._own_game\(await self\._localize_for_player\(tap, context\), tap\.sender\.user\)\n        page",
        "await self._own_game(context, require_game(context.loaded.table).players[0].user)\n        page",
        _TESTS,
    ),
)
