"""Faults in ending a game without a result: who may, and what keeps it from ending."""

from typing import Final

from tests.faults.fault import Fault

_CANCELLING: Final = ("tests/bot/test_cancelling.py",)

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
)
