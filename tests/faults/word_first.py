"""Faults in words that are offered places, in readings that are asked, and in edited moves."""

from typing import Final

from tests.faults.fault import Fault

_OFFERED: Final = ("tests/bot/test_word_first.py",)
_EDITED: Final = ("tests/bot/test_edited.py",)

WORD_FIRST: Final = (
    Fault(
        "anybody-taps-a-personal-place",
        r"(word = pressed\.rest\n    if tap\.sender\.user) != int\(user\):$",
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
        r"text, keyboard = question\(asking, fits, context\.speaker, scores=False\)",
        "text, keyboard = question(asking, fits, context.speaker, scores=True)",
        _OFFERED,
    ),
    Fault(
        "question-to-all-tells-what-is-on-the-rack",
        r"await self\._ask_all\(request, context, asking, await self\._open\(context, asking\)\)",
        "await self._ask_all(request, context, asking, fits)",
        _OFFERED,
    ),
    Fault(
        "lacking-tiles-told-to-all-who-read-no-question",
        r"if error\.code in _LACKING and await",
        "if not error.code and await",
        _OFFERED,
    ),
    Fault(
        "stale-place-played",
        r"            if state\.number != number:\n                raise _MovedOn\(state\)\n",
        "",
        _OFFERED,
    ),
    Fault(
        "blank-shown-in-the-data-of-a-place",
        r"cells = _run\(state, each\.move\)\n    return spelled\(.*\)",
        'tiles = {one.cell: one.tile for one in each.place.tiles}\n    return "".join('
        'f"[{tiles[cell][1:]}]" if tiles.get(cell, "").startswith("?") else tiles.get(cell, ".") '
        "for cell in each.score.words[0].cells)",
        _OFFERED,
    ),
    Fault(
        "talk-to-the-board-answered",
        r"if seat is None or seat != table\.turn or waits\(table\):",
        "if seat is None:",
        _OFFERED,
    ),
    Fault(
        "talk-told-that-it-is-too-much",
        r"return job\.kind\.counted != \"talk\" and \(share",
        "return (share",
        ("tests/bot/test_haste_told.py",),
    ),
    Fault(
        "phonies-left-out-without-being-told",
        r"if not rules\.preview_tells or named\(",
        "if not rules.preview or named(",
        _OFFERED,
    ),
    Fault(
        "preview-tells-by-the-list-of-a-live-table",
        r"if not rules\.preview_tells or named\(.*",
        "if not rules.preview_tells:",
        ("tests/bot/test_tries.py",),
    ),
    Fault(
        "forged-tap-offered-places-where-they-are-off",
        r"    if not state\.ruleset\.places:\n        raise Refusal\(\"stale_button\"\)\n",
        "",
        _OFFERED,
    ),
    Fault(
        "question-of-one-person-outstays",
        r"seconds=ASKED_SECONDS, user=user",
        "seconds=2 * ASKED_SECONDS, user=user",
        _OFFERED,
    ),
    Fault(
        "near-miss-judged-by-the-list-of-a-live-table",
        r"if rules\.judging\.challenges or named\(rules\.lexicon\)\[1\] == \"live\":",
        "if rules.judging.challenges:",
        _OFFERED,
    ),
    Fault(
        "more-places-than-a-message-takes",
        r"rows = _row_keys\(asking, fits\) if len\(shown\) == len\(fits\) > MOST else \[\]",
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
        r"return told\.removeprefix\(where\) if told\.startswith\(where\) else None",
        "return told.split(maxsplit=2)[2] if told else None",
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
        r"        await self\._tries\.refused\(request, table\)\n        await self\._offers",
        "        await self._offers",
        _EDITED,
    ),
    Fault(
        "mistyped-command-not-mended-by-an-edit",
        r'if request\.near == "play" and about and',
        'if request.near == "" and about and',
        _EDITED,
    ),
)
