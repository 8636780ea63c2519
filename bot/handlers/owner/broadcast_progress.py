"""Shows an owner how far their broadcast is, and what came of it."""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.call_errors import CallFailed, ChatUnreachable, RequestRejected
from bot.logs.logger import get_logger
from bot.store.broadcasts import Broadcast, Broadcasts
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import encode_button_data
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.sending import Priority, Sending

log = get_logger(__name__)

_PROGRESS_SECONDS: Final = 3.0
"""Seconds between updates of the progress."""


class BroadcastProgress:
    """The message that tells of a broadcast.

    Args:
        broadcasts: count whom it reached.
        gateway: edits the message.
        locales: the languages of owners.
        texts: the wording.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        broadcasts: Broadcasts,
        gateway: Gateway,
        locales: PrivateLocales,
        texts: Texts,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._broadcasts: Final = broadcasts
        self._gateway: Final = gateway
        self._locales: Final = locales
        self._texts: Final = texts
        self._seconds: Final = seconds
        self._shown_at = 0.0

    def start(self) -> None:
        """The owner has just been told."""
        self._shown_at = self._seconds()

    async def show_progress(self, broadcast: Broadcast) -> None:
        """Show the progress now and then."""
        if self._seconds() - self._shown_at < _PROGRESS_SECONDS:
            return
        self._shown_at = self._seconds()
        speaker = await self._owner_speaker(broadcast.owner)
        progress = await self._broadcasts.load_progress()
        text = speaker.html(
            "desk-broadcast-goes",
            bar=progress_bar(progress.delivered + progress.failed, progress.total),
            done=progress.delivered + progress.failed,
            total=progress.total,
            missed=progress.failed,
        )
        await self._edit_progress(broadcast, text, stop_keyboard(speaker, broadcast.id))

    async def show_outcome(self, broadcast: Broadcast) -> None:
        """Tell the owner the outcome."""
        speaker = await self._owner_speaker(broadcast.owner)
        progress, missed = await self._broadcasts.load_progress(), await self._broadcasts.list_failed_chats()
        text = speaker.html(
            "desk-broadcast-stopped" if progress.remaining else "desk-broadcast-over",
            told=progress.delivered,
            total=progress.total,
            missed=len(missed),
        )
        log.info(
            "a broadcast is over",
            broadcast=broadcast.id,
            owner=broadcast.owner,
            told=progress.delivered,
            total=progress.total,
        )
        await self._edit_progress(broadcast, text, None)
        if missed:
            name, file = f"broadcast-{broadcast.id}.txt", missed_chats_file(missed, speaker)
            try:
                caption, sending = speaker.html("desk-broadcast-missed"), Sending(Priority.LOOK_UP)
                await self._gateway.send_document(Scope(broadcast.owner), file, name, caption, sending=sending)
            except (ChatUnreachable, RequestRejected) as error:
                log.warning(
                    "an owner cannot be sent whom a broadcast did not reach", owner=broadcast.owner, error=error.message
                )

    async def _owner_speaker(self, owner: int) -> Speaker:
        return Speaker(self._texts, await self._locales.locale_of_user(owner))

    async def _edit_progress(self, broadcast: Broadcast, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        try:
            owner, message = broadcast.owner, broadcast.status_message
            await self._gateway.edits.edit_text(owner, message, text, keyboard, sending=Sending(Priority.LOOK_UP))
        except CallFailed as error:
            log.info("how far the broadcast is cannot be shown", error=error.message)


_PROGRESS_CELLS: Final = 10


def progress_bar(done: int, total: int) -> str:
    """A progress bar of ten cells."""
    full = _PROGRESS_CELLS if not total else done * _PROGRESS_CELLS // total
    return "▓" * full + "░" * (_PROGRESS_CELLS - full)


def stop_keyboard(speaker: Speaker, broadcast: str) -> InlineKeyboardMarkup:
    """The button that stops a broadcast."""
    data = encode_button_data("desk", "", "stop", broadcast)
    return InlineKeyboardMarkup([[InlineKeyboardButton(speaker.plain("desk-button-stop"), callback_data=data)]])


def missed_chats_file(missed: Iterable[tuple[int, str]], speaker: Speaker) -> bytes:
    """The missed chats and the reasons, a line each, in UTF-8."""
    return "".join(f"{chat}\t{speaker.plain(f'desk-missed-{reason}')}\n" for chat, reason in missed).encode()
