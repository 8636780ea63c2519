"""Faults in own boards: whose they are, what they tell, when they are out of date."""

from typing import Final

from tests.faults.fault import Fault

OWN_BOARDS: Final = (
    Fault(
        "cards-are-looked-for-on-a-rack",
        r'opening_button = "own-board-open"',
        'opening_button = "button-rack"',
        ("tests/bot/handlers/game/test_private_racks.py",),
    ),
    Fault(
        "own-board-pressed-by-anybody",
        r"if step\.user != tap\.sender\.user:",
        "if step.user < 0:",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-move-played-on-a-later-board",
        r"or game\.number != step\.turns or board\.hand_mark\(game, seat\) != step\.mark:",
        "or board.hand_mark(game, seat) != step.mark:",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-step-shown-of-another-rack",
        r"if step\.mark == board\.hand_mark\(own\.game, own\.seat\):",
        "if step.mark:",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-preview-tells-unasked",
        r"if not rules\.has_judged_preview or parse_lexicon\(",
        "if parse_lexicon(",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-order-forgotten",
        r"            await self\._rack_order\.save_rack_order\(.*\)\n",
        "",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-tile-ticked-beyond-the-rack",
        r"if _TICK_MASK\.fullmatch\(text\) is None or int\(text, 16\) >> tiles:",
        "if _TICK_MASK.fullmatch(text) is None:",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-card-chosen-twice",
        r"if position not in chosen and row and",
        "if row and",
        ("tests/bot/families/klepka/test_klepka_own_board.py",),
    ),
    Fault(
        "own-trade-of-a-card-that-is-gone",
        r"if give not in _cards_to_give\(state\.players\[seat\]\.cards\) or take not in owner\.cards:",
        "if give not in _cards_to_give(state.players[seat].cards):",
        ("tests/bot/families/klepka/test_klepka_own_board.py",),
    ),
    Fault(
        "own-double-offered-to-all",
        r"if scene\.state\.host == scene\.own\.user:",
        "if scene.own.user:",
        ("tests/bot/families/klepka/test_klepka_own_board.py",),
    ),
    Fault(
        "own-win-without-the-letters",
        r"if len\(lacking\) > cards\.count\(POLYSEMY\):",
        "if not cards:",
        ("tests/bot/families/klepka/test_klepka_own_board.py",),
    ),
    Fault(
        "deleted-own-board-not-shown-anew",
        r"await self\._send_to_chat\(tap\.venue\.scope, page, photo, tap\.sending\)",
        "raise",
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
    Fault(
        "own-board-below-a-topic-leads-nowhere",
        r"alone = tap\.ephemeral_id is not None$",
        "alone = False",
        ("tests/bot/handlers/game/test_ephemeral_messages.py",),
    ),
    Fault(
        "own-step-after-the-end-refused",
        r'not in \{"stale_button", "game_over"\}',
        'not in {"stale_button"}',
        ("tests/bot/families/crossword/test_own_board.py",),
    ),
)
