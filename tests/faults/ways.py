"""Faults on the way in, from Telegram to the handlers, and on the way out again."""

from typing import Final

from tests.faults.fault import Fault

WAYS: Final = (
    Fault(
        "update-acknowledged-before-it-is-handled",
        r"        try:\n            with self\._verdicts\.once\(job, update\), handling",
        "        await self._inbox.ack([job.entry])\n"
        "        try:\n            with self._verdicts.once(job, update), handling",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "looks-go-before-moves",
        r"                await self\._lanes\.idle\(\(lane\[0\], \"play\"\)\)\n",
        "                pass\n",
        ("tests/bot/test_fairness.py",),
    ),
    Fault(
        "time-runs-out-before-what-came-in-time",
        r"arrived = self\._clock\(\) if held\.arrived is None else held\.arrived",
        "arrived = self._clock()",
        ("tests/bot/test_arrivals.py",),
    ),
    Fault(
        "time-runs-out-before-what-came-in-private",
        r"                await self\._none\(players, self\._unsettled\)\n",
        "",
        ("tests/bot/test_arrivals.py",),
    ),
    Fault(
        "time-runs-out-before-what-another-process-is-still-to-send-on",
        r"        if not self\._held\.holds\(entry\):\n            return True\n",
        "        if not self._held.holds(entry):\n            return False\n",
        ("tests/bot/test_forwarded.py", "tests/bot/test_forwarded_between.py"),
    ),
    Fault(
        "private-chats-judge-moves-themselves",
        r"if update is not None and update\.chat != scope\.chat:",
        "if update is None:",
        (
            "tests/bot/test_forwarded.py",
            "tests/bot/test_forwarded_between.py",
            "tests/bot/test_conversations_forwarded.py",
        ),
    ),
    Fault(
        "what-is-sent-on-goes-behind-what-came-later",
        r"isinstance\(other, Job\) and other\.entry\.arrived > instant",
        "False",
        ("tests/bot/test_forwarded.py", "tests/bot/test_forwarded_between.py"),
    ),
    Fault(
        "what-is-sent-on-is-taken-away-first",
        r"(        await self\._add\(scope, entry\.update_id, fields\)\n)"
        r"(        await self\.ack\(\[entry\]\)\n)",
        r"\2\1",
        ("tests/bot/test_forwarded.py", "tests/bot/test_forwarded_between.py"),
    ),
    Fault(
        "looks-leave-no-room-for-moves",
        r"self\._most // 2 if spares else 0",
        "0",
        ("tests/bot/test_limiter.py",),
    ),
    Fault(
        "commits-go-on-where-a-group-has-left",
        r"^if game\[2\] then$",
        "if false then",
        ("tests/bot/test_migrate.py",),
    ),
    Fault(
        "notice-let-go-before-it-is-told",
        r"                await self\._remember\(item\)\n",
        "                await self._remember(item)\n"
        "                await self._outbox.done((item.entry,), item.entry.scope)\n",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "too-many-requests-ignored",
        r"(except TooFast as error:\n            await .*\n            return) 0\n        except Moved",
        r"\1 1\n        except Moved",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "failing-update-not-tried-again",
        r"if tries <= \(.*\):",
        "if tries < 1:",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "chats-language-forgotten",
        r"if request\.place\.private else chosen or self\._default_language",
        "if request.place.private else self._default_language",
        ("tests/bot/test_conversations_info.py", "tests/bot/test_ukrainian.py"),
    ),
    Fault(
        "stale-button-accepted",
        r"return table is not None and table_name\(table\) == pressed\.table",
        "return table is not None",
        ("tests/bot/test_refusals_taps.py",),
    ),
    Fault(
        "anybody-is-an-administrator",
        r"Member\(found\.status in deciding,",
        "Member(bool(found.status),",
        ("tests/bot/test_clocks.py", "tests/bot/test_words.py"),
    ),
    Fault(
        "revealed-cards-stay-up",
        r"            await asyncio\.gather\(\*map\(self\._turn_down, entries\)\)\n",
        "            await asyncio.sleep(0)\n",
        ("tests/bot/test_klepka_reveal.py",),
    ),
    Fault(
        "former-picture-sent-for-another-board",
        r"return file_id if drawn == digest and file_id else None",
        "return file_id or None",
        ("tests/bot/test_photos.py", "tests/bot/test_store.py"),
    ),
    Fault(
        "name-as-markup",
        r"return Html\(_ISOLATE\.format\(html\.escape\(name, quote=False\)\)\)",
        "return Html(_ISOLATE.format(name))",
        ("tests/bot/test_people.py", "tests/bot/test_wording.py"),
    ),
)
