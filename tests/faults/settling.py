"""Faults in the panel of settings, in who opens tables where, and in groups as they are."""

from typing import Final

from tests.faults.fault import Fault

_PANEL: Final = ("tests/bot/test_settings_panel.py",)
_GROUPS: Final = ("tests/bot/test_groups_as_they_are.py",)
_MENUS: Final = ("tests/bot/test_menus.py",)
_GAME: Final = ("tests/bot/test_usual_game.py",)

_BELL: Final = ("tests/bot/test_bell.py",)
_DESK: Final = ("tests/bot/test_desk.py",)
_REMATCH: Final = ("tests/bot/test_rematch.py", "tests/engine/test_setup.py")

_ELSEWHERE: Final = ("tests/bot/test_elsewhere.py",)

SETTLING: Final = (
    Fault(
        "strangers-open-from-afar",
        r"if chat >= 0 or not \(await self\._present\(chat, request\.sender\.user\) and",
        "if chat >= 0 or not (True and",
        _ELSEWHERE,
    ),
    Fault(
        "anybody-opens-from-afar",
        r"        await check_may_open\(self\._members, there, held\.settings\)\n",
        "",
        _ELSEWHERE,
    ),
    Fault(
        "banned-groups-opened-from-afar",
        r"        self\._games\.check_heard\(held\)\n        there",
        "        there",
        _ELSEWHERE,
    ),
    Fault(
        "the-groups-own-people-press-what-is-private",
        r"if not tap\.place\.private or \(ruleset is None and name != _EVERY\):",
        "if ruleset is None and name != _EVERY:",
        _ELSEWHERE,
    ),
    Fault(
        "usual-options-forgotten-from-afar",
        r"if terms is None or terms\.ruleset\.id != ruleset\.id:",
        "if True:",
        _ELSEWHERE,
    ),
    Fault(
        "caller-told-again",
        r"  redis\.call\('HDEL', KEYS\[9\], ARGV\[i\]\)\n",
        "",
        _BELL,
    ),
    Fault(
        "caller-who-waits-no-more-is-told",
        r"if redis\.call\('HEXISTS', KEYS\[9\], ARGV\[i\]\) == 0 then",
        "if false then",
        _BELL,
    ),
    Fault(
        "who-has-left-is-told",
        r"return \(await self\._members\.of\(scope\.chat, caller\.user\)\)\.present",
        "return True",
        _BELL,
    ),
    Fault(
        "banned-caller-is-told",
        r"if caller\.user not in \{host, \*shut\}\]",
        "if caller.user != host]",
        _DESK,
    ),
    Fault(
        "banned-caller-waits-on",
        r"in \{host, \*shut, \*known\}\]",
        "in {host, *known}]",
        _DESK,
    ),
    Fault(
        "strangers-wait-by-the-button",
        r"isinstance\(request, Tap\) and not \(await self\._members\.of\(scope\.chat, sender\.user\)\)\.present",
        "isinstance(request, Tap) and sender.user < 0",
        _BELL,
    ),
    Fault(
        "topics-call-each-others-people",
        r"if topic == _topic\(scope\):",
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
        r"None if abandoned else closed\(speaker\)",
        "None",
        _REMATCH,
    ),
    Fault(
        "panel-for-everybody-who-taps",
        r"        await self\._choosing\.check\(tap\)\n",
        "",
        _PANEL,
    ),
    Fault(
        "panel-for-everybody-who-asks",
        r"        await self\.check\(request\)\n        if request\.place\.private",
        "        if request.place.private",
        _PANEL,
    ),
    Fault(
        "who-taps-as-the-group-is-believed",
        r"request\.sender\.anonymous and not isinstance\(request, Tap\)",
        "request.sender.anonymous",
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
        r"settings\.get\(OPENERS\) == ADMINISTRATORS and",
        "settings.get(OPENERS) == EVERYBODY and",
        _PANEL,
    ),
    Fault(
        "tables-in-topics-that-are-not-listed",
        r"if allowed and \(request\.place\.scope\.topic or 0\) not in allowed:",
        "if allowed and not request.place.scope.chat:",
        _PANEL,
    ),
    Fault(
        "own-words-told-while-look-ups-are-closed",
        r"if self\._look_ups\.closed\(context\.held\.table\) or await",
        "if await",
        _PANEL,
    ),
    Fault(
        "called-to-a-turn-on-the-clock",
        r"rule\.seconds >= _UNHURRIED_SECONDS",
        "rule.seconds > 0",
        _PANEL,
    ),
    Fault(
        "lobby-becomes-the-panel",
        r"if step != OPEN and not tap\.bears\(carry\(\"\"\), carry\(OPEN\)\):",
        'if step != OPEN and not tap.bears(carry("")):',
        ("tests/bot/test_altering.py",),
    ),
    Fault(
        "board-becomes-the-panel",
        r"if not tap\.bears\(\"set:\"\):",
        "if not tap.data:",
        _PANEL,
    ),
    Fault(
        "game-opened-though-an-option-is-gone",
        r"    return Terms\(ruleset, kinds, chosen\) if sound else None",
        "    return Terms(ruleset, kinds, chosen)",
        _GAME,
    ),
    Fault(
        "list-never-shown-once-a-game-is-chosen",
        r"None if request\.text else usual\(",
        "usual(",
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
        r"        return stored\(terms\)\n    ruleset",
        "        return terms.ruleset.id\n    ruleset",
        _GAME,
    ),
    Fault(
        "called-in-private-unasked",
        r"\.get\(call\.about\) == ON:",
        '.get(call.about) != "off":',
        _PANEL,
    ),
    Fault(
        "one-group-that-waits-told-for-all",
        r"\(later\.about, later\.scope\) == \(call\.about, call\.scope\)",
        "later.about == call.about",
        ("tests/bot/test_turncalls.py",),
    ),
    Fault(
        "channel-plays",
        r"if speaks_for_another\(message\):",
        "if speaks_for_another(message) and message.text == place.title:",
        _GROUPS,
    ),
    Fault(
        "channel-told-each-time",
        r"if request\.edited or self\._told\.again\(request\.place\.scope\.chat\):",
        "if request.edited:",
        _GROUPS,
    ),
    Fault(
        "pictures-sent-in-vain",
        r"                self\._wordy\.again\(scope\.chat\)\n",
        "                pass\n",
        _GROUPS,
    ),
    Fault(
        "pictures-never-tried-again",
        r"self\._wordy: Final = Recently\(PICTURE_SECONDS, seconds\)",
        "self._wordy: Final = Recently(PICTURE_SECONDS * 100, seconds)",
        _GROUPS,
    ),
    Fault(
        "clocks-run-in-a-topic-that-is-shut",
        r"if isinstance\(error, TopicShut\):",
        "if isinstance(error, TopicShut) and told < 0:",
        _GROUPS,
    ),
    Fault(
        "members-offered-what-administrators-decide",
        r"if row\.who not in _DECIDING",
        "if row.who",
        _MENUS,
    ),
    Fault(
        "told-again-at-each-start",
        r"if \[\*map\(_told, known\)\] == \[\*map\(_told, commands\)\]:",
        "if not known and not commands:",
        _MENUS,
    ),
)
