"""Faults in what is offered before a move is played: places, readings, near misses, guided moves."""

from typing import Final

from tests.faults.fault import Fault

MOVE_SUGGESTIONS: Final = (
    Fault(
        "last-place-in-a-line-not-found",
        r"min\(place, len\(line\) - length\) \+ 1\)",
        "min(place, len(line) - length))",
        ("tests/engine/crossword/test_word_placements.py",),
    ),
    Fault(
        "lacking-tiles-told-as-no-place",
        r"            lacking\.add\(refusal\.code\)\n",
        "            del refusal\n",
        ("tests/engine/crossword/test_word_placements.py",),
    ),
    Fault(
        "letter-first-downwards-unasked",
        r"return \(Direction\.DOWN,\) if gcg and move\.cell else",
        "return (Direction.DOWN,) if move.cell else",
        ("tests/engine/crossword/test_intended_placements.py",),
    ),
    Fault(
        "sentences-taken-for-words",
        r"if len\(tokens\) != 1 or not _OF_SENTENCES\.isdisjoint\(text\):",
        "if len(tokens) != 1:",
        ("tests/engine/crossword/test_partial_moves.py",),
    ),
    Fault(
        "farthest-offered-first",
        r"return kind, far, turned, index$",
        "return kind, -far, turned, index",
        ("tests/engine/crossword/test_near_misses.py",),
    ),
    Fault(
        "guided-move-beyond-the-rack",
        r"more = len\(new\) < min\(len\(empty\), _usable_tiles\(state, seat\)\)",
        "more = len(new) < len(empty)",
        ("tests/engine/crossword/test_draft.py",),
    ),
    Fault(
        "guided-tile-laid-twice",
        r"or len\(set\(places\)\) < len\(places\)\n",
        "or len(set(places)) < 0\n",
        ("tests/engine/crossword/test_draft.py",),
    ),
    Fault(
        "preview-tells-a-word-from-a-phony",
        r"return self\.preview and not self\.judging\.has_challenges",
        "return self.preview",
        ("tests/engine/crossword/test_ruleset_options.py",),
    ),
)
