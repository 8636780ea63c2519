"""Faults in what is kept in Redis: whose it is, which of two is newer, and what is done once."""

from typing import Final

from tests.faults.fault import Fault

_ASIDE: Final = ("tests/bot/store/test_quarantine.py",)
_COMMIT: Final = ("tests/bot/store/test_commit.py",)
_MOVED: Final = ("tests/bot/store/test_chat_migration.py",)
_DEAD: Final = ("tests/bot/subcommands/test_inbox.py",)

STORE: Final = (
    Fault("another-table-put-aside", r"game\[3\] or game\[1\] ~= ARGV\[2\] then", "game[3] then", _ASIDE),
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
        "update-seen-before-stays-in-the-inbox",
        r"  delete_inbox_entry\(\)\n  return \{'seen', version, \{\}\}",
        "  return {'seen', version, {}}",
        _COMMIT,
    ),
    Fault(
        "former-groups-game-over-a-newer-one",
        r"if group\.dumps\[1\] ~= '' and not here\[2\] then",
        "if group.dumps[1] ~= '' then",
        _MOVED,
    ),
    Fault(
        "former-groups-choices-over-newer-ones",
        r"redis\.call\('HSETNX', KEYS\[3 \+ #group\.dumps \+ i\]",
        "redis.call('HSET', KEYS[3 + #group.dumps + i]",
        _MOVED,
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
        r"redis\.call\('XDEL', stream_key, given\.entry\)\nredis\.call\('XACK', stream_key, .*\)\n",
        "",
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
        r"self\._unsaved\.usernames\[name\.lower\(\)\] = whose",
        "self._unsaved.usernames[username] = whose",
        ("tests/bot/store/test_chat_directory.py",),
    ),
)
