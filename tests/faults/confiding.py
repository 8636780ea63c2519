"""Faults in who is told what: questions that are one person's, cards that show for a moment, moves that are planned."""

from typing import Final

from tests.faults.fault import Fault

_ASKED: Final = ("tests/bot/test_word_first.py",)
_REVEALED: Final = ("tests/bot/test_klepka_reveal_troubles.py",)

CONFIDING: Final = (
    Fault(
        "scores-of-a-row-told-to-all",
        r"alone = _is_alone\(tap\)\n        if alone:",
        "alone = True\n        if alone:",
        _ASKED,
    ),
    Fault(
        "own-places-told-to-the-group-that-came-of-the-former",
        r"tap\.ephemeral is not None and not tap\.place\.left\)",
        "tap.ephemeral is not None)",
        ("tests/bot/test_conversations_moved.py",),
    ),
    Fault(
        "scores-for-a-board-that-is-gone",
        r"        if asking\.state\.number != number:\n            raise Refusal\(\"stale_button\"\)\n",
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
        r"            if face_up\.kept != entry:\n                return\n",
        "",
        _REVEALED,
    ),
    Fault(
        "mixed-cards-stay-to-be-seen",
        r"before = \(\) if mixed else face_up",
        "before = face_up",
        _REVEALED,
    ),
    Fault(
        "cards-shown-before-that-is-noted",
        r"            await self\._keep\(showing, kept\)\n(            await self\._replace)",
        r"\1",
        _REVEALED,
    ),
    Fault(
        "cards-shown-for-as-long-as-it-took-to-send-them",
        r"                await self\._keep\(showing, kept\)\n            until",
        "                pass\n            until",
        _REVEALED,
    ),
    Fault(
        "computer-plays-where-the-bot-is-out",
        r"            if now\.halted:\n",
        "            if False:\n",
        ("tests/bot/test_thinking.py",),
    ),
    Fault(
        "posted-move-tied-to-another-turn",
        r"MadeFor\(table_name\(game\), game\.number\)",
        "MadeFor(table_name(game), game.number + 1)",
        ("tests/bot/test_inline.py",),
    ),
    Fault(
        "someone-elses-turn-offered-first",
        r"tables\.sort\(key=lambda held: not _mine",
        "tables.sort(key=lambda held: _mine",
        ("tests/bot/test_inline.py",),
    ),
    Fault(
        "groups-limit-left-out",
        r"            if chat < 0:\n                buckets",
        "            if chat > 0:\n                buckets",
        ("tests/bot/test_limiter.py",),
    ),
    Fault(
        "shorter-wait-ends-a-longer-one",
        r"self\._shut = max\(self\._shut, (.*)\)$",
        r"self._shut = \1",
        ("tests/bot/test_limiter.py",),
    ),
    Fault(
        "ones-message-deleted-as-the-groups",
        r"            if readers:\n",
        "            if False:\n",
        ("tests/bot/test_vanishing.py",),
    ),
    Fault(
        "sheet-kept-where-the-server-is-another",
        r"form is Form\.OLDER and not await self\._served\(again=True\)",
        "form is Form.OLDER and not await self._served()",
        ("tests/bot/test_ladder.py",),
    ),
    Fault(
        "own-board-of-who-does-not-play",
        r"        if asked\.sender\.user not in playing\(held\.table\):\n            return False\n",
        "",
        ("tests/bot/test_conversations_private.py",),
    ),
)
