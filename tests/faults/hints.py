"""Faults in hints: who sees them, what they cost, and what they are about."""

from typing import Final

from tests.faults.fault import Fault

_ENGINE: Final = ("tests/engine/crossword/test_hints.py",)
_CHAT: Final = ("tests/bot/families/crossword/test_hints.py",)
_TURNS: Final = ("tests/bot/families/crossword/test_hinted_turns.py",)

HINTS: Final = (
    Fault(
        "hint-seen-by-all",
        r"hint is None or hint\.seat != seat or hint\.best\.by != state\.players\[hint\.seat\]\.user",
        "hint is None",
        _ENGINE,
    ),
    Fault(
        "hint-told-in-the-group", r"case HintTold\(seat=seat\) if seat != viewer:", "case HintTold() if False:", _ENGINE
    ),
    Fault("hint-unpaid", r" \+ _hint_points\(state, seat\) for seat in seats", " for seat in seats", _ENGINE),
    Fault(
        "hint-where-plays-are-challenged",
        r"None if self\.judging\.has_challenges else self\.hints",
        "self.hints",
        _ENGINE,
    ),
    Fault(
        "hint-paid-for-twice",
        r"or action\.step != \(1 if told is None else told\.steps \+ 1\)",
        "or False",
        _ENGINE,
    ),
    Fault(
        "hint-that-outlives-its-board",
        r"return after if same else replace\(after, hint=None\)",
        "return after",
        _ENGINE,
    ),
    Fault(
        "hint-of-the-seat-and-not-of-the-person",
        r" or hint\.best\.by != state\.players\[hint\.seat\]\.user:",
        ":",
        _ENGINE,
    ),
    Fault(
        "hint-paid-by-a-substitute",
        r"replace\(state\.players\[event\.seat\], hints=0\)",
        "state.players[event.seat]",
        _ENGINE,
    ),
    Fault(
        "hint-paid-for-a-board-that-is-gone",
        r"hints=player\.hints if goes_on else hints,",
        "hints=player.hints,",
        _ENGINE,
    ),
    Fault("hint-whole-at-once", r"    if steps < ALL:\n        return told\n", "", _ENGINE),
    Fault(
        "hint-from-all-racks",
        r"ComputerView\(secrecy\.view_for\(game, game\.turn\), game\.ruleset, turn\.words\)",
        "ComputerView(secrecy.view_for(game, (game.turn + 1) % len(game.players)), game.ruleset, turn.words)",
        _TURNS,
    ),
    Fault(
        "hint-without-its-price",
        r"if state\.hint is None and not state\.ruleset\.hint_price:",
        "if state.hint is None:",
        _CHAT,
    ),
)
