"""Faults in records of finished games, in what is derived from them, who sees them, and what administrators decide."""

from typing import Final

from tests.faults.fault import Fault

_SEASON: Final = ("tests/bot/records/test_record_season.py",)
_DERIVED: Final = ("tests/bot/records/test_projection.py",)
_DECISIONS: Final = ("tests/bot/records/test_administration.py",)
_PANEL: Final = ("tests/bot/handlers/records/test_record_panel.py",)
_SHARED: Final = ("tests/bot/store/test_shared_pictures.py",)
_FIGURES: Final = ("tests/engine/test_figures.py",)
_MEANT: Final = ("tests/bot/handlers/records/test_meant_game.py",)
_RECORD: Final = ("tests/engine/test_game_record.py",)

RECORDS: Final = (
    Fault(
        "nobody-passes-for-who-has-retired-in-gcg",
        r"while self\._turn != seat and self\._turn in self\._gone \| self\._retired:",
        "while self._turn != seat and self._turn in self._gone:",
        ("tests/engine/crossword/test_gcg_elsewhere.py",),
    ),
    Fault(
        "lost-turn-without-its-rack-in-gcg",
        r"(lost \{self\._nicks\[seat\]\}\"\n\s+yield self\._entry_line\(seat, )self\._racks\.rack_of\(seat\)",
        r"\1()",
        ("tests/engine/crossword/test_gcg_elsewhere.py",),
    ),
    Fault(
        "figures-derived-twice",
        r"if \(progress\[1\] or '0'\) ~= fold\.run or \(progress\[2\] or '0'\) ~= fold\.count then",
        "if (progress[1] or '0') ~= fold.run then",
        _DERIVED,
    ),
    Fault(
        "figures-of-what-was-rewritten-since",
        r"if \(progress\[1\] or '0'\) ~= fold\.run or \(",
        "if (",
        _DERIVED,
    ),
    Fault(
        "figures-of-another-version-go-on",
        r"while progress\.count and progress\.form != FORM:",
        "while False:",
        _DERIVED,
    ),
    Fault(
        "a-version-that-knows-no-forms-leaves-no-trace",
        r"int\(stored_form\) if noted_with == b\"%d %d\" % \(run, count\) else 0",
        "int(stored_form or 0)",
        _DERIVED,
    ),
    Fault(
        "a-game-with-a-computer-ends-a-streak",
        r"return streak \+ 1 if game\.streak else 0 if game\.opponents else streak",
        "return streak + 1 if game.streak else 0",
        _FIGURES,
    ),
    Fault(
        "a-supergroup-lacks-pictures-to-share",
        r"_MOVED_OF_GAME: Final = \(keys\.packed_game, keys\.shared_picture\)",
        "_MOVED_OF_GAME: Final = (keys.packed_game,)",
        _SHARED,
    ),
    Fault(
        "a-picture-is-kept-where-nobody-looks",
        r"if moved is not None:\n( +)await self\.save_picture",
        r"if False:\n\1await self.save_picture",
        _SHARED,
    ),
    Fault(
        "a-reply-that-shows-no-game-gives-the-newest",
        r"if request\.replied_message is not None and not request\.replied_page:",
        "if False:",
        _MEANT,
    ),
    Fault(
        "a-message-is-of-the-table-that-it-was-noted-with",
        r"is_replied = any\(game\.startswith\(name\) for game in ids\) if ids else request",
        "is_replied = any(game.startswith(name) for game in ids) or request",
        _MEANT,
    ),
    Fault(
        "no-proof-of-ones-running-game-instead-of-later",
        r"if await is_running_elsewhere\(games, request, self\._games\.player_tables\):",
        "if False:",
        _MEANT,
    ),
    Fault(
        "a-link-to-a-game-taken-for-a-page",
        r" or _leads_to_table\(keyboard\)\)",
        ")",
        ("tests/bot/telegram/incoming/test_parse_update.py",),
    ),
    Fault(
        "a-kept-game-ends-before-the-downtime",
        r"finished = await self\._recorder\.record_end\(loaded, step, entry\)",
        "finished = await self._recorder.record_end(loaded, step, structs.replace(entry, utc=entry.at))",
        ("tests/bot/tables/test_downtime_in_chat.py",),
    ),
    Fault("game-ends-without-a-record", r"^if commit\.record then$", "if false then", _SEASON),
    Fault(
        "record-before-the-commit-is-known-to-be-new",
        r"if commit\.update and is_seen\(seen_key, commit\.update\) then",
        "if commit.record then redis.call('RPUSH', records_key, commit.record) end\n"
        "if commit.update and is_seen(seen_key, commit.update) then",
        _SEASON,
    ),
    Fault("left-out-game-counts", r"return not self\.left_out$", "return True", _RECORD),
    Fault(
        "left-out-game-is-derived",
        r"case GameRecord\(\) if record\.counts:(\n +after, changed)",
        r"case GameRecord():\1",
        _PANEL,
    ),
    Fault(
        "games-with-computers-are-summed-with-the-others",
        r"kind = GameKind\(record\.ruleset, record\.has_computers\)",
        "kind = GameKind(record.ruleset)",
        _FIGURES,
    ),
    Fault(
        "games-with-computers-are-rated",
        r"if record\.has_computers or len\(people\) < 2:",
        "if len(people) < 1:",
        _FIGURES,
    ),
    Fault("substitutes-are-rated", r"whole = not \(.* or any\(.*\)\)$", "whole = not self.is_too_short", _RECORD),
    Fault(
        "cancelled-game-has-a-record", r"    if game\.outcome\.reason == CANCELLED:\n        return None\n", "", _RECORD
    ),
    Fault(
        "substitute-has-the-others-plays",
        r"self\._plays\[seat\]\.clear\(\)",
        "pass",
        ("tests/engine/test_seat_figures.py", "tests/engine/crossword/test_play_figures.py"),
    ),
    Fault(
        "withdrawn-play-counts",
        r"case PlayWithdrawn\(\):\n                tally\.drop_newest_play\(event\.seat\)",
        "case PlayWithdrawn():\n                pass",
        ("tests/engine/crossword/test_play_figures.py",),
    ),
    Fault(
        "one-word-doubled-twice",
        r"play\.words\[0\]\[0\] == word and not play\.is_amended\]",
        "play.words[0][0] == word]",
        ("tests/engine/klepka/test_word_figures.py",),
    ),
    Fault(
        "season-begun-again-by-the-same-update",
        r"if is_seen\(seen_key, given\.marker\) then\n  return 'seen'\nend\n",
        "",
        _DECISIONS,
    ),
    Fault(
        "season-begun-twice",
        r"if tonumber\(progress\[2\] or 0\) \+ 1 ~= tonumber\(given\.number\) then",
        "if false then",
        _DECISIONS,
    ),
    Fault(
        "season-begun-before-records-are-counted",
        r"if tonumber\(progress\[1\] or 0\) ~= redis\.call\('LLEN', records_key\) then",
        "if false then",
        _DECISIONS,
    ),
    Fault(
        "season-begun-in-a-group-that-is-gone",
        r"if moved then\n  return moved\nend\nif is_seen\(seen_key, given\.marker\)",
        "if is_seen(seen_key, given.marker)",
        _DECISIONS,
    ),
    Fault(
        "game-erased-by-halves",
        r" or \(refold\.erase and length ~= tonumber\(refold\.length\)\)",
        "",
        _DECISIONS,
    ),
    Fault(
        "anybody-decides-about-records",
        r"await self\._editor\.check_may_change\(tap\)\n        if not tap\.has_button\(\"records:\"\)",
        'if not tap.has_button("records:")',
        _PANEL,
    ),
    Fault(
        "more-is-erased-than-was-asked",
        r"if summary\.records and summary\.records != count:",
        "if False:",
        _PANEL,
    ),
    Fault(
        "groups-name-shared-unasked",
        r"named = \(await self\._store\.load_settings\(found\.chat\)\)\.get\(NAME_SETTING\) == NAME_SHOWN",
        "named = True",
        ("tests/bot/handlers/records/test_shared_games.py",),
    ),
    Fault(
        "game-shown-in-private-to-anybody",
        r"return found\.chat < 0 and \(await self\._members\.find_member\(found\.chat, user\)\)\.present",
        "return True",
        ("tests/bot/handlers/records/test_history.py",),
    ),
)
"""Faults in records."""
