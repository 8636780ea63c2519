"""Faults in ending a game without a result: who may, and what keeps it from ending."""

from typing import Final

from tests.faults.fault import Fault

_CANCELLING: Final = ("tests/bot/handlers/game/test_end_game.py",)
_EXTENDING: Final = ("tests/engine/test_extra_time.py", "tests/bot/handlers/game/test_extra_time.py")

CANCELLATION: Final = (
    Fault(
        "question-answered-by-anybody",
        r"await self\._members\.check_asker\(tap, asker\)\n",
        "pass\n",
        _CANCELLING,
    ),
    Fault(
        "anonymous-question-answered-by-anybody",
        r'raise Refusal\("not_your_button"\)\n        await self\.check_admin\(tap\)\n',
        'raise Refusal("not_your_button")\n',
        _CANCELLING,
    ),
    Fault(
        "question-about-the-end-stays",
        r"message of its own\.\n +await self\._answers\.tapped_message\.delete_message\(tap\)\n",
        "message of its answered_separately.\n",
        _CANCELLING,
    ),
    Fault(
        "objection-by-whoever-watches",
        r"seat = require_seat\(state, action\.by\)\n    if state\.closing is None",
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
        r'@handles_command\("extend", "group", "administrator"\)',
        '@handles_command("give_extra_time", "group", "anybody")',
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
        r"carried_acts = await self\.history\.acts_to_carry_over\(place\)",
        "carried_acts: list[bytes] = []",
        _EXTENDING,
    ),
    Fault(
        "acts-told-to-anybody",
        r'@handles_command\("log", "group", "administrator", kind="look-up", answered_separately=True\)',
        '@handles_command("show_audit_log", "group", "anybody", kind="look-up", answered_separately=True)',
        _EXTENDING,
    ),
)
