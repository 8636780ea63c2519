"""Faults about who owns a shard, and what becomes of what was begun there."""

from typing import Final

from tests.faults.fault import Fault

STREAMS: Final = (
    "tests/bot/store/redis_streams/test_inbox_and_outbox.py",
    "tests/bot/store/redis_streams/test_stream_ownership.py",
)
OWNERS: Final = ("tests/bot/store/shards/test_coordinator.py", "tests/bot/store/shards/test_coordinator_outages.py")
LANES: Final = ("tests/bot/workers/test_lanes_shutdown.py",)
LEASE: Final = ("tests/bot/workers/test_lease.py",)
PREFETCH: Final = ("tests/bot/store/redis_streams/test_prefetch.py",)

SHARD_OWNERSHIP: Final = (
    Fault(
        "an-update-that-comes-again-is-judged-anew",
        r"if redis\.call\('ZADD', received_key, 'NX', score, given\.name\) == 0 then",
        "if false then",
        ("tests/bot/store/redis_streams/test_inbox_and_outbox.py",),
    ),
    Fault(
        "a-table-is-taken-for-what-it-was-before",
        r"self\._inbox\.prefetch\.invalidate_chat\(lane\[0\]\)",
        "pass",
        ("tests/bot/ingress/test_order_within_chat.py",),
    ),
    Fault(
        "a-table-comes-with-another-update", r"kept\[:2\] != \(scope, update\)", "kept[0].chat != scope.chat", PREFETCH
    ),
    Fault("a-table-outlives-a-commit", r"self\._prefetch\.invalidate_chat\(scope\.chat\)", "pass", PREFETCH),
    Fault(
        "an-answer-is-younger-than-its-question",
        r"update, read\[0\], since\)",
        "update, read[0], self.prefetch.clock())",
        PREFETCH,
    ),
    Fault("a-table-keeps-for-ever", r" or kept\[3\] < self\.clock\(\)", "", PREFETCH),
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
        r"(?s)if given\.epoch ~= 'alone' and [^\n]*\n  return 0\nend\n(?=local is_there =)",
        "",
        STREAMS,
    ),
    Fault(
        "former-owner-lets-go-what-another-tells",
        r"(?s)if given\.epoch ~= 'alone' and [^\n]*\n  return 0\nend\n(?=if #given\.fields)",
        "",
        STREAMS,
    ),
    Fault(
        "claims-outlive-a-dead-owner",
        r"redis\.call\('ZADD', due, tonumber\(found\[place \+ 1\]\) - tonumber\(ARGV\[3\]\), found\[place\]\)",
        "",
        ("tests/bot/store/shards/test_ownership.py",),
    ),
    Fault(
        "former-owner-is-handed-over-to",
        r" or \(given\.consumer ~= 'alone' and owner ~= given\.consumer\)",
        "",
        STREAMS,
    ),
    Fault("consumers-of-former-owners-stay", r"redis\.call\('XGROUP', 'DELCONSUMER'.*\)", "local _ = 0", STREAMS),
    Fault(
        "shard-taken-whoever-has-it",
        r"if owner ~= ARGV\[1\] then",
        "if false then",
        ("tests/bot/store/shards/test_ownership.py",),
    ),
    Fault(
        "shard-taken-while-it-is-finished",
        r"return worker not in self\._membership$",
        "return worker not in self._membership.active",
        OWNERS,
    ),
    Fault(
        "own-shard-not-known-after-a-restart",
        r"return not \(self\._started and self\._duplicate_names\.is_recent\(worker\)\)",
        "return False",
        OWNERS,
    ),
    Fault(
        "what-was-owned-before-is-kept-from-its-heirs",
        r"if not self\._started:",
        "if False:",
        OWNERS,
    ),
    Fault(
        "letting-go-twice-ends-the-service",
        r"self\._unreleased\.pop\(shard, None\)",
        "del self._unreleased[shard]",
        OWNERS,
    ),
    Fault("lost-shard-taken-while-it-is-dropped", r" - self\.users\.abandoning:", ":", OWNERS),
    Fault(
        "heirs-not-woken",
        r"if worker is not None:\n +self\._notifier\.notify_worker\(worker\)",
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
    Fault(
        "handed-over-while-a-send-goes-on", r"await cancel_tasks\(\(doing,\)\)\n( +raise)", r"doing.cancel()\n\1", LEASE
    ),
    Fault("begun-with-too-little-left", r"if left < MIN_SECONDS_LEFT:", "if left < 0:", LEASE),
    Fault(
        "what-is-due-is-claimed-while-a-shard-is-finished",
        r"self\._reader\.stop_shards\(shards\)\n( +self\._admission)",
        r"pass\n\1",
        ("tests/bot/ingress/test_shard_handover.py",),
    ),
    Fault(
        "what-was-dropped-counts-as-held",
        r"self\._in_flight\.drop_shards\(shards\)",
        "pass",
        ("tests/bot/ingress/test_shard_handover.py",),
    ),
    Fault(
        "notice-that-was-dropped-counts-as-held",
        r" +self\._in_flight\.difference_update\(entries\)\n",
        "",
        ("tests/bot/ingress/test_shard_handover.py",),
    ),
    Fault(
        "what-one-answer-gave-out-is-parted-by-the-next-one-s",
        r"async with self\._delivery_lock:\n +for entry in entries:\n( +)(await self\._deliver_or_defer\(entry\))",
        r"for entry in entries:\n            async with self._delivery_lock:\n\1\2",
        ("tests/bot/workers/test_shard_reader_ownership.py", "tests/bot/store/redis_streams/test_delivery_order.py"),
    ),
    Fault(
        "what-is-read-waits-for-replicas-by-shards",
        r"await self\._wait_replicated\(messages\[:1\]\)",
        "await self._wait_replicated(messages)",
        ("tests/bot/store/redis_streams/test_delivery_order.py",),
    ),
    Fault(
        "what-is-put-aside-holds-up-what-came-with-it",
        r"        await take\(updates\)\n((?:        for message in unreadable:\n)(?: {12}.*\n)+)",
        r"\1        await take(updates)\n",
        ("tests/bot/store/redis_streams/test_delivery_order.py",),
    ),
    Fault(
        "wake-spent-on-a-shard-that-was-gained",
        r"return\n        self\._skipped_some = True\n",
        "return\n",
        ("tests/bot/workers/test_shard_reader.py", "tests/bot/workers/test_shard_reader_ownership.py"),
    ),
    Fault(
        "news-of-some-keep-the-others-waiting",
        r"if some and now < self\._all_read_at \+ _POLL_SECONDS:",
        "if some:",
        ("tests/bot/workers/test_shard_reader.py", "tests/bot/workers/test_shard_reader_ownership.py"),
    ),
    Fault(
        "the-living-taken-for-dead-after-an-outage",
        r"now if gap or value != former else since",
        "now if value != former else since",
        OWNERS,
    ),
    Fault(
        "limit-of-all-not-shared",
        r"limit = max\(1, self\._rate_limits\.all // processes\)",
        "limit = self._rate_limits.all",
        ("tests/bot/workers/test_limiter.py",),
    ),
    Fault(
        "due-nowhere-in-a-cluster",
        r"if answer != \[\]\]",
        "if answer == []]",
        ("tests/bot/store/connection/test_cluster.py",),
    ),
    Fault(
        "chats-noted-anew-behind-others",
        r"RecentKeys\(_RENOTE_SECONDS, most=_MAX_NOTED\)",
        "RecentKeys(_RENOTE_SECONDS)",
        ("tests/bot/store/test_chat_directory.py",),
    ),
)
