"""Faults in what keeps groups quiet: one message an action, refusals that go, boards as chosen, old buttons."""

from typing import Final

from tests.faults.fault import Fault

_QUIET: Final = ("tests/bot/test_quiet.py",)
_BOARDS: Final = ("tests/bot/test_boards.py",)

QUIETING: Final = (
    Fault(
        "words-keep-an-instant-that-has-moved",
        r"if shown\.said in shown\.lit:",
        "if False:",
        ("tests/bot/test_until_when.py",),
    ),
    Fault(
        "what-a-message-told-lost-with-its-instant",
        r"            kept=post\.kept,\n            sealed=",
        "            sealed=",
        ("tests/bot/test_until_when.py",),
    ),
    Fault(
        "ending-asked-of-everybody-for-long",
        r"briefly\((request, text, keyboard)\)(?=\n\n    async def confirm)",
        r"for_now(\1, seconds=600.0)",
        ("tests/bot/test_cancelling.py", "tests/bot/test_vanishing.py"),
    ),
    Fault(
        "lobby-sent-anew-each-time",
        r"if before\.waiting and before\.table == post\.table:\n            try:\n                memory",
        "if before.waiting and not before.table:\n            try:\n                memory",
        _QUIET,
    ),
    Fault(
        "picture-of-a-turn-without-tiles",
        r"kinds <= \{Extended, \*family\.said_only, \*family\.tileless\}",
        "kinds <= {Extended, *family.said_only}",
        _QUIET,
    ),
    Fault(
        "buttons-of-the-board-before-stay",
        r"self\._waiting\.extend\(.*\)$",
        "del chat, messages",
        _QUIET,
    ),
    Fault(
        "refusals-stay-in-the-group",
        r"        await self\._fading\.fade\(scope\.chat, message, seconds, user\)\n",
        "        del message, seconds, user\n",
        _QUIET,
    ),
    Fault(
        "refusals-outstay-a-good-move",
        r"if update is not None and update\.changed:",
        "if update is None:",
        _QUIET,
    ),
    Fault(
        "refusals-outstay-a-tapped-move",
        r"if update is not None and update\.changed:",
        "if update is not None and update.done:",
        ("tests/bot/test_vanishing.py",),
    ),
    Fault(
        "what-one-person-sees-stays",
        r"await self\._answers\.fade\(shown, seconds, until_done=until_done\)$",
        "pass",
        ("tests/bot/test_vanishing.py",),
    ),
    Fault(
        "anybodys-good-move-clears-a-refusal",
        r"await self\._put\(chat, entry, 0\.0\)$",
        "await self._put(chat, entry, 0.0)\n        for each in [*self._answered]:\n"
        "            await self.done_well(*each)",
        _QUIET,
    ),
    Fault(
        "what-is-to-be-deleted-forgotten-in-trouble",
        r"            await self\._fades\.put\(chat, entry, due\)\n            return\n",
        "            await self._fades.done(chat, entry)\n            return\n",
        _QUIET,
    ),
    Fault(
        "boards-deleted-unasked",
        r"return self is not Boards\.EACH",
        "return True",
        (*_BOARDS, "tests/bot/test_photos.py"),
    ),
    Fault(
        "cards-deleted-while-they-are-seen",
        r"seen_for=family\.moments\.seconds \+ 1",
        "seen_for=0.0",
        _BOARDS,
    ),
    Fault(
        "one-board-never-edited",
        r"if post\.boards\.in_place and _stands\(before, post\):",
        "if post.boards.in_place and post.told < 0:",
        _BOARDS,
    ),
    Fault(
        "old-button-shows-a-rack",
        r"family, seen = registry\.of_game\(table\), view\(table, None\)\n    scores = _plain",
        "family, seen = registry.of_game(table), view(table, None)\n    scores = str(table.players) + _plain",
        _QUIET,
    ),
    Fault(
        "pinned-board-forgotten-by-the-next-lobby",
        r"(lit=\(sent\.message,\),\n)            pinned=before\.pinned,\n",
        r"\1",
        _BOARDS,
    ),
    Fault(
        "board-that-stands-already-never-pinned",
        r"pinned = await self\._pinned\(scope, post, before, before\.board\)",
        "pinned = before.pinned",
        _BOARDS,
    ),
    Fault(
        "forged-press-changes-any-message",
        r"tap\.ephemeral is None and tap\.data not in tap\.borne$",
        "tap.ephemeral is None and not tap.data",
        (*_QUIET, "tests/bot/test_word_first.py"),
    ),
    Fault(
        "rematch-of-another-game",
        r"context\.held, table\.ruleset, host, tap\.update, order",
        "context.held, rulesets()['scrabble-en'], host, tap.update, order",
        _QUIET,
    ),
    Fault(
        "answers-to-a-draw-that-is-over-stay",
        r"if post\.left is None or not before\.expiring:",
        "if True:",
        ("tests/bot/test_expiring.py",),
    ),
    Fault(
        "board-loses-its-buttons-with-a-draw",
        r"        if not bearer\.more:\n",
        "        if bearer:\n",
        ("tests/bot/test_expiring.py",),
    ),
)
