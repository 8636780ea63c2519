"""Faults in how tables are stored."""

from typing import Final

from tests.faults.fault import Fault

STORED_TABLES: Final = (
    Fault(
        "commit-loses-the-state",
        r"'version', version, 'state', commit\.state, 'away'",
        "'version', version, 'away'",
        ("tests/bot/store/test_commit.py",),
    ),
    Fault(
        "update-applied-twice",
        r"  note_seen\(seen_key, commit\.update, .*\n",
        "",
        ("tests/bot/store/test_commit.py",),
    ),
    Fault(
        "race-not-noticed",
        r"if version ~= tonumber\(commit\.expected_version\) then",
        "if false then",
        ("tests/bot/store/test_commit.py",),
    ),
    Fault(
        "deadline-a-minute-late",
        r"None if commit\.deadline is None else repr\(commit\.deadline\)",
        "None if commit.deadline is None else repr(commit.deadline + 60)",
        ("tests/bot/store/test_commit.py", "tests/bot/tables/test_deadlines.py"),
    ),
)
