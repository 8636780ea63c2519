"""Faults in who is told what: questions that are one person's, cards that show for a moment, moves that are planned."""

from typing import Final

from tests.faults.fault import Fault

_ASKED: Final = (
    "tests/bot/families/crossword/test_placement_choice.py",
    "tests/bot/families/crossword/test_placement_taps.py",
)
_REVEALED: Final = ("tests/bot/announce/test_card_reveal_failures.py",)
_REVEALED_NEXT: Final = ("tests/bot/announce/test_card_reveal_next_cards.py",)

PRIVATE_ANSWERS: Final = (
    Fault(
        "scores-of-a-row-told-to-all",
        r"alone = _is_seen_by_presser_only\(tap\)\n        if alone:",
        "alone = True\n        if alone:",
        _ASKED,
    ),
    Fault(
        "own-places-told-to-the-group-that-came-of-the-former",
        r"tap\.ephemeral_id is not None and not tap\.venue\.has_migrated\)",
        "tap.ephemeral_id is not None)",
        ("tests/bot/handlers/test_migrated_chats.py",),
    ),
    Fault(
        "scores-for-a-board-that-is-gone",
        r"        if placement\.state\.number != number:\n            raise Refusal\(\"stale_button\"\)\n",
        "",
        _ASKED,
    ),
    Fault(
        "question-tells-that-tiles-are-lacking",
        r"        if typed\.cell and len\(fits\) == 1:\n            return False[^\n]*\n",
        "",
        _ASKED,
    ),
    Fault(
        "cards-of-an-older-table-put-back",
        r"            if face_up\.stored_entry != entry:\n                return\n",
        "",
        _REVEALED_NEXT,
    ),
    Fault(
        "mixed-cards-stay-to-be-seen",
        r"before = \(\) if cards_moved else face_up",
        "before = face_up",
        _REVEALED_NEXT,
    ),
    Fault(
        "cards-shown-before-that-is-noted",
        r"            await self\._schedule_turn_down\(message, kept\)\n(            await "
        r"self\._replace_stored_entry)",
        r"\1",
        _REVEALED,
    ),
    Fault(
        "cards-shown-for-as-long-as-it-took-to-send-them",
        r"                await self\._schedule_turn_down\(message, kept\)\n            until",
        "                pass\n            until",
        _REVEALED,
    ),
    Fault(
        "computer-plays-where-the-bot-is-out",
        r"            if now\.is_unreachable:\n",
        "            if False:\n",
        ("tests/bot/tables/test_computer_turns.py",),
    ),
    Fault(
        "posted-move-tied-to-another-turn",
        r"ResultTarget\(table_name\(game\), game\.number\)",
        "ResultTarget(table_name(game), game.number + 1)",
        ("tests/bot/handlers/test_inline_mode.py",),
    ),
    Fault(
        "someone-elses-turn-offered-first",
        r"tables\.sort\(key=lambda loaded: not _is_my_turn",
        "tables.sort(key=lambda loaded: _is_my_turn",
        ("tests/bot/handlers/test_inline_tables.py",),
    ),
    Fault(
        "groups-limit-left-out",
        r"            if chat < 0:\n                buckets",
        "            if chat > 0:\n                buckets",
        ("tests/bot/workers/test_limiter.py",),
    ),
    Fault(
        "shorter-wait-ends-a-longer-one",
        r"self\._blocked_until = max\(self\._blocked_until, (.*)\)$",
        r"self._blocked_until = \1",
        ("tests/bot/workers/test_limiter.py",),
    ),
    Fault(
        "ones-message-deleted-as-the-groups",
        r"            if readers:\n",
        "            if False:\n",
        ("tests/bot/telegram/test_auto_delete.py",),
    ),
    Fault(
        "private-page-kept-where-the-server-is-another",
        r"form is Feature\.RECEIVER_10_2 and not await self\._check_server_methods\(again=True\)",
        "form is Feature.RECEIVER_10_2 and not await self._check_server_methods()",
        ("tests/bot/telegram/test_private_delivery.py", "tests/bot/telegram/test_private_delivery_taps.py"),
    ),
    Fault(
        "own-board-of-who-does-not-play",
        r"        if start\.sender\.user not in current_players\(loaded\.table\):\n            return False\n",
        "",
        ("tests/bot/handlers/game/test_private_racks.py",),
    ),
    Fault(
        "first-game-offered-again-to-who-left-it-out",
        r"            keys\.tutorial\(user\),\n",
        "",
        ("tests/bot/handlers/test_tutorial.py",),
    ),
    Fault(
        "first-game-begun-twice",
        r"            await self\._check_not_begun\(place, user\)\n",
        "",
        ("tests/bot/handlers/test_tutorial.py",),
    ),
    Fault(
        "a-first-game-that-was-cut-short-waits",
        r"return pressed is not None and self\._kinds\[pressed\.kind\]\.resumes",
        "return pressed is not None and self._kinds[pressed.kind].expires",
        ("tests/bot/handlers/test_tutorial.py",),
    ),
)
