"""Faults in the choice of a table, in the question which is meant, and in what stays with a table."""

from typing import Final

from tests.faults.fault import Fault

_CHOICE: Final = ("tests/bot/tables/test_table_choice.py", "tests/bot/tables/test_finished_table_choice.py")
_HINTS: Final = ("tests/bot/handlers/dispatch/test_table_hints.py",)
_QUESTION: Final = ("tests/bot/handlers/dispatch/test_table_question.py",)
_REPEATED: Final = ("tests/bot/ingress/test_repeated_choices.py",)
_KINDS: Final = ("tests/bot/handlers/dispatch/test_request_kinds.py",)

TABLE_CHOICE: Final = (
    Fault(
        "a-reply-names-no-table",
        r"return tuple\(one for one in tables if _is_replied\(one, hints\)\)",
        "return ()",
        _CHOICE,
    ),
    Fault(
        "contradicting-hints-not-asked-about",
        r"    if numbered and replied and not named:\n        return OpenChoice\(.*\n",
        "    named = named or list(numbered)\n",
        _CHOICE,
    ),
    Fault(
        "table-guessed-by-the-tiles-of-a-rack",
        r"return possible or seated$",
        "return possible[:1] if any(p.rack for one in possible if one.table for p in one.table.players) else seated",
        _CHOICE,
    ),
    Fault(
        "a-pass-goes-to-the-table-of-the-turn",
        r"if len\(seated\) == 1 or hints\.is_costly or",
        "if len(seated) == 1 or",
        _CHOICE,
    ),
    Fault(
        "turns-that-began-since-the-message-not-minded",
        r"return sent_at is not None and table\.turn_since is not None and table\.turn_since >=",
        "return sent_at is not None and table.turn_since is not None and sent_at >",
        _CHOICE,
    ),
    Fault(
        "a-game-that-ended-since-the-message-forgotten",
        r"if one\.is_open or _ended_since\(one, hints\)\)",
        "if one.is_open)",
        _CHOICE,
    ),
    Fault(
        "a-look-decides-turns-too",
        r"    return possible or seated$",
        "    return tuple(one for one in possible if one.scope.table == hints.looked_at) or possible or seated",
        _CHOICE,
    ),
    Fault(
        "an-edit-goes-where-its-number-says",
        r"if hints\.number in \{None, one\.scope\.table\}:",
        "if one.scope.table:",
        _CHOICE,
    ),
    Fault(
        "another-button-of-an-answered-question-counts",
        r" or asked\.answer not in \{None, answer\}:",
        ":",
        _QUESTION,
    ),
    Fault(
        "an-answer-replaces-what-came-meanwhile",
        r"if \(redis\.call\('GET', KEYS\[1\]\) or ''\) ~= ARGV\[1\] then",
        "if false then",
        _REPEATED,
    ),
    Fault(
        "anybody-says-which-table-is-meant",
        r"await self\._members\.check_asker\(tap, user\)\n",
        "pass\n",
        _QUESTION,
    ),
    Fault(
        "an-answer-counts-as-an-update-of-its-own",
        r"tap\.update\.asked_about = update$",
        "tap.update.asked_about = None",
        _REPEATED,
    ),
    Fault(
        "an-edit-does-not-change-what-was-asked",
        r"            await self\._asked\.save_asked\(newer, is_shown=True\)\n",
        "",
        ("tests/bot/handlers/dispatch/test_edits_at_several_tables.py",),
    ),
    Fault(
        "look-ups-of-several-tables-share-an-answer",
        r"or \(request\.table_number is None and self\._has_several_tables\(request\.venue\.scope\)\)",
        "or request.table_number == 0",
        _KINDS,
    ),
    Fault(
        "a-reply-shares-the-answer-of-no-reply",
        r" or request\.replied_message is not None$",
        "",
        _KINDS,
    ),
    Fault(
        "only-the-newest-table-closes-look-ups",
        r"if any\(closes_look_ups\(one\.table\) for one in tables\) or",
        "if any(closes_look_ups(one.table) for one in tuple(tables)[-1:]) or",
        _HINTS,
    ),
    Fault(
        "a-pass-leaves-the-table-that-is-over",
        r"if \(is_about_ended and hints\.is_costly\) or",
        "if (is_about_ended and hints.right == 'join') or",
        _CHOICE,
    ),
    Fault(
        "the-second-of-a-message-is-guessed",
        r"number\.free_since >= hints\.sent_second",
        "number.free_since > hints.sent_second",
        _CHOICE,
    ),
    Fault(
        "a-ruling-goes-from-the-game-that-ended-to-another",
        r" or \(ended and hints\.right == \"rule\"\):",
        ":",
        _CHOICE,
    ),
    Fault(
        "who-gave-up-plays-on-at-the-table",
        r" and \(table\.players\[seat\]\.active or not loaded\.is_open\)",
        "",
        _CHOICE,
    ),
    Fault(
        "talk-that-begins-with-a-number-is-a-move",
        r"request\.by_number_alone and not _tells",
        "not request.text and not _tells",
        _HINTS,
    ),
    Fault(
        "a-number-that-nobody-was-told-is-a-tables",
        r" or request\.table_number in context\.request_place\.told_numbers$",
        " or request.table_number is not None",
        _HINTS,
    ),
    Fault(
        "edit-of-what-was-asked-about-not-taken",
        r"if not \(request\.is_edit and await self\._table_question\.take_edit\(request, context\)\):",
        "if True:",
        ("tests/bot/handlers/dispatch/test_edits_at_several_tables.py",),
    ),
)
