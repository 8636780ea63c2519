"""Faults in going back by a turn: who may, until when, and what is left as it was."""

from typing import Final

from tests.faults.fault import Fault

_ENGINE: Final = ("tests/engine/test_undoing.py",)
_CHAT: Final = ("tests/bot/test_regrets.py",)

REGRETS: Final = (
    Fault(
        "take-back-by-anybody",
        r'    if pending\.seat != seat:\n        raise Refusal\("play_of_another", name=[^\n]*\n',
        "",
        _ENGINE,
    ),
    Fault("take-back-without-end", r"if now >= pending\.until or former is None", "if former is None", _ENGINE),
    Fault("take-back-twice", r"not state\.ruleset\.judging\.challenges and not again", "True", _ENGINE),
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
        r"return replace\(after, former=None\)\n\n\ndef may_take_back",
        "return after\n\n\ndef may_take_back",
        _ENGINE,
    ),
    Fault(
        "undone-by-anybody",
        r'@command\("undo", "group", "administrator"\)',
        '@command("undo", "group", "player")',
        _CHAT,
    ),
    Fault(
        "audit-of-regrets-looks-at-no-bag",
        r"if after\.bag != left\.bag or after\.draws != left\.draws:",
        "if after.draws != left.draws:",
        ("tests/chaos/test_undone.py",),
    ),
    Fault(
        "audit-of-regrets-looks-at-no-rack",
        r"!= list\(map\(sorted, racks\)\):",
        "is None:",
        ("tests/chaos/test_undone.py",),
    ),
    Fault(
        "end-of-the-seconds-told",
        r"return event\.untold or event == Paused",
        "return event == Paused",
        ("tests/bot/test_unsaid.py",),
    ),
)
