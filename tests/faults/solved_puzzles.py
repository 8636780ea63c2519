"""Faults in puzzles: what they cost, who may answer, out of which games they come."""

from typing import Final

from tests.faults.fault import Fault

_SERVICE: Final = ("tests/bot/families/test_puzzle_service.py",)
_TYPED: Final = ("tests/bot/handlers/puzzles/test_typed_answers.py",)
_HINTS: Final = ("tests/bot/handlers/puzzles/test_typed_hints.py",)
_PUZZLES: Final = ("tests/bot/handlers/puzzles/test_puzzles.py",)

SOLVED_PUZZLES: Final = (
    Fault(
        "a-hint-costs-nothing",
        r"MOST_POINTS - POINTS_EACH \* \(progress\.hints \+ progress\.tries\)",
        "MOST_POINTS - POINTS_EACH * progress.tries",
        _SERVICE,
    ),
    Fault(
        "a-puzzle-of-somebody-who-opted-out",
        r"is_forgotten\(p\.user\) or p\.user in unlisted",
        "is_forgotten(p.user)",
        _SERVICE,
    ),
    Fault(
        "a-puzzle-of-yesterdays-game",
        r"one\.record\.ended <= latest and",
        "",
        _SERVICE,
    ),
    Fault(
        "an-answer-offered-to-a-group",
        r"if not \(query\.in_private and query\.text\):",
        "if not query.text:",
        _PUZZLES,
    ),
    Fault(
        "talk-is-a-bad-move-in-a-puzzle",
        r"            if may_be_turn or \(is_word and not is_recent\):\n                return False\n",
        "            if may_be_turn:\n                return False\n",
        _TYPED,
    ),
    Fault(
        "a-word-alone-is-graded-unasked",
        r"len\(answers\) > 1 or may_be_turn or not \(is_named or is_move\):",
        "len(answers) > 1 or may_be_turn:",
        _TYPED,
    ),
    Fault(
        "a-move-is-graded-while-a-computer-thinks",
        r" or computer_moves\(loaded\.table\) for",
        " for",
        _TYPED,
    ),
    Fault("a-solving-message-is-talk-when-it-comes-again", r" or progress\.solved_by == message", "", _TYPED),
    Fault(
        "a-handed-on-link-leaves-its-owners-number",
        r"0 if Scope\(origin\)\.is_private and origin != user else origin",
        "origin",
        _SERVICE,
    ),
    Fault("a-reply-to-a-posted-puzzle-is-played", r"if _answers_posted_puzzle\(request\):", "if False:", _TYPED),
    Fault(
        "a-row-of-places-is-not-shown",
        r"\[one for one in answers if not row or one\.row == row\], shown",
        "answers, shown",
        _TYPED,
    ),
    Fault(
        "hints-shown-of-another-puzzle-than-is-answered",
        r"if progress is None or progress\.is_open:",
        "if progress is None:",
        _HINTS,
    ),
    Fault("a-hint-for-a-puzzle-on-ones-turn", r"not await self\._may_be_on_turn\(user\):", "True:", _HINTS),
)
