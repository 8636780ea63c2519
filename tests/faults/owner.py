"""Faults about the owners' desk: who is let in, who is not heard, and what all chats are told."""

from typing import Final

from tests.faults.fault import Fault

OWNER_TESTS: Final = ("tests/bot/handlers/owner/test_owner_commands.py",)
BANS: Final = ("tests/bot/handlers/owner/test_bans.py",)
MAINTENANCE: Final = ("tests/bot/handlers/owner/test_maintenance.py",)
BROADCAST: Final = ("tests/bot/handlers/owner/test_broadcast.py", "tests/bot/handlers/owner/test_broadcast_failures.py")
ALERTS: Final = ("tests/bot/handlers/owner/test_owner_alerts.py",)

OWNER: Final = (
    Fault(
        "desk-open-to-strangers",
        r"return user in self\._owners and request\.venue\.private and",
        "return request.venue.private and",
        OWNER_TESTS,
    ),
    Fault(
        "desk-open-in-groups",
        r"in self\._owners and request\.venue\.private and request\.venue\.scope\.chat == user",
        "in self._owners",
        OWNER_TESTS,
    ),
    Fault(
        "banned-told-each-time",
        r"isinstance\(request, Command \| Tap\) and await self\._bans\.store\.claim_ban_notice\(chat\)",
        "isinstance(request, Command | Tap)",
        BANS,
    ),
    Fault(
        "banned-are-heard",
        r"(elif isinstance\(request, Tap\):\n +await self\._answers\.acknowledge_tap\(request\)\n +)return True",
        r"\1return False",
        BANS,
    ),
    Fault(
        "another-draft-is-dropped",
        r"string\.sub\(draft, 1, #ARGV\[1\] \+ 1\) ~= ARGV\[1\] \.\. ' ' then\n  return 0",
        "false then\n  return 0",
        OWNER_TESTS,
    ),
    Fault("owners-can-be-banned", r"elif target in self\._owners:", "elif False:", BANS),
    Fault(
        "lobby-begins-during-maintenance",
        r"        if self\._check_may_begin is not None:\n +await self\._check_may_begin\(\)\n        dictionary",
        "        dictionary",
        MAINTENANCE,
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
        r"(self\._paused_until = max\([^\n]*\n +)outcome = \"again\"",
        r'\1outcome = "refused"',
        BROADCAST,
    ),
    Fault(
        "broadcast-to-who-is-banned-meanwhile",
        r"isinstance\(next_chat, int\) and next_chat in self\._banned\(\)",
        "isinstance(next_chat, int) and False",
        BROADCAST,
    ),
    Fault(
        "lost-answer-forgotten-while-another-is-asked-about",
        r"self\._telegram_down = False\n( +)(await "
        r"self\._telegram_retries\.run_until_success\(self\._gateway\.check_alive\))\n",
        r"\2\n\1self._telegram_down = False\n",
        BROADCAST,
    ),
    Fault(
        "lost-answer-forgotten", r"self\._telegram_down \|= isinstance", "self._telegram_down = isinstance", BROADCAST
    ),
    Fault(
        "banned-answered-in-others-place",
        r"heard, is_look_up = self\._is_allowed\(request\), row",
        "heard, is_look_up = True, row",
        BANS,
    ),
    Fault(
        "broadcast-broken-off-in-good-order",
        r"await asyncio\.wait\(\(self\._task,\), timeout=_CLOSE_SECONDS\)",
        "pass",
        BROADCAST,
    ),
    Fault("banned-group-played-from-private", r"if self\._is_banned\(loaded\.scope\.chat\):", "if False:", BANS),
    Fault("alert-each-look", r"if is_wrong and now - before\.told >= REPEAT_SECONDS:", "if is_wrong:", ALERTS),
    Fault(
        "dead-letters-told-twice",
        r"OwnerAlert\(now, lasts=False, known=newest\)",
        "OwnerAlert(now, lasts=False)",
        ALERTS,
    ),
    Fault("never-well-again", r"and before\.lasts\n", "and False\n", ALERTS),
)
