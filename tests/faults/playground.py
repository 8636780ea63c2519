"""Faults in the stand-in for Telegram: it would let pass what real servers do not."""

from typing import Final

from tests.faults.fault import Fault

PLAYGROUND: Final = (
    Fault(
        "an-older-server-reads-what-it-does-not-know",
        r"\.items\(\) if is_known_since\(param\.since, version\)\}",
        ".items()}",
        ("tests/bot/playground/test_ephemeral.py",),
    ),
    Fault(
        "what-is-for-one-reader-is-told-to-all",
        r'("replaces": one\.replaces\}\n\s+self\._tell\()\(one\.person,\)',
        r"\1(101, 102, 103)",
        ("tests/bot/playground/test_ephemeral.py",),
    ),
    Fault(
        "an-old-press-still-lets-the-bot-write",
        r"(!= \(person, chat_id\)) or not self\._is_fresh\(found\)",
        r"\1",
        ("tests/bot/playground/test_ephemeral_presses.py",),
    ),
    Fault(
        "what-was-offered-to-one-is-offered-to-all",
        r"whose = query\.person if answer\.is_personal else None",
        "whose = None",
        ("tests/bot/playground/test_inline_answers.py",),
    ),
    Fault(
        "what-is-sent-via-the-bot-stays-hidden-from-it",
        r', message\.get\("via_bot"\)\]',
        "]",
        ("tests/bot/playground/test_inline_answers.py",),
    ),
    Fault(
        "a-member-writes-where-no-member-may",
        r"if is_text and \(not chat\.may_send_text or .*\):",
        "if is_text and chat.id == 0:",
        ("tests/bot/playground/test_send_rights.py",),
    ),
    Fault(
        "a-closed-topic-is-open-to-members",
        r" and not \(is_admin and chat\.can_manage_topics\):",
        " and is_admin and not chat.can_manage_topics:",
        ("tests/bot/playground/test_send_rights.py",),
    ),
)
