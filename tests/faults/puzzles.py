"""Faults in puzzles: what is taken for one, what a solver is told, and what a check overlooks."""

from typing import Final

from tests.faults.fault import Fault

_SEARCH: Final = ("tests/bot/families/crossword/test_puzzle_search.py",)
_PUZZLES: Final = ("tests/engine/crossword/test_puzzles.py",)

PUZZLES: Final = (
    Fault("puzzle-late-in-the-game", r"rack < LEAST_IN_BAG:", "rack < 0:", _SEARCH),
    Fault(
        "rare-word-near-the-answer",
        r"self\._known: Final = words if with_rare_words else common_words\(words\)",
        "self._known: Final = words",
        _SEARCH,
    ),
    Fault(
        "vulgar-word-on-the-board",
        r"self\._has_fit_words\(\(\*words_on_board\(self\._rules, position\.cells\), \*words\)\)",
        "self._has_fit_words(words)",
        _SEARCH,
    ),
    Fault(
        "intervals-of-a-puzzle-overlap",
        r"if puzzle\.half_width >= puzzle\.margin:",
        "if puzzle.half_width < 0:",
        _SEARCH,
    ),
    Fault(
        "answer-with-tiles-not-held",
        r"remove_from_rack\(puzzle\.rack, \(face_of\(put\.tile\) for put in place\.tiles\)\)",
        "puzzle.rack",
        _PUZZLES,
    ),
    Fault("phony-solves-a-puzzle", r"_laid\(puzzle\.best\) and not invalid", "_laid(puzzle.best)", _PUZZLES),
    Fault(
        "game-by-other-rules-makes-a-puzzle",
        r"if _what_counts\(game\.ruleset\) != _what_counts\(rules\):",
        "if game.ruleset.id != rules.id:",
        _PUZZLES,
    ),
    Fault(
        "next-best-turn-is-a-bad-exchange",
        r"max\(exchanges, key=lambda turn: turn\.equity",
        "min(exchanges, key=lambda turn: turn.equity",
        _PUZZLES,
    ),
    Fault("the-blank-is-the-riddle", r" or has_twin\(best\)", "", _SEARCH),
    Fault("names-are-asked-for-in-puzzles", r", \*entries\.get\(\"names\", \(\)\)\)", ",)", _PUZZLES),
)
