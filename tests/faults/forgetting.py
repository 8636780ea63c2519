"""Faults in forgetting people, and in what they are shown."""

from typing import Final

from tests.faults.fault import Fault

_ERASER: Final = ("tests/bot/tables/forgetting/test_eraser.py",)
_FILE: Final = ("tests/bot/handlers/records/test_personal_file.py",)
_HTTP: Final = ("tests/bot/handlers/records/test_my_data.py",)

FORGETTING: Final = (
    Fault(
        "packed-games-keep-the-forgotten",
        r"( +)if data in named:\n",
        r"\1if False:\n",
        _ERASER,
    ),
    Fault(
        "claims-of-what-was-deleted-keep-the-forgotten",
        r"if due is None\]",
        "if due == 0]",
        _ERASER,
    ),
    Fault(
        "figures-keep-the-forgotten",
        r"if changed or chat in derived:",
        "if False:",
        _ERASER,
    ),
    Fault(
        "forgotten-people-share-a-pseudonym",
        r"next_forgotten_user\(taken\)\}",
        "next_forgotten_user(())}",
        _ERASER,
    ),
    Fault(
        "a-pseudonym-is-not-noted",
        r"await self\._update\(erasure, pseudonyms=pseudonyms\)",
        "erasure.note = structs.replace(erasure.note, pseudonyms=pseudonyms)",
        _ERASER,
    ),
    Fault(
        "dead-letters-keep-the-forgotten",
        r"erasure\.note_changed\(int\(await erasure\.client\.xdel\(name, entry\)\)\)",
        "pass",
        _ERASER,
    ),
    Fault(
        "a-restore-brings-the-forgotten-back",
        r"if forgotten is not None:\n +await erase_restored",
        "if forgotten is not None:\n        return\n        await erase_restored",
        ("tests/bot/backups/test_restore_forgotten.py",),
    ),
    Fault(
        "a-restore-loses-the-list-of-the-forgotten",
        r"kept = \{keys\.restore_marker\(\), keys\.forgotten\(\)\}",
        "kept = {keys.restore_marker()}",
        ("tests/bot/backups/test_restore_forgotten.py",),
    ),
    Fault(
        "a-given-seed-counts-anywhere",
        r' or find_sown_seed\(proof\.log\) not in \{"", sown\}',
        "",
        ("tests/engine/test_forget_player.py",),
    ),
    Fault(
        "others-press-what-forgets-somebody",
        r"if not tap\.venue\.private or tap\.venue\.scope\.chat != tap\.sender\.user:",
        "if not tap.venue.private:",
        _HTTP,
    ),
    Fault(
        "chats-to-come-show-who-left-the-ranks",
        r'if ranks == b"hidden":',
        "if False:",
        _HTTP,
    ),
    Fault(
        "a-file-tells-what-others-decided",
        r"for chat, stored in decided for one in stored if _is_by\(one, user\)",
        "for chat, stored in decided for one in stored",
        _FILE,
    ),
    Fault(
        "a-file-tells-who-else-solved-first",
        r"if one\.first == user$",
        "if one.first",
        _FILE,
    ),
)
