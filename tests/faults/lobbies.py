"""Faults in tables that wait for players."""

from typing import Final

from tests.faults.fault import Fault

_ABANDONED: Final = ("tests/engine/test_lobby_lifecycle.py",)
_INVITED: Final = ("tests/engine/test_invitations.py",)
_GUESTS: Final = ("tests/bot/handlers/lobbies/test_invitations.py",)
_FULL: Final = ("tests/engine/test_start_when_full.py",)
_LOBBIES: Final = ("tests/bot/handlers/lobbies/test_waiting_tables.py",)

LOBBIES: Final = (
    Fault(
        "abandoned-while-people-come",
        r"    lobby = lobby_lifecycle\.touch_lobby\(lobby, begins\)\n",
        "",
        _ABANDONED,
    ),
    Fault(
        "closed-before-its-time",
        r"if lobby\.touched is None or now < lobby\.touched \+ ABANDONED_AFTER:",
        "if lobby.touch_lobby is None:",
        _ABANDONED,
    ),
    Fault(
        "replayed-without-its-instant",
        r"open_lobby\(ruleset, host, secret, order, computers=computers, now=entry\.at\)",
        "open_lobby(ruleset, host, secret, order, computers=computers)",
        _ABANDONED,
    ),
    Fault(
        "abandoned-with-a-message-of-its-own",
        r"        if post\.edit_only:\n            return self\._record_no_table\(scope, before\.board, before\)\n",
        "",
        _LOBBIES,
    ),
    Fault(
        "full-table-waits",
        r"if begin is None or not lobby_seats\.is_start_due\(lobby\):",
        "if begin is not None or lobby_seats.is_start_due(lobby):",
        _FULL,
    ),
    Fault(
        "begins-before-it-is-full",
        r"lobby\.ruleset\.start == \"full\" and len\(lobby\.seats\) >= lobby\.ruleset\.players\.most",
        'lobby.ruleset.start == "full"',
        _FULL,
    ),
    Fault(
        "begins-though-nobody-chose-it",
        r"return lobby\.ruleset\.start == \"full\" and",
        "return",
        _FULL,
    ),
    Fault(
        "start-of-the-last-seat-not-checked",
        r"case Join\(begin=begin\) \| SeatComputers\(begin=begin\):\n            return begin",
        "case Join() | SeatComputers():\n            return None",
        _FULL,
    ),
    Fault(
        "kept-seat-for-anybody",
        r"if len\(lobby\.seats\) \+ len\(lobby\.invited\) >= most:",
        "if len(lobby.seats) > most:",
        _INVITED,
    ),
    Fault(
        "invitation-for-everybody-without-a-username",
        r"return self\.username\.lower\(\) == username\.lower\(\) != \"\"",
        "return self.username.lower().startswith(username.lower())",
        _INVITED,
    ),
    Fault(
        "anybody-ends-an-invitation",
        r"if action\.by != lobby\.host and not action\.ruling:\n        raise Refusal\(\"not_invited\"\)",
        'if action.by < 0:\n        raise Refusal("not_invited")',
        _INVITED,
    ),
    Fault(
        "everybody-invites",
        r"if user != lobby\.host and not ruling:",
        "if not user:",
        (*_INVITED, *_GUESTS),
    ),
    Fault(
        "invited-beyond-the-free-seats",
        r"                lobby = (invitations\.reserve_seat\(lobby, guest, self\._games\.times\.now\))",
        r"                \1",
        _GUESTS,
    ),
    Fault(
        "opened-from-private-as-something-else-was-asked",
        r"\(found\.ruleset\.id, pending_table_checksum\(typed\)\) != button:",
        "found.ruleset.id != button[0]:",
        ("tests/bot/handlers/lobbies/test_open_from_private.py",),
    ),
    Fault(
        "old-invitation-taken-for-the-new-one",
        r"number = lobby\.invitations \+ 1",
        "number = len(lobby.invited) + 1",
        _INVITED,
    ),
    Fault(
        "seat-kept-too-long",
        r"        if now >= invitation\.until:\n            return LapseInvitation",
        "        if now > invitation.until:\n            return LapseInvitation",
        _INVITED,
    ),
    Fault(
        "yes-of-anybody-taken-for-the-guests",
        r"            if not is_for_sender:\n                raise Refusal\(\"not_invited\"\)\n",
        "",
        _GUESTS,
    ),
    Fault(
        "administrator-asked-of-nobody",
        r"return request\.sender\.user != lobby\.host and await self\._members\.is_admin\(request\)",
        "return request.sender.user != lobby.host",
        _GUESTS,
    ),
    Fault(
        "free-seat-told-in-a-message-of-its-own",
        r"        if post\.edit_only:\n            return self\._records\.record\(scope, before\.board, before\)\n",
        "",
        _GUESTS,
    ),
    Fault(
        "seats-kept-for-bots",
        r"if username\.lower\(\)\.endswith\(_BOT_NAME_ENDING\):",
        "if username == _BOT_NAME_ENDING:",
        _GUESTS,
    ),
    Fault(
        "seats-kept-for-who-is-banned",
        r"if member\.banned or self\._people\.is_banned\(user\):",
        "if member.banned:",
        ("tests/bot/handlers/owner/test_bans.py",),
    ),
    Fault(
        "full-table-that-waits-to-be-filled",
        r"    if is_start_due\(after\):\n        raise Refusal\(\"full_already\"\)\n",
        "",
        _FULL,
    ),
)
