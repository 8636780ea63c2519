"""Faults in what a group with several tables reads, and when: whose turn it is to be told, and windows told late."""

from typing import Final

from tests.faults.fault import Fault

_TURNS: Final = ("tests/bot/announce/test_table_turns.py",)
_LABELS: Final = ("tests/bot/announce/test_several_tables.py",)
_WINDOWS: Final = ("tests/bot/announce/test_late_windows.py",)
_OTHERS: Final = ("tests/bot/announce/test_opened_windows.py",)
_ENGINE: Final = ("tests/engine/test_late_windows.py",)

TABLE_NEWS: Final = (
    Fault("tables-take-no-turns", r"key=lambda table: self\._told\.get\(table, 0\)", "key=lambda _: 0", _TURNS),
    Fault(
        "news-wait-for-ever",
        r"if not urgent or \(others and self\._ahead\.get\(chat, 0\) >= _MOST_AHEAD\):",
        "if not urgent:",
        _TURNS,
    ),
    Fault(
        "news-wait-while-others-have-news-ahead-of-turns",
        r"was_urgent = _lets_somebody_act\(tables\.pop\(told\[0\]\.entry\.scope\)\)",
        "tables.pop(told[0].entry.scope)\n        was_urgent = _lets_somebody_act(told)",
        _TURNS,
    ),
    Fault(
        "a-turn-waits-for-news",
        r"urgent = \[table for table, notices in tables\.items\(\) if [^\n]*",
        "urgent = list(tables)",
        _TURNS,
    ),
    Fault(
        "a-window-waits-for-news",
        r"waiting\.ends_wait or waiting\.opened is not None",
        "waiting.ends_wait",
        _TURNS,
    ),
    Fault(
        "notices-of-a-table-told-out-of-order",
        r"return \[\*tables\[chosen\], \*\(",
        "return [*reversed(tables[chosen]), *(",
        _TURNS,
    ),
    Fault("a-window-told-late-stays-as-it-is", r"if told - window\.since <= PROMPT_WITHIN:", "if told:", _WINDOWS),
    Fault(
        "a-window-closes-before-it-is-told",
        r"if table in self\._untold\.values\(\) or not",
        "if not",
        _WINDOWS,
    ),
    Fault(
        "a-notice-is-gone-before-its-window-is-longer",
        r"            if newest is not None or announced\[0\]\.is_sent:\n"
        r"                await self\._opened_windows\.lengthen_if_late\(scope, announced\)\n"
        r"(            done = [^\n]*\n            await [^\n]*\n)",
        r"\1            if newest is not None:\n"
        r"                await self._opened_windows.lengthen_if_late(scope, announced)\n",
        _WINDOWS,
    ),
    Fault(
        "a-window-whose-worker-lost-it-stays-short",
        r"except \(RedisError, ShardNotOwned\):(?=\n            raise\n        except Exception)",
        "except RedisError:",
        _WINDOWS,
    ),
    Fault(
        "a-window-of-a-group-that-migrated-closes-before-it-is-told",
        r"await self\._find_of_migrated\(scope\.chat\)",
        "()",
        _OTHERS,
    ),
    Fault(
        "a-window-handed-over-counts-as-told-now",
        r"_SINCE \+ entry\.sent_ms \* _MS if entry\.sent_ms else ",
        "",
        _OTHERS,
    ),
    Fault(
        "a-notice-that-was-handed-over-is-sent-again",
        r"            if waiting\[0\]\.is_sent:\n",
        "            if waiting[0].is_sent and not waiting[0].entry.deliveries:\n",
        _OTHERS,
    ),
    Fault(
        "a-window-is-longer-twice",
        r"pending\.play != action\.play or pending\.late:",
        "pending.play != action.play:",
        _ENGINE,
    ),
    Fault("a-window-told-in-time-is-longer", r"    if late <= PROMPT_WITHIN:\n", "    if not late:\n", _ENGINE),
    Fault(
        "a-window-becomes-shorter", r"until=pending\.until \+ more, late", "until=pending.until - more, late", _ENGINE
    ),
    Fault(
        "the-window-of-another-play-is-longer",
        r"if pending is None or pending\.play != action\.play or pending\.late",
        "if pending is None or pending.late",
        _ENGINE,
    ),
    Fault(
        "an-edit-names-no-table",
        r"join_lines\(self\.label, (f\"\{lasting_text\}.n\{one\}\")\)",
        r"\1",
        _LABELS,
    ),
    Fault(
        "a-text-ahead-is-no-message-of-the-table",
        r"for message in \(self\.message_id, self\.ahead\) if message",
        "for message in (self.message_id,) if message",
        ("tests/bot/announce/test_announcer.py",),
    ),
)
