"""Faults in what keeps groups quiet: one message an action, refusals that go, boards as chosen, old buttons."""

from typing import Final

from tests.faults.fault import Fault

_QUIET: Final = ("tests/bot/announce/test_one_message_per_action.py",)
_BOARDS: Final = ("tests/bot/announce/test_board_messages.py",)

MESSAGE_COUNT: Final = (
    Fault(
        "words-keep-an-instant-that-has-moved",
        r"if shown\.said in shown\.lit:",
        "if False:",
        ("tests/bot/announce/test_deadline_refresh.py",),
    ),
    Fault(
        "what-a-message-told-lost-with-its-instant",
        r"            kept=post\.lasting_text,\n            sealed=",
        "            sealed=",
        ("tests/bot/announce/test_deadline_refresh.py",),
    ),
    Fault(
        "ending-asked-of-everybody-for-long",
        r"reply_briefly\((request, below_table_name\(context\.loaded, speaker, text\), keyboard)\)"
        r"(?=\n\n    async def confirm)",
        r"reply_temporarily(\1, seconds=600.0)",
        ("tests/bot/handlers/game/test_end_game.py", "tests/bot/telegram/test_auto_delete.py"),
    ),
    Fault(
        "lobby-sent-anew-each-time",
        r"if before\.waiting and before\.table == post\.table:\n            try:\n                memory",
        "if before.waiting and not before.table:\n            try:\n                memory",
        _QUIET,
    ),
    Fault(
        "picture-of-a-turn-without-tiles",
        r"kinds <= \{Extended, \*family\.events\.text_only, \*family\.events\.same_board\}",
        "kinds <= {Extended, *family.events.text_only}",
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
        r"await self\._auto_delete\.delete_later\(\n +request\.venue\.scope\.chat, message, seconds, .*\n +\)$",
        "del message, seconds, until_done",
        _QUIET,
    ),
    Fault(
        "refusals-outstay-a-good-move",
        r"if request\.update\.table_changed:",
        "if request.update is None:",
        _QUIET,
    ),
    Fault(
        "refusals-outstay-a-tapped-move",
        r"if request\.update\.table_changed:",
        "if request.update.table_changed and not isinstance(request, Tap):",
        ("tests/bot/telegram/test_auto_delete.py",),
    ),
    Fault(
        "what-one-person-sees-stays",
        r"await self\._auto_delete\.delete_later\(sent\.chat, sent\.message_id, seconds, user, .*\)$",
        "pass",
        ("tests/bot/telegram/test_auto_delete.py",),
    ),
    Fault(
        "anybodys-good-move-clears-a-refusal",
        r"await self\._schedule_entry\(chat, entry, 0\.0\)$",
        "await self._schedule_entry(chat, entry, 0.0)\n        for each in [*self._replies_by_user]:\n"
        "            await self.delete_replies_to(*each, self.newest_reply)",
        _QUIET,
    ),
    Fault(
        "a-step-of-a-hint-goes-as-it-comes",
        r"if number <= up_to:",
        "if number:",
        ("tests/bot/telegram/test_auto_delete.py",),
    ),
    Fault(
        "what-is-to-be-deleted-forgotten-in-trouble",
        r"            await self\._schedule\.schedule_entry\(chat, entry, due\)\n            return\n",
        "            await self._schedule.unschedule_entry(chat, entry)\n            return\n",
        _QUIET,
    ),
    Fault(
        "boards-deleted-unasked",
        r"return self is not BoardMode\.EACH",
        "return True",
        (*_BOARDS, "tests/bot/pictures/test_photos.py"),
    ),
    Fault(
        "cards-deleted-while-they-are-seen",
        r"reveal_seconds=timed_reveal\.seconds \+ 1",
        "reveal_seconds=0.0",
        _BOARDS,
    ),
    Fault(
        "one-board-never-edited",
        r"if post\.board_mode\.edits_in_place and _shows_game_of\(before, post\):",
        "if post.board_mode.edits_in_place and post.notice_count < 0:",
        _BOARDS,
    ),
    Fault(
        "old-button-shows-a-rack",
        r"family, table_view = registry\.family_of_game\(table\), view\(table, None\)\n    scores = _strip_html",
        "family, table_view = registry.family_of_game(table), view(table, None)\n"
        "    scores = str(table.players) + _strip_html",
        _QUIET,
    ),
    Fault(
        "pinned-board-forgotten-by-the-next-lobby",
        r"(lit=\(sent\.message_id,\),\n)            pinned=before\.pinned,\n",
        r"\1",
        _BOARDS,
    ),
    Fault(
        "board-that-stands-already-never-pinned",
        r"pinned = await self\._update_pinned_message\(scope, post, before, before\.board\)",
        "pinned = before.pinned",
        _BOARDS,
    ),
    Fault(
        "forged-press-changes-any-message",
        r"tap\.ephemeral_id is None and tap\.data not in tap\.keyboard_data$",
        "tap.ephemeral_id is None and not tap.data",
        (*_QUIET, "tests/bot/families/crossword/test_placement_choice.py"),
    ),
    Fault(
        "rematch-of-another-game",
        r"            table\.ruleset,\n            host,\n            tap\.update,\n            order=order",
        "            shipped_rulesets()['scrabble-en'],\n            host,\n            tap.update,\n   "
        "         order=order",
        _QUIET,
    ),
    Fault(
        "answers-to-a-draw-that-is-over-stay",
        r"if left is None or not before\.expiring:",
        "if True:",
        ("tests/bot/test_expiring.py",),
    ),
    Fault(
        "board-loses-its-buttons-with-a-draw",
        r"        if not bearer\.more:\n",
        "        if bearer:\n",
        ("tests/bot/test_expiring.py",),
    ),
    Fault(
        "board-as-text-fills-the-group",
        r"for_all = lobby is not None or request\.update\.coalesced",
        "for_all = not request.venue.private or lobby is not None",
        ("tests/bot/handlers/game/test_ephemeral_messages.py",),
    ),
    Fault(
        "one-of-several-is-shown-the-board-as-text",
        r"for_all = lobby is not None or request\.update\.coalesced",
        "for_all = lobby is not None",
        ("tests/bot/ingress/test_coalescing.py",),
    ),
)
