"""Faults in ending a game without a result: who may, and what keeps it from ending."""

from typing import Final

from tests.faults.fault import Fault

_CANCELLING: Final = ("tests/bot/test_cancelling.py",)
_EXTENDING: Final = ("tests/engine/test_extending.py", "tests/bot/test_extending.py")

ENDINGS: Final = (
    Fault(
        "question-answered-by-anybody",
        r'raise Refusal\("not_your_button"\)\n        await self\._members',
        'return ""\n        await self._members',
        _CANCELLING,
    ),
    Fault(
        "anonymous-question-answered-by-anybody",
        r'await self\._members\.check_admin\(tap\)\n        return ""',
        'return ""',
        _CANCELLING,
    ),
    Fault(
        "question-about-the-end-stays",
        r"message of its own\.\n +await self\._answers\.clear\(tap\)\n",
        "message of its own.\n",
        _CANCELLING,
    ),
    Fault(
        "objection-by-whoever-watches",
        r"seat = seated\(state, action\.by\)\n    if state\.closing is None",
        "seat = state.seat_of(action.by) or 0\n    if state.closing is None",
        _CANCELLING,
    ),
    Fault(
        "objection-without-effect",
        r"return replace\(state, closing=None\), \(CancelObjected",
        "return state, (CancelObjected",
        _CANCELLING,
    ),
    Fault(
        "paused-game-ends",
        r"state\.clocks\.paused is None and state\.players\[closing\.seat\]",
        "state.players[closing.seat]",
        _CANCELLING,
    ),
    Fault(
        "more-time-for-oneself",
        r"if state\.players\[seat\]\.user == action\.by:",
        "if False:",
        _EXTENDING,
    ),
    Fault(
        "more-time-by-anybody",
        r'@command\("extend", "group", "administrator"\)',
        '@command("extend", "group", "anybody")',
        _EXTENDING,
    ),
    Fault(
        "more-time-for-another-turn",
        r"if action\.number != state\.number:\n                raise",
        "if False:\n                raise",
        _EXTENDING,
    ),
    Fault(
        "more-time-after-the-end",
        r'if late:\n        raise Refusal\("time_is_up"\)',
        'if False:\n        raise Refusal("time_is_up")',
        _EXTENDING,
    ),
    Fault(
        "allowance-runs-in-a-pause",
        r"or clocks\.paused is not None or state\.outcome is not None:",
        "or state.outcome is not None:",
        _EXTENDING,
    ),
    Fault(
        "acts-forgotten-with-their-game",
        r"await self\.history\.kept\(held\), await summon",
        "None, await summon",
        _EXTENDING,
    ),
    Fault(
        "acts-told-to-anybody",
        r'@command\("log", "group", "administrator", kind="look-up", own=True\)',
        '@command("log", "group", "anybody", kind="look-up", own=True)',
        _EXTENDING,
    ),
)
