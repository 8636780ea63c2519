"""Faults in what is kept in Redis: whose it is, which of two is newer, and what is done once."""

from typing import Final

from tests.faults.fault import Fault

_ASIDE: Final = ("tests/bot/store/test_quarantine.py",)
_COMMIT: Final = ("tests/bot/store/test_commit.py",)
_MOVED: Final = ("tests/bot/store/test_chat_migration.py", "tests/bot/store/test_migration_of_several_tables.py")
_NUMBERS: Final = ("tests/bot/store/test_several_tables.py",)
_DEAD: Final = ("tests/bot/subcommands/test_inbox.py",)

STORE: Final = (
    Fault("another-table-put-aside", r"not game\[2\] or game\[1\] ~= ARGV\[2\] or", "not game[2] or", _ASIDE),
    Fault(
        "table-of-a-group-that-has-moved-put-aside",
        r" or redis\.call\('HEXISTS', KEYS\[9\], 'moved'\) == 1 then",
        " then",
        _ASIDE,
    ),
    Fault(
        "a-game-that-moves-gives-way-to-one-that-is-over",
        r"local gives_way = here\[2\] and is_open",
        "local gives_way = false and is_open",
        ("tests/bot/store/test_migration_of_several_tables.py",),
    ),
    Fault(
        "a-number-comes-along-without-its-table",
        r"is_open\(there\) and adopted\[number\] and",
        "is_open(there) and",
        ("tests/bot/store/test_migration_of_several_tables.py",),
    ),
    Fault(
        "all-games-that-are-over-read-with-each-update",
        r"local oldest_read = freed\[6\] or 0",
        "local oldest_read = 0",
        ("tests/bot/store/test_several_tables.py",),
    ),
    Fault(
        "former-owner-puts-aside",
        r"if ARGV\[1\] ~= 'alone' and redis\.call\('GET', KEYS\[5\]\) ~= ARGV\[1\] then",
        "if false then",
        _ASIDE,
    ),
    Fault(
        "number-of-a-table-put-aside-given-again",
        r"redis\.call\('HINCRBY', KEYS\[1\], 'version', 1\)\n",
        "",
        _ASIDE,
    ),
    Fault(
        "log-of-the-game-before-goes-on",
        r"redis\.call\('DEL', log_key, words_key\)",
        "redis.call('DEL', words_key)",
        _COMMIT,
    ),
    Fault(
        "words-of-the-game-before-stay",
        r"redis\.call\('DEL', log_key, words_key\)",
        "redis.call('DEL', log_key)",
        _COMMIT,
    ),
    Fault(
        "cards-of-a-refused-choice-turned-up-later",
        r"if redis\.call\('ZCARD', KEYS\[1\]\) > tonumber\(ARGV\[3\]\) then",
        "if false then",
        ("tests/bot/store/test_klepka_state.py",),
    ),
    Fault(
        "update-seen-before-stays-in-the-inbox",
        r"  delete_inbox_entry\(\)\n  return \{'seen', version, \{\}\}",
        "  return {'seen', version, {}}",
        _COMMIT,
    ),
    Fault(
        "former-groups-game-over-a-newer-one",
        r"if moved\.dumps\[1\] == '' or \(here\[2\] and not gives_way\) then",
        "if moved.dumps[1] == '' then",
        _MOVED,
    ),
    Fault(
        "former-groups-choices-over-newer-ones",
        r"redis\.call\('HSETNX', KEYS\[next_key\]",
        "redis.call('HSET', KEYS[next_key]",
        _MOVED,
    ),
    Fault(
        "the-adders-language-over-the-former-groups",
        r"if adder and adder == redis\.call\('HGET', settings_key, 'language'\) then",
        "if false then",
        ("tests/bot/handlers/test_greeting.py",),
    ),
    Fault(
        "further-tables-left-behind",
        r"return tuple\(sorted\(\{FIRST_TABLE, .*",
        "return (FIRST_TABLE,)",
        _MOVED,
    ),
    Fault(
        "further-tables-run-out-of-time-where-a-group-has-left",
        r"for _, number in ipairs\(redis\.call\('HKEYS', numbers_key\)\) do",
        "for _, number in ipairs({}) do",
        _MOVED,
    ),
    Fault(
        "told-number-given-again-at-once",
        r"now < self\.free_since \+ NUMBER_REST_SECONDS",
        "False",
        _NUMBERS,
    ),
    Fault(
        "table-that-was-closed-told-a-number",
        r"if redis\.call\('HGET', numbers_key, told\) == 'open' then",
        "if true then",
        _NUMBERS,
    ),
    Fault(
        "table-put-aside-keeps-its-number",
        r"free_number\(KEYS\[8\], ARGV\[5\], .*\n",
        "",
        _NUMBERS,
    ),
    Fault(
        "what-was-seen-forgotten-by-a-migration",
        r"            updates\.append\(\(update\.decode\(\), .*\n",
        "            continue\n",
        ("tests/bot/test_upgrade.py",),
    ),
    Fault(
        "table-from-before-has-no-number",
        r"state is not None and moved is None and _is_open\(state\)",
        "False",
        ("tests/bot/test_upgrade.py",),
    ),
    Fault(
        "number-of-a-closed-table-given-again",
        r"redis\.call\('HSET', game_key, 'version', closed \+ 1\)",
        "local _ = 0",
        _MOVED,
    ),
    Fault(
        "what-was-done-is-due-again",
        r"tonumber\(score\) ~= tonumber\(ARGV\[2\]\) then",
        "false then",
        _COMMIT,
    ),
    Fault(
        "given-up-twice-replayed",
        r"redis\.call\('XDEL', KEYS\[1\], ARGV\[1\]\)\nreturn 'done'",
        "return 'done'",
        _DEAD,
    ),
    Fault(
        "given-up-and-still-in-the-inbox",
        r"redis\.call\('XDEL', stream_key, given\.entry\) == 1\nredis\.call\('XACK', stream_key, .*\)\n",
        "true\n",
        ("tests/bot/subcommands/test_inbox.py",),
    ),
    Fault(
        "time-that-another-redis-told-stands-still",
        r"if not reading < self\._latest_ms < reading \+ DOWNTIME_MS:",
        "if reading >= self._latest_ms:",
        ("tests/bot/tables/test_served_time.py",),
    ),
    Fault(
        "any-wait-counts-where-there-was-an-absence",
        r"return min\(at, before\) if at - before <= LONGEST_DELAY_MS \* _MS else at",
        "return min(at, before)",
        ("tests/bot/tables/test_served_time.py",),
    ),
    Fault(
        "lease-counted-from-the-answer",
        r"self\._lease_until = asked \+ ALIVE_SECONDS",
        "self._lease_until = self._seconds() + ALIVE_SECONDS",
        ("tests/bot/store/shards/test_coordinator_outages.py",),
    ),
    Fault(
        "late-owner-believes-what-it-had",
        r"        if late and self\.epochs:\n",
        "        if False:\n",
        ("tests/bot/store/shards/test_coordinator_outages.py",),
    ),
    Fault(
        "names-in-capitals-are-others",
        r"self\._unsaved\.usernames\[username\.lower\(\)\] = whose",
        "self._unsaved.usernames[username] = whose",
        ("tests/bot/store/test_chat_directory.py",),
    ),
    Fault(
        "records-of-a-group-that-moves-appended-twice",
        r"if done ~= part\.from then",
        "if false then",
        ("tests/bot/store/test_record_migration.py",),
    ),
    Fault(
        "records-of-a-group-deleted-before-all-of-them-came",
        r"            if min\(await self\._read_marks\(\)\) < length:\n",
        "            if False:\n",
        ("tests/bot/store/test_record_migration.py",),
    ),
    Fault(
        "record-in-a-backup-whose-game-still-runs",
        r"min\(RECORDS_PER_READ, length - start\)",
        "RECORDS_PER_READ",
        ("tests/bot/backups/test_records_in_parts.py",),
    ),
    Fault(
        "figures-of-a-week-that-began-as-all-was-derived-anew-count-twice",
        r"(redis\.call\('HGET', progress_key, 'count'\) or '0'\) ~= refold\.count) then\n  return 2",
        r"\1 and false then\n  return 2",
        ("tests/bot/subcommands/test_records.py",),
    ),
    Fault(
        "a-supergroup-is-greeted-anew",
        r"await carry_greeting\(client, old, closed\.chat\)",
        "pass",
        ("tests/bot/store/test_chat_migration.py", "tests/bot/handlers/test_greeting.py"),
    ),
    Fault(
        "another-bot-on-the-same-database",
        r"        raise WrongTenant\n",
        "        return\n",
        ("tests/bot/store/test_tenant.py",),
    ),
)
