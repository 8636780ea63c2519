"""Faults in what is told of a step: once, whole, as a picture or in its place, and to those whom it is for."""

from typing import Final

from tests.faults.fault import Fault

ANNOUNCEMENTS: Final = (
    Fault(
        "notice-composed-twice",
        r"(notices = \[self\._games\.read_notice\(item\.entry\.payload\) for item in batch)\]",
        r"\1 for _ in range(2)]",
        ("tests/bot/announce/test_announcer.py",),
    ),
    Fault(
        "end-told-without-its-effects-where-the-store-fails",
        r"except \(RuntimeError, ResponseError, \*DECODE_ERRORS\):",
        "except Exception:",
        ("tests/bot/announce/test_game_effects.py",),
    ),
    Fault(
        "refused-picture-told-to-nobody",
        r"except RequestRejected as error:(\n +text = caption)",
        r"except FileIdExpired as error:\1",
        ("tests/bot/telegram/api/test_gateway.py",),
    ),
    Fault(
        "words-said-again-with-their-picture",
        r"self\._text_already_sent\[newest\.key\] = await (self\._post_sender\.send_text_ahead)",
        r"await \1",
        ("tests/bot/announce/test_announcer.py",),
    ),
    Fault(
        "picture-edited-instead-of-sent",
        r"await self\._gateway\.send_photo\(scope, photo, post\.text or None, post\.keyboard, as_text=as_text\)",
        "await self._gateway.edits.edit_photo(scope.chat, 1, photo, post.text, post.keyboard)",
        ("tests/bot/announce/test_announcer.py",),
    ),
    Fault(
        "picture-in-another-topic",
        r"if scope\.topic is not None:(\n        parameters\.append)",
        r"if False:\1",
        ("tests/bot/handlers/lobbies/test_lobby.py",),
    ),
    Fault(
        "exchanged-tile-told-to-the-wrong-player",
        r"self\._lanes\.enqueue\(player\.user, _ExCellNotice",
        "self._lanes.enqueue(step.table.players[seat - 1].user, _ExCellNotice",
        ("tests/bot/families/crossword/test_ex_cell_notice.py",),
    ),
    Fault(
        "what-failed-is-kept-while-it-waits",
        r"^        _release_frames\(error\)$",
        "        pass",
        ("tests/bot/announce/test_waiting_notices.py", "tests/bot/workers/test_retry_policy.py"),
    ),
    Fault(
        "chats-of-a-redis-that-is-away-hold-up-others",
        r"^        await self\._acknowledge\(waiting\[:count\], scope, newest\)$",
        "        async with self._sending:\n            await self._acknowledge(waiting[:count], scope, newest)",
        ("tests/bot/announce/test_waiting_notices.py",),
    ),
    Fault(
        "every-chat-has-its-picture-at-once",
        r"async with self\._sending:",
        "if True:",
        ("tests/bot/announce/test_waiting_notices.py",),
    ),
)
