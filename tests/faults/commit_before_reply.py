"""Faults in what is told before it is committed, and in what is committed though it cannot be told."""

from typing import Final

from tests.faults.fault import Fault

COMMIT_BEFORE_REPLY: Final = (
    Fault(
        "presser-told-before-it-is-committed",
        r"( +step = await self\._games\.seat_player\(.*\n)",
        r'        await self._acknowledge(request, context, "seated", "seat-taken")\n\1',
        ("tests/bot/test_commit_before_reply.py",),
    ),
    Fault(
        "players-told-in-private-before-it-is-committed",
        r"^( +)commit, notice = await self\._commit_builder\.build_commit\(\n +loaded, step, update, entry,",
        r"\1self._applied_steps._on_applied and self._applied_steps._on_applied(loaded, step)\n\g<0>",
        ("tests/bot/test_commit_before_reply.py",),
    ),
    Fault(
        "failed-commit-answered-as-if-done",
        r"except Busy:(\n +await self\._answers\.reply_refusal)",
        r"except Exception:\1",
        ("tests/bot/test_commit_before_reply.py",),
    ),
    Fault(
        "table-changed-though-its-group-cannot-be-told",
        r"        if loaded\.is_unreachable:$",
        "        if False:",
        ("tests/bot/handlers/test_retry_unreachable.py",),
    ),
)
