"""Faults in what computer players at tables do, and may."""

from typing import Final

from tests.faults.fault import Fault

_SEATS: Final = ("tests/engine/test_computer_players.py",)
_MINDS: Final = ("tests/bot/tables/test_computer_turns.py",)
_TABLES: Final = ("tests/e2e/test_computer_players.py",)

COMPUTER_SEATS: Final = (
    Fault(
        "computers-play-on-alone",
        r"len\(active\) == 1 or all\(map\(is_computer, active\)\)",
        "len(active) == 1",
        _SEATS,
    ),
    Fault(
        "computer-takes-the-last-persons-seat",
        r"is_computer\(action\.by\) and not _voters",
        "False and not _voters",
        _SEATS,
    ),
    Fault(
        "computer-votes",
        r"if player\.active and not is_computer\(player\.user\)\)\n    return \[other",
        "if player.active)\n    return [other",
        _SEATS,
    ),
    Fault(
        "table-never-rests-beside-computers",
        r"for count, player in seats if player\.active and not is_computer\(player\.user\)\]",
        "for count, player in seats if player.active]",
        _SEATS,
    ),
    Fault(
        "computer-becomes-host",
        r"for seat in seats if not is_computer\(seat\.user\)\]\n    if not people",
        "for seat in seats]\n    if not people",
        _SEATS,
    ),
    Fault(
        "computer-ends-the-time-to-take-back",
        r"waits = doubters or not state\.ruleset\.judging\.has_challenges",
        "waits = doubters",
        _SEATS,
    ),
    Fault(
        "computer-ends-others-time-to-doubt",
        r"doubters = any\(player\.active and not is_computer\(player\.user\) for player in others\)",
        "doubters = False",
        _SEATS,
    ),
    Fault("computer-uses-up-its-time", r"left // _MOVE_TIME_DIVISOR\)\)", "left + 1))", _SEATS),
    Fault("computer-plays-at-a-changed-table", r"if now\.version != loaded\.version:", "if False:", _MINDS),
    Fault(
        "refused-word-tried-again",
        r"refused_words \| frozenset\(words\)\)",
        "frozenset(words))",
        _MINDS,
    ),
    Fault(
        "computer-sees-all-racks",
        r"ComputerView\(secrecy\.view_for\(game, game\.turn\), game\.ruleset, turn\.words\)",
        "ComputerView(secrecy.view_for(game, 1 - game.turn), game.ruleset, turn.words)",
        _MINDS,
    ),
    Fault("forbidden-computers-come", r"if settings\.get\(COMPUTERS\) == COMPUTERS_FORBIDDEN:", "if False:", _TABLES),
    Fault(
        "stranger-calls-a-computer",
        r"\(seat is None or not game\.players\[seat\]\.active\) and not await self\._members\.is_admin\(request\)",
        "False",
        _TABLES,
    ),
    Fault(
        "rematch-without-its-computers",
        r"seat for seat in order if welcome and is_computer\(seat\.user\)",
        "seat for seat in order if not welcome",
        _TABLES,
    ),
)
