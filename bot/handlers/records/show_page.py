"""Shows pages of what a group remembers: a picture whose caption says the same, and buttons that change it."""

from dataclasses import replace
from typing import Final

from bot.languages import languages
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.private_page import PrivatePage
from bot.telegram.replies import Replies


class PageView:
    """Shows a page to whoever asks, and another one in its place when they press a button."""

    def __init__(self, answers: Replies, private_delivery: PrivateDelivery) -> None:
        self._answers: Final = answers
        self._private_delivery: Final = private_delivery

    async def show_page(self, request: Command | Tap, page: PrivatePage) -> None:
        """Show a page; as text where that was asked for, or where the tapped message is one."""
        if isinstance(request, Command):
            await self._answers.pages.reply_with_page(request, _without_picture(page, wants_text(request)))
            return
        page = _without_picture(page, request.photo is None)
        if request.venue.private or request.ephemeral_id is not None:
            await self._private_delivery.replace_page(request, page)
            return
        await self._answers.acknowledge_tap(request)
        await self._answers.pages.replace_public_page(request, page)


def wants_text(request: Command) -> bool:
    """Whether text is asked for instead of a picture, by the last word of a command."""
    words = request.text.split()
    return bool(words) and languages().find_meaning("answers", words[-1]) == "text"


def _without_picture(page: PrivatePage, without: bool) -> PrivatePage:  # noqa: FBT001 - the only one
    return replace(page, sketch=None) if without else page
