"""Draws, sends and edits messages that reveal cards, face up or face down."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec
from telegram import InlineKeyboardMarkup

from bot.announce.revealed_cards import CardsMessage, cards_as_text, reveal_rules_of
from bot.families import registry, table_message
from bot.pictures.photos import Photos, SentPhoto
from bot.pictures.sketches import Look, Sketch, theme_or_default
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.sending import GAME_NEWS, Sending
from engine.game import Event, View

_FILENAME: Final = "cards.png"


class CardsPictures:
    """Sends and edits messages with tables of cards."""

    def __init__(self, gateway: Gateway, photos: Photos, texts: Texts) -> None:
        self._gateway: Final = gateway
        self._photos: Final = photos
        self._texts: Final = texts

    async def send_face_down(
        self, scope: Scope, message: CardsMessage, buttons: InlineKeyboardMarkup | None
    ) -> CardsMessage:
        """Send the message, face down."""

        async def send(photo: str | bytes) -> SentPhoto:
            caption = message.text or None
            return await self._gateway.send_photo(scope, photo, caption, buttons, filename=_FILENAME, as_text=as_text)

        as_text = partial(cards_as_text, message.view, message.text)
        sent = await self._photos.send_photo(scope, self._sketch(message, message.view), send)
        return msgspec.structs.replace(message, message=sent.message_id, photo=not sent.as_text)

    async def redraw_message(
        self, message: CardsMessage, cards: Sequence[Event], *, newest: bool = True, sending: Sending = GAME_NEWS
    ) -> None:
        """Redraw the message with these cards face up, or with all face down if there are none."""
        rules = reveal_rules_of(message)
        view = rules.view_with_revealed(message.view, cards) if cards else message.view
        needs_hiding = bool(cards) and rules.needs_hiding(message.view, cards)
        buttons = self.keyboard(message) if newest and not needs_hiding else None
        line = rules.reveal_line(self._speaker(message)) if needs_hiding else ""
        text = "\n".join(filter(None, (message.text, line)))

        async def edit(photo: str | bytes) -> SentPhoto:
            return await self._gateway.edits.edit_photo(
                message.chat, message.message, photo, text, buttons, filename=_FILENAME, sending=sending
            )

        if message.photo:
            await self._photos.send_photo(message.scope, self._sketch(message, view), edit, remember=False)
        else:
            await self._gateway.edits.edit_text(
                message.chat, message.message, cards_as_text(view, text), buttons, sending=sending
            )

    def keyboard(self, message: CardsMessage) -> InlineKeyboardMarkup | None:
        """The buttons of the table."""
        view = message.view
        return registry.family_of_view(view).chat.table_keyboard(message.table, view, self._speaker(message))

    def _speaker(self, message: CardsMessage) -> Speaker:
        return Speaker(self._texts, message.language, message.title, table_number=message.number)

    def _sketch(self, message: CardsMessage, view: View) -> Sketch:
        return table_message.table_sketch(
            view, self._speaker(message), Look(message.language, theme_or_default(message.theme))
        )
