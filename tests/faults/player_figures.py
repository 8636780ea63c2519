"""Faults in players' figures and rankings: who is shown, to whom, and in which order."""

from typing import Final

from tests.faults.fault import Fault

_STATS: Final = ("tests/bot/handlers/records/test_stats.py",)
_TOP: Final = ("tests/bot/handlers/records/test_ranking.py",)
_RANKING: Final = ("tests/bot/records/test_ranking.py",)

PLAYER_FIGURES: Final = (
    Fault(
        "streaks-of-all-games-at-each",
        r"    if game or with_computers:\n        return found\n    return replace\(found, streak",
        "    return replace(found, streak",
        _STATS,
    ),
    Fault(
        "who-left-the-ranks-is-shown-to-all",
        r"if not own and await self\._figures\.is_unlisted\(chat, user\):",
        "if False:",
        _STATS,
    ),
    Fault(
        "any-chat-is-ones-own",
        r"    if int\(wanted\) not in known:\n +raise Refusal\(\"stale_button\"\)\n",
        "",
        _STATS,
    ),
    Fault(
        "a-person-sees-a-group-in-private",
        r"if tap\.venue\.private != choice\.about\.startswith\(CHATS\):",
        "if False:",
        _STATS,
    ),
    Fault(
        "forgotten-people-are-ranked",
        r"return not is_forgotten\(user\) and user not in unlisted",
        "return user not in unlisted",
        _TOP,
    ),
    Fault("first-come-first-ranked", r"-one\.value, -one\.games, one\.user\)\)", "-one.value))", _RANKING),
    Fault("computers-fill-the-ranks", r"if not kind\.with_computers and game in", "if game in", _RANKING),
    Fault(
        "ratings-stay-sure", r"rating = widened\(rated\.rating, now // DAY_SECONDS\)", "rating = rated.rating", _RANKING
    ),
    Fault(
        "figures-that-one-person-sees-stay",
        r"await self\._auto_delete\.delete_later\(shown\.chat, .*\)$",
        "pass",
        _TOP,
    ),
    Fault(
        "figures-are-shown-to-all",
        r"if not request\.venue\.private and await self\._show_to_asker\(request, page\):",
        "if False:",
        _TOP,
    ),
)
