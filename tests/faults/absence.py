"""Faults in what becomes of players who are away: who decides, when, and who has a seat afterwards."""

from typing import Final

from tests.faults.fault import Fault

_ABSENT: Final = ("tests/engine/test_absence.py",)
_SUBSTITUTES: Final = ("tests/engine/test_substitutes.py",)
_TOLD: Final = ("tests/bot/handlers/game/test_absence.py",)
_GONE: Final = ("tests/bot/handlers/game/test_left_players.py",)

ABSENCE: Final = (
    Fault(
        "skipped-before-the-time",
        r"    if now < at:\n        raise Refusal\(\"not_abs",
        '    if False:\n        raise Refusal("not_abs',
        _ABSENT,
    ),
    Fault(
        "voted-out-while-playing",
        r"action\.about != \"replace\" or len\(voters\) == 1\)",
        'action.about == "skip" or len(voters) == 1)',
        _ABSENT,
    ),
    Fault("one-vote-decides", r"return len\(_voters\(state, seat\)\) // 2 \+ 1", "return 1", _ABSENT),
    Fault("votes-about-oneself", r"    if own == seat:\n        raise Refusal\(\"vote_on_oneself\"\)\n", "", _ABSENT),
    Fault("players-rule-tournaments", r"if not state\.ruleset\.absence\.votes:", "if own < 0:", _ABSENT),
    Fault("resting-tables-go-on", r"return min\(misses, default=0\) >= _SKIPS_BEFORE_REST", "return False", _ABSENT),
    Fault(
        "a-seated-player-takes-a-second-seat",
        r"    if state\.seat_of\(action\.by\) is not None:\n        raise Refusal\(\"already_seated\"\)\n",
        "",
        _SUBSTITUTES,
    ),
    Fault(
        "who-was-replaced-plays-against-the-rack", r"user == action\.by and seat != action\.seat", "False", _SUBSTITUTES
    ),
    Fault("who-takes-a-seat-stays-gone", r"if user not in \{former\.user, substitute\.user\}", "", _SUBSTITUTES),
    Fault("strangers-rule", r"if not await self\._members\.is_admin\(tap\) or not", "if not", _TOLD),
    Fault(
        "typed-votes-are-told-anew",
        r"if post\.vote_id and before\.voting and",
        "if not post.vote_id and",
        _TOLD,
    ),
    Fault(
        "strangers-take-seats",
        r"if not \(await self\._members\.find_member\(tap\.venue\.scope\.chat, tap\.sender\.user\)\)\.present:",
        "if tap is None:",
        _TOLD,
    ),
    Fault("who-left-stays-gone", r"others if action\.here else", "state.left_seats if action.here else", _GONE),
    Fault("who-left-is-gone-everywhere", r"if scope\.chat == chat:", "if True:", _GONE),
    Fault("who-left-is-announced", r"case CancelObjected\(\) \| PresenceNoted\(\):", "case CancelObjected():", _GONE),
)
