"""Faults about who owns a shard, and what becomes of what was begun there."""

from typing import Final

from tests.faults.fault import Fault

STREAMS: Final = ("tests/bot/test_streams.py", "tests/bot/test_streams_owned.py")
OWNERS: Final = ("tests/bot/test_owners.py", "tests/bot/test_owners_away.py")
LANES: Final = ("tests/bot/test_lanes_ceasing.py",)
LEASE: Final = ("tests/bot/test_lease.py",)
AHEAD: Final = ("tests/bot/test_ahead.py",)

OWNING: Final = (
    Fault(
        "an-update-that-comes-again-is-judged-anew",
        r"if redis\.call\('ZADD', KEYS\[3\], 'NX', time\[1\], ARGV\[4\]\) == 0 then",
        "if false then",
        ("tests/bot/test_streams.py",),
    ),
    Fault(
        "a-table-is-taken-for-what-it-was-before",
        r"self\._inbox\.ahead\.forget\(lane\[0\]\)",
        "pass",
        ("tests/bot/test_in_one_breath.py",),
    ),
    Fault("a-table-comes-with-another-update", r"kept\[:2\] != \(scope, update\)", "kept[0].chat != scope.chat", AHEAD),
    Fault("a-table-outlives-a-commit", r"self\._ahead\.forget\(scope\.chat\)", "pass", AHEAD),
    Fault(
        "an-answer-is-younger-than-its-question",
        r"update, read\[0\], since\)",
        "update, read[0], self.ahead.clock())",
        AHEAD,
    ),
    Fault("a-table-keeps-for-ever", r" or kept\[3\] < self\.clock\(\)", "", AHEAD),
    Fault("former-owner-commits", r"return \{'fenced', 0, \{\}\}", "local _ = 0", STREAMS),
    Fault(
        "former-owner-takes",
        r"if epoch ~= 'alone' and redis\.call\('GET', KEYS\[2 \* i - 1\]\) ~= epoch then",
        "if false then",
        STREAMS,
    ),
    Fault("former-owner-inherits", r"return 'lost'", "local _ = 0", STREAMS),
    Fault(
        "former-owner-claims-what-is-due",
        r"if epoch == 'alone' or redis\.call\('GET', KEYS\[3 \* i - 2\]\) == epoch then",
        "if true then",
        STREAMS,
    ),
    Fault(
        "former-owner-gives-up-what-is-another-s",
        r"(?s)if ARGV\[2\] ~= 'alone' and [^\n]*\n  return 0\nend\n(?=redis\.call\('XADD', KEYS\[3\])",
        "",
        STREAMS,
    ),
    Fault(
        "former-owner-lets-go-what-another-tells",
        r"(?s)if ARGV\[2\] ~= 'alone' and [^\n]*\n  return 0\nend\n(?=local last = 3)",
        "",
        STREAMS,
    ),
    Fault(
        "claims-outlive-a-dead-owner",
        r"redis\.call\('ZADD', due, tonumber\(found\[place \+ 1\]\) - tonumber\(ARGV\[3\]\), found\[place\]\)",
        "",
        ("tests/bot/test_ownership.py",),
    ),
    Fault("former-owner-is-handed-over-to", r" or \(ARGV\[2\] ~= 'alone' and owner ~= ARGV\[2\]\)", "", STREAMS),
    Fault("consumers-of-former-owners-stay", r"redis\.call\('XGROUP', 'DELCONSUMER'.*\)", "local _ = 0", STREAMS),
    Fault(
        "shard-taken-whoever-has-it",
        r"if owner ~= ARGV\[1\] then",
        "if false then",
        ("tests/bot/test_ownership.py",),
    ),
    Fault(
        "shard-taken-while-it-is-finished",
        r"return worker not in self\._living$",
        "return worker not in self._living.here",
        OWNERS,
    ),
    Fault(
        "own-shard-not-known-after-a-restart",
        r"return not \(self\._stands and self\._twins\.noted\(worker\)\)",
        "return False",
        OWNERS,
    ),
    Fault(
        "what-was-owned-before-is-kept-from-its-heirs",
        r"if not self\._stands:",
        "if False:",
        OWNERS,
    ),
    Fault("letting-go-twice-ends-the-service", r"self\._owed\.pop\(shard, None\)", "del self._owed[shard]", OWNERS),
    Fault("lost-shard-taken-while-it-is-dropped", r" - self\._dropping:", ":", OWNERS),
    Fault(
        "heirs-not-woken",
        r"if heir is not None:\n +self\._wakes\.wake\(heir\)",
        "pass",
        OWNERS,
    ),
    Fault(
        "what-let-the-next-begin-is-not-waited-for",
        r"self\._tasks\.items\(\) if which\(key\)\)",
        "self._tasks.items() if which(key) and key in self._lanes)",
        LANES,
    ),
    Fault("dropped-lane-never-begins-again", r"if which\(key\) and key not in begun\]", "if False]", LANES),
    Fault("handed-over-while-a-send-goes-on", r"await end\(\(doing,\)\)\n( +raise)", r"doing.cancel()\n\1", LEASE),
    Fault("begun-with-too-little-left", r"if left < LEAST_SECONDS:", "if left < 0:", LEASE),
    Fault(
        "what-is-due-is-claimed-while-a-shard-is-finished",
        r"self\._follower\.leave\(shards\)\n( +self\._beyond)",
        r"pass\n\1",
        ("tests/bot/test_handing_over.py",),
    ),
    Fault(
        "what-was-dropped-counts-as-held",
        r"self\._held\.forget\(shards\)",
        "pass",
        ("tests/bot/test_handing_over.py",),
    ),
    Fault(
        "notice-that-was-dropped-counts-as-held",
        r"(gone = \[key for key in self\._held if shard_of\(key\[0\]\.chat\) in shards\]\n) +self\._held\.diff.*\n",
        r"\1",
        ("tests/bot/test_handing_over.py",),
    ),
    Fault(
        "what-one-answer-gave-out-is-parted-by-the-next-one-s",
        r"async with self\._turn:\n +for entry in entries:\n( +)(await self\._take_in_turn\(entry\))",
        r"for entry in entries:\n            async with self._turn:\n\1\2",
        ("tests/bot/test_follow_shards.py", "tests/bot/test_handed_over.py"),
    ),
    Fault(
        "what-is-read-waits-for-replicas-by-shards",
        r"await self\._counts\(messages\[:1\]\)",
        "await self._counts(messages)",
        ("tests/bot/test_handed_over.py",),
    ),
    Fault(
        "what-is-put-aside-holds-up-what-came-with-it",
        r"        await take\(found\)\n((?:        for message in none:\n)(?: {12}.*\n)+)",
        r"\1        await take(found)\n",
        ("tests/bot/test_handed_over.py",),
    ),
    Fault(
        "wake-spent-on-a-shard-that-was-gained",
        r"return\n        self\._again = True\n",
        "return\n",
        ("tests/bot/test_follow.py", "tests/bot/test_follow_shards.py"),
    ),
    Fault(
        "news-of-some-keep-the-others-waiting",
        r"if some and now < self\._all_at \+ _LOOK_SECONDS:",
        "if some:",
        ("tests/bot/test_follow.py", "tests/bot/test_follow_shards.py"),
    ),
    Fault(
        "the-living-taken-for-dead-after-an-outage",
        r"now if gap or value != former else since",
        "now if value != former else since",
        OWNERS,
    ),
    Fault(
        "limit-of-all-not-shared",
        r"limit = max\(1, self\._limits\.all // processes\)",
        "limit = self._limits.all",
        ("tests/bot/test_limiter.py",),
    ),
    Fault(
        "due-nowhere-in-a-cluster",
        r"if answer != \[\]\]",
        "if answer == []]",
        ("tests/bot/test_cluster.py",),
    ),
    Fault(
        "chats-noted-anew-behind-others",
        r"Recently\(_AGAIN_SECONDS, most=_MOST_NOTED\)",
        "Recently(_AGAIN_SECONDS)",
        ("tests/bot/test_acquaintances.py",),
    ),
)
