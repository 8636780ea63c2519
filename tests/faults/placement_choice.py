"""Faults in words that are offered places, in readings that are asked, and in edited moves."""

from typing import Final

from tests.faults.fault import Fault

_OFFERED: Final = (
    "tests/bot/families/crossword/test_placement_choice.py",
    "tests/bot/families/crossword/test_placement_taps.py",
)
_EDITED: Final = ("tests/bot/families/crossword/test_edited_move.py",)

PLACEMENT_CHOICE: Final = (
    Fault(
        "anybody-taps-a-personal-place",
        r"(word = pressed\.arguments\n    if tap\.sender\.user) != int\(user\):$",
        r"\1 < 0:",
        _OFFERED,
    ),
    Fault(
        "anybody-chooses-how-a-person-is-read",
        r"if tap\.sender\.user != user:$",
        "if tap.sender.user < 0:",
        _OFFERED,
    ),
    Fault(
        "scores-of-places-told-to-all",
        r"text, keyboard = placement_question\(placement, fits, context\.speaker, with_scores=False\)",
        "text, keyboard = placement_question(placement, fits, context.speaker, with_scores=True)",
        _OFFERED,
    ),
    Fault(
        "question-to-all-tells-what-is-on-the-rack",
        r"await self\._ask_in_group\(request, context, placement, await "
        r"self\._placements_on_board\(context, placement\)\)",
        "await self._ask_in_group(request, context, placement, fits)",
        _OFFERED,
    ),
    Fault(
        "lacking-tiles-told-to-all-who-read-no-question",
        r"if error\.code in _TILES_LACKING and await",
        "if not error.code and await",
        _OFFERED,
    ),
    Fault(
        "stale-place-played",
        r"            if state\.number != number:\n                raise _TableMovedOn\(state\)\n",
        "",
        _OFFERED,
    ),
    Fault(
        "blank-shown-in-the-data-of-a-place",
        r"encode_word\(state, each\.move\)",
        '("?" if any("?" in one.rack for one in state.players if one.user == placement.user) else "") '
        "+ encode_word(state, each.move)",
        _OFFERED,
    ),
    Fault(
        "talk-to-the-board-answered",
        r"if seat is None or seat != table\.turn or is_waiting_for_window\(table\):",
        "if seat is None:",
        _OFFERED,
    ),
    Fault(
        "talk-told-that-it-is-too-much",
        r"return job\.kind\.quota != \"talk\" and \(buckets",
        "return (buckets",
        ("tests/bot/ingress/test_throttled_people.py",),
    ),
    Fault(
        "phonies-left-out-without-being-told",
        r"if not rules\.has_judged_preview or parse_lexicon\(",
        "if not rules.preview or parse_lexicon(",
        _OFFERED,
    ),
    Fault(
        "preview-tells-by-the-list-of-a-live-table",
        r"if not rules\.has_judged_preview or parse_lexicon\(.*",
        "if not rules.has_judged_preview:",
        ("tests/bot/families/crossword/test_preview.py",),
    ),
    Fault(
        "forged-tap-offered-places-where-they-are-off",
        r"    if not state\.ruleset\.places:\n        raise Refusal\(\"stale_button\"\)\n",
        "",
        _OFFERED,
    ),
    Fault(
        "question-of-one-person-outstays",
        r"seconds=QUESTION_SECONDS, until_done=True",
        "seconds=2 * QUESTION_SECONDS, until_done=True",
        _OFFERED,
    ),
    Fault(
        "near-miss-judged-by-the-list-of-a-live-table",
        r"return None if parse_lexicon\(rules\.lexicon\)\[1\] == \"live\" else await",
        "return await",
        _OFFERED,
    ),
    Fault(
        "more-places-than-a-message-takes",
        r"rows = _row_buttons\(placement, fits\) if len\(shown\) == len\(fits\) > MOST_OFFERED else \[\]",
        "rows: list[InlineKeyboardButton] = []",
        _OFFERED,
    ),
    Fault(
        "edited-move-played-twice",
        r"return name == table_name\(state\) and state\.number <= int\(until\)",
        "return name == table_name(state)",
        _EDITED,
    ),
    Fault(
        "any-edited-message-done",
        r"return text\.removeprefix\(prefix\) if text\.startswith\(prefix\) else None",
        "return text.split(maxsplit=2)[2] if text else None",
        _EDITED,
    ),
    Fault(
        "refused-out-of-turn-forgotten",
        r"return state\.number \+ before",
        "return state.number",
        _EDITED,
    ),
    Fault(
        "offered-word-not-mended-by-an-edit",
        r"        await self\._edited_moves\.remember_refused_move\(request, table\)\n        await "
        r"self\._placement_choice",
        "        await self._placement_choice",
        _EDITED,
    ),
    Fault(
        "mistyped-command-not-mended-by-an-edit",
        r'if request\.suggestion == "play" and plays:',
        'if request.suggestion == "" and plays:',
        _EDITED,
    ),
)
