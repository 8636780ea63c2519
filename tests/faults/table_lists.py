"""Faults in how many tables there may be, and in lists of tables and of own games."""

from typing import Final

from tests.faults.fault import Fault

_LIMITS: Final = ("tests/bot/tables/test_seat_limit.py", "tests/bot/handlers/lobbies/test_several_tables.py")
_LISTS: Final = ("tests/bot/handlers/game/test_game_lists.py",)

TABLE_LISTS: Final = (
    Fault(
        "sits-at-any-number-of-tables",
        r"_sits_at\(loaded, user\) for loaded in tables\) < most:",
        "_sits_at(loaded, user) for loaded in tables) < most + 1:",
        _LIMITS,
    ),
    Fault(
        "joins-any-number-of-tables",
        r"            check_may_sit_down\(context\.request_place, sender\.user\)\n",
        "            pass\n",
        _LIMITS,
    ),
    Fault(
        "takes-over-any-number-of-seats",
        r"        check_may_sit_down\(context\.request_place, tap\.sender\.user, context\.loaded\.scope\)\n",
        "",
        _LIMITS,
    ),
    Fault(
        "a-second-tap-of-a-volunteer-counts-the-first",
        r"for loaded in place\.tables if loaded\.scope != at\]",
        "for loaded in place.tables]",
        _LIMITS,
    ),
    Fault(
        "any-game-of-the-same-people-is-the-rematch",
        r"\[player\.user for player in table\.players\] == \[seat\.user for seat in order\]",
        "{player.user for player in table.players} == {seat.user for seat in order}",
        _LIMITS,
    ),
    Fault(
        "the-rematch-of-any-game-of-the-same-people-is-that-of-this-one",
        r"isinstance\(table, Lobby\) and table\.ruleset\.title == finished\.ruleset\.title and table\.order == order",
        "isinstance(table, Lobby) and table.order == order",
        _LIMITS,
    ),
    Fault(
        "ready-substitutes-have-no-seat",
        r"substitute is not None and substitute\.user == user",
        "False",
        _LIMITS,
    ),
    Fault(
        "second-tap-opens-a-second-table",
        r"            check_not_opened_before\(context\.request_place, host\.user, resolved\)\n",
        "            pass\n",
        _LIMITS,
    ),
    Fault(
        "second-tap-opens-a-second-rematch",
        r"        _check_no_rematch_open\(table, context\.request_place\)\n",
        "",
        _LIMITS,
    ),
    Fault(
        "alerts-of-a-number-alone",
        r"find_alerts\(loaded\.scope\.place, host\.user\)",
        "find_alerts(loaded.scope, host.user)",
        ("tests/bot/handlers/lobbies/test_table_alerts.py",),
    ),
    Fault(
        "games-elsewhere-listed-in-a-group",
        r"        if request\.venue\.private:\n            await self\.list_own_games",
        "        if True:\n            await self.list_own_games",
        _LISTS,
    ),
    Fault(
        "own-games-in-any-order",
        r"    return sorted\(games, key=rank\)",
        "    return list(games)",
        _LISTS,
    ),
    Fault(
        "next-game-goes-back-and-forth",
        r"waiting\[\(waiting\.index\(shown\) \+ 1\) % len\(waiting\)\]",
        "next(one for one in waiting if one != shown)",
        _LISTS,
    ),
)
