"""Faults in the panel of settings, in who opens tables where, and in groups as they are."""

from typing import Final

from tests.faults.fault import Fault

_PANEL: Final = ("tests/bot/handlers/chat_settings/test_panel.py",)
_OPENERS: Final = ("tests/bot/handlers/chat_settings/test_openers.py",)
_REMINDERS: Final = ("tests/bot/announce/test_reminders_in_private.py",)
_GROUPS: Final = ("tests/bot/telegram/test_group_conditions.py",)
_MENUS: Final = ("tests/bot/telegram/test_publish_profile.py",)
_GAME: Final = ("tests/bot/handlers/chat_settings/test_default_game.py",)

_BELL: Final = ("tests/bot/handlers/lobbies/test_table_alerts.py",)
_BANS: Final = ("tests/bot/handlers/owner/test_bans.py",)
_REMATCH: Final = ("tests/bot/handlers/lobbies/test_rematch.py", "tests/engine/crossword/test_setup.py")

_ELSEWHERE: Final = ("tests/bot/handlers/lobbies/test_open_from_private.py",)
_WHO_OPENS: Final = ("tests/bot/handlers/lobbies/test_who_opens_from_private.py",)

SETTINGS: Final = (
    Fault(
        "strangers-open-from-private",
        r"await self\._is_in_group\(chat, request\.sender\.user\) and",
        "True and",
        _WHO_OPENS,
    ),
    Fault(
        "anybody-opens-from-private",
        r"        await check_may_open_table\(self\._members, in_group, loaded\.settings\)\n",
        "",
        _WHO_OPENS,
    ),
    Fault(
        "banned-groups-opened-from-private",
        r"        self\._games\.check_reachable\(loaded\)\n        in_group",
        "        in_group",
        _WHO_OPENS,
    ),
    Fault(
        "the-groups-own-people-press-what-is-private",
        r"if not tap\.venue\.private or \(ruleset is None and name != _ALL_LANGUAGES\):",
        "if ruleset is None and name != _ALL_LANGUAGES:",
        _WHO_OPENS,
    ),
    Fault(
        "usual-options-forgotten-from-private",
        r"options = own if usual is None or usual\.ruleset\.id != name else usual",
        "options = own",
        _ELSEWHERE,
    ),
    Fault(
        "caller-told-again",
        r"  redis\.call\('HDEL', alerts_key, subscriber\)\n",
        "",
        _BELL,
    ),
    Fault(
        "caller-who-waits-no-more-is-told",
        r"if redis\.call\('HEXISTS', alerts_key, subscriber\) == 0 then",
        "if false then",
        _BELL,
    ),
    Fault(
        "who-has-left-is-told",
        r"return \(await self\._members\.find_member\(scope\.chat, subscriber\.user\)\)\.present",
        "return True",
        _BELL,
    ),
    Fault(
        "banned-caller-is-told",
        r"if subscriber\.user not in \{host, \*banned\}\]",
        "if subscriber.user != host]",
        _BANS,
    ),
    Fault(
        "banned-caller-waits-on",
        r"in \{host, \*banned, \*known\}\]",
        "in {host, *known}]",
        _BANS,
    ),
    Fault(
        "strangers-wait-by-the-button",
        r"not \(await self\._members\.find_member\(scope\.chat, sender\.user\)\)\.present",
        "sender.user < 0",
        _BELL,
    ),
    Fault(
        "topics-call-each-others-people",
        r"if topic == _topic_text\(scope\):",
        "if topic:",
        _BELL,
    ),
    Fault(
        "rematch-not-rotated",
        r"return seats\[1:\] \+ seats\[:1\]",
        "return seats",
        _REMATCH,
    ),
    Fault(
        "rematch-of-others-keeps-the-order",
        r"if sorted\(users\) == sorted\(by_user\) else None",
        "if set(users) <= set(by_user) and users else None",
        _REMATCH,
    ),
    Fault(
        "lobby-closed-without-another",
        r"None if abandoned else lobby_closed_keyboard\(speaker\)",
        "None",
        _REMATCH,
    ),
    Fault(
        "panel-for-everybody-who-taps",
        r"await self\._editor\.check_may_change\(tap\)\n        if not tap\.has_button\(\"set:\"\)",
        'if not tap.has_button("set:")',
        _PANEL,
    ),
    Fault(
        "panel-for-everybody-who-asks",
        r"        await self\.check_may_change\(request\)\n        if request\.venue\.private",
        "        if request.venue.private",
        _PANEL,
    ),
    Fault(
        "who-taps-as-the-group-is-believed",
        r"request\.sender\.is_anonymous_admin and not isinstance\(request, Tap\)",
        "request.sender.is_anonymous_admin",
        _PANEL,
    ),
    Fault(
        "any-value-is-chosen",
        r"if value not in section\.values:",
        "if not value:",
        _PANEL,
    ),
    Fault(
        "everybody-opens-tables",
        r"settings\.get\(OPENERS\) == OPENERS_ADMINS and",
        "settings.get(OPENERS) == OPENERS_ALL and",
        _OPENERS,
    ),
    Fault(
        "tables-in-topics-that-are-not-listed",
        r"if allowed and \(request\.venue\.scope\.topic or 0\) not in allowed:",
        "if allowed and not request.venue.scope.chat:",
        _OPENERS,
    ),
    Fault(
        "own-words-told-while-look-ups-are-closed",
        r"if is_closed or await",
        "if await",
        _PANEL,
    ),
    Fault(
        "called-to-a-turn-on-the-clock",
        r"rule\.seconds >= _SLOW_GAME_SECONDS",
        "rule.seconds > 0",
        _REMINDERS,
    ),
    Fault(
        "lobby-becomes-the-panel",
        r"if step != STEP_OPEN and not tap\.has_button\(button_data\(\"\"\), button_data\(STEP_OPEN\)\):",
        'if step != STEP_OPEN and not tap.has_button(button_data("")):',
        ("tests/bot/handlers/lobbies/test_change_options.py",),
    ),
    Fault(
        "board-becomes-the-panel",
        r"if not tap\.has_button\(\"set:\"\):",
        "if not tap.data:",
        _PANEL,
    ),
    Fault(
        "game-opened-though-an-option-is-gone",
        r"    return GameOptions\(ruleset, kinds, chosen\) if sound else None",
        "    return GameOptions(ruleset, kinds, chosen)",
        _GAME,
    ),
    Fault(
        "list-never-shown-once-a-game-is-chosen",
        r"None if request\.text else load_default_game\(",
        "load_default_game(",
        _GAME,
    ),
    Fault(
        "options-of-another-game-chosen",
        r"if found is None or found\.ruleset\.id != game:",
        "if found is None:",
        _GAME,
    ),
    Fault(
        "tables-options-not-taken",
        r"        return encode_game\(options, options\.non_default\)\n    ruleset",
        "        return options.ruleset.id\n    ruleset",
        _GAME,
    ),
    Fault(
        "called-in-private-unasked",
        r"\.get\(reminder\.setting\) == ON:",
        '.get(reminder.setting) != "off":',
        _REMINDERS,
    ),
    Fault(
        "one-group-that-waits-told-for-all",
        r"\(later\.setting, later\.scope\) == \(reminder\.setting, reminder\.scope\)",
        "later.setting == reminder.setting",
        ("tests/bot/announce/test_turn_reminders.py",),
    ),
    Fault(
        "channel-plays",
        r"if is_sent_by_channel\(message\):",
        "if is_sent_by_channel(message) and message.text == venue.title:",
        _GROUPS,
    ),
    Fault(
        "channel-told-each-time",
        r"if request\.is_edit or self\._notified_channels\.check_and_note\(request\.venue\.scope\.chat\):",
        "if request.is_edit:",
        _GROUPS,
    ),
    Fault(
        "pictures-sent-in-vain",
        r"                self\._photos_refused\.check_and_note\(scope\.chat\)\n",
        "                pass\n",
        _GROUPS,
    ),
    Fault(
        "pictures-never-tried-again",
        r"self\._photos_refused: Final = RecentKeys\(NO_PHOTO_SECONDS, seconds\)",
        "self._photos_refused: Final = RecentKeys(NO_PHOTO_SECONDS * 100, seconds)",
        _GROUPS,
    ),
    Fault(
        "clocks-run-in-a-topic-that-is-shut",
        r"if isinstance\(error, TopicClosed\):",
        "if isinstance(error, TopicClosed) and chat > 0:",
        _GROUPS,
    ),
    Fault(
        "members-offered-what-administrators-decide",
        r"if row\.allowed_users not in _ADMIN_ROLES",
        "if row.allowed_users",
        _MENUS,
    ),
    Fault(
        "told-again-at-each-start",
        r"if \[\*map\(_comparable_command, known\)\] == \[\*map\(_comparable_command, commands\)\]:",
        "if not known and not commands:",
        _MENUS,
    ),
    Fault(
        "doctor-tells-anybody",
        r'@handles_command\("doctor", "group", "administrator", ',
        '@handles_command("doctor", "group", "anybody", ',
        ("tests/bot/handlers/test_group_doctor.py",),
    ),
    Fault(
        "doctor-silent-where-it-may-not-write",
        r"await self\._tell_in_private\(request, standing, self\._word_problems\(problems, standing, speaker\)\)",
        "pass",
        ("tests/bot/handlers/test_group_doctor.py",),
    ),
)
