"""``/broadcast``: a message to all chats, previewed as they will see it, and sent once it is confirmed.

:mod:`bot.handlers.owner.broadcaster` sends it.
"""

import html
import re
from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.handlers.owner.broadcast_progress import progress_bar, stop_keyboard
from bot.handlers.owner.broadcaster import Broadcaster
from bot.logs.logger import get_logger
from bot.store.broadcasts import Audience, Broadcasts
from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.requests import OwnerCommand, Tap
from bot.telegram.replies import Replies
from bot.user_input.command_names import owner_command_name
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = get_logger(__name__)

_DRAFT_ID: Final = re.compile(r"[0-9a-f]{8}")
_AUDIENCES: Final[Mapping[Audience, str]] = {
    "groups": "desk-button-groups",
    "people": "desk-button-people",
    "all": "desk-button-all",
}
"""Whom a broadcast may go to, and the messages on their buttons."""


class BroadcastHandlers:
    """Handles ``/broadcast`` and its buttons."""

    def __init__(self, broadcasts: Broadcasts, broadcaster: Broadcaster, answers: Replies) -> None:
        self._broadcasts: Final = broadcasts
        self._broadcaster: Final = broadcaster
        self._answers: Final = answers

    async def draft_broadcast(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Preview the text behind the command, and ask for the audience."""
        if not request.text:
            command = f"/{owner_command_name('broadcast', speaker.language)}"
            await self._answers.reply_html(request, speaker.html("desk-broadcast-how", command=command))
            return
        found = await self._broadcasts.load_newest()
        if found is not None and found.state != "over":
            await self._answers.reply_html(request, speaker.html("desk-broadcast-busy"))
            return
        mark = await self._broadcasts.save_draft(request.sender.user, request.raw_text)
        chats = await self._broadcaster.list_recipients("all")
        groups = sum(chat < 0 for chat in chats)
        counts = {"groups": groups, "people": len(chats) - groups, "all": len(chats)}
        rows = [
            [_owner_button(speaker.plain(_AUDIENCES[whom], count=counts[whom]), "send", mark, whom)]
            for whom in _AUDIENCES
            if counts[whom]
        ]
        rows.append([_owner_button(speaker.plain("desk-button-drop"), "drop", mark)])
        await self._answers.reply_html(request, html.escape(request.raw_text, quote=False))
        await self._answers.reply_html(request, speaker.html("desk-broadcast-ask"), InlineKeyboardMarkup(rows))

    async def start_broadcast(self, tap: Tap, speaker: Speaker, draft_id: str, audience: str) -> None:
        """Start sending the draft."""
        whom = next((one for one in _AUDIENCES if one == audience), None)
        if whom is None or not _DRAFT_ID.fullmatch(draft_id):
            raise Refusal("stale_button")
        match await self._broadcasts.start_broadcast(draft_id, whom, tap.sender.user, tap.message):
            case "begun":
                log.info("an owner began a broadcast", owner=tap.sender.user, broadcast=draft_id, audience=audience)
                await self._answers.tapped_message.replace_with_html(
                    tap,
                    speaker.html("desk-broadcast-begins", bar=progress_bar(0, 1)),
                    stop_keyboard(speaker, draft_id),
                )
                self._broadcaster.start_if_due()
            case "busy":
                await self._resume_or_explain(tap, draft_id, speaker.html("desk-broadcast-busy"))
            case "stale":
                await self._resume_or_explain(tap, draft_id, speaker.html("desk-broadcast-stale"))

    async def _resume_or_explain(self, tap: Tap, draft_id: str, explanation: str) -> None:
        """After a tap that started nothing: resume what the same tap started before, or explain."""
        found = await self._broadcasts.load_newest()
        if found is not None and found.id == draft_id:
            await self._answers.acknowledge_tap(tap)
            self._broadcaster.start_if_due()
            return
        await self._answers.tapped_message.replace_with_html(tap, explanation, None)

    async def drop_draft(self, tap: Tap, speaker: Speaker, draft_id: str) -> None:
        """Drop the draft; a broadcast that has started goes on, and a newer draft stays."""
        if await self._broadcasts.discard_draft(draft_id, tap.sender.user):
            await self._answers.tapped_message.replace_with_html(tap, speaker.html("desk-broadcast-dropped"), None)
            return
        await self._resume_or_explain(tap, draft_id, speaker.html("desk-broadcast-stale"))

    async def stop_broadcast(self, tap: Tap, speaker: Speaker, draft_id: str) -> None:
        """Stop the broadcast."""
        if await self._broadcasts.stop_broadcast(draft_id):
            log.info("an owner stopped a broadcast", owner=tap.sender.user, broadcast=draft_id)
            await self._answers.show_toast(tap, speaker.language, "desk-broadcast-stops")
            self._broadcaster.start_if_due()
        else:
            await self._answers.show_toast(tap, speaker.language, "desk-broadcast-stale")


def _owner_button(text: str, *rest: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=encode_button_data("desk", "", *rest))
