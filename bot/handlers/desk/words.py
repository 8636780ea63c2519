"""What the desk's handlers word alike: who is meant, how far something is, whom it did not reach."""

from collections.abc import Iterable
from typing import Final

from bot.wording.speaker import Speaker

_CELLS: Final = 10


def bar(done: int, total: int) -> str:
    """How far something is, as ten cells."""
    full = _CELLS if not total else done * _CELLS // total
    return "▓" * full + "░" * (_CELLS - full)


def missed_file(missed: Iterable[tuple[int, str]], voice: Speaker) -> bytes:
    """Chats and why they were not told, a line each, in UTF-8."""
    return "".join(f"{chat}\t{voice.plain(f'desk-missed-{reason}')}\n" for chat, reason in missed).encode()


def who(number: int) -> str:
    """A person or a chat, as HTML: its number, a person's with a link."""
    if number > 0:
        return f'<a href="tg://user?id={number}">{number}</a>'
    return f"<code>{number}</code>"
