"""Faults about the owners' desk: who is let in, who is not heard, and what all chats are told."""

from typing import Final

from tests.faults.fault import Fault

DESK_TESTS: Final = ("tests/bot/test_desk.py",)
BROADCAST: Final = ("tests/bot/test_broadcast.py",)
WATCH: Final = ("tests/bot/test_desk_watch.py",)

DESK: Final = (
    Fault(
        "desk-open-to-strangers",
        r"return user in self\._owners and request\.place\.private and",
        "return request.place.private and",
        DESK_TESTS,
    ),
    Fault(
        "desk-open-in-groups",
        r"in self\._owners and request\.place\.private and request\.place\.scope\.chat == user",
        "in self._owners",
        DESK_TESTS,
    ),
    Fault(
        "banned-told-each-time",
        r"isinstance\(request, Command \| Tap\) and await self\._standing\.bans\.to_tell\(who\)",
        "isinstance(request, Command | Tap)",
        DESK_TESTS,
    ),
    Fault(
        "banned-are-heard",
        r"(elif isinstance\(request, Tap\):\n +await self\._answers\.quiet\(request\)\n +)return True",
        r"\1return False",
        DESK_TESTS,
    ),
    Fault(
        "another-draft-is-dropped",
        r"string\.sub\(draft, 1, #ARGV\[1\] \+ 1\) ~= ARGV\[1\] \.\. ' ' then\n  return 0",
        "false then\n  return 0",
        DESK_TESTS,
    ),
    Fault("owners-can-be-banned", r"elif meant in self\._owners:", "elif False:", DESK_TESTS),
    Fault(
        "lobby-begins-during-maintenance",
        r"        if self\._may_begin is not None:\n            await self\._may_begin\(\)\n        agreed",
        "        agreed",
        DESK_TESTS,
    ),
    Fault(
        "chat-told-that-another-had-begun-with",
        r"redis\.call\('HSET', KEYS\[6\], trying\[i\], 'unknown'\)",
        "redis.call('SADD', KEYS[3], trying[i])",
        BROADCAST,
    ),
    Fault("broadcast-not-noted-before", r"redis\.call\('HSET', KEYS\[4\], chat, ARGV\[1\]\)", "local _ = 0", BROADCAST),
    Fault(
        "former-owner-goes-on-with-a-broadcast",
        r"if ARGV\[1\] ~= 'alone' and redis\.call\('GET', KEYS\[1\]\) ~= ARGV\[1\] then\n  return 'fenced'",
        "if false then\n  return 'fenced'",
        BROADCAST,
    ),
    Fault(
        "lost-answer-tried-again",
        r"outcome = \"unknown\"",
        'outcome = "again"',
        BROADCAST,
    ),
    Fault(
        "held-back-and-not-tried-again",
        r"(self\._hold = max\([^\n]*\n +)outcome = \"again\"",
        r'\1outcome = "refused"',
        BROADCAST,
    ),
    Fault(
        "broadcast-to-who-is-banned-meanwhile",
        r"isinstance\(said, int\) and said in self\._banned\(\)",
        "isinstance(said, int) and False",
        BROADCAST,
    ),
    Fault(
        "lost-answer-forgotten-while-another-is-asked-about",
        r"self\._ailing = False\n( +)(await self\._alive\.until_done\(self\._gateway\.alive\))\n",
        r"\2\n\1self._ailing = False\n",
        BROADCAST,
    ),
    Fault("lost-answer-forgotten", r"self\._ailing \|= isinstance", "self._ailing = isinstance", BROADCAST),
    Fault(
        "banned-answered-in-others-place",
        r"heard, looks = self\._hears\(request\), row",
        "heard, looks = True, row",
        DESK_TESTS,
    ),
    Fault(
        "broadcast-broken-off-in-good-order",
        r"await asyncio\.wait\(\(self\._task,\), timeout=_CLOSE_SECONDS\)",
        "pass",
        BROADCAST,
    ),
    Fault("banned-group-played-from-private", r"if self\._is_shut\(held\.scope\.chat\):", "if False:", DESK_TESTS),
    Fault("alert-each-look", r"if ails and now - before\.told >= AGAIN_SECONDS:", "if ails:", WATCH),
    Fault("dead-letters-told-twice", r"Alert\(now, lasts=False, known=newest\)", "Alert(now, lasts=False)", WATCH),
    Fault("never-well-again", r"and before\.lasts\n", "and False\n", WATCH),
)
