"""Faults in the daily puzzle: its calendar, who posts it, and who solved it."""

from typing import Final

from tests.faults.fault import Fault

_CALENDAR: Final = ("tests/bot/handlers/puzzles/test_daily_calendar.py",)
_POSTER: Final = ("tests/bot/handlers/puzzles/test_daily_poster.py",)
_STORE: Final = ("tests/bot/store/test_daily_puzzles.py",)
_SETTING: Final = ("tests/bot/handlers/puzzles/test_daily_setting.py",)
_CHAT: Final = ("tests/bot/handlers/puzzles/test_daily_chat.py",)

DAILY: Final = (
    Fault("repeated-hours-are-the-second", r"for fold in \(0, 1\):", "for fold in (1, 0):", _CALENDAR),
    Fault("absences-are-made-up-for", r"now - found\.at > LATEST or ", "", _CALENDAR),
    Fault("a-date-is-posted-twice", r"found\.day <= newest\)", "found.day < newest)", _CALENDAR),
    Fault(
        "unknown-puzzles-are-sent-again",
        r"redis\.call\('HSET', daily_key, 'state', 'unknown'\)",
        "redis.call('HSET', daily_key, 'state', mark) return {'sending', former[3]}",
        _STORE,
    ),
    Fault(
        "daily-puzzles-are-not-fenced",
        r"return \{'fenced'\}",
        "given.epoch = 'alone'",
        _POSTER,
    ),
    Fault("solvers-count-twice", r"if newest == number then\n  return ''\nend\n", "", _STORE),
    Fault("streaks-outlast-a-miss", r"newest == number - 1 and streak \+ 1 or 1", "streak + 1", _STORE),
    Fault(
        "the-due-set-forgets-the-hour",
        r"        await self\._daily\.reschedule\(tap\.venue\.scope\.chat, daily\)\n",
        "",
        _SETTING,
    ),
    Fault("a-forgotten-first-solver-is-followed", r"if not daily\[3\] then", "if true then", _STORE),
    Fault(
        "strangers-count-as-solvers",
        r"if await self\._may_count\(chat, result\.user\)\n",
        "if (await self._may_count(chat, result.user) or True)\n",
        _CHAT,
    ),
    Fault(
        "an-unlisted-first-solver-is-named",
        r"named = before\.first is not None and before\.first not in await self\._records\.read_unlisted\(chat\)",
        "named = before.first is not None",
        _CHAT,
    ),
    Fault(
        "a-shared-result-counts-for-its-group",
        r"payload = encode_puzzle_link\(result\.puzzle\.id, 0\)",
        "payload = encode_puzzle_link(result.puzzle.id, result.origins[0])",
        _CHAT,
    ),
    Fault(
        "the-streak-is-told-before-the-result",
        r"(        await self\._private\.reply_with_page\(said, page\)\n)(        await work\.tell\(\)\n)",
        r"\2\1",
        _CHAT,
    ),
    Fault(
        "a-puzzle-counts-in-its-first-group-alone",
        r"if origin and progress\.origin != origin:",
        "if False:",
        _CHAT,
    ),
)
