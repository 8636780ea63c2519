"""Faults in going back by a turn: who may, until when, and what is left as it was."""

from typing import Final

from tests.faults.fault import Fault

_ENGINE: Final = ("tests/engine/crossword/test_undoing.py", "tests/engine/crossword/test_take_back.py")
_RUNS: Final = ("tests/engine/crossword/test_ending_runs.py",)
_CHAT: Final = ("tests/bot/families/crossword/test_take_back.py",)

TAKE_BACK: Final = (
    Fault(
        "take-back-by-anybody",
        r'    if pending\.seat != seat:\n        raise Refusal\("play_of_another", name=[^\n]*\n',
        "",
        _ENGINE,
    ),
    Fault("take-back-without-end", r"if now >= pending\.until or former is None", "if former is None", _ENGINE),
    Fault("take-back-twice", r"not state\.ruleset\.judging\.has_challenges and not again", "True", _ENGINE),
    Fault(
        "take-back-gives-time",
        r"spent = 0 if timed_out else clock\.elapsed\(before\.clocks, now\)",
        "spent = 0",
        _ENGINE,
    ),
    Fault("undone-with-the-time-that-was-given", r"was \+ now - then", "was", _ENGINE),
    Fault(
        "undone-without-the-time-that-was-given",
        r"clocks\.spent - \(now\.given - clocks\.given\)",
        "clocks.spent",
        _ENGINE,
    ),
    Fault(
        "take-back-draws-first",
        r"return begins \+ timedelta\(seconds=ruleset\.take_back\) if retractable else None",
        "return None",
        _ENGINE,
    ),
    Fault(
        "undone-behind-a-draw",
        r"    if not drawn:\n        state = undoing",
        "    if True:\n        state = undoing",
        _ENGINE,
    ),
    Fault(
        "undone-over-what-changed",
        r"return after if untouched else replace\(after, former=None\)",
        "return after",
        _ENGINE,
    ),
    Fault(
        "take-back-gone-with-what-touches-no-turn",
        r"players = tuple\(\(one\.rack, one\.score",
        "players = tuple((one, one.score",
        _ENGINE,
    ),
    Fault(
        "take-back-gone-with-a-third",
        r"former=before\.former if kind in _DEPARTURES else None",
        "former=None",
        _ENGINE,
    ),
    Fault(
        "undone-with-who-left-meanwhile",
        r"surrendered=was\.surrendered if back else player\.surrendered",
        "surrendered=was.surrendered",
        _ENGINE,
    ),
    Fault(
        "button-without-a-right",
        r"if open_ is None or undoing\.retractable_play\(state\) is None:",
        "if open_ is None or state.ruleset.judging.has_challenges:",
        _ENGINE,
    ),
    Fault("run-without-who-was-skipped", r"return max\(1, self\.per_player\)", "return self.per_player", _RUNS),
    Fault(
        "undone-by-anybody",
        r'@handles_command\("undo", "group", "administrator"\)',
        '@handles_command("undo_last_turn", "group", "player")',
        _CHAT,
    ),
    Fault(
        "audit-of-regrets-looks-at-no-bag",
        r"if after\.bag != left\.bag or after\.draws != left\.draws:",
        "if after.draws != left.draws:",
        ("tests/chaos/test_undone_turns.py",),
    ),
    Fault(
        "audit-of-regrets-looks-at-no-rack",
        r"!= list\(map\(sorted, racks\)\):",
        "is None:",
        ("tests/chaos/test_undone_turns.py",),
    ),
    Fault(
        "end-of-the-seconds-told",
        r"return event\.is_silent or event == Paused",
        "return event == Paused",
        ("tests/bot/tables/test_notices.py",),
    ),
)
