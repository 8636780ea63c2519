"""Revealed cards: what this process knows of the messages that show them, and how such a message is stored.

That knowledge lets one message show several turns, one edit each. A message of another process is left as it is, and
a new one is sent.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from telegram import InlineKeyboardMarkup

from bot.announce.compose import CardsPost
from bot.families import registry, table_message
from bot.families.timed_reveal import TimedReveal
from bot.pictures.photos import Photos, SentPhoto
from bot.pictures.sketches import DEFAULT_THEME, Look, Sketch, theme_or_default
from bot.store.scope import FIRST_TABLE, Scope
from bot.telegram.api.gateway import Gateway
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.sending import GAME_NEWS, Sending
from engine.encoding import make_decoder
from engine.game import Event, View


@dataclass(slots=True, eq=False)
class FaceUpCards:
    """The cards that a message shows face up."""

    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    stored_entry: bytes | None = None
    """The schedule's entry that turns the cards down; ``None`` where none are face up."""
    cards: tuple[tuple[float, Event], ...] = ()
    """The cards that are face up, and until when, in Unix seconds."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during changes, so that turning cards down never comes between steps of turning others up."""

    def visible_cards(self, now: float) -> tuple[tuple[float, Event], ...]:
        """The cards whose time is not up."""
        return tuple(one for one in self.cards if one[0] > now)


class CardsMessage(Struct, frozen=True):
    """A message that reveals cards, with all that is needed to draw it face down again; it is stored."""

    chat: int
    topic: int | None
    message: int
    text: str
    """The caption, which stays; empty where the text is too long for one."""
    view: View
    """The table as the group sees it, with no card face up."""
    title: dict[str, str]
    table: str
    language: str
    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    theme: str = DEFAULT_THEME
    at_table: int = FIRST_TABLE
    """The table's number in its place."""
    number: int = 0
    """The same, where the message bears it; 0 where there is one table."""

    @property
    def scope(self) -> Scope:
        """Where the table is."""
        return Scope(self.chat, self.topic, self.at_table)


encode_cards_message: Final = msgspec.json.Encoder().encode
decode_cards_message: Final = make_decoder(CardsMessage).decode
"""Decodes a stored message; raises what :data:`engine.encoding.DECODE_ERRORS` names."""


def cards_as_text(view: View, text: str) -> str:
    """The cards as text and the caption, for a chat that takes no pictures."""
    return f"{registry.family_of_view(view).pictures.board_as_html(view)}\n{text}"


def reveal_rules_of(message: CardsMessage) -> TimedReveal:
    """How the family of a message's game reveals cards.

    Raises:
        LookupError: the family reveals none.
    """
    rules = registry.family_of_view(message.view).events.timed_reveal
    if rules is None:
        raise LookupError(f"nothing is shown for a moment in {message.view.ruleset}")
    return rules


def to_cards_message(scope: Scope, post: CardsPost) -> CardsMessage:
    """A post as a message that reveals cards; its number is 0, as it is not known yet."""
    return CardsMessage(
        scope.chat,
        scope.topic,
        0,
        post.text,
        post.view,
        dict(post.speaker.titles),
        post.table,
        post.look.language,
        photo=True,
        theme=post.look.theme,
        at_table=scope.table,
        number=post.speaker.table_number,
    )


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
