"""Faults in own boards: whose they are, what they tell, when they are out of date."""

from typing import Final

from tests.faults.fault import Fault

OWN_BOARDS: Final = (
    Fault(
        "own-board-pressed-by-anybody",
        r"if step\.user != tap\.sender\.user:",
        "if step.user < 0:",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-move-played-on-a-later-board",
        r"or game\.number != step\.number or board\.mark\(game, seat\) != step\.mark:",
        "or board.mark(game, seat) != step.mark:",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-step-shown-of-another-rack",
        r"if step\.mark == board\.mark\(own\.game, own\.seat\):",
        "if step.mark:",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-preview-tells-unasked",
        r"if not rules\.preview_tells or named\(",
        "if named(",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-order-forgotten",
        r"            await self\._arranged\.keep\(.*\)\n",
        "",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-tile-ticked-beyond-the-rack",
        r"if _MASK\.fullmatch\(text\) is None or int\(text, 16\) >> tiles:",
        "if _MASK.fullmatch(text) is None:",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-card-chosen-twice",
        r"if position not in chosen and row and",
        "if row and",
        ("tests/bot/test_own_table.py",),
    ),
    Fault(
        "own-trade-of-a-card-that-is-gone",
        r"if give not in _kept\(state\.players\[seat\]\.cards\) or take not in owner\.cards:",
        "if give not in _kept(state.players[seat].cards):",
        ("tests/bot/test_own_table.py",),
    ),
    Fault(
        "own-double-offered-to-all",
        r"if scene\.state\.host == scene\.own\.user:",
        "if scene.own.user:",
        ("tests/bot/test_own_table.py",),
    ),
    Fault(
        "own-win-without-the-letters",
        r"if len\(lacking\) > cards\.count\(POLYSEMY\):",
        "if not cards:",
        ("tests/bot/test_own_table.py",),
    ),
    Fault(
        "deleted-own-board-not-shown-anew",
        r"await self\._send\(tap\.place\.scope, sheet, photo\)",
        "raise",
        ("tests/bot/test_own_board.py",),
    ),
    Fault(
        "own-board-below-a-topic-leads-nowhere",
        r"alone = tap\.ephemeral is not None and not _is_of\(context\.held\.table, pressed\)",
        "alone = False",
        ("tests/bot/test_alone_in_the_group.py",),
    ),
    Fault(
        "own-step-after-the-end-refused",
        r'not in \{"stale_button", "game_over"\}',
        'not in {"stale_button"}',
        ("tests/bot/test_own_board.py",),
    ),
)
