"""Faults in the time that games know."""

from typing import Final

from tests.faults.fault import Fault

SERVED_TIME: Final = (
    Fault(
        "absence-not-counted",
        r"if gap >= least then",
        "if false then",
        ("tests/bot/tables/test_downtime.py",),
    ),
    Fault(
        "absence-counted-by-everybody-who-returns",
        r"'beat', text\(steady\)",
        "'beat', text(last or steady)",
        ("tests/bot/tables/test_downtime.py",),
    ),
    Fault(
        "start-on-data-of-another-schema",
        r"found\.whole != wanted or not found\.is_uniform",
        "False",
        ("tests/bot/store/test_schema_number.py",),
    ),
    Fault(
        "doctor-calls-data-that-a-start-migrates-a-fault",
        r"    if can_start:\n        found = f\"stored schema",
        '    if False:\n        found = f"stored schema',
        ("tests/e2e/test_data_directories.py",),
    ),
    Fault(
        "doctor-leaves-out-tables-put-aside",
        r"    if quarantined := _check_quarantine\(names\):",
        "    if (quarantined := _check_quarantine({})):",
        ("tests/bot/store/test_schema_number.py",),
    ),
    Fault(
        "worker-of-another-schema-takes-shards",
        r"type\(schema\) == 'string' and schema ~= ARGV\[4\]",
        "false",
        ("tests/bot/store/test_schema_migrations.py",),
    ),
    Fault(
        "unreadable-table-written-over",
        r"    return self\.is_unreadable or not \(self\.table is None",
        "    return not (self.table is None",
        ("tests/bot/handlers/dispatch/test_unreadable_tables.py",),
    ),
    Fault(
        "time-runs-back-past-a-commit",
        r"gap = math\.max\(0, math\.min\(gap, since\)\)",
        "since = 0",
        ("tests/bot/tables/test_downtime.py",),
    ),
    Fault(
        "clock-that-is-set-moves-games",
        r"if math\.abs\(unseen\) >= least_jump and not paused then",
        "if false then",
        ("tests/bot/tables/test_served_time.py",),
    ),
    Fault(
        "clock-that-stood-still-is-believed",
        r" >= least_jump and not paused then",
        " >= least_jump then",
        ("tests/bot/test_suspended_machine.py",),
    ),
    Fault(
        "lease-by-a-clock-that-stands-still",
        r"time\.monotonic\(\) if clock is None else time\.clock_gettime\(clock\)",
        "time.monotonic()",
        ("tests/bot/test_suspended_machine.py",),
    ),
    Fault(
        "choice-is-made-again",
        r"  if is_seen\(seen_key, given\.marker\) then",
        "  if false then",
        ("tests/bot/store/test_keys_and_settings.py", "tests/bot/judges/test_changed_words.py"),
    ),
    Fault(
        "slow-answer-taken-for-a-clock-that-was-set",
        r"max\(0, passed - most\)",
        "max(0, passed - least)",
        ("tests/bot/tables/test_time_sent.py",),
    ),
    Fault(
        "instant-of-telegrams-by-one-clock-alone",
        r"offsets = \{beat\.clock_offset_ms, .*\}",
        "offsets = {beat.clock_offset_ms}",
        ("tests/bot/tables/test_time_sent.py",),
    ),
    Fault(
        "challenge-dated-by-telegrams-clock",
        r"return self\._date_in_served_time\(arrived, sent, 0\)",
        "return self._steady_to_served(self._steady_ms_sent(sent, self._to_steady_ms(arrived)))",
        ("tests/bot/tables/test_time_sent.py",),
    ),
    Fault(
        "queue-charged-to-the-next-player",
        r"return min\(max\(arrived, table\.turn_since or arrived\), begins\), begins",
        "return (arrived, arrived)",
        ("tests/engine/test_late_handling.py", "tests/bot/tables/test_arrival_time.py"),
    ),
    Fault(
        "queue-charged-to-a-turn-that-goes-on",
        r"state, continue_same_turn\(state, after, user, now, begins\), user, begins$",
        "state, after, user, begins",
        ("tests/engine/test_late_handling.py",),
    ),
)
