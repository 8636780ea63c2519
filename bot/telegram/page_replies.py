"""Pages that anybody may see and that somebody asked for: in a group shown to them alone where the server can.

`bot.telegram.private_delivery` has the pages that nobody else may see.
"""

from dataclasses import replace
from typing import Final

from bot.call_errors import RequestRejected
from bot.logs.logger import get_logger
from bot.telegram.api.ephemeral import EphemeralRecipient
from bot.telegram.api.gateway import Gateway
from bot.telegram.auto_delete import AutoDelete
from bot.telegram.ephemeral_delivery import EphemeralDelivery
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.private_page import PAGE_FILENAME, PrivatePage

log = get_logger(__name__)

_SHOWN_SECONDS: Final = 3600.0
"""How long the asker sees a page in a group."""
_PUBLIC_SECONDS: Final = 600.0
"""How long all of a group see one, where it cannot be shown to the asker alone."""


class PageReplies:
    """Sends pages and changes those that all see; one instance a process.

    Args:
        ephemeral_delivery: shows pages to one member alone, and draws them.
    """

    def __init__(self, gateway: Gateway, auto_delete: AutoDelete, ephemeral_delivery: EphemeralDelivery) -> None:
        self._gateway: Final = gateway
        self._auto_delete: Final = auto_delete
        self._ephemeral_delivery: Final = ephemeral_delivery

    async def reply_with_page(self, request: Command, page: PrivatePage) -> None:
        """Reply with a page; in a group it is deleted later."""
        if not request.venue.private and await self._show_to_asker(request, page):
            return
        reply_to = None if request.venue.has_migrated or request.ephemeral_id is not None else request.message
        message = await self._send(request, page, reply_to)
        if not request.venue.private:
            await self._auto_delete.delete_later(request.venue.scope.chat, message, _PUBLIC_SECONDS)

    async def send_public_page(self, tap: Tap, page: PrivatePage) -> None:
        """Show a page to a group, as a reply to the tapped message; it is deleted later."""
        reply_to = None if tap.venue.has_migrated or tap.ephemeral_id is not None else tap.message
        message = await self._send(tap, page, reply_to)
        await self._auto_delete.delete_later(tap.venue.scope.chat, message, _PUBLIC_SECONDS)

    async def replace_public_page(self, tap: Tap, page: PrivatePage) -> None:
        """Show another page in place of a tapped one that all of a group see.

        A message without the pressed button stays as it is: an altered client can name any message. In a group that has
        become a supergroup since, a new message is sent instead.
        """
        chat = tap.venue.scope.chat
        if tap.venue.has_migrated:
            await self._auto_delete.delete_later(chat, await self._send(tap, page, None), _PUBLIC_SECONDS)
            return
        if tap.data not in tap.keyboard_data:
            return
        photo = await self._ephemeral_delivery.draw_page(page)
        try:
            if photo is None:
                await self._gateway.edits.edit_text(
                    chat, tap.message, page.text_without_picture, page.keyboard, sending=tap.sending
                )
            else:
                await self._gateway.edits.edit_photo(
                    chat, tap.message, photo, page.text, page.keyboard, filename=PAGE_FILENAME, sending=tap.sending
                )
        except RequestRejected as error:
            log.info("a page stays as it is", update=tap.update.id, error=error.message)

    async def _show_to_asker(self, request: Command, page: PrivatePage) -> bool:
        recipient = EphemeralRecipient.from_request(request)
        if recipient is None:
            return False
        shown = await self._ephemeral_delivery.send_page(replace(recipient, can_replace=False), page)
        if shown is None:
            return False
        await self._auto_delete.delete_later(shown.chat, shown.message_id, _SHOWN_SECONDS, ephemeral_reader=shown.user)
        return True

    async def _send(self, request: Command | Tap, page: PrivatePage, reply_to: int | None) -> int:
        photo = await self._ephemeral_delivery.draw_page(page)
        scope, sending, silent = request.venue.scope, request.sending, not request.venue.private
        if photo is None:
            return await self._gateway.send_text(
                scope, page.text_without_picture, page.keyboard, reply_to=reply_to, silent=silent, sending=sending
            )
        sent = await self._gateway.send_photo(
            scope,
            photo,
            page.text,
            page.keyboard,
            reply_to=reply_to,
            filename=PAGE_FILENAME,
            as_text=page.as_text,
            sending=sending,
        )
        return sent.message_id
