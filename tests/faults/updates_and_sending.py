"""Faults on the way in, from Telegram to the handlers, and on the way out again."""

from typing import Final

from tests.faults.fault import Fault

UPDATES_AND_SENDING: Final = (
    Fault(
        "update-acknowledged-before-it-is-handled",
        r"^        if job\.is_throttle_notice:\n            await self\._report_throttled",
        r"        await self._inbox.ack_updates([job.entry])\n\g<0>",
        ("tests/bot/test_at_least_once_delivery.py",),
    ),
    Fault(
        "looks-go-before-moves",
        r"                await self\._lanes\.wait_until_idle\(\(lane\[0\], \"play\"\)\)\n",
        "                pass\n",
        ("tests/bot/ingress/test_fairness.py",),
    ),
    Fault(
        "time-runs-out-before-what-came-in-time",
        r"arrived = self\._clock\(\) if loaded\.arrived_at is None else loaded\.arrived_at",
        "arrived = self._clock()",
        ("tests/bot/tables/test_arrival_time.py",),
    ),
    Fault(
        "time-runs-out-before-what-came-in-private",
        r"                await self\._wait_until_none\(players, self\._may_concern_table\)\n",
        "",
        ("tests/bot/tables/test_arrival_time.py",),
    ),
    Fault(
        "time-runs-out-before-what-another-process-is-still-to-send-on",
        r"        if not self\._in_flight\.has_entry\(entry\):\n            return True\n",
        "        if not self._in_flight.has_entry(entry):\n            return False\n",
        ("tests/bot/ingress/test_forwarding.py", "tests/bot/ingress/test_forwarding_between_workers.py"),
    ),
    Fault(
        "private-chats-judge-moves-themselves",
        r"if self\.lane_chat is not None and self\.lane_chat != scope\.chat:",
        "if self is None:",
        (
            "tests/bot/ingress/test_forwarding.py",
            "tests/bot/ingress/test_forwarding_between_workers.py",
            "tests/bot/handlers/test_forwarded_requests.py",
        ),
    ),
    Fault(
        "what-is-sent-on-goes-behind-what-came-later",
        r"isinstance\(other, Job\) and other\.entry\.arrived_ms > instant",
        "False",
        ("tests/bot/ingress/test_forwarding.py", "tests/bot/ingress/test_forwarding_between_workers.py"),
    ),
    Fault(
        "what-is-sent-on-is-taken-away-first",
        r"(        await self\._append_entry\(scope, entry\.update_id, fields\)\n)"
        r"(        await self\.ack_updates\(\[entry\]\)\n)",
        r"\2\1",
        ("tests/bot/ingress/test_forwarding.py", "tests/bot/ingress/test_forwarding_between_workers.py"),
    ),
    Fault(
        "what-was-sent-is-sent-again-when-replayed",
        r"  if letter\.sent then",
        "  if false then",
        ("tests/bot/store/redis_streams/test_inbox_and_outbox.py",),
    ),
    Fault(
        "looks-leave-no-room-for-moves",
        r"self\._capacity // 2 if spares_half else 0",
        "0",
        ("tests/bot/workers/test_limiter.py",),
    ),
    Fault(
        "commits-go-on-where-a-group-has-left",
        r"if moved then\n  return \{'moved', moved, \{\}\}",
        "if false then\n  return {'moved', moved, {}}",
        ("tests/bot/store/test_chat_migration.py",),
    ),
    Fault(
        "notice-let-go-before-it-is-told",
        r"                    await update_player_index\(self\._store, scope, notice\)\n",
        "                    await update_player_index(self._store, scope, notice)\n"
        "                    await self._outbox.ack_notices((batch[0].entry,), batch[0].entry.scope)\n",
        ("tests/bot/test_at_least_once_delivery.py",),
    ),
    Fault(
        "too-many-requests-ignored",
        r"(                await self\._retries\.wait_after_failure\(chat, error\)\n                return) 0$",
        r"\1 1",
        ("tests/bot/test_at_least_once_delivery.py",),
    ),
    Fault(
        "failing-update-not-tried-again",
        r"if tries <= \(.*\):",
        "if tries < 1:",
        ("tests/bot/test_at_least_once_delivery.py",),
    ),
    Fault(
        "chats-language-forgotten",
        r"            if request\.venue\.private\n            else chosen or self\._default_language",
        "            if request.venue.private\n            else self._default_language",
        ("tests/bot/handlers/game/test_show_game.py", "tests/bot/texts/test_ukrainian.py"),
    ),
    Fault(
        "stale-button-accepted",
        r"return table is not None and table_name\(table\) == pressed\.table",
        "return table is not None",
        ("tests/bot/handlers/dispatch/test_refused_taps.py",),
    ),
    Fault(
        "anybody-is-an-administrator",
        r"GroupMember\(found\.status in admin_statuses,",
        "GroupMember(bool(found.status),",
        ("tests/bot/handlers/game/test_clocks.py", "tests/bot/handlers/test_word_commands.py"),
    ),
    Fault(
        "revealed-cards-stay-up",
        r"        await asyncio\.gather\(\*map\(self\._turn_down_entry, entries\)\)\n",
        "        await asyncio.sleep(0)\n",
        ("tests/bot/announce/test_card_reveals.py",),
    ),
    Fault(
        "former-picture-sent-for-another-board",
        r"return file_id if drawn == digest and file_id else None",
        "return file_id or None",
        ("tests/bot/pictures/test_photos.py", "tests/bot/store/test_keys_and_settings.py"),
    ),
    Fault(
        "name-as-markup",
        r"return Html\(_ISOLATE\.format\(html\.escape\(name, quote=False\)\)\)",
        "return Html(_ISOLATE.format(name))",
        ("tests/bot/wording/test_player_names.py", "tests/bot/families/crossword/test_board_wording.py"),
    ),
    Fault(
        "a-body-may-take-for-ever",
        r"asyncio\.timeout\(BODY_SECONDS\)",
        "asyncio.timeout(None)",
        ("tests/bot/test_listener.py",),
    ),
    Fault(
        "one-update-spoils-the-answer",
        r"return _split_json_objects\(answer\)",
        "raise",
        ("tests/bot/ingress/test_update_header.py",),
    ),
    Fault(
        "unreadable-update-not-acknowledged",
        r"return error\.update_id\n",
        "return None\n",
        ("tests/bot/ingress/test_unreadable_updates.py",),
    ),
    Fault(
        "unreadable-update-told-to-nobody",
        r"(except UnreadableUpdate as error:\n +)await self\._store_unreadable\(error\.update_id, raw, error\.reason\)",
        r"\1pass",
        ("tests/bot/ingress/test_webhook.py",),
    ),
    Fault(
        "updates-out-of-bounds-believed",
        r"type\(number\) is not int or not 0 <= number < _ID_BOUND",
        "type(number) is not int",
        ("tests/bot/ingress/test_update_header.py",),
    ),
    Fault(
        "slow-update-taken-for-a-deadly-one",
        r"await self\._inbox\.renew_claim\(entry\)\n",
        "pass\n",
        ("tests/bot/ingress/test_consumer.py",),
    ),
)
