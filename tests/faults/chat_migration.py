"""Faults in chats that move: which move at all, what comes along once, and what of the former chat is touched."""

from typing import Final

from tests.faults.fault import Fault

CHAT_MIGRATION: Final = (
    Fault(
        "chats-move-as-telegram-moves-none",
        r"if not \(_SUPERGROUPS_BELOW < old < 0 and is_supergroup\(new\)\):",
        "if old == new:",
        ("tests/bot/store/test_chat_migration.py", "tests/bot/handlers/test_migrated_chats.py"),
    ),
    Fault(
        "what-has-come-comes-again",
        r"if redis\.call\('HGET', first_key, 'came'\) == group\.old_chat then",
        "if false then",
        ("tests/bot/store/test_chat_migration.py",),
    ),
    Fault(
        "other-chats-message-touched",
        r"scope=place, migrated_from=self\.venue\.scope\.chat\)",
        "scope=place)",
        ("tests/bot/handlers/test_migrated_chats.py",),
    ),
)
