"""Faults in the analysis of finished games: who is told, what is kept, the process."""

from typing import Final

from tests.faults.fault import Fault

_PROCESS: Final = ("tests/bot/analysis/test_process.py",)
_KEPT: Final = ("tests/bot/analysis/test_game_analyses.py",)
_COSTLY: Final = ("tests/bot/handlers/analysis/test_costly_moves.py",)
_REVIEWS: Final = ("tests/bot/families/crossword/test_move_reviews.py",)
_WORDS: Final = ("tests/bot/families/crossword/analysis/test_analysis_job.py",)

ANALYSIS: Final = (
    Fault("analysis-at-full-priority", r"os\.nice\(niceness\)", "os.nice(0)", _PROCESS),
    Fault("analysis-process-knows-the-secrets", r"\{\*\*kept, \"PYTHONPATH", '{**os.environ, "PYTHONPATH', _PROCESS),
    Fault(
        "analysis-that-stands-still-holds-all",
        r"asyncio\.timeout\(seconds \* self\._wall_factor\)",
        "asyncio.timeout(None)",
        _PROCESS,
    ),
    Fault("analysis-process-is-not-begun-anew", r"^_ATTEMPTS: Final = 2$", "_ATTEMPTS: Final = 1", _PROCESS),
    Fault("analyses-side-by-side", r"async with self\._turn:(?=\n +self\._stop)", "if self._turn:", _PROCESS),
    Fault("two-pressers-two-analyses", r"task = self\._running\.get\(key\)", "task = None", _KEPT),
    Fault(
        "analysis-of-another-version",
        r"return bytes\(found\) if head == .* else None",
        "return bytes(found)",
        _KEPT,
    ),
    Fault("analysis-outlives-its-game", r"^if left == -2 then$", "if false then", _KEPT),
    Fault(
        "costly-moves-of-another-player",
        r"players\[int\(step\[0\]\)\] == user",
        "True",
        _COSTLY,
    ),
    Fault(
        "costly-moves-to-all-unasked",
        r"\.get\(pages\.ANALYSIS_SETTING\) == pages\.TO_ALL",
        ".get('language') is not None",
        _COSTLY,
    ),
    Fault("analysis-by-other-words", r"\{\*game\.added, \*valid\}", "{*valid}", _WORDS),
    Fault(
        "reviews-while-a-play-is-open",
        r"if game\.pending is not None and game\.pending\.seat == seat:",
        "if game.outcome is not None and game.pending is not None:",
        _REVIEWS,
    ),
    Fault(
        "reviews-in-the-chat-of-another",
        r"human_users\(game\.players\) != \(loaded\.scope\.chat,\)",
        "not human_users(game.players)",
        _REVIEWS,
    ),
    Fault(
        "win-chances-borrowed-of-other-tiles",
        r"return \(one\.counts, one\.values, one\.scoring\.bingo\) == \(other\.counts, .*\)",
        "return one.language == other.language",
        ("tests/engine/crossword/test_analysis_figures.py",),
    ),
)
